//! Rules that can never be used because of the numbers they ask for, and games without rules.
//! Patterns that name nothing are told where they are read.

use boardwright_engine::rules::{Expr, Guard, Span};

use crate::Diagnostic;
use crate::edition2026::expr::Lower;

impl Lower<'_> {
    pub(super) fn check_rules(&mut self) {
        let mut found: Vec<Diagnostic> = Vec::new();
        let rules = &self.rules;
        if rules.rules.is_empty() {
            found.push(
                Diagnostic::warning("no-rules", Span::default(), "the game has no rules, so no move is ever possible")
                    .help("rules stand in a section [RULES]"),
            );
        }
        let players = rules.players.len() as i32;
        for (rule, places) in rules.rules.iter().zip(&self.places.rules) {
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
            let elements = rule.element.iter().flat_map(|matches| &matches.found);
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
            // With options, a condition may be meant for other choices.
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
            self.tell(diagnostic);
        }
    }
}
