//! Lowering of the items of a game: types, locations and elements.
//! Adjacency is lowered in `geometry`.

mod elements;
mod locations;
mod types;
