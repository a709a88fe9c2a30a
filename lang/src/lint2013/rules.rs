//! Lint for rules that never apply because of their player or state, and for games without rules.
//! Patterns that match no name are reported while lowering.

use boardwright_rules::{Guard, Span};

use super::LintContext;
use crate::Diagnostic;
use crate::diagnostic::Findings;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    if rules.rules.is_empty() {
        findings.add(
            Diagnostic::warning("no-rules", Span::default(), "the game has no rules, so no move is ever possible")
                .help("rules stand in a section [GAME RULES]"),
        );
    }
    for (rule, rule_spans) in rules.rules.iter().zip(&context.spans.rules) {
        if let (Guard::Is(number), Some(span)) = (rule.player, rule_spans.player)
            && !(1..=rules.players.len() as i32).contains(&number)
        {
            let message = format!("there is no player {number}, so this rule is never used");
            let label = format!("the players are 1 to {}", rules.players.len());
            findings.add(Diagnostic::warning("never-matches", span, message).label(label));
        }
        let states = rule.elements().iter().map(|(element, _)| rules.elements[element.index()].kind);
        let most = states.map(|kind| rules.element_types[kind.index()].states).max();
        if let (Guard::Is(number), Some(span), Some(most)) = (rule.state, rule_spans.state, most)
            && !(1..=i32::from(most)).contains(&number)
        {
            let message = format!("no element of this rule has a state {number}, so it is never used");
            let label = format!("their states are 1 to {most}");
            findings.add(Diagnostic::warning("never-matches", span, message).label(label));
        }
    }
}
