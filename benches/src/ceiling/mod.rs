//! Random games by programs that know one game only: what a game file is measured against.
//!
//! They keep no names, keys or records, and tell only how long games were and who won them. That they play the games of
//! the files is tested in `tests/ceiling.rs`.

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
    /// The name of the game file.
    pub game: &'static str,
    /// The program with a seed, [`LANES`] games side by side.
    pub side_by_side: fn(u64) -> Box<dyn Player>,
    /// The same program, one game after the other.
    pub one_by_one: fn(u64) -> Box<dyn Player>,
}

/// How many games are played side by side: so many words fill the widest registers twice.
pub const LANES: usize = 16;

/// All of them. Gomoku's boards are too large for words; it is always played one by one.
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

/// Plays random games on and on.
pub trait Player {
    /// Makes some ten thousand moves and adds the games that ended.
    fn run(&mut self, results: &mut Results);
}

/// What games came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// How many were played.
    pub playouts: u64,
    /// All their moves together.
    pub moves: u64,
    /// By the number of the winner, at 0 those that nobody won.
    pub winners: [u64; 3],
}

impl Results {
    /// Moves of a game in the mean.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.playouts as f64
    }

    /// Which part of the games a player won; of 0, those that nobody won.
    pub fn share(&self, winner: usize) -> f64 {
        self.winners[winner] as f64 / self.playouts as f64
    }
}
