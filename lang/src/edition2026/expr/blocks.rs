//! Lines: conditions that must all hold, actions in order, and bodies of named expressions.
//! A line `$V = value` makes a variable that the lines after it know.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Expr as Out, Span};

use super::{Local, Low, Lower};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Expr, Node};

/// What lines are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::edition2026) enum Lines {
    /// All must hold.
    Conditions,
    /// Done in order.
    Actions,
    /// The last is the value; those before it are conditions, or all are actions.
    Body,
    /// A body whose last line may give a variable its value.
    Question,
}

impl Lower<'_> {
    /// Lines as one expression. Variables that they make stay known; who calls forgets them.
    pub(in crate::edition2026) fn lines(&mut self, lines: &[Expr], kind: Lines, span: Span) -> Low {
        let lows = self.each_line(lines, kind);
        if lows.iter().any(Low::is_wrong) {
            return Self::nothing(span);
        }
        let ty = match kind {
            Lines::Conditions => Type::BOOL,
            Lines::Actions => Type::ACTION,
            Lines::Body | Lines::Question => lows.last().map_or(Type::BOOL, |low| low.ty),
        };
        match lows.as_slice() {
            [] => Self::value(ty, Value::Bool(true), span),
            [one] => one.clone(),
            _ => {
                let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
                self.add(ty, Out::Lines(ids), span)
            }
        }
    }

    /// Each line. Conditions that always hold are left out.
    pub(super) fn each_line(&mut self, lines: &[Expr], kind: Lines) -> Vec<Low> {
        let mut lows: Vec<Low> = Vec::with_capacity(lines.len());
        // What lines are is known from the first that is no name.
        let mut manner = match kind {
            Lines::Conditions => Some(Type::BOOL),
            Lines::Actions => Some(Type::ACTION),
            Lines::Body | Lines::Question => None,
        };
        for (at, line) in lines.iter().enumerate() {
            let last = at + 1 == lines.len();
            if let Some(low) = self.naming(line) {
                if last && kind == Lines::Body && manner != Some(Type::ACTION) {
                    self.tell(
                        Diagnostic::error(
                            "no-value",
                            line.span,
                            "the last line must be a value, this one only names it",
                        )
                        .help("write the value without `$... =`"),
                    );
                }
                if low.known() != Some(&Value::Bool(true)) {
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
            let value = last && matches!(kind, Lines::Body | Lines::Question);
            if value || low.known() != Some(&Value::Bool(true)) {
                lows.push(low);
            }
        }
        lows
    }

    /// One action; variables that it makes are known inside of it only.
    pub(super) fn action(&mut self, line: &Expr) -> Low {
        if let Some(low) = self.naming(line) {
            return low;
        }
        let depth = self.scope.len();
        let low = self.lower(line, &[Type::ACTION]);
        self.scope.truncate(depth);
        low
    }

    /// A line `$V = value`.
    fn naming(&mut self, line: &Expr) -> Option<Low> {
        let Node::Assign(target, value) = &line.node else { return None };
        let Node::Var(name) = &target.node else { return None };
        let low = self.lower(value, &[]);
        if let Some(known) = self.bound(name) {
            let place = known.span;
            return Some(
                self.wrong(
                    Diagnostic::error("bound-twice", target.span, format!("`{name}` has a value already"))
                        .label("a variable gets a value once")
                        .related(place, "it got it here")
                        .help("`==` compares; what changes while the game runs is a variable of [VARIABLES]"),
                ),
            );
        }
        if low.ty == Type::ACTION {
            return Some(self.wrong(Diagnostic::error("type", low.span, "an action has no value")));
        }
        self.lets.entry(target.span).or_insert_with(|| (name.clone(), false));
        // A value that is known needs no variable.
        if let Some(known) = low.known().filter(|_| !self.asking) {
            let known = known.clone();
            let done = if known.is_wrong() { Value::Wrong } else { Value::Bool(true) };
            self.bind(name, target.span, Local::Known(known));
            return Some(Self::value(Type::BOOL, done, line.span));
        }
        let var = self.new_var(name);
        self.bind(name, target.span, Local::Var(var, low.ty));
        let id = self.id(&low);
        Some(self.add(Type::BOOL, Out::Assign(var, id), line.span))
    }

    /// `IF(condition, value, condition, value, ..., else)`.
    pub(super) fn choose(&mut self, arguments: &[Expr], span: Span, want: &[Type]) -> Low {
        if let Some(low) = self.count_arguments("IF", arguments, 2..=usize::MAX, span) {
            return low;
        }
        let pairs: Vec<&[Expr]> = arguments.chunks(2).collect();
        let mut ty = Type::ANY;
        let mut branches: Vec<(Low, Low)> = Vec::new();
        let mut other = None;
        let mut wrong = false;
        let mut wanted: Vec<Type> = want.to_vec();
        for pair in pairs {
            let (condition, value) = match pair {
                [condition, value] => (Some(self.lower(condition, &[Type::BOOL])), value),
                [value] => (None, value),
                _ => continue,
            };
            if self.constant && matches!(condition.as_ref().and_then(Low::known), Some(Value::Bool(false))) {
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
                self.tell(
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
            wrong |= low.is_wrong() || condition.as_ref().is_some_and(Low::is_wrong);
            let Some(condition) = condition else {
                other = Some(low);
                break;
            };
            if self.constant && condition.known().is_some() {
                return if wrong { Self::nothing(span) } else { low };
            }
            branches.push((condition, low));
        }
        if wrong {
            return Low { ty, ..Self::nothing(span) };
        }
        let other = match other {
            Some(other) => other,
            None if ty == Type::ACTION => Self::value(Type::ACTION, Value::Bool(true), span),
            None => {
                return self.wrong(
                    Diagnostic::error("no-else", span, "this IF does not say what it is when no condition holds")
                        .label("expected one more argument")
                        .help("`IF(condition, value, otherwise)`; only actions need no other side"),
                );
            }
        };
        let mut all = Low { ty, ..other };
        for (condition, value) in branches.into_iter().rev() {
            all = match condition.known() {
                Some(Value::Bool(true)) => Low { ty, ..value },
                Some(_) => all,
                None => {
                    let (condition, value, other) = (self.id(&condition), self.id(&value), self.id(&all));
                    self.add(ty, Out::If(condition, value, Some(other)), span)
                }
            };
        }
        all
    }

    /// One side of an IF, which may be an action.
    fn branch(&mut self, value: &Expr, wanted: &[Type]) -> Low {
        if wanted == [Type::ACTION] { self.action(value) } else { self.lower(value, wanted) }
    }
}
