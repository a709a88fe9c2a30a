//! Conversion of control flow: `AND`, `OR`, `IF` and sequences of lines, with a path condition for each branch.
//! The branches themselves are evaluated elsewhere.

use boardwright_rules::Span;

use super::state::{ConvertResult, Env, Outcome, SymbolicValue, Ty, convert_error};
use super::symbolic::SymbolicEvaluator;
use super::term::Term;
use crate::edition2013::ast::Node as Node2013;

impl<'t> SymbolicEvaluator<'t> {
    /// Converts a conjunction with short-circuit evaluation: `AND`, and the lines of a named expression.
    pub(super) fn evaluate_sequence(
        &mut self,
        first: &'t Node2013,
        rest: &[&'t Node2013],
        env: Env,
    ) -> ConvertResult<Outcome> {
        let mut left = self.evaluate(first, env)?;
        let Some((next, rest)) = rest.split_first() else { return Ok(left) };
        let holds = match &left.value {
            SymbolicValue::Typed(_, ty) if self.resolve_type(*ty) == Ty::Bool => {
                self.bool_term(&left.value, first.span)?
            }
            SymbolicValue::Unknown(why) => return Err(Box::new(convert_error(first.span, *why))),
            // A line with a value that is no Boolean does not stop the sequence; in `AND` it would cause a fault.
            _ => {
                let env = left.env();
                left = Outcome::of(SymbolicValue::truth(true), env);
                Term::bool(true)
            }
        };
        if holds.truth() == Some(false) {
            return Ok(left);
        }
        let has_effects = std::iter::once(next).chain(rest).any(|node| self.effects.of_node(node).has_any());
        let (holds, yes, no) = self.split_paths(has_effects, holds, &left);
        self.scope.guards.push(holds);
        let inline = usize::from(!has_effects && self.scope.guards.last().is_some_and(|guard| guard.truth().is_none()));
        self.scope.expression_depth += inline;
        let right = self.evaluate_sequence(next, rest, yes);
        self.scope.expression_depth -= inline;
        let holds = self.scope.guards.pop().unwrap_or_else(|| Term::bool(true));
        let right = right?;
        let value = match &right.value {
            SymbolicValue::Typed(_, ty) if self.resolve_type(*ty) == Ty::Bool => {
                let truth = self.bool_term(&right.value, next.span)?;
                SymbolicValue::bool(self.simplify(holds.clone().and(truth)))
            }
            value if holds.truth() == Some(true) => value.clone(),
            _ => SymbolicValue::Unknown("this is a value or false, but every expression of edition 2026 has one type"),
        };
        // A right side that always holds has no failing branch.
        let no = if constant_truth(&right.value) == Some(true) { no } else { Env::merge(&holds, &right.if_false, &no) };
        Ok(Outcome { value, if_false: no, if_true: right.if_true })
    }

    pub(super) fn evaluate_or(&mut self, left: &'t Node2013, right: &'t Node2013, env: Env) -> ConvertResult<Outcome> {
        let first = self.evaluate(left, env)?;
        let holds = self.bool_term(&first.value, left.span)?;
        if holds.truth() == Some(true) {
            return Ok(first);
        }
        let has_effects = self.effects.of_node(right).has_any();
        let (holds, yes, no) = self.split_paths(has_effects, holds, &first);
        self.scope.guards.push(holds.clone().not());
        self.scope.expression_depth += usize::from(!has_effects);
        let second = self.evaluate(right, no);
        self.scope.expression_depth -= usize::from(!has_effects);
        self.scope.guards.pop();
        let second = second?;
        let other = self.bool_term(&second.value, right.span)?;
        let value = SymbolicValue::bool(self.simplify(holds.clone().or(other)));
        let yes =
            if constant_truth(&second.value) == Some(false) { yes } else { Env::merge(&holds, &yes, &second.if_true) };
        Ok(Outcome { value, if_true: yes, if_false: second.if_false })
    }

    /// Converts `IF`.
    pub(super) fn evaluate_if(&mut self, nodes: &'t [Node2013], env: Env, span: Span) -> ConvertResult<Outcome> {
        let [condition, then, other @ ..] = nodes else {
            return Err(Box::new(convert_error(span, "`IF` takes two or three arguments")));
        };
        let first = self.evaluate(condition, env)?;
        let holds = self.bool_term(&first.value, condition.span)?;
        match (holds.truth(), other.first()) {
            (Some(true), _) => return self.evaluate(then, first.if_true),
            (Some(false), Some(other)) => return self.evaluate(other, first.if_false),
            _ => {}
        }
        let later = other.first().is_some_and(|other| self.effects.of_node(other).has_any());
        let has_effects = later || self.effects.of_node(then).has_any();
        let (holds, yes, no) = self.split_paths(has_effects, holds, &first);
        self.scope.expression_depth += usize::from(!has_effects);
        self.scope.guards.push(holds.clone());
        let one = self.evaluate(then, yes);
        self.scope.guards.pop();
        let one = one.map(|mut one| {
            if later {
                one.value = self.freeze_value(&one.value, "value");
                self.freeze_env(&mut one.if_true);
                self.freeze_env(&mut one.if_false);
            }
            one
        });
        self.scope.guards.push(holds.clone().not());
        let two = match other.first() {
            Some(other) => self.evaluate(other, no),
            // A missing third argument causes a fault in the edition 2013.
            None => Ok(Outcome::of(one.as_ref().map_or(SymbolicValue::truth(false), |one| one.value.clone()), no)),
        };
        self.scope.guards.pop();
        self.scope.expression_depth -= usize::from(!has_effects);
        let (one, two) = (one?, two?);
        let value = if has_effects {
            self.choose(&holds, &one.value, &two.value, span)
                .unwrap_or(SymbolicValue::Unknown("its two branches have different types"))
        } else {
            self.choose(&holds, &one.value, &two.value, span)?
        };
        // If one branch cannot have this outcome, its variables do not matter there, which allows simpler merged
        // states.
        let either = |truth: bool, [a, not_a]: [&Env; 2], [b, not_b]: [&Env; 2]| {
            let (mut env, side) = match (constant_truth(&one.value), constant_truth(&two.value)) {
                (Some(never), _) if never != truth => (b.clone(), [b, not_b]),
                (_, Some(never)) if never != truth => (a.clone(), [a, not_a]),
                _ => return Env::merge(&holds, a, b),
            };
            let both = Env::merge(
                &holds,
                if truth { &one.if_false } else { &one.if_true },
                if truth { &two.if_false } else { &two.if_true },
            );
            for (name, slot) in Env::agreeing_variables(side[0], side[1], &both) {
                env.set(&name, (*slot).clone());
            }
            env
        };
        let (yes, no) = ([&one.if_true, &two.if_true], [&one.if_false, &two.if_false]);
        let (yes, no) =
            (either(true, [yes[0], no[0]], [yes[1], no[1]]), either(false, [no[0], yes[0]], [no[1], yes[1]]));
        Ok(Outcome { value, if_true: yes, if_false: no })
    }

    /// Returns a condition and the environments of its branches; all are bound first if the branches have effects.
    fn split_paths(&mut self, has_effects: bool, holds: Term, outcome: &Outcome) -> (Term, Env, Env) {
        let (mut yes, mut no) = (outcome.if_true.clone(), outcome.if_false.clone());
        let mut holds = holds;
        if has_effects && self.scope.dry_run.is_none() {
            holds = self.freeze(&holds, Ty::Bool, "holds");
            self.freeze_env(&mut yes);
            self.freeze_env(&mut no);
        }
        (holds, yes, no)
    }
}

/// Constant truth value, if it is known.
fn constant_truth(value: &SymbolicValue) -> Option<bool> {
    match value {
        SymbolicValue::Typed(term, _) => term.truth(),
        _ => None,
    }
}
