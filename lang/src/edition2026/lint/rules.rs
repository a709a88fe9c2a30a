//! Lints for games without rules, and for rules that can never apply because of a player, owner or state number.
//! Patterns that match nothing are reported where they are lowered.

use boardwright_rules::{Expr, Guard, Span};

use crate::Diagnostic;
use crate::edition2026::expr::LoweringContext;

impl LoweringContext<'_> {
    pub(super) fn check_rules(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        let rules = &self.rules;
        if rules.rules.is_empty() {
            found.push(
                Diagnostic::warning("no-rules", Span::default(), "the game has no rules, so no move is ever possible")
                    .help("rules are written in a section [RULES]"),
            );
        }
        if !rules.rules.is_empty() && rules.ends.is_empty() {
            let message = "the game has no [END OF GAME]: it ends only when no move is possible, and nobody wins";
            found.push(
                Diagnostic::warning("no-end", Span::default(), message)
                    .help("an entry `situation = ...` with `winner = ...` in a section [END OF GAME] ends the game"),
            );
        }
        let players = rules.players.len() as i32;
        for (rule, places) in rules.rules.iter().zip(&self.spans.rules) {
            if let (Guard::Is(number), Some(span)) = (rule.player, places.player)
                && !(1..=players).contains(&number)
            {
                let message = format!("there is no player {number}, so this rule is never used");
                found.push(
                    Diagnostic::warning("never-matches", span, message)
                        .label(format!("the players are 1 to {players}")),
                );
            }
            if let (Guard::Is(number), Some(span)) = (rule.owner, places.owner)
                && !(0..=players).contains(&number)
            {
                let message = format!("there is no player {number}, so this rule is never used");
                let label = format!("the players are 1 to {players}, and 0 is nobody");
                found.push(Diagnostic::warning("never-matches", span, message).label(label));
            }
            let elements = rule.element.iter().flat_map(|matches| &matches.entries);
            let kinds = elements.map(|(element, _)| rules.elements[element.index()].kind);
            let most = kinds.map(|kind| rules.element_types[kind.index()].states).max();
            if let (Guard::Is(number), Some(span), Some(most)) = (rule.state, places.state, most)
                && !(1..=i32::from(most)).contains(&number)
            {
                let message = format!("no element of this rule has a state {number}, so it is never used");
                found.push(
                    Diagnostic::warning("never-matches", span, message).label(format!("their states are 1 to {most}")),
                );
            }
            // With options, a condition may be constant for this choice only.
            if let (Some(condition), Some(span)) = (rule.condition, places.condition)
                && rules.exprs[condition] == Expr::Bool(false)
                && rules.options.is_empty()
            {
                found.push(
                    Diagnostic::warning("never-matches", span, "this condition never holds, so the rule is never used")
                        .label("always false"),
                );
            }
        }
        for diagnostic in found {
            self.report(diagnostic);
        }
    }
}
