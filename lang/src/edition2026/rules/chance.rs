//! Lowering of chance moves: rules with `player = 0`, and their `weight`.
//! Chance at the beginning of the game, `first = 0`, is lowered with the players.

use boardwright_rules::{Chance, Guard, Span};

use super::RuleKeys;
use crate::Diagnostic;
use crate::edition2026::entries::{Entries, SectionKind, value_exprs};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::types::Type;
use crate::suggest::shorten;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

impl LoweringContext<'_> {
    /// Lowers `player`. Returns the guard, and `true` for `player = 0`: chance makes the moves of the rule.
    pub(super) fn player_guard(&mut self, pair: Option<&KeyValue>, place: &mut Option<Span>) -> (Guard, bool) {
        if let Some(expr) = pair.and_then(chance_among_players) {
            self.report(
                Diagnostic::error("chance-and-player", expr.span, "a rule is for chance or for players, not for both")
                    .label("0 is chance")
                    .help("write one rule with `player = 0` and another one for the players"),
            );
            // Its keys of either kind, and turns of chance, are no further errors.
            return (Guard::Any, true);
        }
        match self.guard(pair, place) {
            Guard::Is(0) => (Guard::Any, true),
            guard => (guard, false),
        }
    }

    /// Lowers `weight`; reports it in the rule of a player.
    pub(super) fn lower_chance(&mut self, keys: RuleKeys<'_>, is_chance: bool) -> Option<Chance> {
        if is_chance {
            let is_of_players = keys.get("player").is_some_and(|pair| chance_among_players(pair).is_some());
            if let Some(pair) = keys.own.get("award").filter(|_| !is_of_players) {
                self.report(
                    Diagnostic::error("odd-key", pair.key.span, "`award` in a rule of chance")
                        .label("chance gets no points")
                        .help("`SCORE($P) = ...` in `followup` gives points to a player"),
                );
            }
            let weight = self.value_of_key(keys.get("weight"), &[Type::INT]);
            if let Some((id, pair)) = weight.zip(keys.get("weight"))
                && let boardwright_rules::Expr::Int(number) = self.rules.exprs[id]
                && number < 0
            {
                self.report(
                    Diagnostic::error(
                        "bad-weight",
                        pair.value_span,
                        format!("a weight cannot be negative, as {number} is"),
                    )
                    .label("expected 0 or more")
                    .help("a move of weight 2 is twice as likely as one of weight 1, one of weight 0 never happens"),
                );
            }
            return Some(Chance { weight });
        }
        // A weight of `default` is for the rules of chance.
        if let Some(pair) = keys.own.get("weight") {
            let message = format!("`weight` in rule \"{}\", whose moves a player chooses", shorten(&keys.own.name));
            self.report(
                Diagnostic::error("odd-key", pair.key.span, message)
                    .label("only chance moves have weights")
                    .help("`player = 0` makes it a rule of chance"),
            );
        }
        None
    }

    /// Reports rules of chance that never come to move, and turns of chance without such rules.
    pub(in crate::edition2026) fn check_chance(&mut self, entries: &Entries) {
        let passes_to_chance =
            |pair: &&KeyValue| value_exprs(pair).iter().any(|expr| matches!(expr.kind, ExprKind::Int(0)));
        let of_rules = entries.of(SectionKind::Rules).iter().filter_map(|entry| entry.get("next"));
        let first = entries.single(SectionKind::Game, "first").filter(|_| self.rules.chance_begins);
        let has_chance = self.rules.has_chance();
        if has_chance {
            let is_of_chance =
                |name: &str| self.rules.rules.iter().any(|rule| rule.name == name && rule.chance.is_some());
            let mut of_players = entries.of(SectionKind::Rules).iter().filter(|entry| !is_of_chance(&entry.name));
            let has_next = of_players.any(|entry| entry.get("next").is_some());
            let place = self.rules.rules.iter().find(|rule| rule.chance.is_some()).map(|rule| rule.span);
            if let Some(place) = place.filter(|_| !has_next && first.is_none() && !self.has_errors()) {
                self.report(
                    Diagnostic::warning(
                        "never-matches",
                        place,
                        "chance never has the turn, so this rule is never used",
                    )
                    .label("no rule passes the turn to chance")
                    .help("`next = 0` in a rule makes a chance move follow, and `first = 0` in [GAME] lets one begin"),
                );
            }
            return;
        }
        for pair in of_rules.filter(passes_to_chance).chain(first).collect::<Vec<_>>() {
            self.report(
                Diagnostic::error("no-chance", pair.value_span, "0 is chance, and no rule has a move for it")
                    .label("expected a player's number")
                    .help(
                        "a rule with `player = 0` is a chance move: its `choice`, elements or places are the outcomes",
                    ),
            );
        }
    }
}

/// The value of `player` if it names chance together with players.
fn chance_among_players(pair: &KeyValue) -> Option<&Expr> {
    let is_zero = |expr: &Expr| matches!(expr.kind, ExprKind::Int(0));
    let has_both = |expr: &&Expr| match &expr.kind {
        ExprKind::Set(members) => members.len() > 1 && members.iter().any(is_zero),
        ExprKind::Range(from, _) => is_zero(from),
        _ => false,
    };
    value_exprs(pair).iter().find(has_both)
}
