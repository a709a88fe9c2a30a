//! Expressions that somebody asks about a position of a game: they may use every name of its file.
//! What they give is worked out by the engine.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::RuleSet;

use super::expr::{Lines, Lower};
use super::names::Names;
use super::roots::At;
use crate::diagnostic::Findings;
use crate::{Source, syntax};

/// Adds expressions to a rule set; `first` is the number of the first text among the sources.
pub(crate) fn questions(
    rules: &mut RuleSet,
    names: &Names,
    texts: &[Source],
    first: u16,
    findings: &mut Findings,
) -> Vec<ExprId> {
    let mut parsed = Vec::new();
    for (text, number) in texts.iter().zip(first..) {
        let lines = syntax::question(text, number);
        lines.diagnostics.into_iter().for_each(|diagnostic| findings.add(diagnostic));
        parsed.push((lines.lines, text));
    }
    let mut lower = Lower::new(std::mem::take(rules), names.clone(), findings);
    lower.asking = true;
    let mut exprs = Vec::new();
    for (lines, _) in &parsed {
        let span = lines.first().map(|line| line.span).unwrap_or_default();
        let low = lower.lines(lines, Lines::Question, span);
        exprs.push(lower.id(&low));
    }
    lower.allowed_in(exprs.iter().map(|id| (At::Question, *id)).collect());
    let (done, _) = lower.finish();
    *rules = done;
    exprs
}
