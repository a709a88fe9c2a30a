//! Making moves, in the order of steps that the language defines.
//! Move generation is in [`movegen`](super::movegen).

use crate::change;
use crate::layout::Layout;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::{Fault, FaultContext};
use boardwright_game::ids::{ExprId, Player, VarId};
use boardwright_rules::{Award, Heuristic, Next, Reset, Rule, RuleSet, Winner};

use super::context::EvalContext;
use super::eval::{Evaluation, Evaluator};
use super::trace::{MoveStage, MoveTrace};
use super::value::Value;

/// The reference interpreter for a rule set.
pub struct Interpreter<'a> {
    /// The rule set.
    pub rules: &'a RuleSet,
    /// The layout of states.
    pub layout: &'a Layout,
}

impl Interpreter<'_> {
    /// Tests the ends of the game before the first move.
    pub fn test_initial_ends(&self, state: &mut State) -> Result<(), Fault> {
        self.test_ends(&mut Evaluator::new(self.rules, self.layout, state, FaultContext::UserExpression))
    }

    /// Makes a legal move by the rule that it names.
    pub fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut evaluator = self.evaluator_for(state, rule);
        self.make_move(&mut evaluator, rule, mv)
    }

    /// Makes a legal move on a copy and returns the trace of its steps, up to a fault.
    pub fn trace_move(&self, state: &State, mv: Move) -> (MoveTrace, Result<(), Fault>) {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut scratch = state.clone();
        let mut evaluator = self.evaluator_for(&mut scratch, rule);
        evaluator.trace = Some(MoveTrace::new());
        let result = self.make_move(&mut evaluator, rule, mv);
        (evaluator.trace.unwrap_or_default(), result)
    }

    fn make_move(&self, evaluator: &mut Evaluator<'_>, rule: &Rule, mv: Move) -> Result<(), Fault> {
        evaluator.match_move(rule, mv)?;
        evaluator.allows_changes = true;
        give_awards(evaluator, &rule.awards, MoveStage::Award)?;
        self.make_displacement(evaluator, rule, mv)?;
        self.pass_turn(evaluator, rule)?;
        self.evaluate_scorings(evaluator)?;
        evaluator.state.record_in_history(self.rules, self.layout);
        self.test_ends(evaluator)
    }

    /// Makes a move up to its rule's followup: resets the variables of the move, removes the element on the target,
    /// moves the element there, and evaluates the followup. The evaluator must have matched the rule with the move.
    pub fn make_displacement(&self, evaluator: &mut Evaluator<'_>, rule: &Rule, mv: Move) -> Result<(), Fault> {
        change::reset(self.rules, self.layout, evaluator.state, Reset::Move);
        evaluator.record_stage(MoveStage::Reset);
        if let Some(element) = mv.element {
            evaluator.eval_context.captured = mv.to.and_then(|to| evaluator.state.content(self.layout, to));
            if let Some(captured) = evaluator.eval_context.captured {
                let removed = change::remove(self.rules, self.layout, evaluator.state, captured);
                removed.map_err(|kind| Fault { kind, span: rule.span, context: evaluator.context.clone() })?;
                evaluator.record_stage(MoveStage::Capture);
            }
            match mv.to {
                Some(to) => evaluator.state.move_element(self.layout, element, to),
                None => evaluator.state.take_off(self.layout, element),
            }
            evaluator.record_stage(MoveStage::Movement);
        }
        if let Some(followup) = rule.followup {
            evaluator.eval(followup)?;
        }
        Ok(())
    }

    /// Passes the turn as the rule defines.
    pub(super) fn pass_turn(&self, evaluator: &mut Evaluator<'_>, rule: &Rule) -> Result<(), Fault> {
        match rule.next {
            Next::Stays => return Ok(()),
            Next::Following => {
                let next = evaluator.state.mover().next(self.layout.player_count);
                change::pass_turn(self.rules, self.layout, evaluator.state, next);
            }
            Next::Is(next) => {
                let number = evaluator.eval_number(next, "next")?;
                change::pass_turn_to(self.rules, self.layout, evaluator.state, number)
                    .or_else(|kind| evaluator.fail(next, kind))?;
            }
        }
        evaluator.record_stage(MoveStage::Turn);
        Ok(())
    }

    /// Evaluates the scorings, after the turn has passed.
    pub(super) fn evaluate_scorings(&self, evaluator: &mut Evaluator<'_>) -> Result<(), Fault> {
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            evaluator.context = self.rules.scoring_context(index);
            if evaluator.holds(scoring.situation)? {
                give_awards(evaluator, &scoring.awards, MoveStage::ScoringAward)?;
                if let Some(followup) = scoring.followup {
                    evaluator.eval(followup)?;
                }
            }
        }
        Ok(())
    }

    /// Tests the ends of the game; the first whose situation holds decides.
    fn test_ends(&self, evaluator: &mut Evaluator<'_>) -> Result<(), Fault> {
        for (index, end) in self.rules.ends.iter().enumerate() {
            evaluator.context = FaultContext::End(index + 1);
            if evaluator.holds(end.situation)? {
                let (winner, place) = match end.winner {
                    Winner::Is(winner) => (evaluator.eval_number(winner, "winner")?, winner),
                    Winner::Highest => (change::highest_scorer(self.layout, evaluator.state), end.situation),
                };
                change::set_outcome(self.layout, evaluator.state, winner)
                    .or_else(|kind| evaluator.fail(place, kind))?;
                evaluator.record_stage(MoveStage::End(index));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Value of a heuristic for a player.
    pub fn heuristic_value(&self, state: &State, heuristic: &Heuristic, player: Player) -> Result<i32, Fault> {
        let mut scratch = state.clone();
        let within = FaultContext::Heuristic(heuristic.name.clone());
        let mut evaluator = Evaluator::new(self.rules, self.layout, &mut scratch, within);
        evaluator.allows_changes = false;
        evaluator.eval_context = EvalContext { heuristic_player: player.number() as i32, ..EvalContext::default() };
        evaluator.eval_number(heuristic.value, "value")
    }

    /// `true` if a condition holds in a position.
    pub fn holds(&self, state: &State, condition: ExprId) -> Result<bool, Fault> {
        let mut scratch = state.clone();
        let mut evaluator = Evaluator::new(self.rules, self.layout, &mut scratch, FaultContext::Drawing);
        evaluator.allows_changes = false;
        evaluator.holds(condition)
    }

    /// Values of the texts on places, in the order of [`RuleSet::place_texts`]; a question mark for one that fails.
    pub fn place_texts(&self, state: &State) -> Vec<String> {
        let mut scratch = state.clone();
        let text = |id: &ExprId| {
            let mut evaluator = Evaluator::new(self.rules, self.layout, &mut scratch, FaultContext::Drawing);
            evaluator.allows_changes = false;
            match evaluator.eval(*id) {
                Ok(Value::Text(text)) => text,
                Ok(Value::Int(number)) => number.to_string(),
                _ => "?".to_owned(),
            }
        };
        self.rules.place_texts.iter().map(text).collect()
    }

    /// Evaluates expressions in order with one table of variables, up to the first fault.
    pub fn evaluate(&self, state: &mut State, exprs: &[ExprId]) -> Evaluation {
        evaluate_all(Evaluator::new(self.rules, self.layout, state, FaultContext::UserExpression), exprs)
    }

    /// Makes a move, then evaluates expressions that may query it. A fault of the move itself is returned as an error.
    pub fn evaluate_after(&self, state: &mut State, mv: Move, exprs: &[ExprId]) -> Result<Evaluation, Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut evaluator = self.evaluator_for(state, rule);
        self.make_move(&mut evaluator, rule, mv)?;
        evaluator.context = FaultContext::UserExpression;
        evaluator.variables.fill(None);
        Ok(evaluate_all(evaluator, exprs))
    }
}

/// Evaluates expressions in order, up to the first fault.
fn evaluate_all(mut evaluator: Evaluator<'_>, exprs: &[ExprId]) -> Evaluation {
    let (mut values, mut fault) = (Vec::new(), None);
    for &expr in exprs {
        match evaluator.eval(expr) {
            Ok(value) => values.push(value),
            Err(new_fault) => {
                fault = Some(new_fault);
                break;
            }
        }
    }
    let variables = evaluator.variables.into_iter().enumerate();
    let variables = variables.filter_map(|(index, value)| Some((VarId::new(index), value?))).collect();
    Evaluation { values, variables, fault }
}

fn give_awards(
    evaluator: &mut Evaluator<'_>,
    awards: &[Award],
    stage: impl Fn(ExprId) -> MoveStage,
) -> Result<(), Fault> {
    for &Award { player, amount } in awards {
        let number = evaluator.eval_number(player, "player")?;
        let points = evaluator.eval_number(amount, "score")?;
        let player = change::player(evaluator.layout, "player", number).or_else(|kind| evaluator.fail(player, kind))?;
        change::add_score(evaluator.layout, evaluator.state, player, points);
        evaluator.record_stage(stage(amount));
    }
    Ok(())
}
