//! What is asked of each member of a set, and `REACH`.
//! `EACH`, which does something, is here too; what it does is with the actions.

use boardwright_engine::rules::{Expr as Out, Over, Span};

use super::{Local, Low, Lower};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::{Value, none_of};
use crate::syntax::ast::{Expr, Node};

/// The loop of a name, and what its body must be.
fn loop_named(name: &str) -> Option<(Over, Type)> {
    Some(match name {
        "FORALL" => (Over::All, Type::BOOL),
        "FORSOME" => (Over::Some, Type::BOOL),
        "COUNT" => (Over::Count, Type::BOOL),
        "SUM" => (Over::Sum, Type::INT),
        "MAX" => (Over::Max, Type::INT),
        "MIN" => (Over::Min, Type::INT),
        "FIRST" => (Over::First, Type::BOOL),
        "WHERE" => (Over::Where, Type::BOOL),
        "EACH" => (Over::Each, Type::ACTION),
        _ => return None,
    })
}

impl Lower<'_> {
    pub(super) fn loop_call(&mut self, name: &str, arguments: &[Expr], span: Span, want: &[Type]) -> Option<Low> {
        if name == "REACH" {
            return Some(self.reach(arguments, span));
        }
        let (over, body) = loop_named(name)?;
        let extreme = matches!(over, Over::Max | Over::Min);
        // The greater of two numbers is no loop.
        if extreme && arguments.len() == 2 {
            return None;
        }
        let most = if extreme { 4 } else { 3 };
        if let Some(low) = self.count_arguments(name, arguments, 3..=most, span) {
            return Some(low);
        }
        let Some(var) = self.loop_variable(&arguments[0], name) else { return Some(Self::nothing(span)) };
        let sets: Vec<Type> = match over {
            Over::Where => want.iter().copied().filter(|want| want.is_set()).collect(),
            Over::First => want.iter().map(|want| want.set()).collect(),
            _ => Vec::new(),
        };
        let sets = if sets.is_empty() { vec![Type::SET] } else { sets };
        let set = self.lower(&arguments[1], &sets);
        let none = arguments.get(3).map(|none| self.lower(none, &[Type::INT]));
        let member = set.ty.member().unwrap_or(Type::ANY);
        let low = match set.known() {
            Some(Value::Wrong) => {
                // What is in the body is looked at all the same.
                let _ = self.body(&var, Type::ANY, &arguments[2], body);
                Self::nothing(span)
            }
            Some(Value::Set(members)) if self.constant => {
                let members = members.clone();
                self.unrolled(over, &var, &members, &arguments[2], body, none.as_ref(), (member, span))
            }
            _ => {
                let (id, inner) = self.body(&var, member, &arguments[2], body);
                let gives = match over {
                    Over::All | Over::Some => Type::BOOL,
                    Over::Count | Over::Sum | Over::Max | Over::Min => Type::INT,
                    Over::First => member,
                    Over::Where => set.ty,
                    Over::Each => Type::ACTION,
                };
                if inner.is_wrong() || none.as_ref().is_some_and(Low::is_wrong) {
                    return Some(Self::wrongly(gives, span));
                }
                if over == Over::First && member.is_set() {
                    return Some(self.wrong(Diagnostic::error(
                        "type",
                        span,
                        "`FIRST` cannot pick a set: there is no set that means none",
                    )));
                }
                let (set, body) = (self.id(&set), self.id(&inner));
                // The engine cannot know of which kind the members of an empty set are.
                let none = match (over, none_of(member)) {
                    (Over::First, Some(none)) => Some(self.node_of(&Value::Thing(none), span)),
                    _ => none.map(|none| self.id(&none)),
                };
                self.add(gives, Out::Over { over, var: id, set, body, none }, span)
            }
        };
        Some(low)
    }

    /// The name of a loop's variable.
    fn loop_variable(&mut self, expr: &Expr, name: &str) -> Option<(String, Span)> {
        if let Node::Var(var) = &expr.node {
            if let Some(known) = self.bound(var) {
                let place = known.span;
                self.tell(
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
        let help = match &expr.node {
            Node::Name(word) => Some(format!("local variables begin with `$`: `${word}`")),
            _ => Some(format!("`{name}($V, set, ...)` looks at each member of a set, as `$V`")),
        };
        self.tell(
            Diagnostic::error("loop-variable", expr.span, format!("the first argument of `{name}` must be a variable"))
                .label("expected `$` and a name")
                .maybe_help(help),
        );
        None
    }

    /// Lowers the body of a loop with its variable.
    fn body(
        &mut self,
        var: &(String, Span),
        member: Type,
        body: &Expr,
        want: Type,
    ) -> (boardwright_engine::ids::VarId, Low) {
        let id = self.new_var(&var.0);
        let depth = self.scope.len();
        self.bind(&var.0, var.1, Local::Var(id, member));
        let low = if want == Type::ACTION { self.action(body) } else { self.lower(body, &[want]) };
        self.scope.truncate(depth);
        (id, low)
    }

    /// A loop over a set that is known, where everything must be known.
    #[allow(clippy::too_many_arguments, reason = "each is another part of the loop as it is written")]
    fn unrolled(
        &mut self,
        over: Over,
        var: &(String, Span),
        members: &[Value],
        body: &Expr,
        want: Type,
        none: Option<&Low>,
        (member, span): (Type, Span),
    ) -> Low {
        let mut bodies = Vec::with_capacity(members.len());
        for value in members {
            let depth = self.scope.len();
            self.bind(&var.0, var.1, Local::Known(value.clone()));
            let low = self.lower(body, &[want]);
            self.scope.truncate(depth);
            let Some(value) = low.known().filter(|value| !value.is_wrong()) else { return Self::nothing(span) };
            bodies.push(value.clone());
        }
        let yes = |value: &&Value| **value == Value::Bool(true);
        let pairs = || members.iter().zip(&bodies);
        let numbers = || bodies.iter().filter_map(Value::int);
        let value = match over {
            Over::All => Value::Bool(bodies.iter().all(|value| yes(&value))),
            Over::Some => Value::Bool(bodies.iter().any(|value| yes(&value))),
            Over::Count => Value::Int(bodies.iter().filter(yes).count() as i32),
            Over::Sum => match numbers().try_fold(0_i32, i32::checked_add) {
                Some(sum) => Value::Int(sum),
                None => {
                    return self.wrong(Diagnostic::error("arithmetic", span, "the result does not fit into 32 bits"));
                }
            },
            Over::Max | Over::Min => {
                let found = if over == Over::Max { numbers().max() } else { numbers().min() };
                match found.map(Value::Int).or_else(|| none.and_then(|none| none.known().cloned())) {
                    Some(value) => value,
                    None => {
                        return self.wrong(
                            Diagnostic::error("empty-set", span, "this set is empty")
                                .help("a fourth argument says what comes then"),
                        );
                    }
                }
            }
            Over::First => match (pairs().find(|(_, found)| yes(found)), none_of(member)) {
                (Some((first, _)), _) => first.clone(),
                (None, Some(none)) => Value::Thing(none),
                (None, None) => return self.wrong(Diagnostic::error("empty-set", span, "no member fits")),
            },
            Over::Where => {
                Value::Set(pairs().filter(|(_, found)| yes(found)).map(|(member, _)| member.clone()).collect())
            }
            Over::Each => return self.not_constant("`EACH`", span),
        };
        let ty = match over {
            Over::All | Over::Some => Type::BOOL,
            Over::Count | Over::Sum | Over::Max | Over::Min | Over::Each => Type::INT,
            Over::First => member,
            Over::Where => member.set(),
        };
        Self::value(ty, value, span)
    }

    /// `REACH(relation, start, $L, condition)`.
    fn reach(&mut self, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_arguments("REACH", arguments, 4..=4, span) {
            return low;
        }
        let relation = self.lower(&arguments[0], &[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS]);
        let start = self.lower(&arguments[1], &[Type::LOCATIONS]);
        let Some(var) = self.loop_variable(&arguments[2], "REACH") else { return Self::nothing(span) };
        if self.constant {
            return self.not_constant("`REACH`", span);
        }
        let (id, condition) = self.body(&var, Type::LOCATION, &arguments[3], Type::BOOL);
        if relation.is_wrong() || start.is_wrong() || condition.is_wrong() {
            return Self::nothing(span);
        }
        let (relation, start, condition) = (self.id(&relation), self.id(&start), self.id(&condition));
        self.add(Type::LOCATIONS, Out::Reach { relation, start, var: id, condition }, span)
    }
}
