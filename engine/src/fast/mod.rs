//! The fast form: a rule set worked out in advance as far as the position is not needed.
//!
//! In order: [`pattern`] decides which variables are known in advance, and [`groups`] finds what a rule does not tell
//! apart. [`specialise`], with [`lookups`], follows expressions with what is known ([`knowledge`], and what is forgotten by
//! [`effects`]); [`simplify`] makes the nodes of the [`code`] that is left; [`intern`] keeps equal ones once; [`prune`] takes out what nobody reads.
//! [`compile`] does so for every move that a rule can ever allow and fills the [`tables`] of [`targets`], from which
//! [`finish`] has the last steps: [`gates`] lifts what a rule's moves have in common; [`tighten`] makes the code quick; [`overlaps`] finds whether equal moves can come twice.
//!
//! For players that look ahead, [`rows`] finds lines of cells in the [`terms`] of conditions, and [`goals`] what must lie where
//! to win; [`touch`] says what a move can change, and [`measures`] what heuristics of the file give.
//!
//! [`forms`] compares code with code, for [`symmetry`](crate::symmetry).
//!
//! At play [`list`] lists and makes moves, and [`run`] works their code out, on the values of [`value`]. No allocation,
//! hashing or text is met there by games whose variables can be known in advance.

mod code;
mod compile;
mod costs;
mod effects;
mod finish;
mod forms;
mod gates;
mod goals;
mod groups;
mod intern;
mod knowledge;
mod list;
mod lookups;
mod measures;
mod native;
mod overlaps;
mod pattern;
mod prune;
mod rows;
mod run;
mod simplify;
mod specialise;
mod tables;
mod targets;
mod terms;
mod tighten;
mod touch;
mod typed;
mod typed_run;
mod value;

pub use costs::{EndCost, Formulas, RuleCost};
pub(crate) use forms::{Links, Proof, Ways};
pub(crate) use native::{Native, Steps, Stuck};
pub(crate) use rows::Rows;
pub(crate) use tables::Fast;

/// What is made of the fast form does not cover all rules; this is the part of them that stands in the way: of machine code, or
/// of proving symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Beyond(pub(crate) &'static str);
