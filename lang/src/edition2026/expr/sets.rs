//! Sets that are written out, ranges, and what joins sets.
//! Sets that questions give are elsewhere.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{BinaryOp, Expr as Out, Span};

use super::operators::spine;
use super::{Low, Lower};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::{MOST_MEMBERS, Value};
use crate::syntax::ast::{Expr, Joining, Node};

impl Lower<'_> {
    pub(super) fn set(&mut self, members: &[Expr], span: Span, want: &[Type]) -> Low {
        let mut wanted: Vec<Type> = want
            .iter()
            .filter(|want| want.is_set())
            .filter_map(|want| want.member())
            .filter(|ty| *ty != Type::ANY)
            .collect();
        // A word may have several meanings; what stands beside it says which is meant.
        if wanted.is_empty()
            && let Some(clear) = members.iter().find(|member| !self.is_vague(member))
            && members.iter().any(|member| self.is_vague(member))
        {
            self.trying += 1;
            wanted.push(self.lower(clear, &[]).ty);
            self.trying -= 1;
        }
        let mut ty = Type::ANY;
        let mut lows = Vec::with_capacity(members.len());
        for member in members {
            let low = self.lower(member, &wanted);
            if low.is_wrong() {
                return Self::nothing(span);
            }
            match ty.unify(low.ty) {
                Some(both) => ty = both,
                None => {
                    return self.wrong(
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
            return self.wrong(Diagnostic::error("type", span, "an action cannot be a member of a set"));
        }
        let known: Option<Vec<Value>> = lows.iter().map(|low| low.known().cloned()).collect();
        if let Some(known) = known {
            return Self::value(ty.set(), Value::set(known), span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.add(ty.set(), Out::Distinct(ids), span)
    }

    pub(super) fn range(&mut self, from: &Expr, to: &Expr, span: Span) -> Low {
        let (from, to) = (self.lower(from, &[Type::INT]), self.lower(to, &[Type::INT]));
        if from.is_wrong() || to.is_wrong() {
            return Self::nothing(span);
        }
        if let (Some(Value::Int(from)), Some(Value::Int(to))) = (from.known(), to.known()) {
            let count = usize::try_from(i64::from(*to) - i64::from(*from) + 1).unwrap_or(0);
            if count > MOST_MEMBERS {
                return self.wrong(
                    Diagnostic::error("set-too-large", span, format!("this range has {count} numbers"))
                        .label(format!("a set has at most {MOST_MEMBERS} members")),
                );
            }
            return Self::value(Type::INTS, Value::Set((*from..=*to).map(Value::Int).collect()), span);
        }
        let (from, to) = (self.id(&from), self.id(&to));
        self.add(Type::INTS, Out::Range(from, to), span)
    }

    /// `UNION`, `INTERSECT` and `EXCEPT`, from left to right.
    pub(super) fn joined(&mut self, expr: &Expr, want: &[Type]) -> Low {
        let (first, rest) = spine(expr, |node| match node {
            Node::Join(joining, left, right) => Some((*joining, left, right)),
            _ => None,
        });
        let sets: Vec<Type> = want.iter().copied().filter(|want| want.is_set()).collect();
        let wanted: &[Type] = if sets.is_empty() { &[Type::SET] } else { &sets };
        let mut all = self.lower(first, wanted);
        for (joining, right, span) in rest {
            let expected = if all.is_wrong() { Type::SET } else { all.ty };
            let right = self.lower(right, &[expected]);
            all = self.join(joining, &all, &right, span);
        }
        all
    }

    fn join(&mut self, joining: Joining, left: &Low, right: &Low, span: Span) -> Low {
        let Some(ty) = left.ty.unify(right.ty).filter(|_| !left.is_wrong() && !right.is_wrong()) else {
            return Self::nothing(span);
        };
        if let (Some(Value::Set(one)), Some(Value::Set(two))) = (left.known(), right.known()) {
            let two_has: std::collections::HashSet<&Value> = two.iter().collect();
            let value = match joining {
                Joining::Union => Value::set(one.iter().chain(two.iter()).cloned()),
                Joining::Intersect => Value::set(one.iter().filter(|member| two_has.contains(member)).cloned()),
                Joining::Except => Value::set(one.iter().filter(|member| !two_has.contains(member)).cloned()),
            };
            return Self::value(ty, value, span);
        }
        let op = match joining {
            Joining::Union => BinaryOp::Join,
            Joining::Intersect => BinaryOp::Intersect,
            Joining::Except => BinaryOp::SetMinus,
        };
        let (left, right) = (self.id(left), self.id(right));
        self.add(ty, Out::Binary(op, left, right), span)
    }
}
