//! Tests of interpreter and compiler on a rule set built by hand: all queries, loops, effects, and all steps of a move.
//! Whole games, and compiled against interpreted games, are tested in `boardwright-tests`.

mod calls;
mod changes;
mod explain;
mod heuristics;
mod moves;
mod queries;
pub(crate) mod sample;
mod sets;
mod targets;
mod turns;
