//! Expressions that would have another value if operators had the precedence that most languages give them.
//! Where both groupings always give the same value there is nothing to tell.

use std::collections::HashSet;

use boardwright_engine::rules::{BinaryOp, Span, UnaryOp};

use super::chain::{Chain, Item, Tree, by_strength, strength, to_the_right};
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013::ast::{Infix, Node};
use crate::edition2013::lexer::written;

/// Groupings longer than this are not written out.
const LONGEST: usize = 160;

/// Whether there was something to tell.
pub(super) fn check(
    chain: &Chain<'_>,
    span: Span,
    text: &str,
    told: &mut HashSet<Span>,
    findings: &mut Findings,
) -> bool {
    let misplaced = |item: &Item| matches!(item, Item::Infix(Infix::Misplaced(_)));
    if chain.operations.len() < 2 || chain.items.iter().any(misplaced) {
        return false;
    }
    let (here, elsewhere) = (to_the_right(&chain.items), by_strength(&chain.items));
    if here == elsewhere || Value::of(&here) == Value::of(&elsewhere) {
        return false;
    }
    told.extend(chain.operations.iter().map(|node| node.span));
    let message = "operators have no precedence: everything groups to the right";
    let mut diagnostic = Diagnostic::warning("precedence", span, message);
    if !findings.full(Severity::Warning) {
        let leaves: Vec<&Node> = chain.leaves().collect();
        let (here, elsewhere) = (write(&here, &leaves, text), write(&elsewhere, &leaves, text));
        diagnostic = match here {
            Some(here) => diagnostic.label(format!("this is worked out as `{here}`")).help(match elsewhere {
                Some(elsewhere) => format!("write the brackets that are meant: `{here}` or `{elsewhere}`"),
                None => "write the brackets that are meant".to_owned(),
            }),
            None => diagnostic.label("other languages group this otherwise").help("write the brackets that are meant"),
        };
    }
    findings.add(diagnostic);
    true
}

/// What a tree comes to, written so that trees that always have the same value are the same.
#[derive(Debug, PartialEq)]
enum Value {
    Leaf(usize),
    /// Terms, each with whether it is subtracted. Numbers wrap, so their grouping does not matter.
    Sum(Vec<(bool, Value)>),
    Product(Vec<Value>),
    All(Vec<Value>),
    Some(Vec<Value>),
    Prefix(UnaryOp, Box<Value>),
    Binary(BinaryOp, Box<Value>, Box<Value>),
    Assign(Box<Value>, Box<Value>),
}

impl Value {
    fn of(tree: &Tree) -> Self {
        match tree {
            Tree::Leaf(leaf) => Self::Leaf(*leaf),
            Tree::Prefix(UnaryOp::Neg, operand) => Self::of(operand).negated(true),
            Tree::Prefix(op, operand) => Self::Prefix(*op, Self::of(operand).into()),
            Tree::Assign(left, right) => Self::Assign(Self::of(left).into(), Self::of(right).into()),
            Tree::Binary(op, left, right) => Self::binary(*op, Self::of(left), Self::of(right)),
        }
    }

    fn binary(op: BinaryOp, left: Self, right: Self) -> Self {
        match op {
            BinaryOp::Add | BinaryOp::Subtract => {
                let right = right.negated(op == BinaryOp::Subtract);
                Self::Sum(left.terms().into_iter().chain(right.terms()).collect())
            }
            // A sign can be pulled out of products and quotients; a remainder has the sign of its dividend.
            BinaryOp::Multiply => {
                let ((a, left), (b, right)) = (left.signed(), right.signed());
                Self::Product(left.factors().into_iter().chain(right.factors()).collect()).negated(a != b)
            }
            BinaryOp::Divide | BinaryOp::Remainder => {
                let (sign, left) = left.signed();
                Self::Binary(op, left.into(), right.into()).negated(sign)
            }
            BinaryOp::And => Self::All(left.all().into_iter().chain(right.all()).collect()),
            BinaryOp::Or => Self::Some(left.some().into_iter().chain(right.some()).collect()),
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

    fn all(self) -> Vec<Self> {
        if let Self::All(parts) = self { parts } else { vec![self] }
    }

    fn some(self) -> Vec<Self> {
        if let Self::Some(parts) = self { parts } else { vec![self] }
    }
}

/// A tree with every bracket that a reader could miss, unless that is very long.
fn write(tree: &Tree, leaves: &[&Node], text: &str) -> Option<String> {
    let mut out = String::new();
    put(tree, leaves, text, &mut out);
    (out.len() <= LONGEST).then_some(out)
}

fn put(tree: &Tree, leaves: &[&Node], text: &str, out: &mut String) {
    if out.len() > LONGEST {
        return;
    }
    match tree {
        Tree::Leaf(leaf) => {
            let span = leaves[*leaf].span;
            let written = text.get(span.start as usize..span.end as usize).unwrap_or_default();
            out.push_str(&written[..written.floor_char_boundary(LONGEST + 1)]);
        }
        Tree::Prefix(op, operand) => {
            out.push_str(match op {
                UnaryOp::Not => "NOT ",
                UnaryOp::Abs => "ABS ",
                UnaryOp::Neg => "-",
            });
            put_bracketed(operand, !matches!(**operand, Tree::Leaf(_)), leaves, text, out);
        }
        Tree::Assign(left, right) => {
            put_bracketed(left, !matches!(**left, Tree::Leaf(_)), leaves, text, out);
            out.push_str(" = ");
            put(right, leaves, text, out);
        }
        Tree::Binary(op, left, right) => {
            let chains = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Add | BinaryOp::Multiply);
            let brackets = |side: &Tree| match side {
                Tree::Leaf(_) => false,
                Tree::Prefix(inner, _) => strength::prefix(*inner) < strength::UNARY,
                Tree::Binary(inner, ..) => !(chains && inner == op),
                Tree::Assign(..) => true,
            };
            put_bracketed(left, brackets(left), leaves, text, out);
            out.push(' ');
            out.push_str(written(*op));
            out.push(' ');
            put_bracketed(right, brackets(right), leaves, text, out);
        }
    }
}

fn put_bracketed(tree: &Tree, brackets: bool, leaves: &[&Node], text: &str, out: &mut String) {
    if brackets {
        out.push('(');
    }
    put(tree, leaves, text, out);
    if brackets {
        out.push(')');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edition2013::grammar::Grammar;
    use crate::edition2013::lexer::Placed;

    fn label(text: &str) -> Option<String> {
        let mut findings = Findings::default();
        let node = Grammar::default().expression(Placed { text, source: 0, start: 0 }, &mut findings).unwrap();
        super::super::expression(&node, text, &mut HashSet::new(), &mut findings);
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
            assert_eq!(label(text), Some(format!("this is worked out as `{grouping}`")), "{text}");
        }
    }
}
