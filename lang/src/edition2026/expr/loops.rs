//! Lowering of loops: quantifiers, aggregates and filters over sets, `EACH`, and `REACH` (flood fill along a relation).
//! The actions in the body of `EACH` are lowered in `actions`.

use boardwright_rules::{Aggregate, Expr as Out, Span};

use super::{Local, LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::{Value, null_of};
use crate::syntax::ast::{Expr, ExprKind};

/// Loop of the given name, and the type of its body.
fn loop_named(name: &str) -> Option<(Aggregate, Type)> {
    Some(match name {
        "FORALL" => (Aggregate::All, Type::BOOL),
        "FORSOME" => (Aggregate::Some, Type::BOOL),
        "COUNT" => (Aggregate::Count, Type::BOOL),
        "SUM" => (Aggregate::Sum, Type::INT),
        "MAX" => (Aggregate::Max, Type::INT),
        "MIN" => (Aggregate::Min, Type::INT),
        "FIRST" => (Aggregate::First, Type::BOOL),
        "WHERE" => (Aggregate::Where, Type::BOOL),
        "EACH" => (Aggregate::Each, Type::ACTION),
        _ => return None,
    })
}

impl LoweringContext<'_> {
    pub(super) fn loop_call(&mut self, name: &str, arguments: &[Expr], span: Span, want: &[Type]) -> Option<TypedExpr> {
        if name == "REACH" {
            return Some(self.reach(arguments, span));
        }
        let (over, body) = loop_named(name)?;
        let extreme = matches!(over, Aggregate::Max | Aggregate::Min);
        // `MAX(a, b)` and `MIN(a, b)` are functions of two numbers, not loops.
        if extreme && arguments.len() == 2 {
            return None;
        }
        let most = if extreme { 4 } else { 3 };
        if let Some(low) = self.count_arguments(name, arguments, 3..=most, span) {
            return Some(low);
        }
        let Some(var) = self.loop_variable(&arguments[0], name) else { return Some(Self::error_value(span)) };
        let sets: Vec<Type> = match over {
            Aggregate::Where => want.iter().copied().filter(|want| want.is_set()).collect(),
            Aggregate::First => want.iter().map(|want| want.set()).collect(),
            _ => Vec::new(),
        };
        let sets = if sets.is_empty() { vec![Type::SET] } else { sets };
        let set = self.lower(&arguments[1], &sets);
        let none = arguments.get(3).map(|none| self.lower(none, &[Type::INT]));
        let member = set.ty.member().unwrap_or(Type::ANY);
        let low = match set.as_constant() {
            Some(Value::Error) => {
                // The body is lowered nevertheless, to report its errors.
                let _ = self.body(&var, Type::ANY, &arguments[2], body);
                Self::error_value(span)
            }
            Some(Value::Set(members)) if self.constant => {
                let members = members.clone();
                self.unroll(over, &var, &members, &arguments[2], body, none.as_ref(), (member, span))
            }
            _ => {
                let (id, inner) = self.body(&var, member, &arguments[2], body);
                let gives = match over {
                    Aggregate::All | Aggregate::Some => Type::BOOL,
                    Aggregate::Count | Aggregate::Sum | Aggregate::Max | Aggregate::Min => Type::INT,
                    Aggregate::First => member,
                    Aggregate::Where => set.ty,
                    Aggregate::Each => Type::ACTION,
                };
                if inner.is_error() || none.as_ref().is_some_and(TypedExpr::is_error) {
                    return Some(Self::error_of_type(gives, span));
                }
                if over == Aggregate::First && member.is_set() {
                    return Some(self.report_error(Diagnostic::error(
                        "type",
                        span,
                        "`FIRST` cannot return a set: there is no null value for sets",
                    )));
                }
                let (set, body) = (self.expr_id(&set), self.expr_id(&inner));
                // The engine cannot infer the type of the members of an empty set.
                let none = match (over, null_of(member)) {
                    (Aggregate::First, Some(none)) => Some(self.node_of(&Value::Thing(none), span)),
                    _ => none.map(|none| self.expr_id(&none)),
                };
                self.add(gives, Out::Aggregate { function: over, var: id, set, body, none }, span)
            }
        };
        Some(low)
    }

    /// Name and span of the loop variable; reports an error if the argument is not a variable.
    fn loop_variable(&mut self, expr: &Expr, name: &str) -> Option<(String, Span)> {
        if let ExprKind::Var(var) = &expr.kind {
            if let Some(known) = self.find_local(var) {
                let place = known.span;
                self.report(
                    Diagnostic::warning(
                        "hidden-variable",
                        expr.span,
                        format!("`{var}` hides another variable of this name"),
                    )
                    .related(place, "the other one"),
                );
            }
            return Some((var.clone(), expr.span));
        }
        let help = match &expr.kind {
            ExprKind::Name(word) => Some(format!("local variables begin with `$`: `${word}`")),
            _ => Some(format!("`{name}($V, set, ...)` iterates over a set, with `$V` as the current member")),
        };
        self.report(
            Diagnostic::error("loop-variable", expr.span, format!("the first argument of `{name}` must be a variable"))
                .label("expected `$` and a name")
                .maybe_help(help),
        );
        None
    }

    /// Lowers the body of a loop in a scope with its variable.
    fn body(
        &mut self,
        var: &(String, Span),
        member: Type,
        body: &Expr,
        want: Type,
    ) -> (boardwright_game::ids::VarId, TypedExpr) {
        let id = self.new_var(&var.0);
        let depth = self.scope.len();
        self.bind(&var.0, var.1, Local::Var(id, member));
        let low = if want == Type::ACTION { self.action(body) } else { self.lower(body, &[want]) };
        self.scope.truncate(depth);
        (id, low)
    }

    /// Evaluates a loop over a constant set in a constant context.
    #[allow(clippy::too_many_arguments, reason = "each is another part of the loop as it is written")]
    fn unroll(
        &mut self,
        over: Aggregate,
        var: &(String, Span),
        members: &[Value],
        body: &Expr,
        want: Type,
        none: Option<&TypedExpr>,
        (member, span): (Type, Span),
    ) -> TypedExpr {
        let mut bodies = Vec::with_capacity(members.len());
        for value in members {
            let depth = self.scope.len();
            self.bind(&var.0, var.1, Local::Constant(value.clone()));
            let low = self.lower(body, &[want]);
            self.scope.truncate(depth);
            let Some(value) = low.as_constant().filter(|value| !value.is_error()) else {
                return Self::error_value(span);
            };
            bodies.push(value.clone());
        }
        let yes = |value: &&Value| **value == Value::Bool(true);
        let pairs = || members.iter().zip(&bodies);
        let numbers = || bodies.iter().filter_map(Value::int);
        let value = match over {
            Aggregate::All => Value::Bool(bodies.iter().all(|value| yes(&value))),
            Aggregate::Some => Value::Bool(bodies.iter().any(|value| yes(&value))),
            Aggregate::Count => Value::Int(bodies.iter().filter(yes).count() as i32),
            Aggregate::Sum => match numbers().try_fold(0_i32, i32::checked_add) {
                Some(sum) => Value::Int(sum),
                None => {
                    return self.report_error(Diagnostic::error(
                        "arithmetic",
                        span,
                        "the result does not fit into 32 bits",
                    ));
                }
            },
            Aggregate::Max | Aggregate::Min => {
                let found = if over == Aggregate::Max { numbers().max() } else { numbers().min() };
                match found.map(Value::Int).or_else(|| none.and_then(|none| none.as_constant().cloned())) {
                    Some(value) => value,
                    None => {
                        return self.report_error(
                            Diagnostic::error("empty-set", span, "this set is empty")
                                .help("a fourth argument is the value for the empty set"),
                        );
                    }
                }
            }
            Aggregate::First => match (pairs().find(|(_, found)| yes(found)), null_of(member)) {
                (Some((first, _)), _) => first.clone(),
                (None, Some(none)) => Value::Thing(none),
                (None, None) => return self.report_error(Diagnostic::error("empty-set", span, "no member fits")),
            },
            Aggregate::Where => {
                Value::Set(pairs().filter(|(_, found)| yes(found)).map(|(member, _)| member.clone()).collect())
            }
            Aggregate::Each => return self.not_constant("`EACH`", span),
        };
        let ty = match over {
            Aggregate::All | Aggregate::Some => Type::BOOL,
            Aggregate::Count | Aggregate::Sum | Aggregate::Max | Aggregate::Min | Aggregate::Each => Type::INT,
            Aggregate::First => member,
            Aggregate::Where => member.set(),
        };
        Self::value(ty, value, span)
    }

    /// Lowers `REACH($L, start, next)`.
    fn closure(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
        let Some(var) = self.loop_variable(&arguments[0], "REACH") else { return Self::error_value(span) };
        let start = self.lower(&arguments[1], &[Type::LOCATIONS]);
        if self.constant {
            return self.not_constant("`REACH`", span);
        }
        let id = self.new_var(&var.0);
        let depth = self.scope.len();
        self.bind(&var.0, var.1, Local::Var(id, Type::LOCATION));
        let next = self.lower(&arguments[2], &[Type::LOCATIONS, Type::LOCATION]);
        self.scope.truncate(depth);
        if start.is_error() || next.is_error() {
            return Self::error_of_type(Type::LOCATIONS, span);
        }
        let (start, next) = (self.expr_id(&start), self.expr_id(&next));
        self.add(Type::LOCATIONS, Out::Closure { start, var: id, next }, span)
    }

    /// Lowers `REACH($L, start, next)` or `REACH(relation, start, $L, condition)`.
    fn reach(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_arguments("REACH", arguments, 3..=4, span) {
            return low;
        }
        if arguments.len() == 3 {
            return self.closure(arguments, span);
        }
        let relation = self.lower(&arguments[0], &[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS]);
        let start = self.lower(&arguments[1], &[Type::LOCATIONS]);
        let Some(var) = self.loop_variable(&arguments[2], "REACH") else { return Self::error_value(span) };
        if self.constant {
            return self.not_constant("`REACH`", span);
        }
        let (id, condition) = self.body(&var, Type::LOCATION, &arguments[3], Type::BOOL);
        if relation.is_error() || start.is_error() || condition.is_error() {
            return Self::error_value(span);
        }
        let (relation, start, condition) = (self.expr_id(&relation), self.expr_id(&start), self.expr_id(&condition));
        self.add(Type::LOCATIONS, Out::Reach { relation, start, var: id, condition }, span)
    }
}
