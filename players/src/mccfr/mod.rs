//! Monte Carlo counterfactual regret minimisation (Lanctot, Waugh, Zinkevich and Bowling, "Monte Carlo Sampling for
//! Regret Minimization in Extensive Games", 2009): approximate equilibrium play of games of hidden information for two
//! players. It keeps the visited information states only, and samples chance; so the game tree may be too large to be
//! written out, and chance moves need not be listed. It does not model or exploit its opponent.
//!
//! Iterations begin at the beginning of the game, whatever position is to be played: states that were never visited are
//! played uniformly. Where a player's turn has more legal moves than are listed, the strategy uses the listed ones.

mod table;
mod walk;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::playout::random_below;
use rand_pcg::Pcg64Mcg;

use crate::cfr;
use crate::cfr::tree::{arrange, information_key};
use crate::limits::{Halt, Limits, Watch};
use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question, players};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, BuiltSolver, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{MEMORY, NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerSpecError};
use crate::strategy::{StrategySolver, draw_choice};
use table::Table;
use walk::{Buffers, Walk};

/// Part of the game that an iteration walks through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sampling {
    /// All moves of the updated player; moves of the other player and of chance are sampled.
    External,
    /// A single line of play.
    Outcome,
}

impl Sampling {
    /// Names of all kinds, as users write them.
    pub(crate) const NAMES: &'static str = "external, outcome";

    /// The kind with this name.
    pub(crate) fn by_name(name: &str) -> Option<Self> {
        match name {
            "external" => Some(Self::External),
            "outcome" => Some(Self::Outcome),
            _ => None,
        }
    }
}

pub(crate) const SAMPLING: OptionSpec = OptionSpec {
    key: "sampling",
    kind: OptionKind::Name { default: "external", known: &["outcome"] },
    about: "part of the game in an iteration: all own moves, with sampled moves of the opponent and of chance (external), or a single \
            line of play (outcome)",
};

/// A player by an average strategy of Monte Carlo CFR.
#[derive(Debug)]
pub struct Mccfr<M> {
    sampling: Sampling,
    table: Table<M>,
    buffers: Buffers<M>,
    iterations: u64,
    random: Pcg64Mcg,
}

impl<M: Copy + PartialEq> Mccfr<M> {
    /// A player with the options of a request.
    fn from_request<G: Game<Move = M>>(request: &BuildRequest<'_, G>) -> Result<Self, PlayerSpecError> {
        let value = request.values().name(&SAMPLING);
        let Some(sampling) = Sampling::by_name(&value) else {
            let (player, key, known) = (request.spec.entry.name, SAMPLING.key, Sampling::NAMES);
            return Err(PlayerSpecError::UnknownKeyword { player, key, known, value });
        };
        Ok(Self::new(sampling, request.memory(), request.random()))
    }

    /// A player that has visited nothing, with a limit of memory in MiB. When it is reached, no more information states
    /// are added, and those that are missing are played uniformly.
    pub fn new(sampling: Sampling, memory: usize, random: Pcg64Mcg) -> Self {
        Self { sampling, table: Table::new(memory << 20), buffers: Buffers::default(), iterations: 0, random }
    }

    /// One iteration: each player in turn updates its regrets.
    fn iterate<G: Game<Move = M>>(
        &mut self,
        game: &G,
        roots: &[G::State],
        watch: &Watch<'_>,
        nodes: &mut u64,
    ) -> Result<(), Halt> {
        for me in players(game) {
            let mut state = roots[random_below(roots.len(), &mut self.random)].clone();
            let Self { table, random, buffers, .. } = self;
            let mut walk = Walk { game, me, table, random, watch, nodes, buffers };
            match self.sampling {
                Sampling::External => walk.external(&mut state, 0).map(|_| ()),
                Sampling::Outcome => walk.outcome(&mut state),
            }?;
        }
        self.iterations += 1;
        Ok(())
    }
}

impl<G: Game> StrategySolver<G> for Mccfr<G::Move> {
    fn advance(&mut self, game: &G, limits: &Limits<'_>) -> Result<u64, Fault> {
        let (watch, mut nodes) = (Watch::new(*limits), 0);
        if watch.is_reached(nodes) {
            return Ok(nodes);
        }
        let roots = game.initial_states();
        loop {
            let before = nodes;
            match self.iterate(game, &roots, &watch, &mut nodes) {
                // In a game without a move no iteration ever reaches a limit.
                Ok(()) if nodes == before => return Ok(nodes),
                Ok(()) => {}
                Err(Halt::Limit) => return Ok(nodes),
                Err(Halt::Fault(fault)) => return Err(fault),
            }
        }
    }

    fn iterations(&self) -> u64 {
        self.iterations
    }

    fn information_states(&self) -> usize {
        self.table.len()
    }

    fn probabilities(&self, information: &[u8], moves: &[G::Move]) -> Option<Vec<f64>> {
        let entry = self.table.get(information)?;
        let mut shares = Vec::new();
        entry.average_strategy(&mut shares);
        arrange(&entry.moves, &shares, moves)
    }
}

impl<G> Player<G> for Mccfr<G::Move>
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
        let key = information_key(game, state, me);
        let shares = StrategySolver::<G>::probabilities(self, &key, moves).unwrap_or_else(|| vec![1.0; moves.len()]);
        let (entry, scale) = (self.table.get(&key), game.payoff().scale());
        let value = |mv| {
            let entry = entry?;
            let place = entry.moves.iter().position(|known| *known == mv)?;
            entry.mean_value(place).map(|value| (value / scale).clamp(-1.0, 1.0))
        };
        let choice = |place: usize| {
            let mv = moves[place];
            Choice { value: value(mv), depth: 1, nodes, ..Choice::without_search(mv) }
        };
        Ok(draw_choice(question, &shares, choice, &mut self.random))
    }
}

/// The player `mccfr`.
pub(crate) struct MccfrEntry;

impl RegisteredPlayer for MccfrEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "mccfr",
        about: "Monte Carlo CFR: approaches an equilibrium of a game of hidden information for two players; the game may be too large for \
                cfr",
        options: &[SECONDS, NODES, MEMORY, SAMPLING, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };
    const COMPUTES_STRATEGY: bool = true;

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        cfr::unsupported_reason(game)
    }

    fn solver<'g, G: Game + 'g>(request: &BuildRequest<'_, G>) -> Option<BuiltSolver<'g, G>> {
        Some(Mccfr::from_request(request).map(|solver| Box::new(solver) as _))
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        Ok(Box::new(Mccfr::from_request(request)?))
    }
}
