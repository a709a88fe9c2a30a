//! Traversal of abstract syntax trees of expressions.
//! It is used by lints and by the editor analysis.

use crate::syntax::ast::{Expr, ExprKind};

/// Calls `each` with an expression and all its subexpressions, iteratively, because operator chains may be long.
pub(crate) fn for_each_expr<'e>(root: &'e Expr, each: &mut dyn FnMut(&'e Expr)) {
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        each(expr);
        match &expr.kind {
            ExprKind::Call(_, list) | ExprKind::Set(list) => open.extend(list),
            ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::ListOf(inner) | ExprKind::Declare(_, inner) => {
                open.push(inner);
            }
            ExprKind::And(left, right)
            | ExprKind::Or(left, right)
            | ExprKind::Arith(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::SetOperation(_, left, right)
            | ExprKind::Range(left, right)
            | ExprKind::Assign(left, right) => open.extend([&**left, &**right]),
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Text(_)
            | ExprKind::Var(_)
            | ExprKind::Name(_)
            | ExprKind::Colour(..)
            | ExprKind::Error => {}
        }
    }
}
