//! Loops of 2013: over sets in 2026, with sums for what they count.
//! Loops that change the position become `EACH`, or the first of a set for which something can be done.

use boardwright_engine::rules::{Arith, Span};

use super::follow::{Follower, Global};
use super::names::as_variable;
use super::state::{Act, Block, Done, Env, Res, Slot, Trial, Ty, Val, stop};
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Kind, Node as Node2013};
use crate::syntax::ast::Comparison;

/// Most turns of a loop whose values are kept one by one.
const MOST_TURNS: i32 = 5_000;

/// The numbers that a loop goes through.
struct Turns {
    local: LocalId,
    set: Term,
    /// What its variable is for each member of the set, in the order of the set.
    value: Term,
    from: Term,
    to: Term,
    up: Option<bool>,
}

impl<'t> Follower<'t> {
    pub(super) fn looped(&mut self, all: bool, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        let [var, from, to, body] = nodes else {
            return Err(Box::new(stop(span, "a loop takes four arguments")));
        };
        let Kind::Var(name) = &var.kind else {
            return Err(Box::new(stop(var.span, "the first argument of a loop is a variable")));
        };
        let (first, env) = self.value(from, env)?;
        let (last, env) = self.value(to, env)?;
        let (first, last) = (self.number(&first, from.span)?, self.number(&last, to.span)?);
        let does = self.effects.node(body);
        if does.passes {
            return Err(Box::new(stop(span, "the turn passes inside of a loop")));
        }
        if first.same(&last) {
            let mut env = env;
            env.set(name, Slot::Has(Val::int(first)));
            return self.follow(body, env);
        }
        let turns = self.turns(name, first, last);
        if does.acts {
            self.acting(all, name, &turns, body, env, span)
        } else {
            self.asking(all, name, &turns, body, &env)
        }
    }

    fn turns(&mut self, name: &str, from: Term, to: Term) -> Turns {
        let local = self.local(name, Ty::Int);
        let mut up = match (from.number(), to.number()) {
            (Some(from), Some(to)) => Some(from <= to),
            _ => None,
        };
        if up.is_none() {
            let (mut rises, mut falls) = (true, true);
            let seen = self.each_value(&[from.clone(), to.clone()], &mut |values| {
                rises &= values[0] <= values[1];
                falls &= values[0] >= values[1];
            });
            up = match (seen, rises, falls) {
                (true, true, _) => Some(true),
                (true, _, true) => Some(false),
                _ => None,
            };
        }
        if up.is_none() && self.is_known_to_rise(&from, &to) {
            up = Some(true);
        }
        if let (Some(one), Some(two)) = (from.number(), to.number())
            && (one.max(two)).saturating_sub(one.min(two)) < MOST_TURNS
        {
            self.limit(&[local], (one.min(two)..=one.max(two)).map(|number| vec![number]).collect());
        }
        let range = |from: &Term, to: &Term| Term::new(Node::Range(from.clone(), to.clone()));
        let back = Term::arith(Arith::Subtract, Term::arith(Arith::Add, from.clone(), to.clone()), Term::local(local));
        let (set, value) = match up {
            Some(true) => (range(&from, &to), Term::local(local)),
            Some(false) => (range(&to, &from), back),
            // Of one of them nothing is there.
            None => {
                self.scope.unsure = true;
                let rises = Term::compare(Comparison::LessEqual, from.clone(), to.clone());
                let value = Term::choose(&rises, &Term::local(local), &back);
                (Term::new(Node::Join("UNION", range(&from, &to), range(&to, &from))), value)
            }
        };
        Turns { local, set, value, from, to, up }
    }

    /// Whether what has been asked says that the first number is not above the last.
    fn is_known_to_rise(&self, from: &Term, to: &Term) -> bool {
        let asked = self.scope.guards.iter().flat_map(Term::conjuncts);
        let facts = self.scope.facts.iter().filter(|(epoch, fact)| *epoch == self.scope.epoch || !fact.changes());
        let mut known = asked.chain(facts.map(|(_, fact)| fact.clone()));
        known.any(|fact| {
            let Node::Compare(comparison, left, right) = fact.node() else { return false };
            let least = |bound: &Term, more: i32| match (bound.number(), from.number()) {
                (Some(bound), Some(from)) => bound.saturating_add(more) >= from,
                _ => bound.same(from),
            };
            match comparison {
                Comparison::Greater => left.same(to) && least(right, 1),
                Comparison::GreaterEqual => left.same(to) && least(right, 0),
                Comparison::Less => right.same(to) && least(left, 1),
                Comparison::LessEqual => right.same(to) && least(left, 0),
                _ => false,
            }
        })
    }

    /// A loop that changes nothing.
    fn asking(&mut self, all: bool, name: &str, turns: &Turns, body: &'t Node2013, env: &Env) -> Res<Done> {
        let does = self.effects.node(body);
        let here = Term::local(turns.local);
        let mut inner = env.clone();
        for written in &does.writes {
            // What is written before it is read needs no value, and so makes no parameter.
            let slot = env.get(written);
            let ty = match slot.map(|slot| self.read_slot(written, Some(&slot), body.span)) {
                Some(Ok(Some(Val::Is(_, ty)))) => ty,
                _ => self.open_type(),
            };
            inner.set(written, Slot::Has(Val::Is(Term::new(Node::Carried(written.clone())), ty)));
        }
        inner.set(name, Slot::Has(Val::int(here.clone())));
        self.scope.inline += 1;
        let done = self.follow(body, inner);
        self.scope.inline -= 1;
        let done = done?;
        let holds = self.boolean(&done.value, body.span)?;
        if carries(&holds) {
            return Err(Box::new(
                stop(body.span, "whether this loop goes on depends on what its earlier turns have counted")
                    .help("in 2026 the turns of a loop do not know of each other"),
            ));
        }
        let word = if all { "FORALL" } else { "FORSOME" };
        // A loop is never empty in 2013.
        let once = !holds.any(|node| matches!(node, Node::Local(id) if *id == turns.local));
        let value = match holds.truth() {
            Some(truth) => Term::bool(truth),
            None if once => holds.clone(),
            None => Term::new(Node::Over(word, turns.local, turns.set.clone(), holds.clone())),
        };
        let value = self.simplified(value);
        let whole = holds.truth() == Some(all);
        let mut after = env.clone();
        let merged = done.env();
        for written in &does.writes {
            let slot = self.counted(all, whole, written, turns, &holds, &merged, env, body.span);
            match slot {
                Some(slot) => after.set(written, slot),
                None if env.get(written).is_none() => after.forget(written),
                None => {}
            }
        }
        let (mut yes, mut no) = (after.clone(), after);
        let last = Slot::Has(Val::int(turns.to.clone()));
        let lost = Slot::Lost("it is the number at which a loop stopped");
        let (through, stopped) = if all { (&mut yes, &mut no) } else { (&mut no, &mut yes) };
        through.set(name, last);
        stopped.set(name, lost);
        if !all && turns.up.is_some() && holds.truth().is_none() && !once {
            // The first for which it holds; in a loop downwards the greatest.
            let local = turns.local;
            let found = picked(turns, &holds.with(local, &turns.value));
            yes.set(name, Slot::Has(Val::int(found.clone())));
            for written in does.writes.iter().filter(|written| *written != name) {
                let slot = done.yes.get(written).map(|slot| slot.map(&mut |term| term.with(local, &found)));
                let own = slot.filter(|slot| !matches!(slot, Slot::Lost(_)) && !slot_carries(slot));
                if let (Some(own), Some(Slot::Lost(_))) = (own, yes.get(written).as_deref()) {
                    yes.set(written, own);
                }
            }
        }
        Ok(Done { value: Val::bool(value), yes, no })
    }

    /// What a variable holds after all turns of a loop; `None` if it is what it was.
    #[allow(clippy::too_many_arguments, reason = "everything that is known of the loop")]
    fn counted(
        &mut self,
        all: bool,
        whole: bool,
        name: &str,
        turns: &Turns,
        holds: &Term,
        merged: &Env,
        before: &Env,
        span: Span,
    ) -> Option<Slot> {
        let lost = Some(Slot::Lost("its value is that of some turn of a loop"));
        let slot = merged.get(name);
        let Ok(Some(Val::Is(term, ty))) = self.read_slot(name, slot.as_deref(), span) else { return lost };
        if matches!(term.node(), Node::Carried(own) if own == name) {
            return None;
        }
        let Some(rise) = rise(&term, name).filter(|rise| !carries(rise)) else { return lost };
        if self.known(ty) != Ty::Int && self.unify(ty, Ty::Int, span).is_err() {
            return lost;
        }
        let Ok(start) = self.read(name, before, span) else { return lost };
        let Ok(start) = self.number(&start, span) else { return lost };
        let rise = if whole {
            rise
        } else {
            // A turn that comes after the end of the loop does not count.
            if turns.up != Some(true) {
                return lost;
            }
            let earlier = self.local(name, Ty::Int);
            let here = Term::local(turns.local);
            let inner = holds.with(turns.local, &Term::local(earlier));
            let word = if all { "FORALL" } else { "FORSOME" };
            let until = |to: Term| {
                let set = Term::new(Node::Range(turns.from.clone(), to));
                let over = Term::new(Node::Over(word, earlier, set, inner.clone()));
                if all { over } else { over.not() }
            };
            self.locals[earlier.0].hint = as_variable(&self.locals[turns.local.0].hint.clone());
            match rise.node() {
                Node::If(condition, more, none) if all && condition.same(holds) && none.number() == Some(0) => {
                    Term::choose(&until(here), more, &Term::int(0))
                }
                _ => {
                    let reached = until(Term::arith(Arith::Subtract, here, Term::int(1)));
                    Term::choose(&reached, &rise, &Term::int(0))
                }
            }
        };
        let total = Term::arith(Arith::Add, start, summed(turns, &rise));
        Some(Slot::Has(Val::int(total)))
    }

    /// A loop that changes the position.
    fn acting(&mut self, all: bool, name: &str, turns: &Turns, body: &'t Node2013, env: Env, span: Span) -> Res<Done> {
        let does = self.effects.node(body);
        let (holds, trial) = self.tried(name, turns, body, &env)?;
        if !all
            && let Some(holds) = &holds
            && holds.truth().is_none()
            && !trial.stale
            && !carries(holds)
        {
            let parts = holds.conjuncts();
            let implied = |guard: &Term| {
                let known = guard.conjuncts();
                parts.iter().all(|part| known.iter().any(|known| known.same(part)))
            };
            if trial.guards.iter().all(implied) {
                return self.first_that_can(name, turns, holds, body, env);
            }
        }
        if self.scope.trial.is_some() {
            let guard = self.scope.guard();
            if let Some(trial) = &mut self.scope.trial {
                trial.guards.push(guard);
                trial.stale = true;
            }
            let value = holds.filter(|holds| holds.truth() == Some(all));
            return Ok(Done::of(value.map_or(Val::None("a loop that changes the position"), |_| Val::truth(all)), env));
        }
        let goes_on = holds.as_ref().and_then(Term::truth) == Some(all);
        let mut env = env;
        let mut inner = env.clone();
        for written in &does.writes {
            inner.set(written, Slot::Lost("it is changed in a loop that changes the position too"));
        }
        inner.set(name, Slot::Has(Val::int(turns.value.clone())));
        let flag = (!goes_on).then(|| self.flag(all));
        if let Some(flag) = &flag
            && (self.scope.turns > 0 || self.scope.params.is_some())
        {
            self.act(&mut env, &Term::bool(true), Act::Set(flag.clone(), Term::bool(all)), span)?;
        }
        self.seal(&mut env);
        self.seal(&mut inner);
        self.seal_guards();
        let block = self.scope.blocks.len();
        self.scope.blocks.push(Block::default());
        let (outer, guards) = (self.scope.open, std::mem::take(&mut self.scope.guards));
        self.scope.open = block;
        self.scope.turns += 1;
        if let Some(flag) = &flag {
            let going = Term::word(flag);
            self.scope.guards.push(if all { going } else { going.not() });
        }
        // What is around the loop is written before it, so that the loop comes at this change.
        let before = self.scope.epoch;
        self.scope.epoch += 1;
        let done = self.follow(body, inner);
        let done = done.and_then(|done| {
            if let Some(flag) = &flag {
                let holds = self.boolean(&done.value, body.span)?;
                let mut env = done.env();
                self.act(&mut env, &Term::bool(true), Act::Set(flag.clone(), holds), span)?;
            }
            Ok(())
        });
        self.scope.turns -= 1;
        self.scope.open = outer;
        self.scope.guards = guards;
        done?;
        let guard = self.scope.guard();
        let item = super::state::Item::Act { guard, act: Act::Each(turns.local, turns.set.clone(), block) };
        self.scope.blocks[outer].items.push((before, item));
        self.scope.epoch += 1;
        for written in &does.writes {
            env.set(written, Slot::Lost("it was changed in a loop that changes the position too"));
        }
        let value = flag.map_or_else(|| Val::truth(all), |flag| Val::bool(Term::word(&flag)));
        Ok(Done::of(value, env))
    }

    /// What one turn gives, and under what it changes something. Nothing is written down.
    fn tried(&mut self, name: &str, turns: &Turns, body: &'t Node2013, env: &Env) -> Res<(Option<Term>, Trial)> {
        let mut inner = env.clone();
        for written in &self.effects.node(body).writes {
            inner.set(written, Slot::Lost("it is changed in a loop that changes the position too"));
        }
        inner.set(name, Slot::Has(Val::int(turns.value.clone())));
        let outer = self.scope.trial.replace(Trial::default());
        self.scope.inline += 1;
        let done = self.follow(body, inner);
        self.scope.inline -= 1;
        let trial = std::mem::replace(&mut self.scope.trial, outer).unwrap_or_default();
        let done = done?;
        let holds = match &done.value {
            Val::Is(term, ty) if self.known(*ty) == Ty::Bool => Some(term.clone()),
            _ => None,
        };
        Ok((holds, trial))
    }

    /// A loop that looks for the first turn in which something can be done, and does it.
    fn first_that_can(&mut self, name: &str, turns: &Turns, holds: &Term, body: &'t Node2013, env: Env) -> Res<Done> {
        let some = Term::new(Node::Over("FORSOME", turns.local, turns.set.clone(), holds.clone()));
        let some = self.simplified(some);
        let pick = picked(turns, holds);
        let noted = self.scope.trial.is_none();
        let mut env = env;
        let found = if noted { self.sealed(&some, Ty::Bool, "found") } else { some.clone() };
        self.seal(&mut env);
        self.scope.guards.push(found.clone());
        let pick = if noted { self.sealed(&pick, Ty::Int, &as_variable(name)) } else { pick };
        let epoch = self.scope.epoch;
        let facts = self.scope.facts.len();
        for part in holds.conjuncts() {
            let fact = part.replace(&mut |inner| inner.same(&turns.value).then(|| pick.clone()));
            self.scope.facts.push((epoch, fact));
        }
        let mut inner = env.clone();
        inner.set(name, Slot::Has(Val::int(pick)));
        self.scope.inline += usize::from(!noted);
        let done = self.follow(body, inner);
        self.scope.inline -= usize::from(!noted);
        self.scope.facts.truncate(facts);
        self.scope.guards.pop();
        let done = done?;
        let mut no = env;
        no.set(name, Slot::Has(Val::int(turns.to.clone())));
        Ok(Done { value: Val::bool(found), yes: done.yes, no })
    }

    /// A variable of the file that says whether a loop goes on.
    fn flag(&mut self, all: bool) -> String {
        let name = self.names.free(if all { "goes_on" } else { "is_done" });
        self.globals.push(Global { name: name.clone(), initial: Term::bool(all), keeps: None });
        self.scope.flags.push(name.clone());
        name
    }
}

fn carries(term: &Term) -> bool {
    term.any(|node| matches!(node, Node::Carried(_)))
}

fn slot_carries(slot: &Slot) -> bool {
    let mut found = false;
    slot.map(&mut |term| {
        found |= carries(term);
        term.clone()
    });
    found
}

/// By how much a variable is more than before a turn.
fn rise(term: &Term, name: &str) -> Option<Term> {
    match term.node() {
        Node::Carried(own) if own == name => Some(Term::int(0)),
        Node::Arith(Arith::Add, left, right) => match (carries(left), carries(right)) {
            (true, false) => Some(Term::arith(Arith::Add, rise(left, name)?, right.clone())),
            (false, true) => Some(Term::arith(Arith::Add, left.clone(), rise(right, name)?)),
            _ => None,
        },
        Node::Arith(Arith::Subtract, left, right) if carries(left) && !carries(right) => {
            Some(Term::arith(Arith::Subtract, rise(left, name)?, right.clone()))
        }
        Node::If(condition, then, other) if !carries(condition) => {
            Some(Term::choose(condition, &rise(then, name)?, &rise(other, name)?))
        }
        _ => None,
    }
}

/// The sum over all turns.
fn summed(turns: &Turns, rise: &Term) -> Term {
    let over = |word: &'static str, body: Term| Term::new(Node::Over(word, turns.local, turns.set.clone(), body));
    match rise.node() {
        Node::If(condition, more, none) => match (more.number(), none.number()) {
            (Some(1), Some(0)) => over("COUNT", condition.clone()),
            (Some(0), Some(1)) => over("COUNT", condition.clone().not()),
            (Some(factor), Some(0)) => {
                Term::arith(Arith::Multiply, Term::int(factor), over("COUNT", condition.clone()))
            }
            _ => over("SUM", rise.clone()),
        },
        _ => over("SUM", rise.clone()),
    }
}

/// The first number of a loop for which a condition holds, which is written in the variable of the set.
fn picked(turns: &Turns, holds: &Term) -> Term {
    let first = Term::new(Node::Over("FIRST", turns.local, turns.set.clone(), holds.clone()));
    turns.value.with(turns.local, &first)
}
