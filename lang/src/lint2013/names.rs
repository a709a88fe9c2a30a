//! Lint for names in expressions that match nothing in the game: a misspelt location, a comparison with an undefined
//! type. Templates are only reported if no numbers at all can turn them into an existing name.

use std::cell::Cell;
use std::collections::HashSet;

use boardwright_game::ids::ExprId;
use boardwright_rules::{BinaryOp, Expr, TextPart, UntypedAction, UntypedQuery};

use super::LintContext;
use crate::Diagnostic;
use crate::diagnostic::{Findings, Severity};
use crate::suggest::{did_you_mean, shorten};

/// Kind of entity that a name must denote.
#[derive(Clone, Copy, PartialEq)]
enum NameKind {
    Location,
    Element,
    LocationType,
    ElementType,
}

impl NameKind {
    fn description(self) -> &'static str {
        match self {
            Self::Location => "location",
            Self::Element => "element",
            Self::LocationType => "location type",
            Self::ElementType => "element type",
        }
    }

    fn all_names<'a>(self, context: &LintContext<'a>) -> Vec<&'a str> {
        let rules = context.rules;
        match self {
            Self::Location => rules.locations.iter().map(|row| row.name.as_str()).collect(),
            Self::Element => rules.elements.iter().map(|row| row.name.as_str()).collect(),
            Self::LocationType => rules.location_types.iter().map(|row| row.name.as_str()).collect(),
            Self::ElementType => rules.element_types.iter().map(|row| row.name.as_str()).collect(),
        }
    }

    fn count(self, context: &LintContext<'_>) -> usize {
        match self {
            Self::Location => context.rules.locations.len(),
            Self::Element => context.rules.elements.len(),
            Self::LocationType => context.rules.location_types.len(),
            Self::ElementType => context.rules.element_types.len(),
        }
    }
}

const FAULT_LABEL: &str = "this stops the game when it is reached";

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let names = |what: NameKind| what.all_names(context).into_iter().collect();
    let (location_types, element_types) = (names(NameKind::LocationType), names(NameKind::ElementType));
    let checker = NameChecker { context, location_types, element_types, work: Cell::new(MAX_WORK) };
    for (_, expr) in context.rules.exprs.iter() {
        match expr {
            Expr::UntypedQuery(query, arguments) => {
                if let (Some((what, effect)), Some(name)) = (query_argument_kind(*query), arguments.first()) {
                    checker.check_name(*name, what, effect, findings);
                }
            }
            Expr::UntypedAction(action, arguments) => {
                let whats: &[NameKind] = match action {
                    UntypedAction::Move => &[NameKind::Element, NameKind::Location, NameKind::Location],
                    UntypedAction::SetOwner | UntypedAction::SetState | UntypedAction::SetZIndex => {
                        &[NameKind::Element]
                    }
                    UntypedAction::NextPlayer => &[],
                };
                arguments
                    .iter()
                    .zip(whats)
                    .for_each(|(name, what)| checker.check_name(*name, *what, FAULT_LABEL, findings));
            }
            Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::Unequal), left, right) => {
                checker.check_comparison(*op, *left, *right, findings);
                checker.check_comparison(*op, *right, *left, findings);
            }
            _ => {}
        }
    }
}

/// Returns the kind of the first argument of a query, and the effect of a name that does not exist.
fn query_argument_kind(query: UntypedQuery) -> Option<(NameKind, &'static str)> {
    Some(match query {
        UntypedQuery::LocationType => (NameKind::Location, "`LOCTYPE` of it is always \"\""),
        UntypedQuery::ElementType => (NameKind::Element, "`ELTYPE` of it is always \"\""),
        UntypedQuery::State => (NameKind::Element, "`STATE` of it is always -1"),
        UntypedQuery::Owner => (NameKind::Element, "`OWNER` of it is always -1"),
        UntypedQuery::Location => (NameKind::Element, "`LOCATION` of it is always \"\""),
        UntypedQuery::Content => (NameKind::Location, "`CONTENT` of it is always \"\""),
        UntypedQuery::Empty => (NameKind::Location, "`EMPTY` of it is always true"),
        UntypedQuery::ZIndex => (NameKind::Element, FAULT_LABEL),
        UntypedQuery::Index
        | UntypedQuery::IndexAt
        | UntypedQuery::Unindex
        | UntypedQuery::Player
        | UntypedQuery::Score => return None,
    })
}

/// Returns the kind of the name that a query returns.
fn query_result_kind(query: UntypedQuery) -> Option<NameKind> {
    match query {
        UntypedQuery::LocationType => Some(NameKind::LocationType),
        UntypedQuery::ElementType => Some(NameKind::ElementType),
        UntypedQuery::Location => Some(NameKind::Location),
        UntypedQuery::Content => Some(NameKind::Element),
        _ => None,
    }
}

/// Maximum number of comparisons of templates with names; beyond it templates are not checked.
const MAX_WORK: usize = 5_000_000;

struct NameChecker<'c, 'a> {
    context: &'c LintContext<'a>,
    location_types: HashSet<&'a str>,
    element_types: HashSet<&'a str>,
    work: Cell<usize>,
}

impl NameChecker<'_, '_> {
    fn exists(&self, what: NameKind, name: &str) -> bool {
        match what {
            NameKind::Location => self.context.rules.location_named(name).is_some(),
            NameKind::Element => self.context.rules.element_named(name).is_some(),
            NameKind::LocationType => self.location_types.contains(name),
            NameKind::ElementType => self.element_types.contains(name),
        }
    }

    fn check_name(&self, name: ExprId, what: NameKind, effect: &str, findings: &mut Findings) {
        let rules = self.context.rules;
        let span = rules.exprs.span(name);
        if let Some(text) = self.context.facts.text(name) {
            let text = rules.texts.text(text);
            if !self.exists(what, text) {
                let message = self.unknown_name_message(text, what, findings);
                findings.add(Diagnostic::warning("unknown-name", span, message).label(effect));
            }
        } else if let Expr::Template(parts) = &rules.exprs[name]
            && !self.can_match(parts, what)
        {
            let message = format!("no {} has a name of this form", what.description());
            findings.add(
                Diagnostic::warning("unknown-name", span, message)
                    .label(format!("for all values of the variables, {effect}")),
            );
        }
    }

    fn unknown_name_message(&self, text: &str, what: NameKind, findings: &Findings) -> String {
        let hint = if findings.is_full(Severity::Warning) {
            String::new()
        } else {
            did_you_mean(text, what.all_names(self.context))
        };
        format!("no {} is called \"{}\"{hint}", what.description(), shorten(text))
    }

    fn check_comparison(&self, op: BinaryOp, query: ExprId, name: ExprId, findings: &mut Findings) {
        let rules = self.context.rules;
        let (Expr::UntypedQuery(query, _), Some(text)) = (&rules.exprs[query], self.context.facts.text(name)) else {
            return;
        };
        let (Some(what), text) = (query_result_kind(*query), rules.texts.text(text)) else { return };
        if !text.is_empty() && !self.exists(what, text) {
            let label = format!("this comparison is always {}", op == BinaryOp::Unequal);
            let message = self.unknown_name_message(text, what, findings);
            findings.add(Diagnostic::warning("unknown-name", rules.exprs.span(name), message).label(label));
        }
    }

    fn can_match(&self, parts: &[TextPart], what: NameKind) -> bool {
        let Some(left) = self.work.get().checked_sub(what.count(self.context)) else { return true };
        self.work.set(left);
        what.all_names(self.context).into_iter().any(|name| can_match_name(parts, name))
    }
}

/// `true` if numbers in place of the references can turn the template into this name. Matching by dynamic programming.
pub(super) fn can_match_name(parts: &[TextPart], name: &str) -> bool {
    let bytes = name.as_bytes();
    // `ends[i]` is `true` if the parts so far can match the first `i` bytes of the name.
    let mut ends = vec![false; bytes.len() + 1];
    ends[0] = true;
    for part in parts {
        let mut next = vec![false; ends.len()];
        for start in (0..ends.len()).filter(|at| ends[*at]) {
            let rest = &bytes[start..];
            match part {
                TextPart::Literal(text) => {
                    if rest.starts_with(text.as_bytes()) {
                        next[start + text.len()] = true;
                    }
                }
                TextPart::Var(_) => {
                    let sign = usize::from(rest.first() == Some(&b'-'));
                    let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    // Numbers are formatted without leading zeros and have at most ten digits.
                    let most = if rest.get(sign) == Some(&b'0') { digits.min(1) } else { digits.min(10) };
                    for length in 1..=most {
                        next[start + sign + length] = true;
                    }
                }
            }
        }
        if !next.contains(&true) {
            return false;
        }
        ends = next;
    }
    ends[bytes.len()]
}

#[cfg(test)]
mod tests {
    use boardwright_game::ids::VarId;

    use super::*;

    #[test]
    fn forms_of_names() {
        let parts = [TextPart::Literal("s(".into()), TextPart::Var(VarId(0)), TextPart::Literal(",1)".into())];
        for (name, answer) in [
            ("s(12,1)", true),
            ("s(-2,1)", true),
            ("s(0,1)", true),
            ("s(01,1)", false),
            ("s(,1)", false),
            ("s(1,2)", false),
            ("s(1,1)x", false),
            ("t(1,1)", false),
            ("", false),
        ] {
            assert_eq!(can_match_name(&parts, name), answer, "{name}");
        }
        let ones = [TextPart::Literal("1".into()), TextPart::Var(VarId(0)), TextPart::Literal("1".into())];
        assert!(can_match_name(&ones, "1111"));
        assert!(!can_match_name(&ones, "11"));
    }
}
