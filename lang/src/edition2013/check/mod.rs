//! Checks of what only the 2013 edition knows: how its operators group.
//! What concerns every edition is checked on the rule set, in the crate's own `check`.

mod chain;
mod precedence;
mod stored;

use std::collections::HashSet;

use boardwright_engine::rules::Span;

use super::ast::{Kind, Node};
use crate::diagnostic::Findings;

/// Checks an expression of the file whose text this is. Operations whose grouping is told of are added to `told`.
pub(super) fn expression(root: &Node, text: &str, told: &mut HashSet<Span>, findings: &mut Findings) {
    let chain = chain::of(root);
    if !precedence::check(&chain, root.span, text, told, findings) {
        stored::check(root, text, told, findings);
    }
    for leaf in chain.leaves() {
        match &leaf.kind {
            Kind::Set(parts) | Kind::Call(_, Some(parts)) => {
                for part in parts {
                    expression(part, text, told, findings);
                }
            }
            // In brackets, or it would not be a leaf.
            Kind::Prefix(..) | Kind::Binary(..) => expression(leaf, text, told, findings),
            _ => {}
        }
    }
}
