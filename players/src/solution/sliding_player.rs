//! Optimal play of a sliding puzzle: it solves the puzzle once by IDA* with pattern databases, and follows the solution
//! path.

use std::sync::Arc;

use boardwright_game::fault::Fault;
use boardwright_game::game::Game;

use crate::player::{Choice, Player, Question};
use crate::solve::patterns::PatternDatabases;
use crate::solve::sliding::SlidingPuzzle;
use crate::solve::{SolveError, Task, idastar};

/// Solves the puzzle in the fewest moves, if the limits allow, and follows the solution as long as each position lies
/// on it.
pub struct SlidingPlayer<'g, G: Game> {
    patterns: Arc<PatternDatabases>,
    /// Key of the position from which the rest of the path starts, and the moves of that rest, the last first.
    key: u64,
    path: Vec<G::Move>,
    fallback: Box<dyn Player<G> + 'g>,
}

impl<'g, G: Game> SlidingPlayer<'g, G> {
    /// A player with the pattern databases of the puzzle, and a fallback player that chooses if there is no time for
    /// the solution.
    pub fn new(patterns: Arc<PatternDatabases>, fallback: Box<dyn Player<G> + 'g>) -> Self {
        Self { patterns, key: 0, path: Vec::new(), fallback }
    }
}

impl<G: Game> Player<G> for SlidingPlayer<'_, G>
where
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, limits, .. } = *question;
        let mut nodes = 0;
        if self.path.is_empty() || self.key != game.key(state) {
            let Ok(puzzle) = SlidingPuzzle::from_game(game, state) else { return self.fallback.choose(question) };
            let task = Task { game, state, limits, bytes: 0 };
            let answer = match idastar::solve_sliding(&task, &puzzle, &self.patterns) {
                Ok(answer) => answer,
                Err(SolveError::Fault(fault)) => return Err(fault),
                Err(_) => return self.fallback.choose(question),
            };
            nodes = answer.generated;
            self.path = answer.moves.into_iter().rev().collect();
        }
        let line: Vec<G::Move> = self.path.iter().rev().copied().collect();
        let Some(mv) = self.path.pop() else { return self.fallback.choose(question) };
        let mut after = state.clone();
        game.apply(&mut after, mv)?;
        self.key = game.key(&after);
        let choice = Choice { value: Some(1.0), depth: line.len() as u32, nodes, line, ..Choice::without_search(mv) };
        question.report(std::slice::from_ref(&choice));
        Ok(choice)
    }
}
