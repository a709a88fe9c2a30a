//! Front end of the game language: compiles game files to rule sets and reports diagnostics.
//!
//! [`load`] reads a game file and reports all its mistakes at once; [`render()`] formats them for a terminal. This
//! crate opens no files and plays no games.
//!
//! ```
//! use boardwright_lang::{AllPictures, Source, load, render};
//!
//! // A game of the edition 2026 for one player, whose only stone walks along three cells.
//! let text = "\
//! [GAME]
//! edition = 2026
//! [PLAYERS]
//! 1 = Walker
//! [ELEMENT TYPES]
//! name = stone
//! [LOCATION TYPES]
//! name = cell
//! [LOCATIONS]
//! name = c($X: 1..3)
//! type = cell
//! point = 100 * $X, 0
//! [ELEMENTS]
//! name = s
//! type = stone
//! player = 1
//! location = c(1)
//! [DIRECTIONS]
//! name = ahead
//! from = c($X)
//! to = c($X + 1)
//! [RULES]
//! name = step
//! element = stone
//! from = cell
//! to = NEXT(ahead, FROM)
//! [END OF GAME]
//! situation = FULL(c(3))
//! winner = 1
//! ";
//! let source = Source::new("walk.game", text.as_bytes());
//! let loaded = load(&source, &AllPictures);
//! let rules = loaded.rules.unwrap_or_else(|| panic!("{}", render(&loaded.diagnostics, &[&source], false)));
//! assert_eq!(rules.name, "walk");
//! assert_eq!(rules.locations.len(), 3);
//! ```
//!
//! A file of the edition 2013 is compiled by `edition2013`, one of the edition 2026 by `syntax` and `edition2026`.
//! [`analysis`] answers the queries of editors, and [`convert()`] translates files of the edition 2013 to the edition
//! 2026.

pub mod analysis;
mod convert;
mod diagnostic;
mod edition;
mod edition2013;
mod edition2026;
mod expressions;
mod faults;
mod files;
mod formatter;
mod lint2013;
mod load;
mod pictures;
mod render;
mod source;
pub mod suggest;
mod syntax;
pub mod vocabulary;
pub mod work;

pub use convert::convert;
pub use diagnostic::{Diagnostic, Findings, MAX_DIAGNOSTICS, Severity};
pub use edition::{Edition, edition};
pub use edition2026::GameOption;
pub use expressions::{ExpressionScope, add_expressions, add_expressions_in_scope};
pub use faults::fault_diagnostic;
pub use files::{Files, NoFiles};
pub use formatter::format;
pub use load::{BoardDeclarations, LoadRequest, LoadedGame, load, load_with, load_with_extremes};
pub use pictures::{AllPictures, Pictures};
pub use render::render;
pub use source::{MAX_SOURCE_BYTES, Source};
