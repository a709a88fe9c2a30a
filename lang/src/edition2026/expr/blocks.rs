//! Lowering of blocks of lines: conjunctions of conditions, sequences of actions, and bodies of named expressions.
//! A line `$V = value` binds a variable for the lines after it.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr as Out, Span};

use super::{Local, LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Expr, ExprKind};

/// Kind of a block of lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::edition2026) enum BlockKind {
    /// Conditions, all of which must hold.
    Conditions,
    /// Actions, executed in order.
    Actions,
    /// The last line is the value; the lines before it are conditions. Alternatively, all lines are actions.
    Body,
    /// A body whose last line may be a binding.
    Query,
}

impl LoweringContext<'_> {
    /// Lowers lines to one expression. Variables that they bind stay in scope; the caller truncates the scope.
    pub(in crate::edition2026) fn lines(&mut self, lines: &[Expr], kind: BlockKind, span: Span) -> TypedExpr {
        let lows = self.each_line(lines, kind);
        if lows.iter().any(TypedExpr::is_error) {
            return Self::error_value(span);
        }
        let ty = match kind {
            BlockKind::Conditions => Type::BOOL,
            BlockKind::Actions => Type::ACTION,
            BlockKind::Body | BlockKind::Query => lows.last().map_or(Type::BOOL, |low| low.ty),
        };
        match lows.as_slice() {
            [] => Self::value(ty, Value::Bool(true), span),
            [one] => one.clone(),
            _ => {
                let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
                self.add(ty, Out::Lines(ids), span)
            }
        }
    }

    /// Lowers each line. Conditions that are constantly true are left out.
    pub(super) fn each_line(&mut self, lines: &[Expr], kind: BlockKind) -> Vec<TypedExpr> {
        let mut lows: Vec<TypedExpr> = Vec::with_capacity(lines.len());
        // The first line that is not a binding determines whether the lines are conditions or actions.
        let mut manner = match kind {
            BlockKind::Conditions => Some(Type::BOOL),
            BlockKind::Actions => Some(Type::ACTION),
            BlockKind::Body | BlockKind::Query => None,
        };
        for (at, line) in lines.iter().enumerate() {
            let last = at + 1 == lines.len();
            if let Some(low) = self.lower_binding(line) {
                if last && kind == BlockKind::Body && manner != Some(Type::ACTION) {
                    self.report(
                        Diagnostic::error("no-value", line.span, "the last line must be a value, not a binding")
                            .help("write the value without `$... =`"),
                    );
                }
                if low.as_constant() != Some(&Value::Bool(true)) {
                    lows.push(low);
                }
                continue;
            }
            let low = match manner {
                Some(Type::ACTION) => self.action(line),
                Some(_) => self.lower(line, &[Type::BOOL]),
                None if last => self.lower(line, &[]),
                None => {
                    let low = self.lower(line, &[Type::BOOL, Type::ACTION]);
                    manner = Some(if low.ty == Type::ACTION { Type::ACTION } else { Type::BOOL });
                    low
                }
            };
            // The last line of a body is its value.
            let value = last && matches!(kind, BlockKind::Body | BlockKind::Query);
            if value || low.as_constant() != Some(&Value::Bool(true)) {
                lows.push(low);
            }
        }
        lows
    }

    /// Lowers one action; variables that it binds are local to it.
    pub(super) fn action(&mut self, line: &Expr) -> TypedExpr {
        if let Some(low) = self.lower_binding(line) {
            return low;
        }
        let depth = self.scope.len();
        let low = self.lower(line, &[Type::ACTION]);
        self.scope.truncate(depth);
        low
    }

    /// Lowers a binding `$V = value`; `None` if the line is not a binding.
    fn lower_binding(&mut self, line: &Expr) -> Option<TypedExpr> {
        let ExprKind::Assign(target, value) = &line.kind else { return None };
        let ExprKind::Var(name) = &target.kind else { return None };
        let low = self.lower(value, &[]);
        if let Some(known) = self.find_local(name) {
            let place = known.span;
            return Some(
                self.report_error(
                    Diagnostic::error("bound-twice", target.span, format!("`{name}` is already bound"))
                        .label("a variable can be bound only once")
                        .related(place, "bound here")
                        .help("`==` compares; values that change during the game are variables of [VARIABLES]"),
                ),
            );
        }
        if low.ty == Type::ACTION {
            return Some(self.report_error(Diagnostic::error("type", low.span, "an action has no value")));
        }
        self.let_bindings.entry(target.span).or_insert_with(|| (name.clone(), false));
        // A constant needs no variable of the rule set.
        if let Some(known) = low.as_constant().filter(|_| !self.is_query) {
            let known = known.clone();
            let done = if known.is_error() { Value::Error } else { Value::Bool(true) };
            self.bind(name, target.span, Local::Constant(known));
            return Some(Self::value(Type::BOOL, done, line.span));
        }
        let var = self.new_var(name);
        self.bind(name, target.span, Local::Var(var, low.ty));
        let id = self.expr_id(&low);
        Some(self.add(Type::BOOL, Out::Assign(var, id), line.span))
    }

    /// Lowers `IF(condition, value, condition, value, ..., else)`.
    pub(super) fn lower_if(&mut self, arguments: &[Expr], span: Span, want: &[Type]) -> TypedExpr {
        if let Some(low) = self.count_arguments("IF", arguments, 2..=usize::MAX, span) {
            return low;
        }
        let pairs: Vec<&[Expr]> = arguments.chunks(2).collect();
        let mut ty = Type::ANY;
        let mut branches: Vec<(TypedExpr, TypedExpr)> = Vec::new();
        let mut other = None;
        let mut wrong = false;
        let mut wanted: Vec<Type> = want.to_vec();
        for pair in pairs {
            let (condition, value) = match pair {
                [condition, value] => (Some(self.lower(condition, &[Type::BOOL])), value),
                [value] => (None, value),
                _ => continue,
            };
            if self.constant && matches!(condition.as_ref().and_then(TypedExpr::as_constant), Some(Value::Bool(false)))
            {
                continue;
            }
            let depth = self.scope.len();
            let low = if ty == Type::ACTION { self.action(value) } else { self.branch(value, &wanted) };
            self.scope.truncate(depth);
            if let Some(both) = ty.unify(low.ty) {
                ty = both;
                if wanted.is_empty() && ty != Type::ANY {
                    wanted = vec![ty];
                }
            } else {
                self.report(
                    Diagnostic::error(
                        "type",
                        low.span,
                        format!("this is {}, but what comes before it is {ty}", low.ty),
                    )
                    .label(format!("expected {ty}"))
                    .help("all values of an IF have one type"),
                );
                wrong = true;
            }
            wrong |= low.is_error() || condition.as_ref().is_some_and(TypedExpr::is_error);
            let Some(condition) = condition else {
                other = Some(low);
                break;
            };
            if self.constant && condition.as_constant().is_some() {
                return if wrong { Self::error_value(span) } else { low };
            }
            branches.push((condition, low));
        }
        if wrong {
            return TypedExpr { ty, ..Self::error_value(span) };
        }
        let other = match other {
            Some(other) => other,
            None if ty == Type::ACTION => Self::value(Type::ACTION, Value::Bool(true), span),
            None => {
                return self.report_error(
                    Diagnostic::error("no-else", span, "this `IF` has no value for the case that no condition holds")
                        .label("expected one more argument")
                        .help("`IF(condition, value, otherwise)`; only actions need no last value"),
                );
            }
        };
        let mut all = TypedExpr { ty, ..other };
        for (condition, value) in branches.into_iter().rev() {
            all = match condition.as_constant() {
                Some(Value::Bool(true)) => TypedExpr { ty, ..value },
                Some(_) => all,
                None => {
                    let (condition, value, other) =
                        (self.expr_id(&condition), self.expr_id(&value), self.expr_id(&all));
                    self.add(ty, Out::If(condition, value, Some(other)), span)
                }
            };
        }
        all
    }

    /// Lowers one branch of an `IF`, which may be an action.
    fn branch(&mut self, value: &Expr, wanted: &[Type]) -> TypedExpr {
        if wanted == [Type::ACTION] { self.action(value) } else { self.lower(value, wanted) }
    }
}
