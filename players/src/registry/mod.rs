//! The one list of all players: their names, their options, and what they can play. What a text asks for is read in [`asked`], the players
//! are made in [`make`].

mod asked;
mod make;
mod opts;

use boardwright_engine::game::Game;

use crate::cfr;
use crate::mcts::settings;
use crate::options::Opt;
use crate::published::monte_carlo::Weight;
use crate::published::path::Order;

pub use asked::{Asked, AskedError, parse, parse_beside};
pub use make::Beside;
use opts::{DEPTH, EVALUATION, HEURISTIC, KEEP, LEVEL, LONGEST, MEMORY, NODES, OTHERS, SECONDS, SEED, TABLE};

/// A player that can be asked for.
#[derive(Debug)]
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    /// Its options, after those that all have.
    pub options: &'static [Opt],
    /// Whether it plays games of chance.
    pub chance: bool,
    /// Whether it plays games in which something is hidden.
    pub hidden: bool,
    kind: Which,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Random,
    Greedy,
    Path(Order),
    Minimax,
    MonteCarlo(Weight),
    AlphaBeta,
    Mcts,
    Cfr,
    Portfolio,
}

/// Every player, in the order in which they are told.
pub const PLAYERS: &[Entry] = &[
    Entry {
        name: "random",
        about: "any move is as likely as another; equal ones count one by one",
        options: &[SEED],
        chance: true,
        hidden: true,
        kind: Which::Random,
    },
    Entry {
        name: "greedy",
        about: "the move after which the position looks best, without looking further; it wins at once if it can",
        options: &[SECONDS, NODES, EVALUATION, SEED],
        chance: true,
        hidden: false,
        kind: Which::Greedy,
    },
    Entry {
        name: "bfs",
        about: "breadth-first search for the nearest position that it has won",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        chance: false,
        hidden: false,
        kind: Which::Path(Order::Breadth),
    },
    Entry {
        name: "dfs",
        about: "depth-first search for a position that it has won, not through positions in which it was asked before",
        options: &[SECONDS, NODES, DEPTH, MEMORY],
        chance: false,
        hidden: false,
        kind: Which::Path(Order::Depth),
    },
    Entry {
        name: "astar",
        about: "A* by the number of moves and a heuristic: a shortest way, if that never tells more than is left",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        chance: false,
        hidden: false,
        kind: Which::Path(Order::Best),
    },
    Entry {
        name: "minimax",
        about: "minimax over a tree that grows breadth first until the time is over; near wins count more than far ones",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC],
        chance: false,
        hidden: false,
        kind: Which::Minimax,
    },
    Entry {
        name: "minimax-stochastic",
        about: "the same with only some of its own moves in each position",
        options: &[SECONDS, NODES, DEPTH, MEMORY, HEURISTIC, KEEP, SEED],
        chance: false,
        hidden: false,
        kind: Which::Minimax,
    },
    Entry {
        name: "monte-carlo",
        about: "random games after each move; the share of those that it wins",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        hidden: true,
        kind: Which::MonteCarlo(Weight::Won),
    },
    Entry {
        name: "monte-carlo-ratio",
        about: "the same, with wins less losses, a game counting less the more moves the others had in it",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        hidden: true,
        kind: Which::MonteCarlo(Weight::Ratio),
    },
    Entry {
        name: "monte-carlo-ratio2",
        about: "the same, a game counting 0.9 times as much for each move of the others",
        options: &[SECONDS, NODES, LONGEST, SEED],
        chance: true,
        hidden: true,
        kind: Which::MonteCarlo(Weight::Factor(0.9)),
    },
    Entry {
        name: "alphabeta",
        about: "alpha-beta, deeper and deeper, with a transposition table and an evaluation made from the rules",
        options: &[SECONDS, NODES, DEPTH, TABLE, settings::THREADS, LEVEL, SEED, EVALUATION, OTHERS],
        chance: true,
        hidden: false,
        kind: Which::AlphaBeta,
    },
    Entry {
        name: "mcts",
        about: "Monte Carlo tree search (UCT) with proven values; plays any game",
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
            settings::CUT,
            HEURISTIC,
            settings::BIAS,
            settings::MINIMAX,
            settings::RAVE,
            settings::MAST,
            settings::OPEN,
        ],
        chance: true,
        hidden: true,
        kind: Which::Mcts,
    },
    Entry {
        name: "cfr",
        about: "CFR+: an equilibrium of a small game of hidden information for two, played at random as that demands",
        options: &[SECONDS, NODES, cfr::ENOUGH, SEED],
        chance: true,
        hidden: true,
        kind: Which::Cfr,
    },
    Entry {
        name: "portfolio",
        about: "whoever of the others suits the game, by what is found out about it",
        options: &[SECONDS, NODES, DEPTH, MEMORY, settings::THREADS, LEVEL, SEED],
        chance: true,
        hidden: true,
        kind: Which::Portfolio,
    },
];

impl Entry {
    /// Why it does not play a game, in words that end "games ..."; `None` if it does, as far as can be told at once.
    pub fn refuses<G: Game>(&self, game: &G) -> Option<&'static str> {
        if game.has_chance() && !self.chance {
            return Some("with chance");
        }
        if game.hides() && !self.hidden {
            return Some("in which something is hidden");
        }
        if let Which::Cfr = self.kind { cfr::refuses(game) } else { None }
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
                assert!(opt.kind.takes(&opt.kind.default_text()), "{} {}", entry.name, opt.key);
            }
        }
    }
}
