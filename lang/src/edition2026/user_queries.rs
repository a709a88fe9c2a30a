//! Lowering of expressions entered by a user about a position; they may use every name of the game's file.
//! The engine evaluates them.

use boardwright_game::ids::ExprId;
use boardwright_rules::RuleSet;

use super::expr::{BlockKind, LoweringContext};
use super::names::Names;
use super::roots::ExprContext;
use crate::diagnostic::Findings;
use crate::{Source, syntax};

/// Adds expressions to a rule set; `first` is the source index of the first text.
pub(crate) fn lower_queries(
    rules: &mut RuleSet,
    names: &Names,
    texts: &[Source],
    first: u16,
    findings: &mut Findings,
) -> Vec<ExprId> {
    let mut parsed = Vec::new();
    for (text, number) in texts.iter().zip(first..) {
        let lines = syntax::parse_lines(text, number);
        lines.diagnostics.into_iter().for_each(|diagnostic| findings.add(diagnostic));
        parsed.push((lines.lines, text));
    }
    let mut lower = LoweringContext::new(std::mem::take(rules), names.clone(), findings);
    lower.is_query = true;
    let mut exprs = Vec::new();
    for (lines, _) in &parsed {
        let span = lines.first().map(|line| line.span).unwrap_or_default();
        let low = lower.lines(lines, BlockKind::Query, span);
        exprs.push(lower.expr_id(&low));
    }
    lower.check_contexts_from(exprs.iter().map(|id| (ExprContext::Query, *id)).collect());
    let (done, _) = lower.finish();
    *rules = done;
    exprs
}
