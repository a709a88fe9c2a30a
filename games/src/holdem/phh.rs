//! Poker hand histories (PHH; J. Kim 2024) of heads-up no-limit hold'em, `variant = 'NT'`: TOML with one string for each
//! deal, action and showdown. The first player of a file, `p1`, is the big blind, and `p2` has the button.

use boardwright_game::ids::Player;
use serde::Deserialize;
use thiserror::Error;

use super::cards::{cards_text, parse_cards};
use super::history::{ActionKind, HoldemAction, Street};
use super::moves::{cards_to_deal, parse_deal};
use super::state::{HandSetup, HoldemState, Stage};

/// A hand with what its file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandHistory {
    /// The hand.
    pub hand: HoldemState,
    /// Author of the file.
    pub author: Option<String>,
    /// Number of the hand.
    pub number: Option<i64>,
    /// Names of the big blind and of the button.
    pub players: Option<[String; 2]>,
}

/// Error of [`HandHistory::parse`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PhhError {
    /// The text is no TOML, or a field is missing or has a wrong type.
    #[error("the hand history cannot be read: {0}")]
    Format(String),
    /// A field has a value that heads-up no-limit hold'em does not have.
    #[error("the field \"{field}\" is not that of heads-up no-limit hold'em: {reason}")]
    #[allow(missing_docs)]
    Field { field: &'static str, reason: String },
    /// An action cannot be made.
    #[error("action {number}, \"{text}\": {reason}")]
    #[allow(missing_docs)]
    Action { number: usize, text: String, reason: String },
}

/// Fields of a file that are read.
#[derive(Deserialize)]
struct Fields {
    variant: String,
    #[serde(default)]
    antes: Vec<u32>,
    blinds_or_straddles: Vec<u32>,
    min_bet: Option<u32>,
    starting_stacks: Vec<u32>,
    actions: Vec<String>,
    author: Option<String>,
    hand: Option<i64>,
    players: Option<Vec<String>>,
}

/// The player with a number in a file, when the second player has the button.
fn player_named(name: &str) -> Option<Player> {
    match name {
        "p1" => Some(Player::FIRST),
        "p2" => Some(Player::FIRST.next(2)),
        _ => None,
    }
}

impl HandHistory {
    /// Parses a hand history. The big blind becomes the first player, the button the second.
    ///
    /// # Errors
    /// The first error.
    pub fn parse(text: &str) -> Result<Self, PhhError> {
        let fields: Fields = toml::from_str(text).map_err(|error| PhhError::Format(error.to_string()))?;
        let wrong = |field, reason: String| PhhError::Field { field, reason };
        if fields.variant != "NT" {
            return Err(wrong("variant", format!("it is \"{}\", and should be \"NT\"", fields.variant)));
        }
        if fields.antes.iter().any(|&ante| ante > 0) {
            return Err(wrong("antes", "antes are not supported".to_owned()));
        }
        let [small_blind, big_blind] = fields.blinds_or_straddles[..] else {
            return Err(wrong("blinds_or_straddles", "two numbers are needed".to_owned()));
        };
        let [first, second] = fields.starting_stacks[..] else {
            return Err(wrong("starting_stacks", "two numbers are needed".to_owned()));
        };
        if let Some(min_bet) = fields.min_bet.filter(|&min_bet| min_bet != big_blind) {
            return Err(wrong("min_bet", format!("it is {min_bet}, and should be the big blind, {big_blind}")));
        }
        let players = match fields.players {
            None => None,
            Some(names) => {
                let names = <[String; 2]>::try_from(names);
                Some(names.map_err(|names| wrong("players", format!("there are {}, and should be two", names.len())))?)
            }
        };
        let button = Player::FIRST.next(2);
        let setup = HandSetup { stacks: [first, second], small_blind, big_blind, button };
        setup.check().map_err(|reason| wrong("starting_stacks", reason))?;
        let mut hand = HoldemState::new(setup);
        for (number, text) in (1..).zip(fields.actions) {
            play(&mut hand, &text).map_err(|reason| PhhError::Action { number, text, reason })?;
        }
        Ok(Self { hand, author: fields.author, number: fields.hand, players })
    }

    /// Text of the hand history.
    pub fn text(&self) -> String {
        let HandSetup { stacks, small_blind, big_blind, button } = self.hand.setup();
        let (first, second) = (stacks[button.next(2).index()], stacks[button.index()]);
        let actions: Vec<String> = actions(&self.hand).into_iter().map(|action| quoted(&action)).collect();
        let mut lines = vec![
            "variant = 'NT'".to_owned(),
            "ante_trimming_status = false".to_owned(),
            "antes = [0, 0]".to_owned(),
            format!("blinds_or_straddles = [{small_blind}, {big_blind}]"),
            format!("min_bet = {big_blind}"),
            format!("starting_stacks = [{first}, {second}]"),
            format!("actions = [{}]", actions.join(", ")),
        ];
        lines.extend(self.author.as_ref().map(|author| format!("author = {}", quoted(author))));
        lines.extend(self.number.map(|number| format!("hand = {number}")));
        lines.extend(self.players.as_ref().map(|[one, two]| format!("players = [{}, {}]", quoted(one), quoted(two))));
        lines.join("\n")
    }
}

/// A TOML string: literal, or basic if it has quotes or control characters.
fn quoted(text: &str) -> String {
    if text.contains(|letter: char| letter == '\'' || letter.is_control()) {
        toml::Value::String(text.to_owned()).to_string()
    } else {
        format!("'{text}'")
    }
}

/// Plays an action of a file.
fn play(hand: &mut HoldemState, text: &str) -> Result<(), String> {
    // A commentary follows a number sign.
    let words: Vec<&str> = text.split('#').next().unwrap_or_default().split_whitespace().collect();
    match words[..] {
        [] => Ok(()),
        ["d", "dh", player, cards] => {
            let stage = hand.stage();
            let Stage::DealHole(expected) = stage else { return Err("no hole cards are dealt here".to_owned()) };
            if player_named(player) != Some(expected) {
                return Err(format!("the next hole cards are those of p{expected}"));
            }
            if cards == "????" {
                hand.deal_hole(None);
                return Ok(());
            }
            hand.deal_hole(parse_deal(hand, cards)?.as_slice().try_into().ok());
            Ok(())
        }
        ["d", "db", cards] => {
            let Stage::DealBoard(_) = hand.stage() else {
                return Err("no cards are dealt to the board here".to_owned());
            };
            hand.deal_board(parse_deal(hand, cards)?.as_slice());
            Ok(())
        }
        [player, "sm", ref cards @ ..] => show(hand, player, cards),
        [player, ref action @ ..] => {
            let actor = hand.to_act().ok_or_else(|| match cards_to_deal(hand.stage()) {
                0 => "the hand is over".to_owned(),
                count => format!("{count} cards are dealt first"),
            })?;
            if player_named(player) != Some(actor) {
                return Err(format!("it is the turn of p{actor}"));
            }
            let action = match *action {
                ["f"] => HoldemAction::Fold,
                ["cc"] => HoldemAction::Call,
                ["cbr", amount] => {
                    HoldemAction::RaiseTo(amount.parse().map_err(|_| format!("\"{amount}\" is no number of chips"))?)
                }
                _ => return Err("this is no action; known are f, cc, cbr and a number, sm, d dh and d db".to_owned()),
            };
            hand.refusal(action).map_or(Ok(()), Err)?;
            hand.act(action);
            Ok(())
        }
    }
}

/// Checks the cards that a player shows, or learns them. Without cards, the player mucks.
fn show(hand: &mut HoldemState, player: &str, cards: &[&str]) -> Result<(), String> {
    let player = player_named(player).ok_or_else(|| format!("there is no player \"{player}\""))?;
    let cards = parse_cards(&cards.concat()).map_err(|error| error.to_string())?;
    let shown = match cards[..] {
        [] => return Ok(()),
        [one, two] => [one, two],
        _ => return Err("a player shows two cards".to_owned()),
    };
    match hand.hole(player) {
        None => hand.set_hole(player, Some(shown)),
        Some(known) if shown.iter().all(|card| known.contains(card)) => {}
        Some(known) => return Err(format!("p{player} has {}", cards_text(&known))),
    }
    Ok(())
}

/// Deals, actions and showdowns of a hand.
fn actions(hand: &HoldemState) -> Vec<String> {
    let name = |player: Player| if player == hand.button() { "p2" } else { "p1" };
    let mut lines = Vec::new();
    if !matches!(hand.stage(), Stage::DealHole(_)) {
        for player in [hand.big_blind_player(), hand.button()] {
            let cards = hand.hole(player).map_or("????".to_owned(), |cards| cards_text(&cards));
            lines.push(format!("d dh {} {cards}", name(player)));
        }
    }
    let last = hand.all_actions().last();
    let is_all_in = [Player::FIRST, Player::FIRST.next(2)].into_iter().any(|player| hand.is_all_in(player))
        && matches!(hand.stage(), Stage::DealBoard(_) | Stage::Showdown);
    // Cards are shown when no betting is left: after an all-in that is called, before the rest of the board.
    let shown_on = match (is_all_in, hand.stage()) {
        (true, _) => Some(last.map_or(Street::Preflop, |action| action.street)),
        (false, Stage::Showdown) => Some(Street::River),
        _ => None,
    };
    let board: Vec<_> = hand.board().collect();
    let mut dealt = 0;
    for street in Street::ALL.into_iter().filter(|&street| street <= hand.street()) {
        if street > Street::Preflop {
            lines.push(format!("d db {}", cards_text(&board[dealt..street.board_cards()])));
            dealt = street.board_cards();
        }
        lines.extend(hand.actions(street).map(|action| {
            let player = name(action.player);
            match action.kind {
                ActionKind::Fold => format!("{player} f"),
                ActionKind::Check | ActionKind::Call => format!("{player} cc"),
                ActionKind::Bet | ActionKind::Raise => format!("{player} cbr {}", action.street_total),
            }
        }));
        if shown_on == Some(street) {
            lines.extend(showdown(hand, street, is_all_in));
        }
    }
    lines
}

/// The showdown: the last player who bet or raised on the street shows first, otherwise the big blind. The other player
/// shows too, and mucks a weaker hand if no player is all-in.
fn showdown(hand: &HoldemState, street: Street, is_all_in: bool) -> Vec<String> {
    let aggressor = hand.actions(street).filter(|action| action.raised_by > 0).last().map(|action| action.player);
    let first = aggressor.unwrap_or(hand.big_blind_player());
    [first, first.next(2)]
        .into_iter()
        .filter_map(|player| {
            let name = if player == hand.button() { "p2" } else { "p1" };
            let cards = hand.hole(player)?;
            let is_mucked = player != first && !is_all_in && hand.strength(player) < hand.strength(first);
            Some(if is_mucked { format!("{name} sm") } else { format!("{name} sm {}", cards_text(&cards)) })
        })
        .collect()
}
