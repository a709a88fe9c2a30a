//! Computer players and solvers for any game that implements the engine's traits [`Game`](boardwright_game::game::Game)
//! and, for more strength, [`Structure`](boardwright_game::structure::Structure).
//!
//! # What it is for
//!
//! - Choosing a move: [`player::Player`] is the trait of all players. [`registry`] lists them with their options, and
//!   [`registry::PlayerSpec::make`] makes one from a text of the form `name:key=value,...`.
//! - Tree search: principal variation search with iterative deepening ([`alphabeta`]), Monte Carlo tree search (UCT,
//!   [`mcts`]), counterfactual regret minimisation (CFR+, [`cfr`], and Monte Carlo CFR, [`mccfr`]). [`strategy`] computes
//!   how exploitable the resulting strategies are.
//! - Choosing among them by the features of a game ([`portfolio`]), and weakening them to ten playing strengths
//!   ([`level`]).
//! - Solving a game instead of playing it ([`solve`]): breadth-first search, A*, IDA* with pattern databases,
//!   retrograde analysis, alpha-beta proofs, df-pn. [`solution`] plays by the resulting tables.
//! - Tuning the weights of the [`evaluation`] by logistic regression on games of self-play ([`tune`]), and fitting weights
//!   of features to the margins of games ([`margin_fit`]). Evolving weights of either kind by a genetic algorithm or
//!   CMA-ES ([`evolution`]).
//!
//! # What it is not for
//!
//! It reads no game files and no command lines, keeps no clocks of a match and stores nothing on disk. It knows no
//! particular game: rules come through the traits only.
//!
//! # Example
//!
//! Choose a move in a take-away game: players alternately take one or two matches, and the last match wins. With four
//! matches left, taking one leaves three, from which the opponent cannot win:
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use boardwright_game::game::Game;
//! use boardwright_game::sample::Heap;
//! use boardwright_players::{Question, parse};
//!
//! let game = Heap { has_unique_keys: true, ..Heap::with_size(4) };
//! let state = game.initial_state();
//! let mut moves = Vec::new();
//! let me = game.legal_moves(&state, &mut moves)?.player().expect("a player is to move");
//!
//! let spec = parse("mcts:playouts=500,seed=1")?;
//! let mut player = spec.make(&game, 0)?;
//! let stop = AtomicBool::new(false);
//! let limits = spec.limits(&stop);
//! let question = Question { game: &game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
//! assert_eq!(player.choose(&question)?.mv, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alphabeta;
mod buckets;
pub mod cfr;
pub mod child;
pub mod command_line;
pub mod distance;
pub mod equity;
pub mod evaluation;
pub mod evolution;
pub mod expectimax;
pub mod feature_player;
pub mod game_weights;
pub mod greedy;
pub mod heuristic;
pub mod level;
pub mod limits;
pub mod margin_fit;
pub mod mccfr;
pub mod mcts;
pub mod move_terms;
pub mod names;
pub mod options;
pub mod player;
pub mod portfolio;
pub mod published;
#[cfg(test)]
mod recipe;
pub mod registry;
pub mod scripted;
pub mod solution;
pub mod solve;
pub mod strategy;
mod supervised;
pub mod table;
pub mod tarokist;
pub mod tune;
pub mod uci;
pub mod value_iteration;

pub use buckets::NoMemory;
pub use limits::Limits;
pub use player::{
    Choice, ClockTime, EngineScore, Listener, Player, ProvenResult, Question, Wdl, masked_state, state_to_ask,
};
pub use registry::{PlayerSpec, PlayerSpecError, parse, parse_with_others};
