//! The fast form: a rule set worked out in advance as far as the position is not needed.
//!
//! In order: [`groups`] finds what a rule does not tell apart, [`specialise`] follows expressions with what is
//! known, [`simplify`] makes the nodes of the [`code`] that is left, [`prune`] takes out what nobody reads,
//! [`compile`] does so for every move that a rule can ever allow and fills the [`tables`]; [`list`] lists and
//! makes moves from them, and [`run`] works their code out. No allocation, hashing or text is met at play by games
//! whose variables can be known in advance.

mod code;
mod compile;
mod groups;
mod list;
mod prune;
mod run;
mod simplify;
mod specialise;
mod tables;
mod value;

pub(crate) use list::keep_classes;
pub(crate) use tables::Fast;
