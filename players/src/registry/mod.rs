//! The list of all players: names, options, and the kinds of games that they support. [`player_spec`] parses the text
//! that selects a player, [`factory`] and [`equilibrium`] build the player.

mod equilibrium;
mod factory;
mod player_spec;
mod shared_options;
mod weight_choice;

use boardwright_game::game::Game;

use crate::cfr;
use crate::equity::{FOLDS, NARROWING, NO_BETTING, SAMPLES};
use crate::expectimax::RANGE;
use crate::feature_player::{self, EXPECTED, EXPONENT, FACTOR, FOR_PLAYERS, WEIGHTS};
use crate::mccfr;
use crate::mcts::settings;
use crate::options::OptionSpec;
use crate::published::monte_carlo::GameWeight;
use crate::published::path::ExpansionOrder;
use crate::scripted::{ALLOW, FILE, NO_SCRIPT, STRATEGY};
use crate::value_iteration;

pub use factory::PlayerArtifacts;
pub use player_spec::{PlayerSpec, PlayerSpecError, parse, parse_with_others};
use shared_options::{DEPTH, EVALUATION, HEURISTIC, KEEP, LEVEL, LONGEST, MEMORY, NODES, OTHERS, SECONDS, SEED, TABLE};

/// A player of the list.
#[derive(Debug)]
pub struct PlayerEntry {
    /// Name by which users select the player.
    pub name: &'static str,
    /// Help text for users.
    pub about: &'static str,
    /// Options of the player.
    pub options: &'static [OptionSpec],
    /// `true` if the player supports games with chance.
    pub supports_chance: bool,
    /// `true` if the player supports games with hidden information.
    pub supports_hidden_information: bool,
    kind: PlayerKind,
}

#[derive(Clone, Copy, Debug)]
enum PlayerKind {
    Random,
    Greedy,
    Path(ExpansionOrder),
    Minimax,
    MonteCarlo(GameWeight),
    AlphaBeta,
    Mcts,
    Cfr,
    ValueIteration,
    Mccfr,
    /// Weighted sum of the game's features: with these weights, or with those of the option.
    Weighted(Option<&'static str>),
    TwoParameter,
    Expectimax,
    Equity,
    Script,
    Portfolio,
}

/// The player `weighted` with the weights of this name. Weights that come with a game become a player by one line of the
/// list.
const fn weighted_with(name: &'static str, about: &'static str) -> PlayerEntry {
    PlayerEntry {
        name,
        about,
        options: &[SECONDS, NODES, FOR_PLAYERS, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::Weighted(Some(name)),
    }
}

/// All players, in the order in which they are listed.
pub const PLAYERS: &[PlayerEntry] = &[
    PlayerEntry {
        name: "random",
        about: "chooses uniformly among all legal moves; equal moves count one by one",
        options: &[SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Random,
    },
    PlayerEntry {
        name: "greedy",
        about: "one-ply search: the move with the best static evaluation; it wins at once if it can",
        options: &[SECONDS, NODES, EVALUATION, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::Greedy,
    },
    PlayerEntry {
        name: "bfs",
        about: "breadth-first search for the nearest position that the player has won",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        supports_chance: false,
        supports_hidden_information: false,
        kind: PlayerKind::Path(ExpansionOrder::Breadth),
    },
    PlayerEntry {
        name: "dfs",
        about: "depth-first search for a position that the player has won; it avoids the positions of its earlier turns",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        supports_chance: false,
        supports_hidden_information: false,
        kind: PlayerKind::Path(ExpansionOrder::Depth),
    },
    PlayerEntry {
        name: "astar",
        about: "A* search by the number of moves and a heuristic; finds a shortest path if the heuristic is admissible",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        supports_chance: false,
        supports_hidden_information: false,
        kind: PlayerKind::Path(ExpansionOrder::Best),
    },
    PlayerEntry {
        name: "minimax",
        about: "minimax over a tree that grows breadth first until a limit is reached; near wins count more than far ones",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        supports_chance: false,
        supports_hidden_information: false,
        kind: PlayerKind::Minimax,
    },
    PlayerEntry {
        name: "minimax-stochastic",
        about: "minimax with a random subset of its own moves in each position",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC, KEEP, SEED],
        supports_chance: false,
        supports_hidden_information: false,
        kind: PlayerKind::Minimax,
    },
    PlayerEntry {
        name: "monte-carlo",
        about: "flat Monte Carlo: random games after each move, scored by the share of wins",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::MonteCarlo(GameWeight::Equal),
    },
    PlayerEntry {
        name: "monte-carlo-ratio",
        about: "flat Monte Carlo, scored by wins minus losses; a game weighs less the more moves the others had in it",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::MonteCarlo(GameWeight::Ratio),
    },
    PlayerEntry {
        name: "monte-carlo-ratio2",
        about: "flat Monte Carlo, scored by wins minus losses; a game weighs 0.9 times as much for each move of the others",
        options: &[SECONDS, NODES, LONGEST, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::MonteCarlo(GameWeight::Factor(0.9)),
    },
    PlayerEntry {
        name: "alphabeta",
        about: "iterative deepening alpha-beta search with a transposition table and an evaluation derived from the rules",
        options: &[SECONDS, NODES, DEPTH, TABLE, settings::THREADS, LEVEL, SEED, EVALUATION, OTHERS],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::AlphaBeta,
    },
    PlayerEntry {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) with proven results (MCTS-Solver); plays any game",
        options: &[
            SECONDS,
            NODES,
            settings::PLAYOUTS,
            MEMORY,
            settings::THREADS,
            LEVEL,
            SEED,
            settings::EXPLORATION,
            settings::URGENCY,
            settings::WINS,
            settings::GROW,
            settings::MAX_PLAYOUT,
            HEURISTIC,
            settings::BIAS,
            settings::MINIMAX,
            settings::RAVE,
            settings::MAST,
            settings::OPEN,
            settings::SINGLE,
        ],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Mcts,
    },
    PlayerEntry {
        name: "value-iteration",
        about: "plays small games with chance, such as Pig, perfectly, after it has valued all positions; plays by mcts in larger ones",
        options: &[SECONDS, NODES, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::ValueIteration,
    },
    PlayerEntry {
        name: "cfr",
        about: "CFR+: plays an equilibrium, a mixed strategy, of a small game of hidden information for two players",
        options: &[SECONDS, NODES, cfr::EXPLOITABILITY, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Cfr,
    },
    PlayerEntry {
        name: "mccfr",
        about: "Monte Carlo CFR: approaches an equilibrium of a game of hidden information for two players; the game may be too large for \
                cfr",
        options: &[SECONDS, NODES, MEMORY, mccfr::SAMPLING, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Mccfr,
    },
    PlayerEntry {
        name: "equity",
        about: "pot odds: values each bet by sampled showdowns against the hands that the other player's bets make likely",
        options: &[SECONDS, NODES, SAMPLES, NARROWING, FOLDS, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Equity,
    },
    PlayerEntry {
        name: "script",
        about: "follows the rules of a file in Heads Up Script, for heads-up no-limit hold'em",
        options: &[SECONDS, NODES, FILE, ALLOW, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Script,
    },
    PlayerEntry {
        name: "blueprint",
        about: "follows a trained strategy for heads-up no-limit hold'em: MCCFR on buckets of hands and few sizes of bets",
        options: &[SECONDS, NODES, STRATEGY, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Script,
    },
    PlayerEntry {
        name: "two-parameter",
        about: "one-ply search for the most points now plus k times a power of the meeples per turn (Carcassonne thesis)",
        options: &[SECONDS, NODES, FACTOR, EXPONENT, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::TwoParameter,
    },
    PlayerEntry {
        name: "weighted",
        about: "one-ply search for the greatest weighted sum of the features that the game declares",
        options: &[SECONDS, NODES, WEIGHTS, FOR_PLAYERS, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::Weighted(None),
    },
    weighted_with(
        "19/3",
        "weighted with weights for the 19 terms of the Carcassonne thesis in 3 phases, from a run of evolution",
    ),
    weighted_with(
        "19/3-pr",
        "weighted with the evolved weights of the Carcassonne thesis: 19 terms in 3 phases, with probabilities",
    ),
    weighted_with(
        "19/5-pr",
        "weighted with weights for the 19 terms in 5 phases, with probabilities, from a run of evolution",
    ),
    PlayerEntry {
        name: "expectimax",
        about: "expectimax search with Star2 pruning in games with chance, by the weighted features that the game declares",
        options: &[SECONDS, NODES, DEPTH, EXPECTED, FOR_PLAYERS, RANGE, SEED],
        supports_chance: true,
        supports_hidden_information: false,
        kind: PlayerKind::Expectimax,
    },
    PlayerEntry {
        name: "portfolio",
        about: "selects the other player that suits the game best, by features of the game",
        options: &[SECONDS, NODES, DEPTH, MEMORY, settings::THREADS, LEVEL, SEED],
        supports_chance: true,
        supports_hidden_information: true,
        kind: PlayerKind::Portfolio,
    },
];

/// Reason why a player by features does not support a game, as the end of a sentence "... games ...".
const NO_FEATURES: &str = "that declare no features for it";

impl PlayerEntry {
    /// Reason why the player does not support a game, as the end of a sentence "... games ..."; `None` if it does, as
    /// far as can be determined without building the player.
    pub fn unsupported_reason<G: Game>(&self, game: &G) -> Option<&'static str> {
        if game.has_chance() && !self.supports_chance {
            return Some("with chance");
        }
        if game.has_hidden_information() && !self.supports_hidden_information {
            return Some("with hidden information");
        }
        match self.kind {
            PlayerKind::Cfr => cfr::unsupported_reason(game).or_else(|| cfr::treeless_reason(game)),
            PlayerKind::Mccfr => mccfr::unsupported_reason(game),
            PlayerKind::ValueIteration => value_iteration::unsupported_reason(game),
            PlayerKind::Equity => game.betting().is_none().then_some(NO_BETTING),
            // The script is an artifact, which decides what it plays.
            PlayerKind::Script => Some(NO_SCRIPT),
            PlayerKind::TwoParameter => (!feature_player::has_potential(game)).then_some(NO_FEATURES),
            PlayerKind::Weighted(None) | PlayerKind::Expectimax => {
                game.feature_sets().is_empty().then_some(NO_FEATURES)
            }
            PlayerKind::Weighted(Some(name)) => {
                let is_missing = game.weight_sets().iter().all(|set| set.name != name);
                is_missing.then_some("without weights of this name")
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_within_their_ranges_and_names_differ() {
        for (index, entry) in PLAYERS.iter().enumerate() {
            assert!(PLAYERS[..index].iter().all(|other| other.name != entry.name));
            for opt in entry.options.iter().filter(|opt| !opt.kind.default_text().is_empty()) {
                assert!(opt.kind.accepts(&opt.kind.default_text()), "{} {}", entry.name, opt.key);
            }
        }
    }
}
