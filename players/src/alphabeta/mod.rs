//! Alpha-beta for games of two players without chance and with nothing hidden.

mod deepen;
mod order;
mod search;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use rustc_hash::FxHashSet;

use crate::evaluation::Evaluation;
use crate::player::{Choice, Player, Question};
use crate::table::Table;
use order::Order;
use search::Means;

/// Searches with alpha-beta, one move deeper each time, until its limits are reached. What it learnt of positions it keeps for its next
/// move.
pub struct AlphaBeta<M> {
    evaluation: Evaluation,
    table: Table,
    order: Order<M>,
    /// Keys of positions in which it was asked, and of those that it moved to.
    before: FxHashSet<u64>,
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    /// With an evaluation and a transposition table of so many MiB.
    pub fn new(evaluation: Evaluation, memory: usize) -> Self {
        Self { evaluation, table: Table::new(memory), order: Order::new(), before: FxHashSet::default() }
    }
}

impl<G> Player<G> for AlphaBeta<G::Move>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, moves, limits, .. } = *question;
        self.before.insert(game.key(state));
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::at_once(*only));
        }
        self.table.grow_older();
        self.order.fade();
        let means = Means { game, evaluation: &self.evaluation, table: &self.table, before: &self.before, limits };
        let (mut best, _) = deepen::deepen(question, means, &mut self.order, 0)?;
        let best = best.swap_remove(0);
        let mut after = state.clone();
        game.apply(&mut after, best.mv)?;
        self.before.insert(game.key(&after));
        Ok(best)
    }
}
