//! Alpha-beta for games of two players without chance and with nothing hidden.

mod deepen;
mod order;
mod points;
mod search;
mod sides;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game;
use rustc_hash::FxHashSet;

use crate::buckets::NoMemory;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::player::{Choice, Player, Question};
use crate::table::Table;
pub use sides::{Others, Sides};

use deepen::deepen;
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
    threads: usize,
    /// Whether [points are made by some moves](points::are_made_by_some), once that is known.
    points: Option<bool>,
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    /// With an evaluation, a transposition table of so many MiB, and so many threads.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(evaluation: Evaluation, memory: usize, threads: usize) -> Result<Self, NoMemory> {
        let table = Table::new(memory)?;
        Ok(Self { evaluation, table, order: Order::new(), before: FxHashSet::default(), threads, points: None })
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
        let nodes = limits.nodes.map(|nodes| nodes / self.threads.max(1) as u64);
        let limits = Limits { nodes, ..limits };
        let points = match self.points {
            Some(known) => known,
            None => *self.points.insert(points::are_made_by_some(game)?),
        };
        let (evaluation, table, before) = (&self.evaluation, &self.table, &self.before);
        let means = Means { game, evaluation, table, before, points, limits };
        let order = &mut self.order;
        let enough = AtomicBool::new(false);
        let (mut best, made) = thread::scope(|scope| {
            // The others help by what they leave in the table; every second one is a move ahead (Lazy SMP).
            let help = |number: usize| {
                let means = Means { limits: Limits { stop: &enough, ..limits }, ..means };
                move || deepen(&Question { listener: None, ..*question }, means, &mut Order::new(), number as u32 % 2)
            };
            let helpers: Vec<_> = (1..self.threads).map(|number| scope.spawn(help(number))).collect();
            let found = deepen(question, means, order, 0);
            enough.store(true, Ordering::Relaxed);
            let helped = helpers.into_iter().map(|helper| helper.join().expect("a search does not panic"));
            // Faults of the rules that only helpers met are none of the moves that were found.
            let helped: u64 = helped.filter_map(|found| Some(found.ok()?.1)).sum();
            found.map(|(best, made)| (best, made + helped))
        })?;
        best[0].nodes = made;
        let best = best.swap_remove(0);
        let mut after = state.clone();
        game.apply(&mut after, best.mv)?;
        self.before.insert(game.key(&after));
        Ok(best)
    }
}
