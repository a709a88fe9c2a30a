//! Warnings that only the edition 2013 needs: about the grouping of its operators.
//! Lints for the rule set as a whole are in [`lint2013`](crate::lint2013).

mod chain;
mod precedence;
mod stored_comparisons;

use std::collections::HashSet;

use boardwright_rules::Span;

use super::ast::{Node, NodeKind};
use crate::diagnostic::Findings;

/// Checks an expression of a file with this text. The spans of reported operations are added to `reported`.
pub(super) fn check_expression(root: &Node, text: &str, reported: &mut HashSet<Span>, findings: &mut Findings) {
    let chain = chain::chain_of(root);
    if !precedence::check(&chain, root.span, text, reported, findings) {
        stored_comparisons::check(root, text, reported, findings);
    }
    for leaf in chain.leaves() {
        match &leaf.kind {
            NodeKind::Set(parts) | NodeKind::Call(_, Some(parts)) => {
                for part in parts {
                    check_expression(part, text, reported, findings);
                }
            }
            // Such a leaf is in brackets.
            NodeKind::Prefix(..) | NodeKind::Binary(..) => check_expression(leaf, text, reported, findings),
            _ => {}
        }
    }
}
