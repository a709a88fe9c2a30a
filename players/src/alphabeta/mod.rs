//! Alpha-beta search: principal variation search for games of two players with perfect information and without chance,
//! and a search for games with chance or more players.

mod multiplayer;
mod order;
mod root_search;
mod scoring;
mod search;

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt};
use rustc_hash::FxHashSet;

use crate::buckets::NoMemory;
use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::player::{Choice, Player, Question};
use crate::table::TranspositionTable;
pub use multiplayer::{MultiplayerSearch, OpponentModel};

use crate::heuristic::Heuristic;
use crate::mcts::settings::THREADS;
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{
    DEPTH, EVALUATION, LEVEL, MADE, MAX_N, NODES, OTHERS, PARANOID, SECONDS, SEED, TABLE,
};
use crate::registry::{PlayerSpec, PlayerSpecError};
use boardwright_game::payoff::Payoff;
use order::MoveOrdering;
use root_search::{RootResults, iterative_deepening};
use search::SearchContext;

/// Share of the time that the [detection of scoring moves](scoring::is_scoring_selective) may use.
const DETECTION_SHARE: f64 = 0.1;

/// Iterative deepening alpha-beta search until the limits are reached. The transposition table and the history
/// heuristic are kept for the next move.
pub struct AlphaBeta<M> {
    evaluation: Evaluation,
    table: TranspositionTable,
    order: MoveOrdering<M>,
    /// Keys of positions in which the player was asked, and of those that its moves led to.
    earlier: FxHashSet<u64>,
    threads: usize,
    /// `true` if [some moves score points](scoring::is_scoring_selective); `None` until that is computed.
    has_scoring_moves: Option<bool>,
}

impl<M: Copy + PartialEq> AlphaBeta<M> {
    /// A player with an evaluation, a transposition table of `memory` MiB, and `threads` threads.
    ///
    /// # Errors
    /// [`NoMemory`] if the table cannot be allocated.
    pub fn new(evaluation: Evaluation, memory: usize, threads: usize) -> Result<Self, NoMemory> {
        let table = TranspositionTable::new(memory)?;
        Ok(Self {
            evaluation,
            table,
            order: MoveOrdering::new(),
            earlier: FxHashSet::default(),
            threads,
            has_scoring_moves: None,
        })
    }
}

impl<M> AlphaBeta<M> {
    /// Treats moves that change a score like all others, without examining whether the game has such moves. For games
    /// whose rules are so slow that the examination would take the time of the search.
    #[must_use]
    pub(crate) fn without_scoring_moves(self) -> Self {
        Self { has_scoring_moves: Some(false), ..self }
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
        self.earlier.insert(game.key(state));
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        self.table.start_new_search();
        self.order.age();
        let nodes = limits.nodes.map(|nodes| nodes / self.threads.max(1) as u64);
        let limits = Limits { nodes, ..limits };
        let has_scoring_moves = match self.has_scoring_moves {
            Some(known) => known,
            None => {
                let limits = limits.share(DETECTION_SHARE);
                *self.has_scoring_moves.insert(scoring::is_scoring_selective(game, &limits)?)
            }
        };
        let (evaluation, table, earlier) = (&self.evaluation, &self.table, &self.earlier);
        let context = SearchContext { game, evaluation, table, earlier, has_scoring_moves, limits };
        let order = &mut self.order;
        let enough = AtomicBool::new(false);
        let RootResults { moves: mut best, nodes, key } = thread::scope(|scope| {
            // Lazy SMP: helper threads share results through the table only; every second one starts one ply deeper.
            let help = |number: usize| {
                let context = SearchContext { limits: Limits { stop: &enough, ..limits }, ..context };
                move || {
                    let _deadline = limits.set_deadline();
                    iterative_deepening(
                        &Question { listener: None, ..*question },
                        context,
                        &mut MoveOrdering::new(),
                        number as u32 % 2,
                    )
                }
            };
            let helpers: Vec<_> = (1..self.threads).map(|number| scope.spawn(help(number))).collect();
            let found = iterative_deepening(question, context, order, 0);
            enough.store(true, Ordering::Relaxed);
            let helped = helpers.into_iter().map(|helper| helper.join().expect("a search does not panic"));
            // Faults of the rules that only helper threads met do not concern the moves that were found.
            let helped: u64 = helped.filter_map(|found| Some(found.ok()?.nodes)).sum();
            found.map(|found| RootResults { nodes: found.nodes + helped, ..found })
        })?;
        best[0].nodes = nodes;
        let best = best.swap_remove(0);
        match key {
            Some(key) => _ = self.earlier.insert(key),
            None if !limits.is_over() => {
                let mut after = state.clone();
                game.apply(&mut after, best.mv)?;
                self.earlier.insert(game.key(&after));
            }
            // Without the time for a single move, the position after it stays unknown.
            None => {}
        }
        Ok(best)
    }
}

/// The selected model of the opponents in games of more than two players.
fn opponent_model(spec: &PlayerSpec) -> Result<OpponentModel, PlayerSpecError> {
    let value = spec.values.name(&OTHERS);
    match value.as_str() {
        PARANOID => Ok(OpponentModel::Paranoid),
        MAX_N => Ok(OpponentModel::MaxN),
        _ => {
            let (player, key) = (spec.entry.name, OTHERS.key);
            Err(PlayerSpecError::UnknownKeyword { player, key, known: "paranoid, max-n", value })
        }
    }
}

/// The player `alphabeta`.
pub(crate) struct AlphaBetaEntry;

impl RegisteredPlayer for AlphaBetaEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "alphabeta",
        about: "iterative deepening alpha-beta search with a transposition table and an evaluation derived from the rules",
        options: &[SECONDS, NODES, DEPTH, TABLE, THREADS, LEVEL, SEED, EVALUATION, OTHERS],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let (game, values) = (request.game, request.values());
        let is_default = values.name(&EVALUATION) == MADE;
        if game.players() != 2 || game.has_chance() || game.payoff() != Payoff::WinDrawLoss {
            let declared = game.structure().and_then(|structure| structure.heuristics());
            let first = declared.map(|_| Heuristic::Declared(0));
            let heuristic = if is_default { first } else { Some(request.heuristic()?) };
            let player = MultiplayerSearch::new(opponent_model(request.spec)?, heuristic);
            return Ok(request.levelled(Box::new(player)));
        }
        let evaluation =
            if is_default { request.evaluation() } else { Evaluation::from_heuristic(request.heuristic()?) };
        let threads = values.whole(&THREADS).unwrap_or(1) as usize;
        let player = AlphaBeta::new(evaluation, values.whole(&TABLE).unwrap_or(1) as usize, threads);
        let player = player.map_err(|why| PlayerSpecError::OutOfMemory { player: request.spec.entry.name, why })?;
        let player = if request.is_slow { player.without_scoring_moves() } else { player };
        Ok(request.levelled(Box::new(player)))
    }
}
