//! Strategies of whole games by information state, and the course of their exploitability while they are computed. The
//! computations are in [`cfr`](crate::cfr) and [`mccfr`](crate::mccfr).

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::playout::random_weighted_index;
use rand_pcg::Pcg64Mcg;

use crate::cfr::{StrategyEvaluator, StrategyValue};
use crate::limits::Limits;
use crate::player::{Choice, Question};

/// A computation that improves a mixed strategy for all players of a game.
pub trait StrategySolver<G: Game> {
    /// Iterates until the limits are reached or the strategy is good enough. Returns the number of visited nodes.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    fn advance(&mut self, game: &G, limits: &Limits<'_>) -> Result<u64, Fault>;

    /// Number of iterations so far.
    fn iterations(&self) -> u64;

    /// Number of information states in memory.
    fn information_states(&self) -> usize;

    /// Probabilities of the moves in an information state; `None` if the computation has not visited it. The first byte
    /// of `information` is the number of the player; the information state of that player follows.
    fn probabilities(&self, information: &[u8], moves: &[G::Move]) -> Option<Vec<f64>>;
}

/// Draws a move by the probabilities `shares` of a mixed strategy, and reports the moves with the greatest ones. `choice`
/// describes the move at an index.
pub(crate) fn draw_choice<G: Game>(
    question: &Question<'_, G>,
    shares: &[f64],
    choice: impl Fn(usize) -> Choice<G::Move>,
    random: &mut Pcg64Mcg,
) -> Choice<G::Move> {
    let mut order: Vec<usize> = (0..shares.len()).collect();
    order.sort_by(|&one, &other| shares[other].total_cmp(&shares[one]));
    let best: Vec<_> = order.into_iter().take(question.lines()).map(&choice).collect();
    question.report(&best);
    choice(random_weighted_index(shares, random))
}

/// A point of the course of a computation.
#[derive(Clone, Debug, PartialEq)]
pub struct CurvePoint {
    /// Number of iterations.
    pub iterations: u64,
    /// Number of visited nodes.
    pub nodes: u64,
    /// Duration of the computation in seconds, without the evaluation of the strategy.
    pub seconds: f64,
    /// Number of information states in memory.
    pub information_states: usize,
    /// Evaluation of the strategy, which is uniform in information states that have not been visited.
    pub value: StrategyValue,
}

/// Number of nodes before the first point of a curve; each further point has twice as many.
const FIRST_POINT: u64 = 1000;

/// Runs a computation until the limits are reached, and reports the exploitability of its strategy after 1,000 nodes,
/// after twice as many, and so on, and at the end. `on_point` can end the computation.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub fn exploitability_curve<G: Game>(
    game: &G,
    solver: &mut dyn StrategySolver<G>,
    evaluator: &StrategyEvaluator<G::Move>,
    limits: &Limits<'_>,
    mut on_point: impl FnMut(&CurvePoint) -> ControlFlow<()>,
) -> Result<(), Fault> {
    let (mut nodes, mut time, mut next) = (0, Duration::ZERO, FIRST_POINT);
    loop {
        let end = limits.nodes.map_or(next, |most| most.min(next));
        let start = Instant::now();
        let part = Limits {
            start,
            time: limits.time.map(|most| most.saturating_sub(time)),
            nodes: Some(end - nodes),
            ..*limits
        };
        let made = {
            let _deadline = part.set_deadline();
            solver.advance(game, &part)?
        };
        if made == 0 && nodes > 0 {
            // The strategy is good enough.
            return Ok(());
        }
        (nodes, time) = (nodes + made, time + start.elapsed());
        let uniform = |moves: &[G::Move]| vec![1.0 / moves.len() as f64; moves.len()];
        let value = evaluator
            .evaluate(|information, moves| solver.probabilities(information, moves).unwrap_or_else(|| uniform(moves)));
        let point = CurvePoint {
            iterations: solver.iterations(),
            nodes,
            seconds: time.as_secs_f64(),
            information_states: solver.information_states(),
            value,
        };
        let is_over = limits.nodes.is_some_and(|most| nodes >= most) || limits.time.is_some_and(|most| time >= most);
        if on_point(&point).is_break() || made == 0 || is_over || limits.stop.load(Ordering::Relaxed) {
            return Ok(());
        }
        while next <= nodes {
            next *= 2;
        }
    }
}
