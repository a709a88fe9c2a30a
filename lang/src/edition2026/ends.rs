//! `[SCORINGS]`, `[END OF GAME]` and `[HEURISTICS]`.
//! When they are looked at is the engine's matter.

use boardwright_engine::rules::{Award, End, Heuristic, Scoring, Winner};

use super::constant::{needed, one};
use super::entries::{Entries, Entry, Part, exprs};
use super::expr::{Lines, Lower};
use super::names::Kind;
use super::types::Type;
use crate::Diagnostic;
use crate::syntax::ast::{Node, Pair};

impl Lower<'_> {
    pub(super) fn scorings(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Scorings) {
            let Some(pair) = entry.pairs.first() else { continue };
            let situation = self.lines(exprs(pair), Lines::Conditions, pair.at);
            let situation = self.id(&situation);
            let awards = self.awards(entry);
            let followup = self.lines_of_key(entry.get("followup"), Lines::Actions);
            if awards.is_empty() && followup.is_none() {
                self.tell(
                    Diagnostic::warning("does-nothing", entry.at, "this scoring does nothing")
                        .label("it has neither `player` and `score` nor `followup`"),
                );
            }
            self.rules.scorings.push(Scoring { situation, awards, followup, span: pair.at });
            self.forget();
        }
    }

    /// Pairs of `player` and `score`.
    fn awards(&mut self, entry: &Entry) -> Vec<Award> {
        let (mut awards, mut player): (Vec<Award>, Option<(&Pair, _)>) = (Vec::new(), None);
        for pair in entry.pairs.iter().filter(|pair| matches!(pair.key.text.as_str(), "player" | "score")) {
            let value = self.value_of_key(Some(pair), &[Type::INT]);
            match (pair.key.text.as_str(), player.take()) {
                ("player", None) => player = Some((pair, value)),
                ("score", Some((_, who))) => {
                    if let (Some(who), Some(amount)) = (who, value) {
                        awards.push(Award { player: who, amount });
                    }
                }
                ("score", None) => self.tell(
                    Diagnostic::error("missing-key", pair.key.span, "`score` without a `player` before it")
                        .label("whose points?"),
                ),
                (_, Some((first, _))) => {
                    self.tell(Diagnostic::error("missing-key", first.key.span, "`player` without a `score` after it"));
                    player = Some((pair, value));
                }
                _ => {}
            }
        }
        if let Some((pair, _)) = player {
            self.tell(
                Diagnostic::error("missing-key", pair.key.span, "`player` without a `score` after it")
                    .label("how many points?"),
            );
        }
        awards
    }

    pub(super) fn ends(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Ends) {
            let Some(pair) = entry.pairs.first() else { continue };
            let situation = self.lines(exprs(pair), Lines::Conditions, pair.at);
            let situation = self.id(&situation);
            let winner = needed(self, entry, "winner", Part::Ends).and_then(|pair| self.winner(pair));
            self.forget();
            if let Some(winner) = winner {
                self.rules.ends.push(End { situation, winner, span: pair.at });
            }
        }
    }

    fn winner(&mut self, pair: &Pair) -> Option<Winner> {
        let expr = one(self, pair)?;
        if matches!(&expr.node, Node::Name(word) if word == "HIGHEST") {
            return Some(Winner::Highest);
        }
        let low = self.lower(expr, &[Type::INT]);
        let players = self.rules.players.len() as i32;
        if let Some(number) = low.known().and_then(super::value::Value::int)
            && !(0..=players).contains(&number)
        {
            self.tell(
                Diagnostic::error("no-such-player", expr.span, format!("player {number} cannot win"))
                    .label(format!("expected 1 to {players}, 0 for a draw, or HIGHEST")),
            );
        }
        Some(Winner::Is(self.id(&low)))
    }

    pub(super) fn heuristics(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Heuristics) {
            let place = entry.name_at();
            if !self.plain_name(entry) || !self.declare(Kind::Heuristic, &entry.name, place, "heuristic") {
                continue;
            }
            let Some(pair) = needed(self, entry, "value", Part::Heuristics) else { continue };
            let low = self.lines(exprs(pair), Lines::Body, pair.at);
            self.forget();
            let low = self.typed(low, &[Type::INT]);
            let value = self.id(&low);
            self.rules.heuristics.push(Heuristic { name: entry.name.clone(), value, span: place });
        }
    }
}
