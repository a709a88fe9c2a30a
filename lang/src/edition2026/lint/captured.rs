//! Lint for `CAPTURED` where nothing is ever captured: in rules without `capture`, and after moves of games without
//! captures. Contexts in which `CAPTURED` is not available are errors, reported elsewhere.

use std::collections::BTreeMap;

use boardwright_game::ids::ExprId;
use boardwright_rules::{Capture, Expr, Query, RuleSet, Span};

use crate::Diagnostic;
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::roots;
use crate::suggest::shorten;

/// A use of `CAPTURED`.
struct CapturedUse {
    /// `true` if a move can capture where the expression is evaluated.
    can_capture: bool,
    /// First rule that uses the expression; `None` outside of rules.
    rule: Option<usize>,
}

impl LoweringContext<'_> {
    pub(super) fn check_captured(&mut self) {
        let rules = &self.rules;
        let captures = |rule: usize| rules.rules[rule].capture != Capture::Never;
        let any = (0..rules.rules.len()).any(captures);
        // Several rules may call one expression; it suffices that one of them captures.
        let mut found: BTreeMap<Span, CapturedUse> = BTreeMap::new();
        let mut note = |roots: Vec<ExprId>, means: bool, rule: Option<usize>| {
            for span in captured_spans(rules, roots) {
                found.entry(span).or_insert(CapturedUse { can_capture: means, rule }).can_capture |= means;
            }
        };
        for rule in 0..rules.rules.len() {
            let roots = roots::rule_roots(rules, rule).into_iter().map(|(_, id)| id).collect();
            note(roots, captures(rule), Some(rule));
        }
        note(roots::other_roots(rules).into_iter().map(|(_, id)| id).collect(), any, None);
        let useless = found.into_iter().filter(|(_, found)| !found.can_capture);
        let list: Vec<Diagnostic> = useless.map(|(span, found)| captured_diagnostic(rules, span, &found)).collect();
        for diagnostic in list {
            self.report(diagnostic);
        }
    }
}

fn captured_diagnostic(rules: &RuleSet, span: Span, found: &CapturedUse) -> Diagnostic {
    let why = match found.rule {
        Some(rule) => format!("rule \"{}\" has no `capture`", shorten(&rules.rules[rule].name)),
        None => "no rule has `capture`".to_owned(),
    };
    let message = format!("`CAPTURED` is always NOTHING here: {why}");
    // A warning only: an expression after a condition that never holds does no harm.
    Diagnostic::warning("no-capture", span, message)
        .label("nothing is captured")
        .help("give the rule `capture = may`, or name the piece: `CONTENT(NEXT($D,FROM))`")
}

/// Spans of the uses of `CAPTURED` reachable from the given expressions.
fn captured_spans(rules: &RuleSet, roots: Vec<ExprId>) -> Vec<Span> {
    let mut found = Vec::new();
    roots::for_each_reachable(rules, roots, |id, expr| {
        if matches!(expr, Expr::Query(Query::Captured, _)) {
            found.push(rules.exprs.span(id));
        }
    });
    found
}
