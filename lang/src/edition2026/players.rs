//! Lowering of `[GAME]`, `[PLAYERS]` and `[TEXTS]`: metadata, players and letter grids.
//! Drawings of the board are elsewhere.

use std::sync::Arc;

use boardwright_game::ids::Player;
use boardwright_game::payoff::{Payoff, PayoffUnit, ScorePayoff};
use boardwright_rules::{Colour, GameDescription, ScoreParts};

use super::constant;
use super::entries::{Entries, Entry, SectionKind, value_text};
use super::expr::LoweringContext;
use super::names::{DeclarationKind, LetterGrid, Meaning};
use super::types::Type;
use crate::Diagnostic;
use crate::suggest::shorten;
use crate::syntax::ast::{ExprKind, KeyValue, Value, Word};

/// Colour names that may be mistaken for a colour after a player's name, each with a suggested colour.
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

impl LoweringContext<'_> {
    /// Sets the metadata of the game.
    pub(super) fn game(&mut self, entries: &Entries) {
        let metadata = |key: &str| entries.single(SectionKind::Game, key).map(value_text).unwrap_or_default();
        self.rules.description = GameDescription {
            about: metadata("about"),
            author: metadata("author"),
            source: metadata("source"),
            version: metadata("version"),
            rules: metadata("rules"),
        };
        self.rules.title = metadata("title");
    }

    pub(super) fn players(&mut self, entries: &Entries) {
        let mut left_out = None;
        for (at, entry) in entries.of(SectionKind::Players).iter().enumerate() {
            let expected = at + 1;
            if expected > Player::MAX {
                let message = format!("a game has at most {} players", Player::MAX);
                self.report(Diagnostic::error("too-many", entry.span, message));
                return;
            }
            if entry.name.parse() != Ok(expected) {
                self.report(
                    Diagnostic::error(
                        "player-number",
                        entry.span,
                        format!("player \"{}\" instead of {expected}", shorten(&entry.name)),
                    )
                    .label(format!("expected `{expected} = Name`"))
                    .help("players are numbered 1, 2, ... in this order"),
                );
            }
            if !constant::condition_holds(self, entry.get("where")) {
                left_out = left_out.or(Some(entry.span));
                continue;
            }
            if let Some(first) = left_out {
                self.report(
                    Diagnostic::error(
                        "player-number",
                        entry.span,
                        format!("player {expected} plays without a player before"),
                    )
                    .label("expected a `where` that leaves this player out as well")
                    .related(first, "this player is left out")
                    .help("players are numbered 1, 2, ... without gaps, so only the last ones can be left out"),
                );
                return;
            }
            self.player(entry);
        }
        let players = self.rules.players.len();
        // If a base file could not be read, its players are missing too.
        if players == 0 && !self.has_errors() {
            self.report(
                Diagnostic::error("no-players", constant::NO_SPAN, "the game has no players")
                    .help("a section [PLAYERS] has a line `1 = Name` for each player"),
            );
        }
        let first = entries
            .single(SectionKind::Game, "first")
            .and_then(|pair| Some((constant::int(self, pair)?, pair.value_span)));
        self.rules.first_player = Player::FIRST;
        if let Some((0, _)) = first {
            // The turn is that of the last player, so that a chance move without `next` passes it to player 1.
            self.rules.chance_begins = true;
            self.rules.first_player = Player::new(players).unwrap_or(Player::FIRST);
        } else if let Some((number, place)) = first {
            match usize::try_from(number).ok().filter(|number| *number <= players).and_then(Player::new) {
                Some(player) => self.rules.first_player = player,
                None => self.report(
                    Diagnostic::error("no-such-player", place, format!("player {number} cannot begin"))
                        .label(format!("the players are 1 to {players}")),
                ),
            }
        }
    }

    /// Lowers `parts` of `[GAME]`: the parts of a point in which scores count.
    pub(super) fn score_parts(&mut self, entries: &Entries) {
        let Some(pair) = entries.single(SectionKind::Game, "parts") else { return };
        let Some(expr) = constant::single_expr(self, pair) else { return };
        let Some(number) = self.constant(expr, &[Type::INT]).int() else { return };
        match u32::try_from(number).ok().filter(|parts| (1..=1000).contains(parts)) {
            Some(parts) => self.rules.score_parts = ScoreParts(parts),
            None => self.report(
                Diagnostic::error("out-of-range", expr.span, format!("a point cannot have {number} parts"))
                    .label("expected a number from 1 to 1000"),
            ),
        }
    }

    /// Lowers `payoff` of `[GAME]`: the range of the points for which the players play.
    pub(super) fn payoff(&mut self, entries: &Entries) {
        let Some(pair) = entries.single(SectionKind::Game, "payoff") else { return };
        let Some(expr) = constant::single_expr(self, pair) else { return };
        let ExprKind::Range(from, to) = &expr.kind else {
            self.report(
                Diagnostic::error("type", expr.span, "a payoff is a range of points").label("expected `0..100`"),
            );
            return;
        };
        let [min, max] = [from, to].map(|bound| self.constant(bound, &[Type::INT]).int());
        let Some((min, max)) = min.zip(max) else { return };
        if min >= max {
            self.report(
                Diagnostic::error("out-of-range", expr.span, "the payoffs of this range are all the same")
                    .label(format!("{max} is not more than {min}")),
            );
            return;
        }
        self.rules.payoff = Payoff::Score(ScorePayoff {
            unit: PayoffUnit::Points,
            is_zero_sum: i64::from(min) + i64::from(max) == 0,
            min: f64::from(min),
            max: f64::from(max),
        });
    }

    fn player(&mut self, entry: &Entry) {
        let Some(pair) = entry.pairs.first() else { return };
        let value = value_text(pair);
        let (name_and_colour, score) = match value.rsplit_once("score").map(|(name, rest)| (name, rest.trim_start())) {
            Some((name, rest)) if rest.starts_with('=') => (name.trim().to_owned(), Some(rest[1..].trim().to_owned())),
            _ => (value.clone(), None),
        };
        let (name, colour) = match name_and_colour.rsplit_once('#') {
            Some((name, digits)) => (name.trim().to_owned(), self.colour(digits.trim(), pair)),
            None => (name_and_colour.trim().to_owned(), None),
        };
        if colour.is_none()
            && let Some((name, word)) = name.rsplit_once(' ')
            && let Some((_, digits)) = COLOURS.iter().find(|(known, _)| *known == word)
        {
            let message = format!("`{word}` is a part of this player's name, not a colour");
            self.report(
                Diagnostic::warning("bad-colour", pair.value_span, message)
                    .label("expected a colour such as #c0392b, or no colour")
                    .help(format!("did you mean `{} = {} #{digits}`?", entry.name, shorten(name))),
            );
        }
        let mut start = 0;
        if let Some(score) = score {
            match score.parse() {
                Ok(number) => start = number,
                Err(_) => self.report(
                    Diagnostic::error(
                        "bad-number",
                        pair.value_span,
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

    /// Parses `rrggbb`.
    fn colour(&mut self, digits: &str, pair: &KeyValue) -> Option<Colour> {
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| digits.len() == 6);
        if number.is_none() {
            self.report(
                Diagnostic::error("bad-colour", pair.value_span, format!("\"#{}\" is not a colour", shorten(digits)))
                    .label("expected `#` and six digits, such as #c0392b: red, green and blue"),
            );
        }
        number.map(|number| Colour((number >> 16) as u8, (number >> 8) as u8, number as u8))
    }

    /// Declares the letter grids.
    pub(super) fn texts(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Texts) {
            if !self.check_plain_name(entry)
                || !self.declare(DeclarationKind::Text, &entry.name, entry.name_span(), "text")
            {
                continue;
            }
            let Some(pair) = constant::required_key(self, entry, "rows", SectionKind::Texts) else { continue };
            let rows: Vec<Word> = match &pair.value {
                Value::Rows(rows) => rows.clone(),
                Value::Text(word) => vec![word.clone()],
                _ => Vec::new(),
            };
            let letters: Vec<Vec<char>> =
                rows.iter().map(|row| row.text.chars().filter(|letter| !letter.is_whitespace()).collect()).collect();
            if letters.is_empty() {
                self.report(
                    Diagnostic::error("no-value", pair.value_span, "this letter grid has no rows")
                        .label("expected a row of letters"),
                );
            }
            let width = letters.first().map_or(0, Vec::len);
            if let Some((row, word)) = letters.iter().zip(&rows).find(|(row, _)| row.len() != width) {
                let message = format!("this row has {} letters, the first one has {width}", row.len());
                self.report(
                    Diagnostic::error("uneven-rows", word.span, message)
                        .label("expected as many letters in every row")
                        .help("blanks do not count"),
                );
            }
            self.names.letter_grids.push(Arc::new(LetterGrid { rows: letters.into_iter().rev().collect() }));
            let level = Meaning::LetterGrid(self.names.letter_grids.len() - 1);
            self.names.add(&entry.name, level);
        }
    }
}
