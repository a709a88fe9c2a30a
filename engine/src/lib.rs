//! Boardwright's engine: what a game is.
//!
//! The [`Game`](game::Game) trait is what players, arena, window and table use. A game file becomes a
//! [`RuleSet`](rules::RuleSet), and [`SpecGame`](spec::SpecGame) makes a game of it. The engine reads no
//! files, knows no text formats but its own states and moves, and chooses no moves.

pub mod any;
mod change;
mod classes;
mod fast;
pub mod fault;
pub mod game;
pub mod globals;
pub mod ids;
mod key;
pub mod kinds;
mod label;
mod layout;
pub mod perft;
pub mod plain;
pub mod playout;
pub mod record;
pub mod rules;
#[cfg(test)]
mod sample;
pub mod spec;
pub mod state;
pub mod structure;
pub mod symmetry;
mod text;
pub mod variation;
pub mod why;
