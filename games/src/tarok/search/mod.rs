//! The search that players of all games of tarok share: alpha-beta with open cards over samples of the hidden hands, choice of
//! cards to lay away, and play of simulated hands. Rules and evaluation belong to the positions of each game.

pub mod alphabeta;
mod codes;
pub mod constants;
pub mod discards;
pub mod duel;
pub mod evaluation;
pub mod open_position;
pub mod options;
pub mod pruning;
pub mod sampled;
