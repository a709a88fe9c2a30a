//! Where there are several ways on: `AND`, `OR`, `IF` and lines, with what is known on each.
//! What stands on the ways is followed elsewhere.

use boardwright_engine::rules::Span;

use super::follow::Follower;
use super::state::{Done, Env, Res, Ty, Val, stop};
use super::term::Term;
use crate::edition2013::ast::Node as Node2013;

impl<'t> Follower<'t> {
    /// All of several expressions, one after another while they hold: `AND`, and the lines of a named expression.
    pub(super) fn both(&mut self, first: &'t Node2013, rest: &[&'t Node2013], env: Env) -> Res<Done> {
        let mut left = self.follow(first, env)?;
        let Some((next, rest)) = rest.split_first() else { return Ok(left) };
        let holds = match &left.value {
            Val::Is(_, ty) if self.known(*ty) == Ty::Bool => self.boolean(&left.value, first.span)?,
            Val::None(why) => return Err(Box::new(stop(first.span, *why))),
            // Lines whose value is no boolean go on; `AND` would have stopped the game.
            _ => {
                let env = left.env();
                left = Done::of(Val::truth(true), env);
                Term::bool(true)
            }
        };
        if holds.truth() == Some(false) {
            return Ok(left);
        }
        let acts = std::iter::once(next).chain(rest).any(|node| self.effects.node(node).anything());
        let (holds, yes, no) = self.before(acts, holds, &left);
        self.scope.guards.push(holds);
        let inline = usize::from(!acts && self.scope.guards.last().is_some_and(|guard| guard.truth().is_none()));
        self.scope.inline += inline;
        let right = self.both(next, rest, yes);
        self.scope.inline -= inline;
        let holds = self.scope.guards.pop().unwrap_or_else(|| Term::bool(true));
        let right = right?;
        let value = match &right.value {
            Val::Is(_, ty) if self.known(*ty) == Ty::Bool => {
                let truth = self.boolean(&right.value, next.span)?;
                Val::bool(self.simplified(holds.clone().and(truth)))
            }
            value if holds.truth() == Some(true) => value.clone(),
            _ => Val::None("this is a value or false, but every expression of 2026 has one type"),
        };
        // What always holds never fails.
        let no = if truth_of(&right.value) == Some(true) { no } else { Env::merge(&holds, &right.no, &no) };
        Ok(Done { value, no, yes: right.yes })
    }

    pub(super) fn either(&mut self, left: &'t Node2013, right: &'t Node2013, env: Env) -> Res<Done> {
        let first = self.follow(left, env)?;
        let holds = self.boolean(&first.value, left.span)?;
        if holds.truth() == Some(true) {
            return Ok(first);
        }
        let acts = self.effects.node(right).anything();
        let (holds, yes, no) = self.before(acts, holds, &first);
        self.scope.guards.push(holds.clone().not());
        self.scope.inline += usize::from(!acts);
        let second = self.follow(right, no);
        self.scope.inline -= usize::from(!acts);
        self.scope.guards.pop();
        let second = second?;
        let other = self.boolean(&second.value, right.span)?;
        let value = Val::bool(self.simplified(holds.clone().or(other)));
        let yes = if truth_of(&second.value) == Some(false) { yes } else { Env::merge(&holds, &yes, &second.yes) };
        Ok(Done { value, yes, no: second.no })
    }

    /// `IF`.
    pub(super) fn branch(&mut self, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        let [condition, then, other @ ..] = nodes else {
            return Err(Box::new(stop(span, "`IF` takes two or three arguments")));
        };
        let first = self.follow(condition, env)?;
        let holds = self.boolean(&first.value, condition.span)?;
        match (holds.truth(), other.first()) {
            (Some(true), _) => return self.follow(then, first.yes),
            (Some(false), Some(other)) => return self.follow(other, first.no),
            _ => {}
        }
        let later = other.first().is_some_and(|other| self.effects.node(other).anything());
        let acts = later || self.effects.node(then).anything();
        let (holds, yes, no) = self.before(acts, holds, &first);
        self.scope.inline += usize::from(!acts);
        self.scope.guards.push(holds.clone());
        let one = self.follow(then, yes);
        self.scope.guards.pop();
        let one = one.map(|mut one| {
            if later {
                one.value = self.sealed_value(&one.value, "value");
                self.seal(&mut one.yes);
                self.seal(&mut one.no);
            }
            one
        });
        self.scope.guards.push(holds.clone().not());
        let two = match other.first() {
            Some(other) => self.follow(other, no),
            // Without a third argument it would have stopped the game.
            None => Ok(Done::of(one.as_ref().map_or(Val::truth(false), |one| one.value.clone()), no)),
        };
        self.scope.guards.pop();
        self.scope.inline -= usize::from(!acts);
        let (one, two) = (one?, two?);
        let value = if acts {
            self.choose(&holds, &one.value, &two.value, span).unwrap_or(Val::None("its two sides give different types"))
        } else {
            self.choose(&holds, &one.value, &two.value, span)?
        };
        // One side may not end so; what a variable holds there does not matter then, and what is the same is simpler.
        let either = |truth: bool, [a, not_a]: [&Env; 2], [b, not_b]: [&Env; 2]| {
            let (mut env, side) = match (truth_of(&one.value), truth_of(&two.value)) {
                (Some(never), _) if never != truth => (b.clone(), [b, not_b]),
                (_, Some(never)) if never != truth => (a.clone(), [a, not_a]),
                _ => return Env::merge(&holds, a, b),
            };
            let both =
                Env::merge(&holds, if truth { &one.no } else { &one.yes }, if truth { &two.no } else { &two.yes });
            for (name, slot) in Env::agreed(side[0], side[1], &both) {
                env.set(&name, (*slot).clone());
            }
            env
        };
        let (yes, no) = ([&one.yes, &two.yes], [&one.no, &two.no]);
        let (yes, no) =
            (either(true, [yes[0], no[0]], [yes[1], no[1]]), either(false, [no[0], yes[0]], [no[1], yes[1]]));
        Ok(Done { value, yes, no })
    }

    /// A condition and the two ways on; noted down if what follows changes the position.
    fn before(&mut self, acts: bool, holds: Term, done: &Done) -> (Term, Env, Env) {
        let (mut yes, mut no) = (done.yes.clone(), done.no.clone());
        let mut holds = holds;
        if acts && self.scope.trial.is_none() {
            holds = self.sealed(&holds, Ty::Bool, "holds");
            self.seal(&mut yes);
            self.seal(&mut no);
        }
        (holds, yes, no)
    }
}

/// A truth that is known.
fn truth_of(value: &Val) -> Option<bool> {
    match value {
        Val::Is(term, _) => term.truth(),
        _ => None,
    }
}
