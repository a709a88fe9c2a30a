//! The things of a game: types, places and pieces.
//! How places are joined is with the geometry.

mod elements;
mod locations;
mod types;
