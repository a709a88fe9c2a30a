//! Lowering of set literals, ranges and set operators.
//! Queries that return sets are in `queries`.

use boardwright_game::ids::ExprId;
use boardwright_rules::{BinaryOp, Expr as Out, Span};

use super::operators::left_spine;
use super::{LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::{MAX_MEMBERS, Value};
use crate::syntax::ast::{Expr, ExprKind, SetOperator};

impl LoweringContext<'_> {
    pub(super) fn set(&mut self, members: &[Expr], span: Span, want: &[Type]) -> TypedExpr {
        let mut wanted: Vec<Type> = want
            .iter()
            .filter(|want| want.is_set())
            .filter_map(|want| want.member())
            .filter(|ty| *ty != Type::ANY)
            .collect();
        // Ambiguous members are resolved by the type of an unambiguous one.
        if wanted.is_empty()
            && let Some(clear) = members.iter().find(|member| !self.is_ambiguous(member))
            && members.iter().any(|member| self.is_ambiguous(member))
        {
            self.speculation_depth += 1;
            wanted.push(self.lower(clear, &[]).ty);
            self.speculation_depth -= 1;
        }
        let mut ty = Type::ANY;
        let mut lows = Vec::with_capacity(members.len());
        for member in members {
            let low = self.lower(member, &wanted);
            if low.is_error() {
                return Self::error_value(span);
            }
            match ty.unify(low.ty) {
                Some(both) => ty = both,
                None => {
                    return self.report_error(
                        Diagnostic::error(
                            "type",
                            low.span,
                            format!("this is {}, but the members before it are of another type", low.ty),
                        )
                        .label(format!("expected {ty}"))
                        .help("all members of a set have one type"),
                    );
                }
            }
            lows.push(low);
        }
        if ty == Type::ACTION {
            return self.report_error(Diagnostic::error("type", span, "an action cannot be a member of a set"));
        }
        let known: Option<Vec<Value>> = lows.iter().map(|low| low.as_constant().cloned()).collect();
        if let Some(known) = known {
            return Self::value(ty.set(), Value::set(known), span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.add(ty.set(), Out::DistinctSet(ids), span)
    }

    pub(super) fn range(&mut self, from: &Expr, to: &Expr, span: Span) -> TypedExpr {
        let (from, to) = (self.lower(from, &[Type::INT]), self.lower(to, &[Type::INT]));
        if from.is_error() || to.is_error() {
            return Self::error_value(span);
        }
        if let (Some(Value::Int(from)), Some(Value::Int(to))) = (from.as_constant(), to.as_constant()) {
            let count = usize::try_from(i64::from(*to) - i64::from(*from) + 1).unwrap_or(0);
            if count > MAX_MEMBERS {
                return self.report_error(
                    Diagnostic::error("set-too-large", span, format!("this range has {count} numbers"))
                        .label(format!("a set has at most {MAX_MEMBERS} members")),
                );
            }
            return Self::value(Type::INTS, Value::Set((*from..=*to).map(Value::Int).collect()), span);
        }
        let (from, to) = (self.expr_id(&from), self.expr_id(&to));
        self.add(Type::INTS, Out::Range(from, to), span)
    }

    /// Lowers `UNION`, `INTERSECT` and `EXCEPT`, left-associatively.
    pub(super) fn set_operations(&mut self, expr: &Expr, want: &[Type]) -> TypedExpr {
        let (first, rest) = left_spine(expr, |node| match node {
            ExprKind::SetOperation(joining, left, right) => Some((*joining, left, right)),
            _ => None,
        });
        let sets: Vec<Type> = want.iter().copied().filter(|want| want.is_set()).collect();
        let wanted: &[Type] = if sets.is_empty() { &[Type::SET] } else { &sets };
        let mut all = self.lower(first, wanted);
        for (joining, right, span) in rest {
            let expected = if all.is_error() { Type::SET } else { all.ty };
            let right = self.lower(right, &[expected]);
            all = self.emit_set_operation(joining, &all, &right, span);
        }
        all
    }

    fn emit_set_operation(
        &mut self,
        joining: SetOperator,
        left: &TypedExpr,
        right: &TypedExpr,
        span: Span,
    ) -> TypedExpr {
        let Some(ty) = left.ty.unify(right.ty).filter(|_| !left.is_error() && !right.is_error()) else {
            return Self::error_value(span);
        };
        if let (Some(Value::Set(one)), Some(Value::Set(two))) = (left.as_constant(), right.as_constant()) {
            let two_has: std::collections::HashSet<&Value> = two.iter().collect();
            let value = match joining {
                SetOperator::Union => Value::set(one.iter().chain(two.iter()).cloned()),
                SetOperator::Intersect => Value::set(one.iter().filter(|member| two_has.contains(member)).cloned()),
                SetOperator::Except => Value::set(one.iter().filter(|member| !two_has.contains(member)).cloned()),
            };
            return Self::value(ty, value, span);
        }
        let op = match joining {
            SetOperator::Union => BinaryOp::Join,
            SetOperator::Intersect => BinaryOp::Intersect,
            SetOperator::Except => BinaryOp::SetMinus,
        };
        let (left, right) = (self.expr_id(left), self.expr_id(right));
        self.add(ty, Out::Binary(op, left, right), span)
    }
}
