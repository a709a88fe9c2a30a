//! `CAPTURED` where nothing is ever captured: in rules without `capture`, and after moves of games whose rules have none.
//! Where it cannot stand at all is told elsewhere.

use std::collections::BTreeMap;

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Ask, Capture, Expr, RuleSet, Span};

use crate::Diagnostic;
use crate::edition2026::expr::Lower;
use crate::edition2026::roots;
use crate::suggest::shorten;

/// A place where it stands.
struct Found {
    /// Whether something captures where it is looked at.
    means: bool,
    /// The first rule that asks; none outside of rules.
    rule: Option<usize>,
}

impl Lower<'_> {
    pub(super) fn check_captured(&mut self) {
        let rules = &self.rules;
        let captures = |rule: usize| rules.rules[rule].capture != Capture::Never;
        let any = (0..rules.rules.len()).any(captures);
        // One expression may be called by several rules; it is enough that one of them captures.
        let mut found: BTreeMap<Span, Found> = BTreeMap::new();
        let mut note = |roots: Vec<ExprId>, means: bool, rule: Option<usize>| {
            for span in asked(rules, roots) {
                found.entry(span).or_insert(Found { means, rule }).means |= means;
            }
        };
        for rule in 0..rules.rules.len() {
            let roots = roots::of_rule(rules, rule).into_iter().map(|(_, id)| id).collect();
            note(roots, captures(rule), Some(rule));
        }
        note(roots::of_others(rules).into_iter().map(|(_, id)| id).collect(), any, None);
        let odd = found.into_iter().filter(|(_, found)| !found.means);
        let list: Vec<Diagnostic> = odd.map(|(span, found)| told(rules, span, &found)).collect();
        for diagnostic in list {
            self.tell(diagnostic);
        }
    }
}

fn told(rules: &RuleSet, span: Span, found: &Found) -> Diagnostic {
    let why = match found.rule {
        Some(rule) => format!("rule \"{}\" has no `capture`", shorten(&rules.rules[rule].name)),
        None => "no rule has `capture`".to_owned(),
    };
    let message = format!("`CAPTURED` is always NOTHING here: {why}");
    // No error: what stands behind a condition that never holds does no harm.
    Diagnostic::warning("no-capture", span, message)
        .label("nothing is captured")
        .help("give the rule `capture = may`, or name the piece: `CONTENT(NEXT($D,FROM))`")
}

/// Where `CAPTURED` is asked for in some expressions.
fn asked(rules: &RuleSet, roots: Vec<ExprId>) -> Vec<Span> {
    let mut found = Vec::new();
    roots::reached(rules, roots, |id, expr| {
        if matches!(expr, Expr::Ask(Ask::Captured, _)) {
            found.push(rules.exprs.span(id));
        }
    });
    found
}
