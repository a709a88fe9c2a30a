//! Names in expressions that nothing in the game bears: a misspelt location, a comparison with a type that does not
//! exist. Texts with references are told of only if no numbers at all could make a name of them.

use std::cell::Cell;
use std::collections::HashSet;

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Action, BinaryOp, Expr, Part, Query};

use super::Context;
use crate::Diagnostic;
use crate::diagnostic::{Findings, Severity};
use crate::suggest::{did_you_mean, shorten};

/// What a name should name.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Location,
    Element,
    LocationType,
    ElementType,
}

impl What {
    fn name(self) -> &'static str {
        match self {
            Self::Location => "location",
            Self::Element => "element",
            Self::LocationType => "location type",
            Self::ElementType => "element type",
        }
    }

    fn all<'a>(self, context: &Context<'a>) -> Vec<&'a str> {
        let rules = context.rules;
        match self {
            Self::Location => rules.locations.iter().map(|row| row.name.as_str()).collect(),
            Self::Element => rules.elements.iter().map(|row| row.name.as_str()).collect(),
            Self::LocationType => rules.location_types.iter().map(|row| row.name.as_str()).collect(),
            Self::ElementType => rules.element_types.iter().map(|row| row.name.as_str()).collect(),
        }
    }

    fn count(self, context: &Context<'_>) -> usize {
        match self {
            Self::Location => context.rules.locations.len(),
            Self::Element => context.rules.elements.len(),
            Self::LocationType => context.rules.location_types.len(),
            Self::ElementType => context.rules.element_types.len(),
        }
    }
}

const STOPS: &str = "this stops the game when it is reached";

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    let names = |what: What| what.all(context).into_iter().collect();
    let (location_types, element_types) = (names(What::LocationType), names(What::ElementType));
    let reader = Reader { context, location_types, element_types, work: Cell::new(MOST_WORK) };
    for (_, expr) in context.rules.exprs.iter() {
        match expr {
            Expr::Query(query, arguments) => {
                if let (Some((what, effect)), Some(name)) = (query_names(*query), arguments.first()) {
                    reader.name(*name, what, effect, findings);
                }
            }
            Expr::Act(action, arguments) => {
                let whats: &[What] = match action {
                    Action::Move => &[What::Element, What::Location, What::Location],
                    Action::SetOwner | Action::SetState | Action::SetZIndex => &[What::Element],
                    Action::NextPlayer => &[],
                };
                arguments.iter().zip(whats).for_each(|(name, what)| reader.name(*name, *what, STOPS, findings));
            }
            Expr::Binary(op @ (BinaryOp::Equal | BinaryOp::Unequal), left, right) => {
                reader.comparison(*op, *left, *right, findings);
                reader.comparison(*op, *right, *left, findings);
            }
            _ => {}
        }
    }
}

/// What the first argument of a query names, and what comes out for a name that nothing bears.
fn query_names(query: Query) -> Option<(What, &'static str)> {
    Some(match query {
        Query::LocationType => (What::Location, "`LOCTYPE` of it is always \"\""),
        Query::ElementType => (What::Element, "`ELTYPE` of it is always \"\""),
        Query::State => (What::Element, "`STATE` of it is always -1"),
        Query::Owner => (What::Element, "`OWNER` of it is always -1"),
        Query::Location => (What::Element, "`LOCATION` of it is always \"\""),
        Query::Content => (What::Location, "`CONTENT` of it is always \"\""),
        Query::Empty => (What::Location, "`EMPTY` of it is always true"),
        Query::ZIndex => (What::Element, STOPS),
        Query::Index | Query::IndexAt | Query::Unindex | Query::Player | Query::Score => return None,
    })
}

/// What the text that a query gives names.
fn query_gives(query: Query) -> Option<What> {
    match query {
        Query::LocationType => Some(What::LocationType),
        Query::ElementType => Some(What::ElementType),
        Query::Location => Some(What::Location),
        Query::Content => Some(What::Element),
        _ => None,
    }
}

/// Comparing texts with references to all names is given up after so many names.
const MOST_WORK: usize = 5_000_000;

struct Reader<'c, 'a> {
    context: &'c Context<'a>,
    location_types: HashSet<&'a str>,
    element_types: HashSet<&'a str>,
    work: Cell<usize>,
}

impl Reader<'_, '_> {
    fn has(&self, what: What, name: &str) -> bool {
        match what {
            What::Location => self.context.rules.location_named(name).is_some(),
            What::Element => self.context.rules.element_named(name).is_some(),
            What::LocationType => self.location_types.contains(name),
            What::ElementType => self.element_types.contains(name),
        }
    }

    fn name(&self, name: ExprId, what: What, effect: &str, findings: &mut Findings) {
        let rules = self.context.rules;
        let span = rules.exprs.span(name);
        if let Some(text) = self.context.facts.text(name) {
            let text = rules.texts.text(text);
            if !self.has(what, text) {
                let message = self.message(text, what, findings);
                findings.add(Diagnostic::warning("unknown-name", span, message).label(effect));
            }
        } else if let Expr::Template(parts) = &rules.exprs[name]
            && !self.possible(parts, what)
        {
            let message = format!("no {} has a name of this form", what.name());
            findings.add(
                Diagnostic::warning("unknown-name", span, message)
                    .label(format!("whatever the variables hold, {effect}")),
            );
        }
    }

    fn message(&self, text: &str, what: What, findings: &Findings) -> String {
        let hint =
            if findings.full(Severity::Warning) { String::new() } else { did_you_mean(text, what.all(self.context)) };
        format!("no {} is called \"{}\"{hint}", what.name(), shorten(text))
    }

    fn comparison(&self, op: BinaryOp, query: ExprId, name: ExprId, findings: &mut Findings) {
        let rules = self.context.rules;
        let (Expr::Query(query, _), Some(text)) = (&rules.exprs[query], self.context.facts.text(name)) else { return };
        let (Some(what), text) = (query_gives(*query), rules.texts.text(text)) else { return };
        if !text.is_empty() && !self.has(what, text) {
            let label = format!("this comparison is always {}", op == BinaryOp::Unequal);
            let message = self.message(text, what, findings);
            findings.add(Diagnostic::warning("unknown-name", rules.exprs.span(name), message).label(label));
        }
    }

    fn possible(&self, parts: &[Part], what: What) -> bool {
        let Some(left) = self.work.get().checked_sub(what.count(self.context)) else { return true };
        self.work.set(left);
        what.all(self.context).into_iter().any(|name| can_be(parts, name))
    }
}

/// Whether some numbers in place of the references make this name.
pub(super) fn can_be(parts: &[Part], name: &str) -> bool {
    let bytes = name.as_bytes();
    // By byte of the name: whether the parts so far can end there.
    let mut ends = vec![false; bytes.len() + 1];
    ends[0] = true;
    for part in parts {
        let mut next = vec![false; ends.len()];
        for start in (0..ends.len()).filter(|at| ends[*at]) {
            let rest = &bytes[start..];
            match part {
                Part::Literal(text) => {
                    if rest.starts_with(text.as_bytes()) {
                        next[start + text.len()] = true;
                    }
                }
                Part::Var(_) => {
                    let sign = usize::from(rest.first() == Some(&b'-'));
                    let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                    // Numbers are written without zeros before them, and have at most ten digits.
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
    use boardwright_engine::ids::VarId;

    use super::*;

    #[test]
    fn forms_of_names() {
        let parts = [Part::Literal("s(".into()), Part::Var(VarId(0)), Part::Literal(",1)".into())];
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
            assert_eq!(can_be(&parts, name), answer, "{name}");
        }
        let ones = [Part::Literal("1".into()), Part::Var(VarId(0)), Part::Literal("1".into())];
        assert!(can_be(&ones, "1111"));
        assert!(!can_be(&ones, "11"));
    }
}
