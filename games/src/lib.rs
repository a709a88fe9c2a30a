//! The shipped games: game files, games written in Rust ([`kuhn`], [`pig`]), learnt weights, and the standard
//! [`notation`]s of games (FEN, PGN and SAN, PDN, SGF).
//!
//! The game files are embedded as text; the registry lists them by name. The compiler is in `boardwright-lang`. The
//! crate does not search the disk (`boardwright-library`), and has no user interface.
//!
//! # Example
//!
//! ```
//! let nim = boardwright_games::shipped_game("nim").expect("Nim is shipped");
//! assert_eq!((nim.title, nim.players), ("Nim", 2));
//! assert!(nim.text.starts_with(b"// Heaps of matches"));
//! ```

pub mod kuhn;
mod learnt_weights;
pub mod notation;
pub mod pig;
mod registry;

pub use learnt_weights::learnt_weights;
pub use registry::{Genre, ROBOT_GAMES, ShippedFiles, ShippedGame, shipped_game, shipped_games, shipped_names};
