//! The players of 2013, by their published definitions; where the program of that time did something else by mistake, the
//! definition is kept, and each player's page says so.

pub mod minimax;
pub mod monte_carlo;
pub mod path;
pub mod random;
