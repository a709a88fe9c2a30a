//! Warning about expressions whose value would differ if operators had the usual precedence.
//! Groupings that always have the same value are not reported.

use std::collections::HashSet;

use boardwright_rules::{BinaryOp, Span, UnaryOp};

use super::chain::{Chain, Grouping, Item, binding_power, group_by_precedence, group_right};
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013::ast::{Infix, Node};
use crate::edition2013::lexer::operator_text;

/// Maximum length of a grouping that is written out in a message, in bytes.
const MAX_GROUPING_LENGTH: usize = 160;

/// Reports a chain whose grouping matters. Returns `true` if it was reported.
pub(super) fn check(
    chain: &Chain<'_>,
    span: Span,
    text: &str,
    reported: &mut HashSet<Span>,
    findings: &mut Findings,
) -> bool {
    let misplaced = |item: &Item| matches!(item, Item::Infix(Infix::MisplacedPrefix(_)));
    if chain.operations.len() < 2 || chain.items.iter().any(misplaced) {
        return false;
    }
    let (right_associative, by_precedence) = (group_right(&chain.items), group_by_precedence(&chain.items));
    if right_associative == by_precedence || NormalForm::of(&right_associative) == NormalForm::of(&by_precedence) {
        return false;
    }
    reported.extend(chain.operations.iter().map(|node| node.span));
    let message = "operators have no precedence and are right-associative";
    let mut diagnostic = Diagnostic::warning("precedence", span, message);
    if !findings.is_full(Severity::Warning) {
        let leaves: Vec<&Node> = chain.leaves().collect();
        let (right_associative, by_precedence) =
            (format_tree(&right_associative, &leaves, text), format_tree(&by_precedence, &leaves, text));
        diagnostic = match right_associative {
            Some(right_associative) => {
                diagnostic.label(format!("this is evaluated as `{right_associative}`")).help(match by_precedence {
                    Some(by_precedence) => {
                        format!("write the intended brackets: `{right_associative}` or `{by_precedence}`")
                    }
                    None => "write the intended brackets".to_owned(),
                })
            }
            None => diagnostic.label("other languages group this differently").help("write the intended brackets"),
        };
    }
    findings.add(diagnostic);
    true
}

/// Normal form of a tree: trees that always have the same value have equal normal forms.
#[derive(Debug, PartialEq)]
enum NormalForm {
    Leaf(usize),
    /// Terms, each with `true` if it is subtracted. Integer arithmetic wraps, so the grouping of terms does not matter.
    Sum(Vec<(bool, NormalForm)>),
    Product(Vec<NormalForm>),
    And(Vec<NormalForm>),
    Or(Vec<NormalForm>),
    Prefix(UnaryOp, Box<NormalForm>),
    Binary(BinaryOp, Box<NormalForm>, Box<NormalForm>),
    Assign(Box<NormalForm>, Box<NormalForm>),
}

impl NormalForm {
    fn of(tree: &Grouping) -> Self {
        match tree {
            Grouping::Leaf(leaf) => Self::Leaf(*leaf),
            Grouping::Prefix(UnaryOp::Neg, operand) => Self::of(operand).negated(true),
            Grouping::Prefix(op, operand) => Self::Prefix(*op, Self::of(operand).into()),
            Grouping::Assign(left, right) => Self::Assign(Self::of(left).into(), Self::of(right).into()),
            Grouping::Binary(op, left, right) => Self::binary(*op, Self::of(left), Self::of(right)),
        }
    }

    fn binary(op: BinaryOp, left: Self, right: Self) -> Self {
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let right = right.negated(op == BinaryOp::Subtract);
                Self::Sum(left.terms().into_iter().chain(right.terms()).collect())
            }
            // Signs can be moved out of products and quotients. A remainder has the sign of its dividend.
            BinaryOp::Multiply => {
                let ((a, left), (b, right)) = (left.signed(), right.signed());
                Self::Product(left.factors().into_iter().chain(right.factors()).collect()).negated(a != b)
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                let (sign, left) = left.signed();
                Self::Binary(op, left.into(), right.into()).negated(sign)
            }
            BinaryOp::And => Self::And(left.and_parts().into_iter().chain(right.and_parts()).collect()),
            BinaryOp::Or => Self::Or(left.or_parts().into_iter().chain(right.or_parts()).collect()),
            _ => Self::Binary(op, left.into(), right.into()),
        }
    }

    fn negated(self, yes: bool) -> Self {
        if !yes {
            return self;
        }
        let mut terms: Vec<_> = self.terms().into_iter().map(|(minus, term)| (!minus, term)).collect();
        if matches!(terms[..], [(false, _)]) { terms.remove(0).1 } else { Self::Sum(terms) }
    }

    fn terms(self) -> Vec<(bool, Self)> {
        if let Self::Sum(terms) = self { terms } else { vec![(false, self)] }
    }

    fn signed(self) -> (bool, Self) {
        match self {
            Self::Sum(mut terms) if terms.len() == 1 => terms.remove(0),
            other => (false, other),
        }
    }

    fn factors(self) -> Vec<Self> {
        if let Self::Product(factors) = self { factors } else { vec![self] }
    }

    fn and_parts(self) -> Vec<Self> {
        if let Self::And(parts) = self { parts } else { vec![self] }
    }

    fn or_parts(self) -> Vec<Self> {
        if let Self::Or(parts) = self { parts } else { vec![self] }
    }
}

/// Formats a tree with explicit brackets. `None` if the text is longer than [`MAX_GROUPING_LENGTH`].
fn format_tree(tree: &Grouping, leaves: &[&Node], text: &str) -> Option<String> {
    let mut out = String::new();
    write_tree(tree, leaves, text, &mut out);
    (out.len() <= MAX_GROUPING_LENGTH).then_some(out)
}

fn write_tree(tree: &Grouping, leaves: &[&Node], text: &str, out: &mut String) {
    if out.len() > MAX_GROUPING_LENGTH {
        return;
    }
    match tree {
        Grouping::Leaf(leaf) => {
            let span = leaves[*leaf].span;
            let written = text.get(span.start as usize..span.end as usize).unwrap_or_default();
            out.push_str(&written[..written.floor_char_boundary(MAX_GROUPING_LENGTH + 1)]);
        }
        Grouping::Prefix(op, operand) => {
            out.push_str(match op {
                UnaryOp::Not => "NOT ",
                UnaryOp::Abs => "ABS ",
                UnaryOp::Neg => "-",
            });
            write_bracketed(operand, !matches!(**operand, Grouping::Leaf(_)), leaves, text, out);
        }
        Grouping::Assign(left, right) => {
            write_bracketed(left, !matches!(**left, Grouping::Leaf(_)), leaves, text, out);
            out.push_str(" = ");
            write_tree(right, leaves, text, out);
        }
        Grouping::Binary(op, left, right) => {
            let chains = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Add | BinaryOp::Multiply);
            let brackets = |side: &Grouping| match side {
                Grouping::Leaf(_) => false,
                Grouping::Prefix(inner, _) => binding_power::prefix(*inner) < binding_power::UNARY,
                Grouping::Binary(inner, ..) => !(chains && inner == op),
                Grouping::Assign(..) => true,
            };
            write_bracketed(left, brackets(left), leaves, text, out);
            out.push(' ');
            out.push_str(operator_text(*op));
            out.push(' ');
            write_bracketed(right, brackets(right), leaves, text, out);
        }
    }
}

fn write_bracketed(tree: &Grouping, brackets: bool, leaves: &[&Node], text: &str, out: &mut String) {
    if brackets {
        out.push('(');
    }
    write_tree(tree, leaves, text, out);
    if brackets {
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition2013::lexer::LocatedText;
    use crate::edition2013::parser::ExpressionParser;

    fn label(text: &str) -> Option<String> {
        let mut findings = Findings::default();
        let node = ExpressionParser::default().parse(LocatedText { text, source: 0, start: 0 }, &mut findings).unwrap();
        super::super::check_expression(&node, text, &mut HashSet::new(), &mut findings);
        let found = findings.into_sorted(Span::default());
        found.into_iter().find(|d| d.code == "precedence").map(|d| d.label)
    }

    #[test]
    fn same_value_either_way() {
        for text in [
            "1+2+3",
            "$A AND $B AND $C",
            "$A OR $B OR $C",
            "$A OR $B AND $C",
            "$X = $A + 1",
            "2 == 1 + 1",
            "1 + 2 * 3",
            "NOT $X == 3",
            "$A+($B*2)-SCORE(1)",
            "-7 % 3",
            "-$X * 2",
            "1 - -2",
            "3-PLAYER",
            "$A * $B * $C",
            "p AND $L==$K+2",
            "Fits AND $X = 3",
            "-$X",
            "NOT NOT $A",
            "ABS(-5)",
            "{ 1,2 } UNION { 2,3 }",
            "$X IN { 1 } UNION { 2 }",
        ] {
            assert_eq!(label(text), None, "{text}");
        }
    }

    #[test]
    fn another_value() {
        for (text, grouping) in [
            ("10-3-2", "10 - (3 - 2)"),
            ("2 * 3 + 4", "2 * (3 + 4)"),
            ("-5 + 3", "-(5 + 3)"),
            ("ABS(3-10) + 1", "ABS ((3-10) + 1)"),
            ("NOT $A AND $B", "NOT ($A AND $B)"),
            ("$A AND $B OR $C", "$A AND ($B OR $C)"),
            ("1 + 1 == 2", "1 + (1 == 2)"),
            ("$X<7 AND $Y>2", "$X < (7 AND ($Y > 2))"),
            ("3 > 2 > 1", "3 > (2 > 1)"),
            ("(1 - (4-3-2))", "4 - (3 - 2)"),
            ("F(9/3/3)", "9 / (3 / 3)"),
            ("$A AND NOT $B OR $C", "$A AND (NOT ($B OR $C))"),
        ] {
            assert_eq!(label(text), Some(format!("this is evaluated as `{grouping}`")), "{text}");
        }
    }
}
