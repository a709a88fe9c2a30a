//! The interface between games and everything that uses games.
//!
//! # What it is for
//!
//! The [`Game`](game::Game) trait says whose turn it is, which moves are legal, what a move does and how a game ends.
//! [`Structure`](structure::Structure) is its optional companion for board games. Built on the traits are lines of play
//! ([`variation`]), random playouts ([`playout`]), move counts ([`perft`]), records and their replay ([`record`]),
//! matches of many deals ([`deals`]), tables of cards and
//! dice ([`table`]), evaluations by features and weights ([`features`]), bets on hidden cards ([`betting`]), and games with erased types ([`any`]).
//!
//! # What it is not for
//!
//! It contains no rule sets, no evaluation of game files and no players. The only game in it is the example.
//!
//! # Example
//!
//! A game played to its end, by hand. Players alternately take one or two matches from a heap:
//!
//! ```
//! use boardwright_game::game::{Game, Turn};
//! use boardwright_game::sample::Heap;
//!
//! let game = Heap::with_size(3);
//! let mut state = game.initial_state();
//! let mut moves = Vec::new();
//! game.legal_moves(&state, &mut moves)?;
//! assert_eq!(moves, [1, 2]);
//! game.apply(&mut state, 2)?;
//! game.apply(&mut state, 1)?;
//! assert!(matches!(game.legal_moves(&state, &mut moves)?, Turn::Over(_)));
//! # Ok::<(), boardwright_game::fault::Fault>(())
//! ```

pub mod any;
pub mod betting;
pub mod deadline;
pub mod deals;
pub mod dialog;
pub mod fault;
pub mod features;
pub mod game;
pub mod ids;
pub mod operation;
pub mod payoff;
pub mod perft;
pub mod playout;
pub mod record;
pub mod sample;
pub mod structure;
pub mod table;
pub mod tile_board;
pub mod variation;
