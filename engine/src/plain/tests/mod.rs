//! The plain form on rule sets made by hand: every question, loop and change, and every step of a move.
//! Whole games, and the fast form beside this one, are tested in `boardwright-tests`.

mod asks;
mod calls;
mod changes;
mod heuristics;
mod moves;
pub(crate) mod sample;
mod sets;
mod targets;
mod turns;
