//! Assignments that store true or false because everything on their right belongs to them.
//! Brackets around the right side say that it is meant.

use std::collections::HashSet;

use boardwright_engine::rules::{BinaryOp, Span};

use super::chain::strength;
use crate::diagnostic::{Diagnostic, Findings};
use crate::edition2013::ast::{Infix, Kind, Node};

/// Looks at every assignment of the chain that begins with this node.
pub(super) fn check(root: &Node, text: &str, told: &mut HashSet<Span>, findings: &mut Findings) {
    let mut node = root;
    loop {
        node = match &node.kind {
            Kind::Prefix(_, operand) => operand,
            Kind::Binary(left, Infix::Assign, right) => {
                if let Kind::Var(name) = &left.kind
                    && let Some(why) = why(right)
                {
                    let source = |span: Span| text.get(span.start as usize..span.end as usize).unwrap_or_default();
                    let mut diagnostic = Diagnostic::warning(
                        "stored-comparison",
                        node.span,
                        format!("this stores true or false in `${name}`"),
                    )
                    .label(why);
                    if right.span.end - right.span.start < 80 {
                        diagnostic =
                            diagnostic.help(format!("if that is meant, write `${name} = ({})`", source(right.span)));
                    }
                    findings.add(diagnostic);
                    told.extend([node.span, right.span]);
                    return;
                }
                right
            }
            Kind::Binary(_, _, right) => right,
            _ => return,
        };
        if node.bracketed {
            return;
        }
    }
}

fn why(right: &Node) -> Option<&'static str> {
    if right.bracketed {
        return None;
    }
    match &right.kind {
        Kind::Binary(_, Infix::Assign, _) => Some("the second `=` gives true, and that is what the first one stores"),
        Kind::Binary(_, Infix::Op(op), _) if strength::binary(*op) == strength::binary(BinaryOp::Equal) => {
            Some("the comparison belongs to the value")
        }
        Kind::Binary(_, Infix::Op(BinaryOp::And | BinaryOp::Or), rest) => {
            let mut rest = rest;
            loop {
                match &rest.kind {
                    Kind::Binary(_, Infix::Assign, _) => {
                        return Some("all that follows belongs to the value, the next `=` too");
                    }
                    Kind::Binary(_, _, right) if !rest.bracketed => rest = right,
                    _ => return None,
                }
            }
        }
        _ => None,
    }
}
