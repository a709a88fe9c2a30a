//! Memory use of games and moves, measured with a counting allocator.

mod cost;
mod large;
