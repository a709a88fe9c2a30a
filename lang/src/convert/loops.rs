//! Conversion of loops to quantifiers and sums over sets. Loops with effects become `EACH`, or an action for the first
//! member for which it is possible.

use boardwright_rules::{ArithmeticOp, Span};

use super::names::to_variable_name;
use super::state::{
    Block, ConvertResult, DryRun, Effect, Env, Outcome, SymbolicValue, Ty, VariableState, convert_error,
};
use super::symbolic::{Global, SymbolicEvaluator};
use super::term::{LocalId, Node, Term};
use crate::edition2013::ast::{Node as Node2013, NodeKind};
use crate::syntax::ast::Comparison;

/// Maximum number of iterations of a loop whose variable's values are enumerated.
const MAX_ITERATIONS: i32 = 5_000;

/// Range of a loop.
struct LoopRange {
    local: LocalId,
    set: Term,
    /// Value of the loop variable for each member of the set, in the order of the set.
    value: Term,
    from: Term,
    to: Term,
    is_upward: Option<bool>,
}

impl<'t> SymbolicEvaluator<'t> {
    pub(super) fn convert_loop(
        &mut self,
        all: bool,
        nodes: &'t [Node2013],
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        let [var, from, to, body] = nodes else {
            return Err(Box::new(convert_error(span, "a loop takes four arguments")));
        };
        let NodeKind::Var(name) = &var.kind else {
            return Err(Box::new(convert_error(var.span, "the first argument of a loop is a variable")));
        };
        let (first, env) = self.evaluate_pure(from, env)?;
        let (last, env) = self.evaluate_pure(to, env)?;
        let (first, last) = (self.int_term(&first, from.span)?, self.int_term(&last, to.span)?);
        let effects = self.effects.of_node(body);
        if effects.passes_turn {
            return Err(Box::new(convert_error(span, "the turn passes inside of a loop")));
        }
        if first.is_equivalent(&last) {
            let mut env = env;
            env.set(name, VariableState::Assigned(SymbolicValue::int(first)));
            return self.evaluate(body, env);
        }
        let loop_range = self.loop_range(name, first, last);
        if effects.has_effects {
            self.effect_loop(all, name, &loop_range, body, env, span)
        } else {
            self.pure_loop(all, name, &loop_range, body, &env)
        }
    }

    fn loop_range(&mut self, name: &str, from: Term, to: Term) -> LoopRange {
        let local = self.new_local(name, Ty::Int);
        let mut is_upward = match (from.number(), to.number()) {
            (Some(from), Some(to)) => Some(from <= to),
            _ => None,
        };
        if is_upward.is_none() {
            let (mut rises, mut falls) = (true, true);
            let seen = self.visit_values(&[from.clone(), to.clone()], &mut |values| {
                rises &= values[0] <= values[1];
                falls &= values[0] >= values[1];
            });
            is_upward = match (seen, rises, falls) {
                (true, true, _) => Some(true),
                (true, _, true) => Some(false),
                _ => None,
            };
        }
        if is_upward.is_none() && self.is_known_to_rise(&from, &to) {
            is_upward = Some(true);
        }
        if let (Some(one), Some(two)) = (from.number(), to.number())
            && (one.max(two)).saturating_sub(one.min(two)) < MAX_ITERATIONS
        {
            self.set_domain(&[local], (one.min(two)..=one.max(two)).map(|number| vec![number]).collect());
        }
        let range = |from: &Term, to: &Term| Term::new(Node::Range(from.clone(), to.clone()));
        let back = Term::arith(
            ArithmeticOp::Subtract,
            Term::arith(ArithmeticOp::Add, from.clone(), to.clone()),
            Term::local(local),
        );
        let (set, value) = match is_upward {
            Some(true) => (range(&from, &to), Term::local(local)),
            Some(false) => (range(&to, &from), back),
            // One of the two ranges is empty.
            None => {
                self.scope.has_unknown_direction = true;
                let rises = Term::compare(Comparison::LessEqual, from.clone(), to.clone());
                let value = Term::choose(&rises, &Term::local(local), &back);
                (Term::new(Node::SetOperation("UNION", range(&from, &to), range(&to, &from))), value)
            }
        };
        LoopRange { local, set, value, from, to, is_upward }
    }

    /// `true` if the path condition implies that the first number is not above the last one.
    fn is_known_to_rise(&self, from: &Term, to: &Term) -> bool {
        let asked = self.scope.guards.iter().flat_map(Term::conjuncts);
        let facts =
            self.scope.facts.iter().filter(|(epoch, fact)| *epoch == self.scope.epoch || !fact.is_state_dependent());
        let mut known = asked.chain(facts.map(|(_, fact)| fact.clone()));
        known.any(|fact| {
            let Node::Compare(comparison, left, right) = fact.node() else { return false };
            let least = |bound: &Term, more: i32| match (bound.number(), from.number()) {
                (Some(bound), Some(from)) => bound.saturating_add(more) >= from,
                _ => bound.is_equivalent(from),
            };
            match comparison {
                Comparison::Greater => left.is_equivalent(to) && least(right, 1),
                Comparison::GreaterEqual => left.is_equivalent(to) && least(right, 0),
                Comparison::Less => right.is_equivalent(to) && least(left, 1),
                Comparison::LessEqual => right.is_equivalent(to) && least(left, 0),
                _ => false,
            }
        })
    }

    /// Converts a loop without effects.
    fn pure_loop(
        &mut self,
        all: bool,
        name: &str,
        loop_range: &LoopRange,
        body: &'t Node2013,
        env: &Env,
    ) -> ConvertResult<Outcome> {
        let effects = self.effects.of_node(body);
        let here = Term::local(loop_range.local);
        let mut inner = env.clone();
        for variable in &effects.writes {
            // A variable that is written before it is read needs no initial value and causes no parameter.
            let slot = env.get(variable);
            let ty = match slot.map(|slot| self.read_state(variable, Some(&slot), body.span)) {
                Some(Ok(Some(SymbolicValue::Typed(_, ty)))) => ty,
                _ => self.new_type(),
            };
            inner.set(
                variable,
                VariableState::Assigned(SymbolicValue::Typed(Term::new(Node::LoopCarried(variable.clone())), ty)),
            );
        }
        inner.set(name, VariableState::Assigned(SymbolicValue::int(here.clone())));
        self.scope.expression_depth += 1;
        let outcome = self.evaluate(body, inner);
        self.scope.expression_depth -= 1;
        let outcome = outcome?;
        let holds = self.bool_term(&outcome.value, body.span)?;
        if is_loop_carried(&holds) {
            return Err(Box::new(
                convert_error(
                    body.span,
                    "the end of this loop depends on values accumulated by its earlier iterations",
                )
                .help("in edition 2026 the iterations of a loop are independent of each other"),
            ));
        }
        let word = if all { "FORALL" } else { "FORSOME" };
        // A loop of the edition 2013 has at least one iteration.
        let once = !holds.contains_node(|node| matches!(node, Node::Local(id) if *id == loop_range.local));
        let value = match holds.truth() {
            Some(truth) => Term::bool(truth),
            None if once => holds.clone(),
            None => Term::new(Node::Loop(word, loop_range.local, loop_range.set.clone(), holds.clone())),
        };
        let value = self.simplify(value);
        let whole = holds.truth() == Some(all);
        let mut after = env.clone();
        let merged = outcome.env();
        for variable in &effects.writes {
            let slot = self.accumulated_state(all, whole, variable, loop_range, &holds, &merged, env, body.span);
            match slot {
                Some(slot) => after.set(variable, slot),
                None if env.get(variable).is_none() => after.forget(variable),
                None => {}
            }
        }
        let (mut yes, mut no) = (after.clone(), after);
        let last = VariableState::Assigned(SymbolicValue::int(loop_range.to.clone()));
        let unknown = VariableState::Unknown("it is the number at which a loop stopped");
        let (through, stopped) = if all { (&mut yes, &mut no) } else { (&mut no, &mut yes) };
        through.set(name, last);
        stopped.set(name, unknown);
        if !all && loop_range.is_upward.is_some() && holds.truth().is_none() && !once {
            // The first match; in a downward loop the greatest one.
            let local = loop_range.local;
            let found = first_match(loop_range, &holds.substitute(local, &loop_range.value));
            yes.set(name, VariableState::Assigned(SymbolicValue::int(found.clone())));
            for variable in effects.writes.iter().filter(|variable| *variable != name) {
                let slot =
                    outcome.if_true.get(variable).map(|slot| slot.map(&mut |term| term.substitute(local, &found)));
                let own =
                    slot.filter(|slot| !matches!(slot, VariableState::Unknown(_)) && !state_is_loop_carried(slot));
                if let (Some(own), Some(VariableState::Unknown(_))) = (own, yes.get(variable).as_deref()) {
                    yes.set(variable, own);
                }
            }
        }
        Ok(Outcome { value: SymbolicValue::bool(value), if_true: yes, if_false: no })
    }

    /// Returns the state of an accumulator variable after a loop; `None` if it is unchanged.
    #[allow(clippy::too_many_arguments, reason = "all properties of the loop")]
    fn accumulated_state(
        &mut self,
        all: bool,
        whole: bool,
        name: &str,
        loop_range: &LoopRange,
        holds: &Term,
        merged: &Env,
        before: &Env,
        span: Span,
    ) -> Option<VariableState> {
        let unknown = Some(VariableState::Unknown("its value is from an unknown iteration of a loop"));
        let slot = merged.get(name);
        let Ok(Some(SymbolicValue::Typed(term, ty))) = self.read_state(name, slot.as_deref(), span) else {
            return unknown;
        };
        if matches!(term.node(), Node::LoopCarried(own) if own == name) {
            return None;
        }
        let Some(rise) = increment(&term, name).filter(|rise| !is_loop_carried(rise)) else { return unknown };
        if self.resolve_type(ty) != Ty::Int && self.unify(ty, Ty::Int, span).is_err() {
            return unknown;
        }
        let Ok(start) = self.read_variable(name, before, span) else { return unknown };
        let Ok(start) = self.int_term(&start, span) else { return unknown };
        let rise = if whole {
            rise
        } else {
            // Iterations after the loop has stopped do not count.
            if loop_range.is_upward != Some(true) {
                return unknown;
            }
            let earlier = self.new_local(name, Ty::Int);
            let here = Term::local(loop_range.local);
            let inner = holds.substitute(loop_range.local, &Term::local(earlier));
            let word = if all { "FORALL" } else { "FORSOME" };
            let until = |to: Term| {
                let set = Term::new(Node::Range(loop_range.from.clone(), to));
                let over = Term::new(Node::Loop(word, earlier, set, inner.clone()));
                if all { over } else { over.not() }
            };
            self.locals[earlier.0].hint = to_variable_name(&self.locals[loop_range.local.0].hint.clone());
            match rise.node() {
                Node::If(condition, more, none)
                    if all && condition.is_equivalent(holds) && none.number() == Some(0) =>
                {
                    Term::choose(&until(here), more, &Term::int(0))
                }
                _ => {
                    let reached = until(Term::arith(ArithmeticOp::Subtract, here, Term::int(1)));
                    Term::choose(&reached, &rise, &Term::int(0))
                }
            }
        };
        let total = Term::arith(ArithmeticOp::Add, start, total_increment(loop_range, &rise));
        Some(VariableState::Assigned(SymbolicValue::int(total)))
    }

    /// Converts a loop with effects.
    fn effect_loop(
        &mut self,
        all: bool,
        name: &str,
        loop_range: &LoopRange,
        body: &'t Node2013,
        env: Env,
        span: Span,
    ) -> ConvertResult<Outcome> {
        let effects = self.effects.of_node(body);
        let (holds, dry_run) = self.dry_run_iteration(name, loop_range, body, &env)?;
        if !all
            && let Some(holds) = &holds
            && holds.truth().is_none()
            && !dry_run.reads_after_effect
            && !is_loop_carried(holds)
        {
            let parts = holds.conjuncts();
            let implied = |guard: &Term| {
                let known = guard.conjuncts();
                parts.iter().all(|part| known.iter().any(|known| known.is_equivalent(part)))
            };
            if dry_run.guards.iter().all(implied) {
                return self.search_loop(name, loop_range, holds, body, env);
            }
        }
        if self.scope.dry_run.is_some() {
            let guard = self.scope.path_condition();
            if let Some(dry_run) = &mut self.scope.dry_run {
                dry_run.guards.push(guard);
                dry_run.reads_after_effect = true;
            }
            let value = holds.filter(|holds| holds.truth() == Some(all));
            return Ok(Outcome::of(
                value.map_or(SymbolicValue::Unknown("a loop that changes the position"), |_| SymbolicValue::truth(all)),
                env,
            ));
        }
        let goes_on = holds.as_ref().and_then(Term::truth) == Some(all);
        let mut env = env;
        let mut inner = env.clone();
        for variable in &effects.writes {
            inner.set(variable, VariableState::Unknown("it is changed in a loop that changes the position too"));
        }
        inner.set(name, VariableState::Assigned(SymbolicValue::int(loop_range.value.clone())));
        let flag = (!goes_on).then(|| self.add_flag(all));
        if let Some(flag) = &flag
            && (self.scope.effect_loop_depth > 0 || self.scope.params.is_some())
        {
            self.add_effect(&mut env, &Term::bool(true), Effect::Set(flag.clone(), Term::bool(all)), span)?;
        }
        self.freeze_env(&mut env);
        self.freeze_env(&mut inner);
        self.freeze_guards();
        let block = self.scope.blocks.len();
        self.scope.blocks.push(Block::default());
        let (outer, guards) = (self.scope.current_block, std::mem::take(&mut self.scope.guards));
        self.scope.current_block = block;
        self.scope.effect_loop_depth += 1;
        if let Some(flag) = &flag {
            let going = Term::word(flag);
            self.scope.guards.push(if all { going } else { going.not() });
        }
        // Bindings outside of the loop are emitted before it, so the body has a later epoch than the loop.
        let before = self.scope.epoch;
        self.scope.epoch += 1;
        let outcome = self.evaluate(body, inner);
        let outcome = outcome.and_then(|outcome| {
            if let Some(flag) = &flag {
                let holds = self.bool_term(&outcome.value, body.span)?;
                let mut env = outcome.env();
                self.add_effect(&mut env, &Term::bool(true), Effect::Set(flag.clone(), holds), span)?;
            }
            Ok(())
        });
        self.scope.effect_loop_depth -= 1;
        self.scope.current_block = outer;
        self.scope.guards = guards;
        outcome?;
        let guard = self.scope.path_condition();
        let item = super::state::Statement::Effect {
            guard,
            effect: Effect::ForEach(loop_range.local, loop_range.set.clone(), block),
        };
        self.scope.blocks[outer].statements.push((before, item));
        self.scope.epoch += 1;
        for variable in &effects.writes {
            env.set(variable, VariableState::Unknown("it was changed in a loop that changes the position too"));
        }
        let value = flag.map_or_else(|| SymbolicValue::truth(all), |flag| SymbolicValue::bool(Term::word(&flag)));
        Ok(Outcome::of(value, env))
    }

    /// Evaluates one iteration as a dry run: returns its value and the guards of its effects, and emits nothing.
    fn dry_run_iteration(
        &mut self,
        name: &str,
        loop_range: &LoopRange,
        body: &'t Node2013,
        env: &Env,
    ) -> ConvertResult<(Option<Term>, DryRun)> {
        let mut inner = env.clone();
        for variable in &self.effects.of_node(body).writes {
            inner.set(variable, VariableState::Unknown("it is changed in a loop that changes the position too"));
        }
        inner.set(name, VariableState::Assigned(SymbolicValue::int(loop_range.value.clone())));
        let outer = self.scope.dry_run.replace(DryRun::default());
        self.scope.expression_depth += 1;
        let outcome = self.evaluate(body, inner);
        self.scope.expression_depth -= 1;
        let dry_run = std::mem::replace(&mut self.scope.dry_run, outer).unwrap_or_default();
        let outcome = outcome?;
        let holds = match &outcome.value {
            SymbolicValue::Typed(term, ty) if self.resolve_type(*ty) == Ty::Bool => Some(term.clone()),
            _ => None,
        };
        Ok((holds, dry_run))
    }

    /// Converts a loop that searches the first iteration in which an action is possible and executes it.
    fn search_loop(
        &mut self,
        name: &str,
        loop_range: &LoopRange,
        holds: &Term,
        body: &'t Node2013,
        env: Env,
    ) -> ConvertResult<Outcome> {
        let some = Term::new(Node::Loop("FORSOME", loop_range.local, loop_range.set.clone(), holds.clone()));
        let some = self.simplify(some);
        let pick = first_match(loop_range, holds);
        let noted = self.scope.dry_run.is_none();
        let mut env = env;
        let found = if noted { self.freeze(&some, Ty::Bool, "found") } else { some.clone() };
        self.freeze_env(&mut env);
        self.scope.guards.push(found.clone());
        let pick = if noted { self.freeze(&pick, Ty::Int, &to_variable_name(name)) } else { pick };
        let epoch = self.scope.epoch;
        let facts = self.scope.facts.len();
        for part in holds.conjuncts() {
            let fact = part.replace(&mut |inner| inner.is_equivalent(&loop_range.value).then(|| pick.clone()));
            self.scope.facts.push((epoch, fact));
        }
        let mut inner = env.clone();
        inner.set(name, VariableState::Assigned(SymbolicValue::int(pick)));
        self.scope.expression_depth += usize::from(!noted);
        let outcome = self.evaluate(body, inner);
        self.scope.expression_depth -= usize::from(!noted);
        self.scope.facts.truncate(facts);
        self.scope.guards.pop();
        let outcome = outcome?;
        let mut no = env;
        no.set(name, VariableState::Assigned(SymbolicValue::int(loop_range.to.clone())));
        Ok(Outcome { value: SymbolicValue::bool(found), if_true: outcome.if_true, if_false: no })
    }

    /// Adds a global Boolean variable that controls a loop.
    fn add_flag(&mut self, all: bool) -> String {
        let name = self.names.unused_word(if all { "goes_on" } else { "is_done" });
        self.globals.push(Global { name: name.clone(), initial: Term::bool(all), saves: None });
        self.scope.assigned_globals.push(name.clone());
        name
    }
}

fn is_loop_carried(term: &Term) -> bool {
    term.contains_node(|node| matches!(node, Node::LoopCarried(_)))
}

fn state_is_loop_carried(slot: &VariableState) -> bool {
    let mut found = false;
    slot.map(&mut |term| {
        found |= is_loop_carried(term);
        term.clone()
    });
    found
}

/// Returns the increment of an accumulator variable by one iteration; `None` if the term is no such increment.
fn increment(term: &Term, name: &str) -> Option<Term> {
    match term.node() {
        Node::LoopCarried(own) if own == name => Some(Term::int(0)),
        Node::Arith(ArithmeticOp::Add, left, right) => match (is_loop_carried(left), is_loop_carried(right)) {
            (true, false) => Some(Term::arith(ArithmeticOp::Add, increment(left, name)?, right.clone())),
            (false, true) => Some(Term::arith(ArithmeticOp::Add, left.clone(), increment(right, name)?)),
            _ => None,
        },
        Node::Arith(ArithmeticOp::Subtract, left, right) if is_loop_carried(left) && !is_loop_carried(right) => {
            Some(Term::arith(ArithmeticOp::Subtract, increment(left, name)?, right.clone()))
        }
        Node::If(condition, then, other) if !is_loop_carried(condition) => {
            Some(Term::choose(condition, &increment(then, name)?, &increment(other, name)?))
        }
        _ => None,
    }
}

/// Returns the sum of an increment over all iterations.
fn total_increment(loop_range: &LoopRange, rise: &Term) -> Term {
    let over =
        |word: &'static str, body: Term| Term::new(Node::Loop(word, loop_range.local, loop_range.set.clone(), body));
    match rise.node() {
        Node::If(condition, more, none) => match (more.number(), none.number()) {
            (Some(1), Some(0)) => over("COUNT", condition.clone()),
            (Some(0), Some(1)) => over("COUNT", condition.clone().not()),
            (Some(factor), Some(0)) => {
                Term::arith(ArithmeticOp::Multiply, Term::int(factor), over("COUNT", condition.clone()))
            }
            _ => over("SUM", rise.clone()),
        },
        _ => over("SUM", rise.clone()),
    }
}

/// Returns the value of the loop variable in the first iteration for which a condition on the set's members holds.
fn first_match(loop_range: &LoopRange, holds: &Term) -> Term {
    let first = Term::new(Node::Loop("FIRST", loop_range.local, loop_range.set.clone(), holds.clone()));
    loop_range.value.substitute(loop_range.local, &first)
}
