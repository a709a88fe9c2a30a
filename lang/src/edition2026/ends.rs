//! Lowering of `[SCORINGS]`, `[END OF GAME]` and `[HEURISTICS]`.
//! The engine evaluates them.

use boardwright_rules::{Award, End, Heuristic, Scoring, Winner};

use super::constant::{required_key, single_expr};
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::{BlockKind, LoweringContext};
use super::names::DeclarationKind;
use super::types::Type;
use crate::Diagnostic;
use crate::syntax::ast::{ExprKind, KeyValue};

impl LoweringContext<'_> {
    pub(super) fn scorings(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Scorings) {
            let Some(pair) = entry.pairs.first() else { continue };
            let situation = self.lines(value_exprs(pair), BlockKind::Conditions, pair.value_span);
            let situation = self.expr_id(&situation);
            let awards = self.awards(entry);
            let followup = self.lines_of_key(entry.get("followup"), BlockKind::Actions);
            if awards.is_empty() && followup.is_none() {
                self.report(
                    Diagnostic::warning("does-nothing", entry.span, "this scoring does nothing")
                        .label("it has neither `player` and `score` nor `followup`"),
                );
            }
            self.rules.scorings.push(Scoring { situation, awards, followup, resets: None, span: pair.value_span });
            self.clear_locals();
        }
        self.lifetimes();
    }

    /// Awards from the pairs of `player` and `score`.
    fn awards(&mut self, entry: &Entry) -> Vec<Award> {
        let (mut awards, mut player): (Vec<Award>, Option<(&KeyValue, _)>) = (Vec::new(), None);
        for pair in entry.pairs.iter().filter(|pair| matches!(pair.key.text.as_str(), "player" | "score")) {
            let value = self.value_of_key(Some(pair), &[Type::INT]);
            match (pair.key.text.as_str(), player.take()) {
                ("player", None) => player = Some((pair, value)),
                ("score", Some((_, who))) => {
                    if let (Some(who), Some(amount)) = (who, value) {
                        awards.push(Award { player: who, amount });
                    }
                }
                ("score", None) => self.report(
                    Diagnostic::error("missing-key", pair.key.span, "`score` without a `player` before it")
                        .label("whose points?"),
                ),
                (_, Some((first, _))) => {
                    self.report(Diagnostic::error(
                        "missing-key",
                        first.key.span,
                        "`player` without a `score` after it",
                    ));
                    player = Some((pair, value));
                }
                _ => {}
            }
        }
        if let Some((pair, _)) = player {
            self.report(
                Diagnostic::error("missing-key", pair.key.span, "`player` without a `score` after it")
                    .label("how many points?"),
            );
        }
        awards
    }

    pub(super) fn ends(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Ends) {
            let Some(pair) = entry.pairs.first() else { continue };
            let situation = self.lines(value_exprs(pair), BlockKind::Conditions, pair.value_span);
            let situation = self.expr_id(&situation);
            let winner = required_key(self, entry, "winner", SectionKind::Ends).and_then(|pair| self.winner(pair));
            self.clear_locals();
            if let Some(winner) = winner {
                self.rules.ends.push(End { situation, winner, span: pair.value_span });
            }
        }
    }

    fn winner(&mut self, pair: &KeyValue) -> Option<Winner> {
        let expr = single_expr(self, pair)?;
        if matches!(&expr.kind, ExprKind::Name(word) if word == "HIGHEST") {
            return Some(Winner::Highest);
        }
        let low = self.lower(expr, &[Type::INT]);
        let players = self.rules.players.len() as i32;
        if let Some(number) = low.as_constant().and_then(super::value::Value::int)
            && !(0..=players).contains(&number)
        {
            self.report(
                Diagnostic::error("no-such-player", expr.span, format!("player {number} cannot win"))
                    .label(format!("expected 1 to {players}, 0 for a draw, or HIGHEST")),
            );
        }
        Some(Winner::Is(self.expr_id(&low)))
    }

    pub(super) fn heuristics(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Heuristics) {
            let place = entry.name_span();
            if !self.check_plain_name(entry)
                || !self.declare(DeclarationKind::Heuristic, &entry.name, place, "heuristic")
            {
                continue;
            }
            let Some(pair) = required_key(self, entry, "value", SectionKind::Heuristics) else { continue };
            let low = self.lines(value_exprs(pair), BlockKind::Body, pair.value_span);
            self.clear_locals();
            let low = self.check_type(low, &[Type::INT]);
            let value = self.expr_id(&low);
            self.rules.heuristics.push(Heuristic { name: entry.name.clone(), value, span: place });
        }
    }
}
