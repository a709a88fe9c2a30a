//! Players that follow what was worked out for certain: a way that solves a puzzle, or what every position is worth. They do not
//! guess; what they do not know they leave to another player.

mod known;
mod way;

pub use known::Known;
pub use way::SlidingWay;
