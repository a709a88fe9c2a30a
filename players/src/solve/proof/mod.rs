//! Proofs of the game-theoretic values of positions in games of two players.

mod alphabeta;
mod dfpn;
mod threats;

pub use alphabeta::{Payoff, Proof, is_provable, prove, stored_entry};
pub use dfpn::prove_by_numbers;
