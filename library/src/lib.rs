//! The game library: finds and loads games by name or file, and reads and writes the files that belong to them.
//!
//! [`load()`] is the entry point; the [`LoadedGame`] is a game file or a game written in Rust. The modules add data of
//! a loaded game: [`artifacts`] (evaluation weights and solution tables), [`weights`] (of
//! features), [`store`] (records), [`positions`] (FEN and
//! state files), [`nearby_files`] (pictures and base files), and answers about it: [`explain`] (why a move is legal or
//! not), [`analysis`] (the evaluation of a player), [`chance_analysis`] (the expected value before a chance move),
//! [`solving`], [`pick`] and [`move_hints`] (moves as users type them).
//! [`hands`] reads and writes files of deals, and [`reasons`] are those of players for their moves. [`tournament_games`]
//! connects it to tournaments, and [`evolution`] to runs of evolution. [`carcassonne`], [`holdem`] and [`tarok`] are tools for these
//! games alone.
//!
//! Everything that players do with a game is compiled here, once for each type of game: the programs that use this crate
//! call functions of [`LoadedGame`] and of requests, which are not generic.
//!
//! The crate plays no games and prints nothing: matches are in `boardwright-arena`, the command line and the window are
//! the programs that use this crate.
//!
//! # Example
//!
//! ```
//! let nim = boardwright_library::load("nim:heaps=3-4-5")?;
//! assert_eq!((nim.name.as_str(), nim.game().players()), ("nim", 2));
//! assert_eq!(nim.options["heaps"], "3-4-5");
//! let error = boardwright_library::load("tictactoe").expect_err("the name is misspelt");
//! assert_eq!(error.to_string(), "unknown game \"tictactoe\", did you mean \"tic-tac-toe\"?");
//! # Ok::<(), boardwright_library::Error>(())
//! ```

pub mod analysis;
pub mod artifacts;
pub mod blueprints;
mod bundle;
pub mod carcassonne;
pub mod chance_analysis;
mod computer;
mod contests;
mod engines;
mod error;
pub mod evolution;
pub mod explain;
mod exploitability;
pub mod files;
pub mod game_files;
pub mod game_index;
pub mod hands;
pub mod holdem;
pub mod load;
pub mod move_hints;
pub mod nearby_files;
pub mod notation;
pub mod outcome_entry;
pub mod pick;
mod playable;
pub mod positions;
pub mod reasons;
pub mod recovery;
mod refusal;
pub mod rule_deals;
pub mod rule_files;
pub mod rule_shelf;
pub mod scripts;
pub mod seen_moves;
pub mod solving;
pub mod store;
pub mod tables;
pub mod tarok;
pub mod tarok_mining;
pub mod template;
pub mod tournament_games;
pub mod tuning;
mod turn;
pub mod weights;

pub use error::Error;
pub use load::{LoadedGame, load};
