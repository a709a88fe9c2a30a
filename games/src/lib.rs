//! The shipped games: game files, games written in Rust, learnt weights, and the standard [`notation`]s of games (FEN,
//! PGN and SAN, PDN, SGF).
//!
//! The game files are embedded as text; the registry lists them by name. Games written in Rust are listed in
//! [`rust_games`]; a new one is a module here and a line there. The compiler is in `boardwright-lang`. The
//! crate does not search the disk (`boardwright-library`), and has no user interface.
//!
//! # Example
//!
//! ```
//! let nim = boardwright_games::shipped_game("nim").expect("Nim is shipped");
//! assert_eq!((nim.title, nim.players), ("Nim", 2));
//! assert!(nim.text.starts_with(b"// Heaps of matches"));
//! ```

pub mod carcassonne;
pub mod deck;
pub mod evolution_runs;
mod genre;
pub mod holdem;
pub mod kuhn;
mod learnt_weights;
pub mod leduc;
pub mod notation;
#[cfg(test)]
mod recipe;
mod registry;
pub mod rust_games;
pub mod small_poker;
pub mod tarok;
pub mod weight_file;

pub use genre::Genre;
pub use learnt_weights::{learnt_weight_sets, learnt_weights};
pub use registry::{
    ROBOT_GAMES, ShippedFiles, ShippedGame, present_name, shipped_game, shipped_games, shipped_names, title,
};
