//! Chance moves: their weights, and the distinct moves with the sums of the weights of equal ones.
//! Move generation, for chance as for players, is in [`movegen`](super::movegen).

use crate::classes::classes_of_moves;
use crate::moves::Move;
use crate::state::State;
use boardwright_game::fault::{Fault, FaultContext, FaultKind};
use boardwright_rules::Rule;

use super::apply::Interpreter;
use super::eval::Evaluator;

impl Evaluator<'_> {
    /// Weight of the matched move: 1 for a player's move and without an expression.
    pub fn weight(&mut self, rule: &Rule) -> Result<i32, Fault> {
        let Some(weight) = rule.chance.and_then(|chance| chance.weight) else { return Ok(1) };
        let number = self.eval_number(weight, "weight")?;
        if number < 0 { self.fail(weight, FaultKind::NegativeWeight(number)) } else { Ok(number) }
    }
}

impl Interpreter<'_> {
    /// The distinct chance moves of a position in which chance is to move, each with the total weight of its class.
    ///
    /// # Errors
    /// If a weight is negative, if no move has a positive weight, or if the rules fail.
    pub fn weighted_chance_moves(&self, state: &State) -> Result<Vec<(Move, f64)>, Fault> {
        let mut moves = Vec::new();
        self.list_moves(state, &mut moves)?;
        if moves.is_empty() {
            return Err(self.no_chance_move());
        }
        let classes = classes_of_moves(self.rules, self.layout, state, &moves);
        let mut distinct: Vec<(Move, f64)> = Vec::new();
        for (mv, class) in moves.into_iter().zip(classes) {
            let weight = f64::from(self.weight(state, mv)?);
            match distinct.get_mut(class) {
                Some((_, total)) => *total += weight,
                None => distinct.push((mv, weight)),
            }
        }
        Ok(distinct)
    }

    /// Weight of a chance move relative to the others of its position.
    ///
    /// # Errors
    /// If the weight is negative or its evaluation fails.
    pub fn weight(&self, state: &State, mv: Move) -> Result<i32, Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        if rule.chance.is_none_or(|chance| chance.weight.is_none()) {
            return Ok(1);
        }
        let mut scratch = state.clone();
        let mut evaluator = self.evaluator_for(&mut scratch, rule);
        evaluator.match_move(rule, mv)?;
        evaluator.weight(rule)
    }

    /// Fault of a position in which chance cannot move, reported at the first rule of chance.
    fn no_chance_move(&self) -> Fault {
        let rule = self.rules.rules.iter().find(|rule| rule.chance.is_some());
        let (span, name) = rule.map_or_else(Default::default, |rule| (rule.span, rule.name.clone()));
        Fault { kind: FaultKind::NoChanceMove, span, context: FaultContext::Rule(name) }
    }
}
