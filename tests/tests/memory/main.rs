//! What games and moves cost in memory, by a counting allocator.

mod cost;
mod large;
