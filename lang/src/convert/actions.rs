//! Conversion of actions: emits effect statements, and binds the values that later code needs from before an effect.
//! Loops with effects are converted in `loops`.

use std::rc::Rc;

use boardwright_rules::{ArithmeticOp, Span, UntypedAction};

use super::names::{EntityKind, to_variable_name};
use super::state::{
    ConvertResult, Effect, Env, Outcome, PLAYER, Statement, SymbolicValue, TextPart, Ty, VariableState, convert_error,
};
use super::symbolic::SymbolicEvaluator;
use super::term::{Node, Term};
use crate::edition2013::ast::Node as Node2013;

impl<'t> SymbolicEvaluator<'t> {
    pub(super) fn convert_action(
        &mut self,
        action: UntypedAction,
        nodes: &'t [Node2013],
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        if action == UntypedAction::NextPlayer {
            return self.pass_turn(env, span);
        }
        let mut env = env;
        let mut values = Vec::new();
        for node in nodes {
            let (value, after) = self.evaluate_pure(node, env)?;
            values.push((value, node.span));
            env = after;
        }
        if let Some(dry_run) = &mut self.scope.dry_run
            && !dry_run.guards.is_empty()
        {
            // The success of a `MOVE` may depend on earlier effects.
            dry_run.reads_after_effect |= action == UntypedAction::Move;
        }
        match (action, values.as_slice()) {
            (UntypedAction::Move, [(element, at), _, (to, place)]) => {
                let element = self.term_of_type(element, Ty::Entity(EntityKind::Element), *at)?;
                let to = self.term_of_type(to, Ty::Entity(EntityKind::Location), *place)?;
                let free = if self.placement.is_exclusive(&nodes[0], &nodes[1], &nodes[2]) {
                    Term::bool(true)
                } else {
                    self.simplify(Term::query("EMPTY", vec![to.clone()]))
                };
                let free = self.freeze(&free, Ty::Bool, "free");
                self.add_effect(&mut env, &free, Effect::Call(Term::call("MOVE", vec![element, to])), span)?;
                Ok(Outcome::of(SymbolicValue::bool(free), env))
            }
            (UntypedAction::SetState | UntypedAction::SetOwner, [(element, at), (number, place)]) => {
                let element = self.term_of_type(element, Ty::Entity(EntityKind::Element), *at)?;
                let number = self.int_term(number, *place)?;
                let word = if action == UntypedAction::SetState { "SETSTATE" } else { "SETOWNER" };
                self.add_effect(
                    &mut env,
                    &Term::bool(true),
                    Effect::Call(Term::call(word, vec![element, number])),
                    span,
                )?;
                Ok(Outcome::of(SymbolicValue::truth(true), env))
            }
            (UntypedAction::SetZIndex, _) => {
                Err(Box::new(convert_error(span, "there is no `SETZINDEX` in edition 2026")))
            }
            _ => Err(Box::new(convert_error(span, "an argument is missing"))),
        }
    }

    /// Returns the player whose turn is after that of `player`.
    pub(super) fn next_player_term(&self, player: Term) -> Term {
        let players = self.tree.players.len();
        match players {
            0 | 1 => player,
            2 => Term::arith(ArithmeticOp::Subtract, Term::int(3), player),
            n => {
                let count = Term::int(i32::try_from(n).unwrap_or(i32::MAX));
                Term::arith(ArithmeticOp::Add, Term::arith(ArithmeticOp::Remainder, player, count), Term::int(1))
            }
        }
    }

    fn pass_turn(&mut self, env: Env, span: Span) -> ConvertResult<Outcome> {
        if !self.scope.allows_effects {
            return Err(Box::new(convert_error(
                span,
                "the turn can only pass in `next`, which is evaluated after `followup`",
            )));
        }
        if self.scope.dry_run.is_some() || self.scope.effect_loop_depth > 0 {
            return Err(Box::new(convert_error(span, "the turn passes inside of a loop")));
        }
        let mut env = env;
        let now = self.read_variable(PLAYER, &env, span)?;
        let now = self.int_term(&now, span)?;
        let next = match now.node() {
            // With two players, passing twice returns to the first player.
            Node::Arith(ArithmeticOp::Subtract, three, inner) if three.number() == Some(3) => inner.clone(),
            _ => self.next_player_term(now),
        };
        env.set(PLAYER, VariableState::Assigned(SymbolicValue::int(next)));
        Ok(Outcome::of(SymbolicValue::truth(true), env))
    }

    /// Emits an effect that is executed if `when` and the path condition hold.
    pub(super) fn add_effect(&mut self, env: &mut Env, when: &Term, effect: Effect, span: Span) -> ConvertResult<()> {
        if !self.scope.allows_effects {
            return Err(Box::new(
                convert_error(span, "this changes the position where edition 2026 allows no change").help(
                    "in edition 2026 conditions and values cannot change the position; move changes to `followup`",
                ),
            ));
        }
        let guard = self.scope.path_condition().and(when.clone());
        if let Some(dry_run) = &mut self.scope.dry_run {
            dry_run.guards.push(guard);
            return Ok(());
        }
        if guard.truth() == Some(false) {
            return Ok(());
        }
        self.freeze_env(env);
        self.freeze_guards();
        let epoch = self.scope.epoch;
        let open = self.scope.current_block;
        self.scope.blocks[open].statements.push((epoch, Statement::Effect { guard, effect }));
        self.scope.epoch += 1;
        Ok(())
    }

    pub(super) fn freeze_guards(&mut self) {
        for guard in std::mem::take(&mut self.scope.guards) {
            let sealed = self.freeze(&guard, Ty::Bool, "holds");
            self.scope.guards.push(sealed);
        }
    }

    /// Returns a term whose value is not changed by the next effect: a state-dependent term is bound to a variable.
    pub(super) fn freeze(&mut self, term: &Term, ty: Ty, hint: &str) -> Term {
        if !term.is_state_dependent() || self.scope.dry_run.is_some() {
            return term.clone();
        }
        // A condition is bound as a whole, without a negation that is cheap to write.
        if let Node::Not(inner) = term.node() {
            return self.freeze(&inner.clone(), ty, hint).not();
        }
        let (epoch, open) = (self.scope.epoch, self.scope.current_block);
        let known =
            self.scope.bindings.iter().position(|binding| {
                binding.epoch == epoch && binding.block == open && binding.term.is_equivalent(term)
            });
        if let Some(at) = known {
            return Term::new(Node::Binding(super::term::BindingId(at)));
        }
        let hint = self.suggest_name(term).unwrap_or_else(|| to_variable_name(hint));
        self.scope.bind(term.clone(), ty, &hint)
    }

    /// Suggests a variable name for a value, from the named expression or query that yields it.
    fn suggest_name(&self, term: &Term) -> Option<String> {
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

    pub(super) fn freeze_value(&mut self, value: &SymbolicValue, hint: &str) -> SymbolicValue {
        match value {
            SymbolicValue::Typed(term, ty) => SymbolicValue::Typed(self.freeze(term, *ty, hint), *ty),
            SymbolicValue::Text(parts) => {
                let parts = parts.iter().map(|part| match part {
                    TextPart::Number(term) => TextPart::Number(self.freeze(term, Ty::Int, hint)),
                    literal @ TextPart::Literal(_) => literal.clone(),
                });
                SymbolicValue::Text(Rc::new(parts.collect()))
            }
            SymbolicValue::Set(members) => {
                SymbolicValue::Set(Rc::new(members.iter().map(|member| self.freeze_value(member, hint)).collect()))
            }
            SymbolicValue::Unknown(why) => SymbolicValue::Unknown(why),
        }
    }

    /// Binds every variable value that the next effect could change.
    pub(super) fn freeze_env(&mut self, env: &mut Env) {
        if self.scope.dry_run.is_some() {
            return;
        }
        for name in env.names() {
            let Some(slot) = env.get(&name) else { continue };
            if is_state_dependent(&slot) {
                let hint = if name == PLAYER { "player".to_owned() } else { to_variable_name(&name) };
                let sealed = self.freeze_state(&slot, &hint);
                env.set(&name, sealed);
            }
        }
    }

    fn freeze_state(&mut self, slot: &VariableState, hint: &str) -> VariableState {
        match slot {
            VariableState::Assigned(value) => VariableState::Assigned(self.freeze_value(value, hint)),
            VariableState::Conditional(condition, one, two) => {
                let condition = self.freeze(condition, Ty::Bool, "holds");
                let one = one.as_ref().map(|slot| Rc::new(self.freeze_state(slot, hint)));
                let two = two.as_ref().map(|slot| Rc::new(self.freeze_state(slot, hint)));
                VariableState::Conditional(condition, one, two)
            }
            VariableState::Unknown(why) => VariableState::Unknown(why),
            VariableState::Saved => VariableState::Saved,
        }
    }
}

fn is_state_dependent(slot: &VariableState) -> bool {
    let value = |value: &SymbolicValue| {
        let mut found = false;
        value.map(&mut |term| {
            found |= term.is_state_dependent();
            term.clone()
        });
        found
    };
    match slot {
        VariableState::Assigned(assigned) => value(assigned),
        VariableState::Conditional(condition, one, two) => {
            condition.is_state_dependent() || one.iter().chain(two).any(|slot| is_state_dependent(slot))
        }
        VariableState::Unknown(_) | VariableState::Saved => false,
    }
}
