//! The players of 2013, by their published definitions. Where the program of 2013 deviated from its definition by a
//! bug, the definition is implemented, and the documentation of the player says so.

pub mod minimax;
pub mod monte_carlo;
pub mod path;
pub mod random;
