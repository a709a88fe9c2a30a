//! `[GAME]`, `[PLAYERS]` and `[TEXTS]`: who plays, what the game is called, and pictures in letters.
//! Drawings of the board are elsewhere.

use std::sync::Arc;

use boardwright_engine::ids::Player;
use boardwright_engine::rules::{About, Colour};

use super::constant;
use super::entries::{Entries, Entry, Part, text};
use super::expr::Lower;
use super::names::{Kind, Level, Meaning};
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{Pair, Value, Word};

/// Words that look like a colour behind a player's name, each with a colour that could be meant.
const COLOURS: [(&str, &str); 12] = [
    ("black", "222222"),
    ("blue", "2f6ca8"),
    ("brown", "7a5230"),
    ("gray", "888888"),
    ("green", "3f8a4f"),
    ("grey", "888888"),
    ("orange", "e08a1e"),
    ("pink", "e58fb0"),
    ("purple", "7b4fa3"),
    ("red", "b83a32"),
    ("white", "eeeeee"),
    ("yellow", "d9c12a"),
];

impl Lower<'_> {
    /// What the file says of its game.
    pub(super) fn game(&mut self, entries: &Entries) {
        let said = |key: &str| entries.single(Part::Game, key).map(text).unwrap_or_default();
        self.rules.about = About {
            about: said("about"),
            author: said("author"),
            source: said("source"),
            version: said("version"),
            rules: said("rules"),
        };
        self.rules.title = said("title");
    }

    pub(super) fn players(&mut self, entries: &Entries) {
        for (at, entry) in entries.of(Part::Players).iter().enumerate() {
            let expected = at + 1;
            if expected > Player::MOST {
                let message = format!("a game has at most {} players", Player::MOST);
                self.tell(Diagnostic::error("too-many", entry.at, message));
                return;
            }
            if entry.name.parse() != Ok(expected) {
                self.tell(
                    Diagnostic::error(
                        "player-number",
                        entry.at,
                        format!("player \"{}\" where {expected} comes", shorten(&entry.name)),
                    )
                    .label(format!("expected `{expected} = Name`"))
                    .help("players are numbered 1, 2, ... in this order"),
                );
            }
            self.player(entry);
        }
        let players = self.rules.players.len();
        // Where a base could not be read, its players are missing too.
        if players == 0 && !self.has_errors() {
            self.tell(
                Diagnostic::error("no-players", constant::NO_PLACE, "the game has no players")
                    .help("a section [PLAYERS] has a line `1 = Name` for each player"),
            );
        }
        let first = entries.single(Part::Game, "first").and_then(|pair| Some((constant::int(self, pair)?, pair.at)));
        self.rules.first = Player::FIRST;
        if let Some((number, place)) = first {
            match usize::try_from(number).ok().filter(|number| *number <= players).and_then(Player::new) {
                Some(player) => self.rules.first = player,
                None => self.tell(
                    Diagnostic::error("no-such-player", place, format!("player {number} cannot begin"))
                        .label(format!("the players are 1 to {players}")),
                ),
            }
        }
    }

    fn player(&mut self, entry: &Entry) {
        let Some(pair) = entry.pairs.first() else { return };
        let said = text(pair);
        let (said, score) = match said.rsplit_once("score").map(|(name, rest)| (name, rest.trim_start())) {
            Some((name, rest)) if rest.starts_with('=') => (name.trim().to_owned(), Some(rest[1..].trim().to_owned())),
            _ => (said.clone(), None),
        };
        let (name, colour) = match said.rsplit_once('#') {
            Some((name, digits)) => (name.trim().to_owned(), self.colour(digits.trim(), pair)),
            None => (said.trim().to_owned(), None),
        };
        if colour.is_none()
            && let Some((name, word)) = name.rsplit_once(' ')
            && let Some((_, digits)) = COLOURS.iter().find(|(known, _)| *known == word)
        {
            let message = format!("`{word}` is a part of this player's name, not a colour");
            self.tell(
                Diagnostic::warning("bad-colour", pair.at, message)
                    .label("expected a colour such as #c0392b, or no colour")
                    .help(format!("did you mean `{} = {} #{digits}`?", entry.name, shorten(name))),
            );
        }
        let mut start = 0;
        if let Some(score) = score {
            match score.parse() {
                Ok(number) => start = number,
                Err(_) => self.tell(
                    Diagnostic::error(
                        "bad-number",
                        pair.at,
                        format!("a score must be a whole number, not \"{}\"", shorten(&score)),
                    )
                    .label("expected `score = 0`"),
                ),
            }
        }
        if let Some(pair) = entry.get("score") {
            start = constant::int(self, pair).unwrap_or(0);
        }
        self.rules.players.push(name);
        self.rules.player_colours.push(colour);
        self.rules.start_scores.push(start);
    }

    /// `rrggbb`.
    fn colour(&mut self, digits: &str, pair: &Pair) -> Option<Colour> {
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6);
        if number.is_none() {
            self.tell(
                Diagnostic::error("bad-colour", pair.at, format!("\"#{}\" is no colour", shorten(digits)))
                    .label("expected `#` and six digits, such as #c0392b: red, green and blue"),
            );
        }
        number.map(|number| Colour((number >> 16) as u8, (number >> 8) as u8, number as u8))
    }

    /// Pictures in letters.
    pub(super) fn texts(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Texts) {
            if !self.plain_name(entry) || !self.declare(Kind::Text, &entry.name, entry.name_at(), "text") {
                continue;
            }
            let Some(pair) = constant::needed(self, entry, "rows", Part::Texts) else { continue };
            let rows: Vec<Word> = match &pair.value {
                Value::Rows(rows) => rows.clone(),
                Value::Text(word) => vec![word.clone()],
                _ => Vec::new(),
            };
            let letters: Vec<Vec<char>> =
                rows.iter().map(|row| row.text.chars().filter(|letter| !letter.is_whitespace()).collect()).collect();
            if letters.is_empty() {
                self.tell(
                    Diagnostic::error("no-value", pair.at, "this picture has no rows")
                        .label("expected a row of letters"),
                );
            }
            let width = letters.first().map_or(0, Vec::len);
            if let Some((row, word)) = letters.iter().zip(&rows).find(|(row, _)| row.len() != width) {
                let message = format!("this row has {} letters, the first one has {width}", row.len());
                self.tell(
                    Diagnostic::error("uneven-rows", word.span, message)
                        .label("expected as many letters in every row")
                        .help("blanks do not count"),
                );
            }
            self.names.levels.push(Arc::new(Level { rows: letters.into_iter().rev().collect() }));
            let level = Meaning::Level(self.names.levels.len() - 1);
            self.names.add(&entry.name, level);
        }
    }
}
