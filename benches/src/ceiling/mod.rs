//! Hand-written playout programs for single games: the upper bound that game files are compared with.
//!
//! They keep no names, keys or records, and return only the lengths and winners of the games. `tests/ceiling.rs` tests that they play
//! by the same rules as the game files.

mod bits;
mod breakthrough;
mod connect_four;
mod draughts;
mod gomoku;
mod lanes;
mod reversi;
mod tic_tac_toe;

use breakthrough::Breakthrough;
use connect_four::ConnectFour;
use draughts::Draughts;
use gomoku::Gomoku;
use lanes::Lanes;
use reversi::Reversi;
use tic_tac_toe::TicTacToe;

pub use bits::nth_bit;

/// A program for one game.
pub struct Ceiling {
    /// Name of the game file.
    pub game: &'static str,
    /// Creates the program from a seed, with [`LANES`] parallel games.
    pub side_by_side: fn(u64) -> Box<dyn Player>,
    /// Creates the same program with one game at a time.
    pub one_by_one: fn(u64) -> Box<dyn Player>,
}

/// Number of parallel games: this many words fill the widest registers twice.
pub const LANES: usize = 16;

/// All programs. The boards of Gomoku are too large for words; it is always played one game at a time.
pub const CEILINGS: [Ceiling; 6] = [
    Ceiling {
        game: "tic-tac-toe",
        side_by_side: |seed| Box::new(Lanes::<TicTacToe, 3, LANES>::new(seed)),
        one_by_one: |seed| Box::new(Lanes::<TicTacToe, 3, 1>::new(seed)),
    },
    Ceiling {
        game: "connect-four",
        side_by_side: |seed| Box::new(Lanes::<ConnectFour, 3, LANES>::new(seed)),
        one_by_one: |seed| Box::new(Lanes::<ConnectFour, 3, 1>::new(seed)),
    },
    Ceiling {
        game: "reversi",
        side_by_side: |seed| Box::new(Lanes::<Reversi, 4, LANES>::new(seed)),
        one_by_one: |seed| Box::new(Lanes::<Reversi, 4, 1>::new(seed)),
    },
    Ceiling {
        game: "breakthrough",
        side_by_side: |seed| Box::new(Lanes::<Breakthrough, 3, LANES>::new(seed)),
        one_by_one: |seed| Box::new(Lanes::<Breakthrough, 3, 1>::new(seed)),
    },
    Ceiling {
        game: "gomoku",
        side_by_side: |seed| Box::new(Gomoku::new(seed)),
        one_by_one: |seed| Box::new(Gomoku::new(seed)),
    },
    Ceiling {
        game: "draughts",
        side_by_side: |seed| Box::new(Lanes::<Draughts, 7, LANES>::new(seed)),
        one_by_one: |seed| Box::new(Lanes::<Draughts, 7, 1>::new(seed)),
    },
];

/// Player of random games.
pub trait Player {
    /// Makes some ten thousand moves and adds the games that ended.
    fn run(&mut self, results: &mut Results);
}

/// Results of playouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Number of games.
    pub playouts: u64,
    /// Total number of moves.
    pub moves: u64,
    /// Number of games by winner; index 0 counts draws.
    pub winners: [u64; 3],
}

impl Results {
    /// Mean number of moves per game.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.playouts as f64
    }

    /// Share of the games that a player won; for 0 the share of draws.
    pub fn share(&self, winner: usize) -> f64 {
        self.winners[winner] as f64 / self.playouts as f64
    }
}
