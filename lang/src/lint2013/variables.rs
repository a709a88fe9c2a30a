//! Lint for variables that are read although nothing in the file assigns a value to them.
//! The order of assignment and use is only checked at run time.

use std::collections::BTreeMap;

use boardwright_game::ids::VarId;
use boardwright_rules::{Expr, Span, TextPart};

use super::LintContext;
use crate::Diagnostic;
use crate::diagnostic::{Findings, Severity};
use crate::suggest::{did_you_mean, shorten};

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut first: BTreeMap<VarId, Span> = BTreeMap::new();
    let mut read = |var: VarId, span: Span| {
        if !context.facts.is_bound(var) {
            let place = first.entry(var).or_insert(span);
            *place = span.min(*place);
        }
    };
    for (id, expr) in rules.exprs.iter() {
        let span = rules.exprs.span(id);
        match expr {
            Expr::Var(var) => read(*var, span),
            Expr::Template(parts) => {
                for part in parts {
                    if let TextPart::Var(var) = part {
                        read(*var, span);
                    }
                }
            }
            _ => {}
        }
    }
    for (var, span) in first {
        let name = &rules.variables[var.index()];
        let bound = || {
            let with_id = rules.variables.iter().enumerate();
            with_id.filter(|(at, _)| context.facts.is_bound(VarId::new(*at))).map(|(_, name)| name.as_str())
        };
        if findings.is_full(Severity::Warning) {
            findings.add(Diagnostic::warning("unbound-variable", span, ""));
            continue;
        }
        let hint = did_you_mean(name, bound()).replace('"', "`").replacen('`', "`$", 1);
        let message = format!("`${}` is never assigned a value{hint}", shorten(name));
        let diagnostic = Diagnostic::warning("unbound-variable", span, message).label("reading it stops the game");
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let head = name.split(|c| !word(c)).next().unwrap_or_default();
        findings.add(if head != name && bound().any(|known| known == head) {
            diagnostic.help(format!(
                "the name of a variable extends to the next blank, sign, comma or bracket: this one is `${}`",
                shorten(name)
            ))
        } else {
            diagnostic.help("a variable gets a value from a pattern, a loop, an argument or `$X = ...`")
        });
    }
}
