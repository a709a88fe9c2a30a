//! The games that ship: game files, and a few games written in Rust.
//!
//! It only holds them. Reading a game file is the work of `boardwright-lang`; nothing here knows the language,
//! a terminal or a window.
//!
//! ```
//! let nim = boardwright_games::named("nim").expect("Nim ships");
//! assert_eq!((nim.title, nim.players), ("Nim", 2));
//! assert!(nim.text.starts_with(b"// Heaps of matches"));
//! ```

pub mod kuhn;
mod learnt;
pub mod notation;
pub mod pig;
mod registry;

pub use learnt::learnt;
pub use registry::{Kind, ON_A_TABLE, Shipped, ShippedFiles, named, shipped};
