//! Poker hand histories (PHH; J. Kim 2024) of heads-up no-limit hold'em, `variant = 'NT'`: TOML with one string for each
//! deal, action and showdown. The first player of a file, `p1`, is the big blind, and `p2` has the button. A file has one
//! hand, or a table for each hand (`.phhs`).
//!
//! Nothing of a file is lost: fields without a meaning for the hand, commentaries and decimal amounts are written again.
//! Antes, other variants and other numbers of players are refused.

mod actions;
mod chips;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use boardwright_game::ids::Player;
use thiserror::Error;

use self::chips::Amount;
use super::cards::Card;
use super::history::Street;
use super::state::{HandSetup, HoldemState, Stage};

pub use self::chips::ChipUnit;

/// A hand with what its file says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct HandHistory {
    /// The hand, in whole chips.
    pub hand: HoldemState,
    /// Unit of the chips of the hand.
    pub unit: ChipUnit,
    /// Cards that are shown or mucked, in order.
    pub showings: Vec<Showing>,
    /// Author of the file.
    pub author: Option<String>,
    /// Number of the hand.
    pub number: Option<i64>,
    /// Names of the big blind and of the button.
    pub players: Option<[String; 2]>,
    /// Fields that say nothing about the course of the hand, such as `event` and `year`.
    pub other_fields: toml::Table,
    /// Remarks for people about what a file says: contradictions, and unknown cards that leave the result open.
    pub notes: Vec<String>,
    /// Commentaries in the list of actions.
    pub commentaries: Vec<Commentary>,
}

/// Cards that a player shows, or mucks, when the betting is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Showing {
    /// The player.
    pub player: Player,
    /// Street of the board at this time.
    pub street: Street,
    /// The cards.
    pub shown: Shown,
}

/// Way of writing what a player shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// `sm`: the cards are mucked. The first player who mucks gives up the pot.
    Nothing,
    /// `sm -`: the cards that are known already.
    Known,
    /// `sm AsKd`, or `sm 7c??` if one of the cards stays face down.
    Cards([Option<Card>; 2]),
}

/// A commentary in the list of actions, after a number sign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Commentary {
    /// Number of actions before it.
    pub actions: usize,
    /// `true` if it stands in one string with the last of these actions.
    pub is_attached: bool,
    /// Text without the number sign.
    pub text: String,
}

impl fmt::Display for Commentary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# {}", self.text)
    }
}

/// Error of [`HandHistory::parse`] and [`parse_all`].
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
    /// The file has several hands, where one is needed.
    #[error("the file has {0} hands, and one is needed")]
    SeveralHands(usize),
}

/// Variants of the format.
const VARIANTS: [(&str, &str); 11] = [
    ("FT", "fixed-limit Texas hold'em"),
    ("NT", "no-limit Texas hold'em"),
    ("NS", "no-limit short-deck hold'em"),
    ("PO", "pot-limit Omaha"),
    ("FO/8", "fixed-limit Omaha eight or better"),
    ("F7S", "fixed-limit seven card stud"),
    ("F7S/8", "fixed-limit seven card stud eight or better"),
    ("FR", "fixed-limit razz"),
    ("N2L1D", "no-limit deuce-to-seven single draw"),
    ("F2L3D", "fixed-limit deuce-to-seven triple draw"),
    ("FB", "fixed-limit badugi"),
];

/// Field about antes that must be matched; without antes it has no effect.
const TRIMMING: &str = "ante_trimming_status";

/// A hand of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedHand {
    /// Name of its table, `1` for a single hand.
    pub name: String,
    /// The hand, or the reason why it cannot be read.
    pub history: Result<HandHistory, PhhError>,
}

/// Parses a file: one hand, or a table for each hand.
///
/// # Errors
/// If the text is no TOML. A hand that cannot be read has an error of its own.
pub fn parse_all(text: &str) -> Result<Vec<NamedHand>, PhhError> {
    let table: toml::Table = toml::from_str(text.trim_start_matches('\u{feff}')).map_err(format_error)?;
    let is_several = !table.contains_key("variant") && !table.is_empty() && table.values().all(toml::Value::is_table);
    if !is_several {
        return Ok(vec![NamedHand { name: "1".to_owned(), history: HandHistory::from_table(table) }]);
    }
    let hands = table.into_iter().filter_map(|(name, value)| match value {
        toml::Value::Table(table) => Some(NamedHand { name, history: HandHistory::from_table(table) }),
        _ => None,
    });
    let mut hands: Vec<NamedHand> = hands.collect();
    // Tables are sorted by their names as texts.
    hands.sort_by_key(|hand| hand.name.parse::<u64>().unwrap_or(u64::MAX));
    Ok(hands)
}

/// Text of a file with these hands: a single hand, or a table for each hand.
pub fn text_of_all(hands: &[HandHistory]) -> String {
    if let [hand] = hands {
        return hand.text() + "\n";
    }
    let numbered = hands.iter().zip(1..).map(|(hand, number)| format!("[{number}]\n{}\n", hand.text()));
    numbered.collect::<Vec<_>>().join("\n")
}

fn format_error(error: impl fmt::Display) -> PhhError {
    PhhError::Format(error.to_string().trim_end().to_owned())
}

/// Removes a field of a type.
fn take<T: serde::de::DeserializeOwned>(table: &mut toml::Table, field: &str) -> Result<Option<T>, PhhError> {
    let wrong = |error: toml::de::Error| PhhError::Format(format!("the field \"{field}\": {}", error.message()));
    table.remove(field).map(|value| value.try_into().map_err(wrong)).transpose()
}

fn take_needed<T: serde::de::DeserializeOwned>(table: &mut toml::Table, field: &str) -> Result<T, PhhError> {
    take(table, field)?.ok_or_else(|| PhhError::Format(format!("the field \"{field}\" is missing")))
}

/// Removes a list of amounts.
fn take_amounts(table: &mut toml::Table, field: &'static str) -> Result<Option<Vec<Amount>>, PhhError> {
    let Some(values) = take::<Vec<toml::Value>>(table, field)? else { return Ok(None) };
    values.iter().map(|value| amount_of(value, field)).collect::<Result<_, _>>().map(Some)
}

fn amount_of(value: &toml::Value, field: &'static str) -> Result<Amount, PhhError> {
    Amount::of_value(value).ok_or_else(|| wrong(field, format!("{value} is no number of chips")))
}

fn wrong(field: &'static str, reason: String) -> PhhError {
    PhhError::Field { field, reason }
}

/// The two amounts of a field, in whole chips.
fn two(amounts: &[Amount], field: &'static str, unit: ChipUnit) -> Result<[u32; 2], PhhError> {
    let [first, second] = *amounts else {
        return Err(wrong(field, format!("two numbers are needed, not {}", amounts.len())));
    };
    let whole = |amount| unit.whole(amount).ok_or_else(|| wrong(field, "a number of chips is too large".to_owned()));
    Ok([whole(first)?, whole(second)?])
}

impl HandHistory {
    /// The history of a hand, with the usual showdown and without anything else.
    pub fn new(hand: HoldemState) -> Self {
        let showings = actions::usual_showings(&hand);
        Self {
            hand,
            unit: ChipUnit::default(),
            showings,
            author: None,
            number: None,
            players: None,
            other_fields: toml::Table::new(),
            notes: Vec::new(),
            commentaries: Vec::new(),
        }
    }

    /// Parses a file with one hand. The big blind becomes the first player, the button the second.
    ///
    /// # Errors
    /// The first error, or several hands.
    pub fn parse(text: &str) -> Result<Self, PhhError> {
        let mut hands = parse_all(text)?;
        match hands.pop() {
            Some(hand) if hands.is_empty() => hand.history,
            _ => Err(PhhError::SeveralHands(hands.len() + 1)),
        }
    }

    /// Reads the fields of a hand.
    fn from_table(mut table: toml::Table) -> Result<Self, PhhError> {
        let variant: String = take_needed(&mut table, "variant")?;
        if variant != "NT" {
            let known = VARIANTS.iter().find(|(code, _)| *code == variant);
            let title = known.map_or_else(String::new, |(_, title)| format!("; it is {title}"));
            return Err(wrong("variant", format!("it is \"{variant}\", and should be \"NT\"{title}")));
        }
        let antes = take_amounts(&mut table, "antes")?.unwrap_or_default();
        if antes.iter().any(|ante| !ante.is_zero()) {
            return Err(wrong("antes", "antes are not supported".to_owned()));
        }
        let missing = |field: &str| PhhError::Format(format!("the field \"{field}\" is missing"));
        let blinds = take_amounts(&mut table, BLINDS)?.ok_or_else(|| missing(BLINDS))?;
        let stacks = take_amounts(&mut table, STACKS)?.ok_or_else(|| missing(STACKS))?;
        let min_bet = take::<toml::Value>(&mut table, "min_bet")?;
        let min_bet = min_bet.map(|value| amount_of(&value, "min_bet")).transpose()?;
        let actions: Vec<String> = take_needed(&mut table, "actions")?;
        let all = blinds.iter().chain(&stacks).chain(&antes).chain(&min_bet).copied();
        let unit = ChipUnit::of(all.chain(actions::amounts(&actions)));
        let [small_blind, big_blind] = two(&blinds, BLINDS, unit)?;
        let [first, second] = two(&stacks, STACKS, unit)?;
        if let Some(min_bet) = min_bet.filter(|&min_bet| unit.whole(min_bet) != Some(big_blind)) {
            let min_bet = unit.whole(min_bet).map_or_else(|| "too large".to_owned(), |chips| unit.text(chips));
            let big_blind = unit.text(big_blind);
            return Err(wrong("min_bet", format!("it is {min_bet}, and should be the big blind, {big_blind}")));
        }
        let players = match take::<Vec<String>>(&mut table, "players")? {
            None => None,
            Some(names) => {
                let names = <[String; 2]>::try_from(names);
                Some(names.map_err(|names| wrong("players", format!("there are {}, and should be two", names.len())))?)
            }
        };
        let button = Player::FIRST.next(2);
        let setup = HandSetup { stacks: [first, second], small_blind, big_blind, button };
        setup.check().map_err(|reason| wrong(STACKS, reason))?;
        let (author, number) = (take(&mut table, AUTHOR)?, take(&mut table, NUMBER)?);
        let mut history = Self { unit, author, number, players, ..Self::new(HoldemState::new(setup)) };
        if table.get(TRIMMING).and_then(toml::Value::as_bool) == Some(false) {
            table.remove(TRIMMING);
        }
        history.other_fields = table;
        history.showings.clear();
        let mut played = 0;
        for (number, text) in (1..).zip(actions) {
            history.play(&text, &mut played).map_err(|reason| PhhError::Action { number, text, reason })?;
        }
        history.settle();
        history.notes = history.contradictions();
        Ok(history)
    }

    /// Remarks about what the fields and the actions leave open.
    fn contradictions(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let hand = &self.hand;
        if !hand.is_over() {
            return notes;
        }
        let players = [hand.big_blind_player(), hand.button()];
        let is_decided = hand.stage() != Stage::Showdown
            || hand.mucked().is_some()
            || players.iter().all(|&player| hand.hole(player).is_some());
        if !is_decided {
            notes.push("hole cards are unknown at the showdown, so the hand has no result".to_owned());
            return notes;
        }
        let ends = hand.final_stacks();
        let found = players.map(|player| ends[player.index()]);
        if let Some(toml::Value::Array(said)) = self.other_fields.get("finishing_stacks") {
            let read: Vec<Option<Amount>> = said.iter().map(Amount::of_value).collect();
            let agrees = read.len() == 2
                && read.iter().zip(found).all(|(amount, chips)| {
                    *amount == Amount::parse(&self.unit.text(chips))
                        || amount.and_then(|amount| self.unit.whole(amount)) == Some(chips)
                });
            if !agrees {
                let said = toml::Value::Array(said.clone());
                let [first, second] = found.map(|chips| self.unit.text(chips));
                notes
                    .push(format!("finishing_stacks is {said}, but by the actions the stacks are [{first}, {second}]"));
            }
        }
        notes
    }

    /// What a record of the hand keeps beside its players and moves, by field: author, number, unit and other fields, as TOML.
    pub(super) fn tags(&self) -> BTreeMap<String, String> {
        let author = self.author.as_ref().map(|author| (AUTHOR, quoted(author)));
        let number = self.number.map(|number| (NUMBER, number.to_string()));
        let unit = self.unit.places().map(|places| (PLACES, places.to_string()));
        let own = [author, number, unit].into_iter().flatten().map(|(field, text)| (field.to_owned(), text));
        own.chain(self.other_fields.iter().map(|(field, value)| (field.clone(), value_text(value)))).collect()
    }

    /// Takes over what [`Self::tags`] gave.
    pub(super) fn set_tags(&mut self, tags: &BTreeMap<String, String>) {
        for (field, text) in tags {
            let value = text.parse::<toml::Value>().unwrap_or_else(|_| toml::Value::String(text.clone()));
            match (field.as_str(), &value) {
                (AUTHOR, toml::Value::String(author)) => self.author = Some(author.clone()),
                (NUMBER, &toml::Value::Integer(number)) => self.number = Some(number),
                (PLACES, &toml::Value::Integer(places)) => self.unit = ChipUnit::from_places(places),
                _ => drop(self.other_fields.insert(field.clone(), value)),
            }
        }
    }

    /// Text of the hand history.
    pub fn text(&self) -> String {
        let HandSetup { stacks, small_blind, big_blind, button } = self.hand.setup();
        let (first, second) = (stacks[button.next(2).index()], stacks[button.index()]);
        let [small_blind, big_blind, first, second] =
            [small_blind, big_blind, first, second].map(|chips| self.unit.text(chips));
        let actions: Vec<String> = self.actions().iter().map(|action| quoted(action)).collect();
        let trimming = self.other_fields.get(TRIMMING).and_then(toml::Value::as_bool).unwrap_or(false);
        let mut lines = vec![
            "variant = 'NT'".to_owned(),
            format!("{TRIMMING} = {trimming}"),
            "antes = [0, 0]".to_owned(),
            format!("{BLINDS} = [{small_blind}, {big_blind}]"),
            format!("min_bet = {big_blind}"),
            format!("{STACKS} = [{first}, {second}]"),
            format!("actions = [{}]", actions.join(", ")),
        ];
        lines.extend(self.author.as_ref().map(|author| format!("author = {}", quoted(author))));
        lines.extend(self.number.map(|number| format!("hand = {number}")));
        lines.extend(self.players.as_ref().map(|[one, two]| format!("players = [{}, {}]", quoted(one), quoted(two))));
        let others = self.other_fields.iter().filter(|(field, _)| *field != TRIMMING);
        lines.extend(others.map(|(field, value)| format!("{} = {}", key_text(field), value_text(value))));
        lines.join("\n")
    }
}

/// Field of the author.
const AUTHOR: &str = "author";
/// Field of the number of the hand.
const NUMBER: &str = "hand";
/// Name of the decimal places of the amounts among the data of a record.
const PLACES: &str = "_decimal_places";
/// Field of the blinds, the small one first.
const BLINDS: &str = "blinds_or_straddles";
/// Field of the stacks before the blinds.
const STACKS: &str = "starting_stacks";

/// A TOML string: literal, or basic if it has quotes or control characters.
fn quoted(text: &str) -> String {
    if text.contains(|letter: char| letter == '\'' || letter.is_control()) {
        toml::Value::String(text.to_owned()).to_string()
    } else {
        format!("'{text}'")
    }
}

/// A TOML value in one line. Dates have no quotes, which the library would write.
fn value_text(value: &toml::Value) -> String {
    match value {
        toml::Value::Datetime(time) => time.to_string(),
        toml::Value::Array(values) => format!("[{}]", values.iter().map(value_text).collect::<Vec<_>>().join(", ")),
        toml::Value::Table(table) => {
            let entries = table.iter().map(|(key, value)| format!("{} = {}", key_text(key), value_text(value)));
            format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}

/// A TOML key: bare if possible.
fn key_text(key: &str) -> String {
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    if !key.is_empty() && key.chars().all(is_bare) {
        key.to_owned()
    } else {
        toml::Value::String(key.into()).to_string()
    }
}
