//! Changes of the position: what is written for them, and what has to be noted before them.
//! Loops that change something are with the loops.

use std::rc::Rc;

use boardwright_engine::rules::{Action, Arith, Span};

use super::follow::Follower;
use super::names::{Kind, as_variable};
use super::state::{Act, Done, Env, Item, PLAYER, Part, Res, Slot, Ty, Val, stop};
use super::term::{Node, Term};
use crate::edition2013::ast::Node as Node2013;

impl<'t> Follower<'t> {
    pub(super) fn action(&mut self, action: Action, nodes: &'t [Node2013], env: Env, span: Span) -> Res<Done> {
        if action == Action::NextPlayer {
            return self.next_player(env, span);
        }
        let mut env = env;
        let mut values = Vec::new();
        for node in nodes {
            let (value, after) = self.value(node, env)?;
            values.push((value, node.span));
            env = after;
        }
        if let Some(trial) = &mut self.scope.trial
            && !trial.guards.is_empty()
        {
            // Whether it succeeds may depend on what was changed before.
            trial.stale |= action == Action::Move;
        }
        match (action, values.as_slice()) {
            (Action::Move, [(element, at), _, (to, place)]) => {
                let element = self.want(element, Ty::Thing(Kind::Element), *at)?;
                let to = self.want(to, Ty::Thing(Kind::Location), *place)?;
                let free = if self.reach.only(&nodes[0], &nodes[1], &nodes[2]) {
                    Term::bool(true)
                } else {
                    self.simplified(Term::ask("EMPTY", vec![to.clone()]))
                };
                let free = self.sealed(&free, Ty::Bool, "free");
                self.act(&mut env, &free, Act::Call(Term::call("MOVE", vec![element, to])), span)?;
                Ok(Done::of(Val::bool(free), env))
            }
            (Action::SetState | Action::SetOwner, [(element, at), (number, place)]) => {
                let element = self.want(element, Ty::Thing(Kind::Element), *at)?;
                let number = self.number(number, *place)?;
                let word = if action == Action::SetState { "SETSTATE" } else { "SETOWNER" };
                self.act(&mut env, &Term::bool(true), Act::Call(Term::call(word, vec![element, number])), span)?;
                Ok(Done::of(Val::truth(true), env))
            }
            (Action::SetZIndex, _) => Err(Box::new(stop(span, "there is no `SETZINDEX` in 2026"))),
            _ => Err(Box::new(stop(span, "an argument is missing"))),
        }
    }

    /// Who comes after a player.
    pub(super) fn following(&self, player: Term) -> Term {
        let players = self.tree.players.len();
        match players {
            0 | 1 => player,
            2 => Term::arith(Arith::Subtract, Term::int(3), player),
            n => {
                let count = Term::int(i32::try_from(n).unwrap_or(i32::MAX));
                Term::arith(Arith::Add, Term::arith(Arith::Remainder, player, count), Term::int(1))
            }
        }
    }

    fn next_player(&mut self, env: Env, span: Span) -> Res<Done> {
        if !self.scope.acting {
            return Err(Box::new(stop(span, "the turn passes in `next` only, which comes after `followup`")));
        }
        if self.scope.trial.is_some() || self.scope.turns > 0 {
            return Err(Box::new(stop(span, "the turn passes inside of a loop")));
        }
        let mut env = env;
        let now = self.read(PLAYER, &env, span)?;
        let now = self.number(&now, span)?;
        let next = match now.node() {
            // Twice round with two players.
            Node::Arith(Arith::Subtract, three, inner) if three.number() == Some(3) => inner.clone(),
            _ => self.following(now),
        };
        env.set(PLAYER, Slot::Has(Val::int(next)));
        Ok(Done::of(Val::truth(true), env))
    }

    /// Writes down a change, under what must hold for it.
    pub(super) fn act(&mut self, env: &mut Env, when: &Term, act: Act, span: Span) -> Res<()> {
        if !self.scope.acting {
            return Err(Box::new(
                stop(span, "this changes the position where 2026 allows no change")
                    .help("in 2026 conditions and values change nothing; changes stand in `followup`"),
            ));
        }
        let guard = self.scope.guard().and(when.clone());
        if let Some(trial) = &mut self.scope.trial {
            trial.guards.push(guard);
            return Ok(());
        }
        if guard.truth() == Some(false) {
            return Ok(());
        }
        self.seal(env);
        self.seal_guards();
        let epoch = self.scope.epoch;
        let open = self.scope.open;
        self.scope.blocks[open].items.push((epoch, Item::Act { guard, act }));
        self.scope.epoch += 1;
        Ok(())
    }

    pub(super) fn seal_guards(&mut self) {
        for guard in std::mem::take(&mut self.scope.guards) {
            let sealed = self.sealed(&guard, Ty::Bool, "holds");
            self.scope.guards.push(sealed);
        }
    }

    /// A value that will still be the same after the next change.
    pub(super) fn sealed(&mut self, term: &Term, ty: Ty, hint: &str) -> Term {
        if !term.changes() || self.scope.trial.is_some() {
            return term.clone();
        }
        // A condition is noted as a whole, or without a negation that is cheap to write.
        if let Node::Not(inner) = term.node() {
            return self.sealed(&inner.clone(), ty, hint).not();
        }
        let (epoch, open) = (self.scope.epoch, self.scope.open);
        let known =
            self.scope.notes.iter().position(|note| note.epoch == epoch && note.block == open && note.term.same(term));
        if let Some(at) = known {
            return Term::new(Node::Note(super::term::NoteId(at)));
        }
        let hint = self.hint(term).unwrap_or_else(|| as_variable(hint));
        self.scope.note(term.clone(), ty, &hint)
    }

    /// What a value may be called: as the expression that gives it.
    fn hint(&self, term: &Term) -> Option<String> {
        let (Node::Word(word) | Node::Call(word, ..)) = term.node() else { return None };
        let lower = |word: &str| {
            let mut chars = word.chars();
            chars.next().map(|first| first.to_lowercase().chain(chars).collect::<String>())
        };
        match word.as_str() {
            "EMPTY" => Some("free".to_owned()),
            "FULL" => Some("full".to_owned()),
            _ if self.functions.values().any(|named| named.is_called(word)) => lower(word),
            _ => None,
        }
    }

    pub(super) fn sealed_value(&mut self, value: &Val, hint: &str) -> Val {
        match value {
            Val::Is(term, ty) => Val::Is(self.sealed(term, *ty, hint), *ty),
            Val::Name(parts) => {
                let parts = parts.iter().map(|part| match part {
                    Part::Number(term) => Part::Number(self.sealed(term, Ty::Int, hint)),
                    literal @ Part::Literal(_) => literal.clone(),
                });
                Val::Name(Rc::new(parts.collect()))
            }
            Val::Set(members) => {
                Val::Set(Rc::new(members.iter().map(|member| self.sealed_value(member, hint)).collect()))
            }
            Val::None(why) => Val::None(why),
        }
    }

    /// Notes down everything that the next change could make different.
    pub(super) fn seal(&mut self, env: &mut Env) {
        if self.scope.trial.is_some() {
            return;
        }
        for name in env.names() {
            let Some(slot) = env.get(&name) else { continue };
            if changes(&slot) {
                let hint = if name == PLAYER { "player".to_owned() } else { as_variable(&name) };
                let sealed = self.sealed_slot(&slot, &hint);
                env.set(&name, sealed);
            }
        }
    }

    fn sealed_slot(&mut self, slot: &Slot, hint: &str) -> Slot {
        match slot {
            Slot::Has(value) => Slot::Has(self.sealed_value(value, hint)),
            Slot::Either(condition, one, two) => {
                let condition = self.sealed(condition, Ty::Bool, "holds");
                let one = one.as_ref().map(|slot| Rc::new(self.sealed_slot(slot, hint)));
                let two = two.as_ref().map(|slot| Rc::new(self.sealed_slot(slot, hint)));
                Slot::Either(condition, one, two)
            }
            Slot::Lost(why) => Slot::Lost(why),
            Slot::Kept => Slot::Kept,
        }
    }
}

fn changes(slot: &Slot) -> bool {
    let value = |value: &Val| {
        let mut found = false;
        value.map(&mut |term| {
            found |= term.changes();
            term.clone()
        });
        found
    };
    match slot {
        Slot::Has(held) => value(held),
        Slot::Either(condition, one, two) => condition.changes() || one.iter().chain(two).any(|slot| changes(slot)),
        Slot::Lost(_) | Slot::Kept => false,
    }
}
