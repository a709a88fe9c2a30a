//! Texts of the Annual Computer Poker Competition (ACPC): match states, final states and actions. Player 0 is the big
//! blind, player 1 the button; a raise is written as the chips of the player in the whole hand. [`Dealer`] keeps
//! a match without its connections, which are elsewhere.
//!
//! ```text
//! MATCHSTATE:1:0:r300c/c:|AsKd/QdTc2s
//! STATE:0:cr40c/r80c/cc/cr1000c:6c4h|Kc8d/TsJdQs/3s/5c:-1000|1000:Ann|Ben
//! ```

mod dealer;
mod log;

use std::fmt::Write as _;

use boardwright_game::ids::Player;
use thiserror::Error;

use super::cards::{Card, cards_text, parse_cards};
use super::history::{ActionKind, HoldemAction, Street};
use super::state::{HandSetup, HoldemState, Stage};

pub use dealer::{Dealer, DealerAnswer, DealerSettings};
pub use log::{LoggedHand, parse_log};

/// First line of a client.
pub const VERSION: &str = "VERSION:2.0.0";

/// Error in a text of the protocol.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} in the {part} of \"{text}\"")]
pub struct AcpcError {
    /// Text as given.
    pub text: String,
    /// Part of the text: state, position, number, betting, cards or action.
    pub part: &'static str,
    /// Description of the error.
    pub reason: String,
}

/// A match state as a client receives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// Position of the receiver: 0 is the big blind, 1 the button.
    pub position: usize,
    /// Number of the hand in the match.
    pub hand: u64,
    /// The hand. The receiver is the player that was named when the text was parsed.
    pub state: HoldemState,
}

/// Position of a player in a hand: 0 is the big blind, 1 the button.
pub fn position(state: &HoldemState, player: Player) -> usize {
    usize::from(player == state.button())
}

/// Player at a position of a hand.
fn player_at(state: &HoldemState, position: usize) -> Player {
    if position == 1 { state.button() } else { state.big_blind_player() }
}

/// Text of an action of the player to act: `f`, `c`, or `r` and the chips of the player in the whole hand.
pub fn action_text(state: &HoldemState, action: HoldemAction) -> String {
    match action {
        HoldemAction::Fold => "f".to_owned(),
        HoldemAction::Call => "c".to_owned(),
        HoldemAction::RaiseTo(amount) => format!("r{}", state.earlier_chips() + amount),
    }
}

/// Parses an action of the player to act, legal or not.
///
/// # Errors
/// If the text is no action.
pub fn parse_action(state: &HoldemState, text: &str) -> Result<HoldemAction, AcpcError> {
    let error = |reason: &str| AcpcError { text: text.to_owned(), part: "action", reason: reason.to_owned() };
    match text {
        "f" => Ok(HoldemAction::Fold),
        "c" => Ok(HoldemAction::Call),
        _ => {
            let amount =
                text.strip_prefix('r').ok_or_else(|| error("an action is f, c, or r and a number of chips"))?;
            let amount: u32 = amount.parse().map_err(|_| error("r needs a number of chips, like r300"))?;
            Ok(HoldemAction::RaiseTo(amount.saturating_sub(state.earlier_chips())))
        }
    }
}

/// The betting of a hand, one street after another.
pub fn betting_text(state: &HoldemState) -> String {
    let mut text = String::new();
    for street in Street::ALL.into_iter().filter(|&street| street <= state.street()) {
        if street > Street::Preflop {
            text.push('/');
        }
        for action in state.actions(street) {
            match action.kind {
                ActionKind::Fold => text.push('f'),
                ActionKind::Check | ActionKind::Call => text.push('c'),
                // Writing to a string cannot fail.
                ActionKind::Bet | ActionKind::Raise => drop(write!(text, "r{}", action.hand_total)),
            }
        }
    }
    text
}

/// The cards that are known in a hand.
fn known_cards_text(state: &HoldemState) -> String {
    let hole = [0, 1].map(|position| {
        let cards = state.hole(player_at(state, position));
        cards.map(|cards| cards_text(&cards)).unwrap_or_default()
    });
    let board: Vec<Card> = state.board().collect();
    let mut text = hole.join("|");
    let mut dealt = 0;
    for street in Street::ALL.into_iter().skip(1).filter(|&street| street <= state.street()) {
        text.push('/');
        text.push_str(&cards_text(&board[dealt..street.board_cards()]));
        dealt = street.board_cards();
    }
    text
}

/// Line that a dealer sends to a player, without its end.
pub fn match_state_text(state: &HoldemState, viewer: Player, hand: u64) -> String {
    let cards = known_cards_text(&state.seen_by(viewer));
    format!("MATCHSTATE:{}:{hand}:{}:{cards}", position(state, viewer), betting_text(state))
}

/// Line of a log for a hand with all its cards, without values and names.
pub fn state_text(state: &HoldemState, hand: u64) -> String {
    format!("STATE:{hand}:{}:{}", betting_text(state), known_cards_text(state))
}

/// Line of a log for a hand that is over, with the chips won; `names` are the names of player 1 and 2.
pub fn final_state_text(state: &HoldemState, hand: u64, names: [&str; 2]) -> String {
    let winnings = state.winnings();
    let [first, second] = [0, 1].map(|position| player_at(state, position).index());
    let text = state_text(state, hand);
    format!("{text}:{}|{}:{}|{}", winnings[first], winnings[second], names[first], names[second])
}

/// Parses the line that a dealer sends. `stacks` are the chips of the receiver and of the other player, `blinds` the
/// small and the big one; `receiver` is the player that the receiver shall be.
///
/// # Errors
/// The first error.
pub fn parse_match_state(
    text: &str,
    receiver: Player,
    stacks: [u32; 2],
    [small_blind, big_blind]: [u32; 2],
) -> Result<MatchState, AcpcError> {
    let text = text.trim_end();
    let error = |part, reason: &str| AcpcError { text: text.to_owned(), part, reason: reason.to_owned() };
    let mut fields = text.split(':');
    if fields.next() != Some("MATCHSTATE") {
        return Err(error("state", "a match state begins with MATCHSTATE:"));
    }
    let position = match fields.next() {
        Some("0") => 0,
        Some("1") => 1,
        _ => return Err(error("position", "the position is 0 (big blind) or 1 (button)")),
    };
    let mut by_player = [stacks[1]; 2];
    by_player[receiver.index()] = stacks[0];
    let button = if position == 1 { receiver } else { receiver.next(2) };
    let setup = HandSetup { stacks: by_player, small_blind, big_blind, button };
    let (hand, state) = parse_hand(text, &mut fields, setup)?;
    if fields.next().is_some() {
        return Err(error("state", "there are too many parts; a match state has five"));
    }
    Ok(MatchState { position, hand, state })
}

/// Parses a line of a log, with or without values and names; they are not checked. Returns the number of the hand and
/// the hand.
///
/// # Errors
/// The first error.
pub fn parse_state(text: &str, setup: HandSetup) -> Result<(u64, HoldemState), AcpcError> {
    let mut fields = text.trim_end().split(':');
    if fields.next() != Some("STATE") {
        let reason = "a line of a log begins with STATE:".to_owned();
        return Err(AcpcError { text: text.to_owned(), part: "state", reason });
    }
    parse_hand(text, &mut fields, setup)
}

/// Parses the number of a hand, its betting and its cards, and plays the hand.
fn parse_hand<'t>(
    text: &str,
    fields: &mut impl Iterator<Item = &'t str>,
    setup: HandSetup,
) -> Result<(u64, HoldemState), AcpcError> {
    let error = |part, reason: String| AcpcError { text: text.to_owned(), part, reason };
    setup.check().map_err(|reason| error("state", reason))?;
    let hand = fields.next().and_then(|number| number.parse().ok());
    let hand = hand.ok_or_else(|| error("number", "the hand has a number".to_owned()))?;
    let (Some(betting), Some(cards)) = (fields.next(), fields.next()) else {
        return Err(error("state", "betting and cards are missing".to_owned()));
    };
    let (hole, mut board) = parse_card_groups(cards).map_err(|reason| error("cards", reason))?;
    board.reverse();
    let mut state = HoldemState::new(setup);
    for player in [Player::FIRST, Player::FIRST.next(2)] {
        state.deal_hole(hole[position(&state, player)]);
    }
    for (index, street) in betting.split('/').enumerate() {
        if index > 0 {
            let Stage::DealBoard(next) = state.stage() else {
                return Err(error(
                    "betting",
                    "a street begins before the betting of the one before is over".to_owned(),
                ));
            };
            let cards = board.pop().ok_or_else(|| error("cards", format!("the cards of the {next} are missing")))?;
            state.deal_board(&cards);
        }
        parse_betting(&mut state, street).map_err(|reason| error("betting", reason))?;
    }
    if !board.is_empty() {
        return Err(error("cards", "there are cards of streets that have not begun".to_owned()));
    }
    Ok((hand, state))
}

/// Parses the actions of a street and makes them.
fn parse_betting(state: &mut HoldemState, text: &str) -> Result<(), String> {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest[letter.len_utf8()..].chars().take_while(char::is_ascii_digit).count();
        let (action, after) = rest.split_at(letter.len_utf8() + if letter == 'r' { digits } else { 0 });
        let parsed = parse_action(state, action).map_err(|error| error.reason)?;
        if let Some(reason) = state.refusal(parsed) {
            return Err(format!("\"{action}\" is not legal: {reason} (of this street)"));
        }
        state.act(parsed);
        rest = after;
    }
    Ok(())
}

/// Cards of both positions, and those of each street.
type CardGroups = ([Option<[Card; 2]>; 2], Vec<Vec<Card>>);

/// Parses the cards of a state.
fn parse_card_groups(text: &str) -> Result<CardGroups, String> {
    let mut groups = text.split('/');
    let hole = groups.next().unwrap_or_default();
    let (first, second) = hole.split_once('|').ok_or("the hole cards of two players are separated by |")?;
    let parse = |text: &str| parse_cards(text).map_err(|error| error.to_string());
    let mut hands = [None; 2];
    for (hand, text) in hands.iter_mut().zip([first, second]) {
        *hand = match parse(text)?[..] {
            [] => None,
            [one, other] => Some([one, other]),
            _ => return Err("a player has two hole cards".to_owned()),
        };
    }
    let board = groups.map(parse).collect::<Result<Vec<_>, _>>()?;
    if board.len() > 3 || board.iter().zip([3, 1, 1]).any(|(cards, count)| cards.len() != count) {
        return Err("the board has three cards, one card and one card".to_owned());
    }
    let cards: Vec<Card> = hands.iter().flatten().flatten().chain(board.iter().flatten()).copied().collect();
    for (at, card) in cards.iter().enumerate() {
        if cards[..at].contains(card) {
            return Err(format!("the card {card} is there twice"));
        }
    }
    Ok((hands, board))
}
