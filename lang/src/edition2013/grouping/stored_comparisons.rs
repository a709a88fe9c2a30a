//! Warning about assignments that store a Boolean because the whole right side belongs to the value.
//! Brackets around the right side silence the warning.

use std::collections::HashSet;

use boardwright_rules::{BinaryOp, Span};

use super::chain::binding_power;
use crate::diagnostic::{Diagnostic, Findings};
use crate::edition2013::ast::{Infix, Node, NodeKind};

/// Checks the assignments of the chain that begins with this node.
pub(super) fn check(root: &Node, text: &str, reported: &mut HashSet<Span>, findings: &mut Findings) {
    let mut node = root;
    loop {
        node = match &node.kind {
            NodeKind::Prefix(_, operand) => operand,
            NodeKind::Binary(left, Infix::Assign, right) => {
                if let NodeKind::Var(name) = &left.kind
                    && let Some(why) = suspicion(right)
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
                    reported.extend([node.span, right.span]);
                    return;
                }
                right
            }
            NodeKind::Binary(_, _, right) => right,
            _ => return,
        };
        if node.is_bracketed {
            return;
        }
    }
}

fn suspicion(right: &Node) -> Option<&'static str> {
    if right.is_bracketed {
        return None;
    }
    match &right.kind {
        NodeKind::Binary(_, Infix::Assign, _) => {
            Some("the second `=` gives true, and that is what the first one stores")
        }
        NodeKind::Binary(_, Infix::Op(op), _)
            if binding_power::binary(*op) == binding_power::binary(BinaryOp::Equal) =>
        {
            Some("the comparison belongs to the value")
        }
        NodeKind::Binary(_, Infix::Op(BinaryOp::And | BinaryOp::Or), rest) => {
            let mut rest = rest;
            loop {
                match &rest.kind {
                    NodeKind::Binary(_, Infix::Assign, _) => {
                        return Some("the value extends to the end, including the next `=`");
                    }
                    NodeKind::Binary(_, _, right) if !rest.is_bracketed => rest = right,
                    _ => return None,
                }
            }
        }
        _ => None,
    }
}
