//! Ways through written expressions.
//! What is looked for is the caller's matter.

use crate::syntax::ast::{Expr, Node};

/// Calls `each` with an expression and all that is in it. Chains may be long, so nothing recurses.
pub(crate) fn exprs<'e>(root: &'e Expr, each: &mut dyn FnMut(&'e Expr)) {
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        each(expr);
        match &expr.node {
            Node::Call(_, list) | Node::Set(list) => open.extend(list),
            Node::Not(inner) | Node::Negate(inner) | Node::ListOf(inner) | Node::Declare(_, inner) => open.push(inner),
            Node::And(left, right)
            | Node::Or(left, right)
            | Node::Arith(_, left, right)
            | Node::Compare(_, left, right)
            | Node::Join(_, left, right)
            | Node::Range(left, right)
            | Node::Assign(left, right) => open.extend([&**left, &**right]),
            Node::Int(_)
            | Node::Bool(_)
            | Node::Text(_)
            | Node::Var(_)
            | Node::Name(_)
            | Node::Colour(..)
            | Node::Wrong => {}
        }
    }
}
