//! Integration tests: drawings of positions, of shipped games and of tile boards.

mod drawings;
mod shipped;
mod tiles;
