//! A way that solves a sliding puzzle, found once with pattern databases and then followed.

use std::sync::Arc;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;

use crate::player::{Choice, Player, Question};
use crate::solve::patterns::Patterns;
use crate::solve::sliding::Sliding;
use crate::solve::{SolveError, Task, idastar};

/// Solves the puzzle in the fewest moves, if its limits allow, and follows the way until somebody leaves it.
pub struct SlidingWay<'g, G: Game> {
    patterns: Arc<Patterns>,
    /// The key of the position from which on the way leads, and the moves, the last first.
    key: u64,
    way: Vec<G::Move>,
    otherwise: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> SlidingWay<'g, G> {
    /// With databases for the puzzle, and who is asked if there is no time for the whole way.
    pub fn new(patterns: Arc<Patterns>, otherwise: Box<dyn Player<G> + 'g>) -> Self {
        Self { patterns, key: 0, way: Vec::new(), otherwise }
    }
}

impl<G: Game> Player<G> for SlidingWay<'_, G>
where
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, limits, .. } = *question;
        let mut nodes = 0;
        if self.way.is_empty() || self.key != game.key(state) {
            let Ok(puzzle) = Sliding::of(game, state) else { return self.otherwise.choose(question) };
            let task = Task { game, state, limits, bytes: 0 };
            let answer = match idastar::slide(&task, &puzzle, &self.patterns) {
                Ok(answer) => answer,
                Err(SolveError::Fault(fault)) => return Err(fault),
                Err(_) => return self.otherwise.choose(question),
            };
            nodes = answer.generated;
            self.way = answer.moves.into_iter().rev().collect();
        }
        let line: Vec<G::Move> = self.way.iter().rev().copied().collect();
        let Some(mv) = self.way.pop() else { return self.otherwise.choose(question) };
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        self.key = game.key(&after);
        let choice = Choice { value: Some(1.0), depth: line.len() as u32, nodes, line, ..Choice::at_once(mv) };
        question.tell(std::slice::from_ref(&choice));
        Ok(choice)
    }
}
