//! Equilibrium play of small games of hidden information for two players: the whole game tree is built and solved by
//! counterfactual regret minimisation ([CFR+](solve)). It does not model or exploit its opponent. [`mccfr`](crate::mccfr)
//! plays games whose tree is too large.

mod evaluator;
pub(crate) mod solve;
pub(crate) mod tree;

use std::sync::atomic::AtomicBool;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player as Number;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use crate::limits::Limits;
use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, BuiltSolver, PlayableGame, RegisteredPlayer};
use crate::registry::registration::{RULES_FAIL, TREE_SHARE};
use crate::registry::shared_options::{NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerSpecError};
use crate::strategy::{StrategySolver, draw_choice};
pub use evaluator::{StrategyEvaluator, StrategyValue};
use solve::{Solver, exploitability};
use tree::{GameTree, Node};

/// A player by an average strategy of CFR+.
#[derive(Debug)]
pub struct Cfr<M> {
    tree: GameTree<M>,
    solver: Solver,
    strategy: Vec<Vec<f64>>,
    /// Exploitability of the strategy: gain of a best response, as the mean of both seats.
    exploitability: f64,
    /// Target exploitability, in units of the payoff. The solver stops when it is reached.
    target: f64,
    payoff_scale: f64,
    random: Pcg64Mcg,
}

/// Reason why the tree of a game cannot be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum CfrError {
    /// The rules of the game failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The game is not supported, with the reason as the end of a sentence "... games ...".
    #[error("games {0} are not supported")]
    Unsupported(&'static str),
}

/// Maximum number of nodes of the game tree.
const MAX_NODES: usize = 1_000_000;
/// Number of iterations after which the exploitability is first computed; it is computed again after twice as many, and
/// so on.
const FIRST_CHECK: u64 = 16;

pub(crate) const EXPLOITABILITY: OptionSpec = OptionSpec {
    key: "exploitability",
    kind: OptionKind::Real { least: 0.0, most: 1e9, default: Some(0.0005) },
    about: "target exploitability: it stops solving when a best response gains no more than this, in points of the game",
};

/// Reason why the player does not support a game, as the end of a sentence "... games ...".
pub(crate) fn unsupported_reason<G: Game>(game: &G) -> Option<&'static str> {
    if !game.has_hidden_information() {
        return Some("without hidden information");
    }
    if game.players() != 2 {
        return Some("with more or fewer than two players");
    }
    None
}

/// Reason why the first chance node makes a complete tree impossible. Later ones are found while the tree is built.
pub(crate) fn treeless_reason<G: Game>(game: &G) -> Option<&'static str> {
    let mut moves = Vec::new();
    let begins_with_chance = game.legal_moves(&game.initial_state(), &mut moves) == Ok(Turn::Chance);
    (begins_with_chance && moves.is_empty()).then_some("with chance moves that can only be sampled")
}

/// Number of nodes of the tree of a game; `None` if there are more than `most`, the time of `limits` does not suffice, or
/// the game is not supported.
pub(crate) fn tree_size<G: Game>(game: &G, most: usize, limits: &Limits<'_>) -> Option<usize> {
    if unsupported_reason(game).or_else(|| treeless_reason(game)).is_some() {
        return None;
    }
    GameTree::build(game, most, limits).ok().map(|tree| tree.nodes.len())
}

impl<M: Copy + PartialEq> Cfr<M> {
    /// A player with the options of a request, whose tree is built within the limits.
    fn from_request<G: Game<Move = M>>(
        request: &BuildRequest<'_, G>,
        limits: &Limits<'_>,
    ) -> Result<Self, PlayerSpecError> {
        let target = request.values().real(&EXPLOITABILITY).unwrap_or(0.0);
        Self::new_within(request.game, target, request.random(), limits).map_err(|error| request.cfr_error(&error))
    }

    /// Builds the game tree.
    ///
    /// # Errors
    /// If the game has no tree that can be built.
    pub fn new<G: Game<Move = M>>(game: &G, enough: f64, random: Pcg64Mcg) -> Result<Self, CfrError> {
        Self::new_within(game, enough, random, &Limits::none(&AtomicBool::new(false)))
    }

    /// [`Cfr::new`] within a time.
    ///
    /// # Errors
    /// As [`Cfr::new`]; also if the time of `limits` does not suffice.
    pub fn new_within<G: Game<Move = M>>(
        game: &G,
        enough: f64,
        random: Pcg64Mcg,
        limits: &Limits<'_>,
    ) -> Result<Self, CfrError> {
        let tree = GameTree::build(game, MAX_NODES, limits)?;
        let solver = Solver::new(&tree);
        let strategy = solver.average_strategy();
        let exploitability = exploitability(&tree, &strategy);
        let payoff_scale = game.payoff().scale();
        Ok(Self { tree, solver, strategy, exploitability, target: enough, payoff_scale, random })
    }

    /// Gain of a best response against the strategy, as the mean of both seats, in units of the payoff.
    pub fn exploitability(&self) -> f64 {
        self.exploitability
    }

    /// Value of the game for a player if both play the strategy, in units of the payoff.
    pub fn value(&self, player: Number) -> f64 {
        solve::expected_values(&self.tree, &self.strategy, player.index())[0]
    }

    /// Number of iterations.
    pub fn iterations(&self) -> u64 {
        self.solver.iterations
    }

    /// Iterates until the target exploitability is reached or `over` returns `true` for the number of visited nodes.
    /// Returns that number.
    pub fn improve(&mut self, mut over: impl FnMut(u64) -> bool) -> u64 {
        let (mut nodes, mut look) = (0, self.solver.iterations.max(FIRST_CHECK / 2) * 2);
        while self.exploitability > self.target && !over(nodes) {
            self.solver.iterate(&self.tree);
            nodes += (self.tree.nodes.len() * self.tree.players) as u64;
            if self.solver.iterations >= look {
                look *= 2;
                self.refresh_strategy();
            }
        }
        if nodes > 0 {
            self.refresh_strategy();
        }
        nodes
    }

    fn refresh_strategy(&mut self) {
        self.strategy = self.solver.average_strategy();
        self.exploitability = exploitability(&self.tree, &self.strategy);
    }

    /// Values of the moves of an information set, scaled to [-1, 1]: the mean over its nodes, weighted by their
    /// counterfactual reach probabilities. `None` if the strategy never reaches the set.
    fn move_values(&self, set: usize) -> Vec<Option<f64>> {
        let player = self.tree.sets[set].player.index();
        let values = solve::expected_values(&self.tree, &self.strategy, player);
        let weights = solve::counterfactual_reach(&self.tree, &self.strategy, player);
        let mut sums = vec![0.0; self.tree.sets[set].moves.len()];
        let mut all = 0.0;
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let Node::Decision { set: of, children } = node else { continue };
            if *of as usize == set {
                all += weights[at];
                for (sum, &child) in sums.iter_mut().zip(children) {
                    *sum += weights[at] * values[child as usize];
                }
            }
        }
        sums.into_iter().map(|sum| (all > 0.0).then(|| sum / all / self.payoff_scale)).collect()
    }
}

impl<G: Game> StrategySolver<G> for Cfr<G::Move> {
    fn advance(&mut self, _: &G, limits: &Limits<'_>) -> Result<u64, Fault> {
        Ok(self.improve(|nodes| limits.is_over() || limits.nodes.is_some_and(|most| nodes >= most)))
    }

    fn iterations(&self) -> u64 {
        self.iterations()
    }

    fn information_states(&self) -> usize {
        self.tree.sets.len()
    }

    fn probabilities(&self, information: &[u8], moves: &[G::Move]) -> Option<Vec<f64>> {
        let &set = self.tree.set_by_key.get(information)?;
        tree::arrange(&self.tree.sets[set].moves, &self.strategy[set], moves)
    }
}

impl<G> Player<G> for Cfr<G::Move>
where
    G: Game,
    G::Move: Send,
{
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, &question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let nodes = self.advance(game, &limits)?;
        let Some(&set) = self.tree.set_by_key.get(&tree::information_key(game, state, me)) else {
            // Only a position that cannot occur in play has no information set.
            return Ok(Choice::without_search(moves[0]));
        };
        let shares = &self.strategy[set];
        let values = self.move_values(set);
        let of = &self.tree.sets[set].moves;
        let choice =
            |place: usize| Choice { value: values[place], depth: 1, nodes, ..Choice::without_search(of[place]) };
        Ok(draw_choice(question, shares, choice, &mut self.random))
    }
}

impl<G: Game> BuildRequest<'_, G> {
    /// The error for a game whose tree cannot be built.
    pub(crate) fn cfr_error(&self, error: &CfrError) -> PlayerSpecError {
        match *error {
            CfrError::Fault(_) => self.unsupported(RULES_FAIL),
            CfrError::Unsupported(reason) => self.unsupported(reason),
        }
    }
}

/// The player `cfr`.
pub(crate) struct CfrEntry;

impl RegisteredPlayer for CfrEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "cfr",
        about: "CFR+: plays an equilibrium, a mixed strategy, of a small game of hidden information for two players",
        options: &[SECONDS, NODES, EXPLOITABILITY, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const COMPUTES_STRATEGY: bool = true;

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        unsupported_reason(game).or_else(|| treeless_reason(game))
    }

    fn solver<'g, G: Game + 'g>(request: &BuildRequest<'_, G>) -> Option<BuiltSolver<'g, G>> {
        Some(Cfr::from_request(request, request.limits).map(|solver| Box::new(solver) as _))
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(Cfr::from_request(request, &request.limits.share(TREE_SHARE))?))
    }
}
