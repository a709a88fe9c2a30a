//! Symmetries of a game: turning the board, or changing places with the other player, so that the game stays the same.
//! They are proven from the rule set; what only looks symmetric along some games is none.
//!
//! [`graph`] guesses maps of places and pieces from what the rules have to do with, [`find`] has each proven by the
//! forms of the fast form's code and makes a group of them; [`image`] maps positions and keys. A solver that stores
//! what it knows of a position by its canonical key knows it of all images, too.

mod find;
mod graph;
mod group;
mod image;
mod map;

pub use group::{Among, Symmetries};
pub(crate) use map::Map;
