//! Recommendation of the player that suits a game, by features of the game. It searches nothing itself.

use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::playout::draw_chance;
use boardwright_game::structure::{Goals, Structure};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::cfr;
use crate::limits::{Limits, Watch, unless_interrupted};
use crate::value_iteration;

/// Features of a game that decide which player is used.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::struct_excessive_bools)] // each is a fact of its own
pub struct GameFeatures {
    /// Number of players.
    pub players: usize,
    /// `true` if the game has chance.
    pub has_chance: bool,
    /// `true` if the game has hidden information.
    pub has_hidden_information: bool,
    /// Number of nodes of the game tree of a game with hidden information for two players, if it has at most
    /// [`MAX_TREE_NODES`] and all chance moves are enumerated.
    pub tree_nodes: Option<usize>,
    /// `true` if the game has chance, and few enough positions for value iteration.
    pub has_few_positions: bool,
    /// Mean branching factor in random games.
    pub branching: f64,
    /// Mean length of random games in plies; games are cut off after [`MAX_PLIES`].
    pub length: f64,
    /// `true` if positions can be evaluated before the game is over: there are captures, scores or lines, the game file
    /// declares a heuristic, or weights were learnt.
    pub is_evaluable: bool,
    /// `true` if the game is proven to be a sliding puzzle.
    pub is_sliding_puzzle: bool,
    /// `true` if the time was over before all random games were played. Then `length` is a lower bound, and
    /// `is_evaluable` can be `false` by mistake.
    pub is_incomplete: bool,
    /// Mean time of a ply of the random games.
    pub ply_time: Duration,
}

/// Number of random games that are played.
const GAMES: u64 = 12;
/// Maximum length of these games in plies.
pub const MAX_PLIES: u64 = 300;

/// Size up to which a game tree is solved instead of searched: iterations over it take a few milliseconds.
pub const MAX_TREE_NODES: usize = 50_000;

/// Number of playouts below which alpha-beta search is preferred to Monte Carlo tree search.
const MIN_PLAYOUTS: f64 = 10.0;
/// Lower bound of the length of a playout in plies, where none was played to its end.
const MIN_PLAYOUT_PLIES: f64 = 30.0;

impl GameFeatures {
    /// Computes the features from the declarations of the game and from a few random games with a fixed seed.
    ///
    /// Slow rules are examined only as long as the time of `limits` allows.
    ///
    /// # Errors
    /// A [`Fault`] if the rules of the game fail.
    pub fn measure<G: Game>(game: &G, is_tuned: bool, limits: &Limits<'_>) -> Result<Self, Fault> {
        // The limit of nodes holds for the search only.
        let watch = Watch::new(Limits { nodes: None, ..*limits });
        let _deadline = limits.set_deadline();
        let began = Instant::now();
        let structure = game.structure();
        let declared = structure.is_some_and(|known| known.heuristics().is_some() || known.win_lines().is_some());
        let mut is_evaluable = is_tuned || declared;
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let (mut plies, mut choices, mut moves, mut chances) = (0_u64, 0_u64, Vec::new(), Vec::new());
        let (mut games, mut is_incomplete) = (0, false);
        while games < GAMES && !is_incomplete {
            let mut state = game.initial_state();
            games += 1;
            for _ in 0..MAX_PLIES {
                is_incomplete = true;
                if watch.is_reached(plies) {
                    break;
                }
                let Some(turn) = unless_interrupted(game.legal_moves(&state, &mut moves))? else { break };
                is_incomplete = false;
                let mv = match turn {
                    Turn::Over(_) => break,
                    Turn::Player(_) => game.random_move(&state, &moves, &mut random),
                    Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random)?,
                };
                plies += 1;
                choices += moves.len() as u64;
                is_evaluable |= structure.is_some_and(|structure| structure.is_capture(&state, mv));
                is_incomplete = unless_interrupted(game.apply(&mut state, mv))?.is_none();
                if is_incomplete {
                    break;
                }
            }
            let mut points = (1..=game.players()).filter_map(boardwright_game::ids::Player::new);
            let start = game.initial_state();
            is_evaluable |= points.any(|player| (game.score(&state, player) - game.score(&start, player)).abs() > 0.0);
        }
        Ok(Self {
            players: game.players(),
            has_chance: game.has_chance(),
            has_hidden_information: game.has_hidden_information(),
            tree_nodes: cfr::tree_size(game, MAX_TREE_NODES, limits),
            has_few_positions: value_iteration::has_few_positions(game, limits)?,
            branching: choices as f64 / plies.max(1) as f64,
            length: plies as f64 / games.max(1) as f64,
            is_evaluable,
            is_sliding_puzzle: structure.and_then(Structure::goals).is_some_and(Goals::is_sliding_puzzle),
            is_incomplete,
            ply_time: began.elapsed() / plies.max(1) as u32,
        })
    }

    /// `true` if the rules are so slow that within `time`, the time for a move, too few playouts can be made.
    pub fn is_too_slow_for_playouts(&self, time: Option<Duration>) -> bool {
        let playout = self.ply_time.as_secs_f64() * self.length.max(MIN_PLAYOUT_PLIES);
        self.is_incomplete && time.is_some_and(|time| time.as_secs_f64() < MIN_PLAYOUTS * playout)
    }

    /// The recommended player for games with this `time` for a move, with the reason as text for users.
    pub fn recommendation(&self, time: Option<Duration>) -> (Recommendation, String) {
        let Self { players, branching, length, .. } = *self;
        let least = if self.is_incomplete { "at least" } else { "about" };
        let size = if length < 1.0 {
            "there was no time to examine it".to_owned()
        } else {
            format!("about {branching:.0} legal moves, {least} {length:.0} plies")
        };
        if let Some(nodes) = self.tree_nodes {
            let why = format!("cfr, because the game has hidden information and a tree of only {nodes} nodes");
            return (Recommendation::Cfr, why);
        }
        if self.has_hidden_information {
            return (Recommendation::Mcts, format!("mcts, because the game has hidden information ({size})"));
        }
        if self.is_sliding_puzzle {
            return (
                Recommendation::SlidingPuzzle,
                format!("IDA* with pattern databases, because the game is a sliding puzzle ({size})"),
            );
        }
        if players == 1 && !self.has_chance {
            return (
                Recommendation::PathSearch,
                format!("astar, because the game is a puzzle for one player ({size})"),
            );
        }
        if self.has_few_positions {
            let why = format!("value-iteration, because the game has chance and few positions ({size})");
            return (Recommendation::ValueIteration, why);
        }
        if self.is_too_slow_for_playouts(time) {
            let speed = format!("{:.0} ms per ply", self.ply_time.as_secs_f64() * 1000.0);
            return (
                Recommendation::AlphaBeta,
                format!("alphabeta, because the rules are too slow for playouts ({size}, {speed})"),
            );
        }
        if self.has_chance {
            return (Recommendation::Mcts, format!("mcts, because the game has chance ({size})"));
        }
        if players > 2 {
            return (Recommendation::Mcts, format!("mcts, because there are {players} players ({size})"));
        }
        if self.is_evaluable {
            return (Recommendation::AlphaBeta, format!("alphabeta, because positions can be evaluated ({size})"));
        }
        (
            Recommendation::Mcts,
            format!("mcts, because positions cannot be evaluated before the end of the game ({size})"),
        )
    }
}

/// The recommended player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Recommendation {
    AlphaBeta,
    Cfr,
    Mcts,
    PathSearch,
    SlidingPuzzle,
    ValueIteration,
}
