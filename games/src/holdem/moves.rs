//! Moves of hold'em and their texts: `deal AsKd` for chance, and `fold`, `check`, `call 50`, `bet 200` and
//! `raise to 600` for players. Amounts of bets and raises are chips of the player on the street after the action.

use super::cards::{Card, cards_text, parse_cards, parse_hole};
use super::history::{ActionKind, HoldemAction, PlayedAction, Street};
use super::state::{HoldemState, Stage};

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HoldemMove {
    /// Chance: these cards are dealt, to a player or to the board.
    Deal(DealtCards),
    /// Action of the player to move.
    Act(HoldemAction),
    /// Begins the next hand of a match.
    NextDeal,
}

/// Cards that are dealt at once: one to three.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DealtCards {
    /// The cards; places beyond the count repeat the first card.
    cards: [Card; 3],
    count: u8,
}

impl DealtCards {
    /// One to three cards.
    pub fn new(cards: &[Card]) -> Option<Self> {
        let (&first, 1..=3) = (cards.first()?, cards.len()) else { return None };
        let mut dealt = Self { cards: [first; 3], count: cards.len() as u8 };
        dealt.cards[..cards.len()].copy_from_slice(cards);
        Some(dealt)
    }

    /// The cards in the order in which they are dealt.
    pub fn as_slice(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }
}

impl std::fmt::Debug for DealtCards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&cards_text(self.as_slice()))
    }
}

/// Number of cards that are dealt in a stage; 0 if none are.
pub fn cards_to_deal(stage: Stage) -> usize {
    match stage {
        Stage::DealHole(_) => 2,
        Stage::DealBoard(Street::Flop) => 3,
        Stage::DealBoard(_) => 1,
        Stage::Act(_) | Stage::Folded(_) | Stage::Showdown => 0,
    }
}

/// Text of an action of the player to act.
pub fn action_text(state: &HoldemState, action: HoldemAction) -> String {
    let Some(player) = state.to_act() else { return "no action".to_owned() };
    match action {
        HoldemAction::Fold => "fold".to_owned(),
        HoldemAction::Call => match state.to_call(player) {
            0 => "check".to_owned(),
            chips => format!("call {chips}"),
        },
        HoldemAction::RaiseTo(amount) if state.street_bet(player.next(2)) == 0 => format!("bet {amount}"),
        HoldemAction::RaiseTo(amount) => format!("raise to {amount}"),
    }
}

/// Text of an action that was made.
pub fn played_text(action: &PlayedAction) -> String {
    match action.kind {
        ActionKind::Fold | ActionKind::Check => action.kind.to_string(),
        ActionKind::Call => format!("call {}", action.added),
        ActionKind::Bet => format!("bet {}", action.street_total),
        ActionKind::Raise => format!("raise to {}", action.street_total),
    }
}

/// Parses the text of a legal action of the player to act. Beside the texts that [`action_text`] writes, `call`, `all-in`
/// and `raise by 200` are understood.
///
/// # Errors
/// The reason.
pub fn parse_action(state: &HoldemState, text: &str) -> Result<HoldemAction, String> {
    const FORM: &str = "write fold, check, call, bet 200, raise to 600, raise by 200 or all-in";
    let Some(player) = state.to_act() else { return Err("no player is to act".to_owned()) };
    let to_call = state.to_call(player);
    let highest = state.street_bet(player.next(2));
    let number = |word: &str| {
        word.parse::<u32>().map_err(|_| format!("\"{word}\" is no number of chips; the largest is {}", u32::MAX))
    };
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let action = match words[..] {
        ["fold"] => HoldemAction::Fold,
        ["check"] if to_call > 0 => return Err(format!("{to_call} chips are missing to call")),
        ["call"] if to_call == 0 => return Err("there is no bet to call; check is free".to_owned()),
        ["check" | "call"] => HoldemAction::Call,
        ["call", chips] if number(chips)? == to_call && to_call > 0 => HoldemAction::Call,
        ["call", _] => return Err(format!("a call is {to_call} chips")),
        ["bet", _] if highest > 0 => return Err("there is a bet already; raise it".to_owned()),
        ["raise", ..] if highest == 0 => return Err("there is no bet to raise; bet".to_owned()),
        ["bet", chips] | ["raise", "to", chips] => HoldemAction::RaiseTo(number(chips)?),
        ["raise", "by", chips] => HoldemAction::RaiseTo(number(chips)?.saturating_add(highest)),
        ["all-in" | "allin"] | ["all", "in"] => match state.raise_interval() {
            Some(interval) => HoldemAction::RaiseTo(interval.max_to),
            None => HoldemAction::Call,
        },
        _ => return Err(FORM.to_owned()),
    };
    state.refusal(action).map_or(Ok(action), Err)
}

/// Parses the cards of a deal in the current stage.
///
/// # Errors
/// The reason.
pub fn parse_deal(state: &HoldemState, text: &str) -> Result<DealtCards, String> {
    let count = cards_to_deal(state.stage());
    if count == 0 {
        return Err("no cards are dealt here".to_owned());
    }
    let cards = parse_cards(text).map_err(|error| error.to_string())?;
    if cards.len() != count {
        return Err(format!("the number of cards that are dealt here is {count}"));
    }
    check_new(state, &cards)?;
    DealtCards::new(&cards).ok_or_else(|| "one to three cards are dealt at once".to_owned())
}

/// Parses hole cards that are dealt now, of which some can be unknown.
///
/// # Errors
/// The reason.
pub(super) fn parse_new_hole(state: &HoldemState, text: &str) -> Result<[Option<Card>; 2], String> {
    let cards = parse_hole(text)?;
    check_new(state, &cards.into_iter().flatten().collect::<Vec<_>>())?;
    Ok(cards)
}

/// Checks that all these cards differ from each other and from those that are known.
pub(super) fn check_new(state: &HoldemState, cards: &[Card]) -> Result<(), String> {
    let mut seen = state.known_cards();
    let twice = cards.iter().find(|&&card| !seen.insert(card));
    twice.map_or(Ok(()), |card| Err(format!("the card {card} is dealt already")))
}
