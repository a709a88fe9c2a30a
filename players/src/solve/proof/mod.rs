//! Proofs of what positions of games of two players are worth.

mod alphabeta;
mod dfpn;
mod threats;

pub use alphabeta::{Proof, Worth, provable, prove, told};
pub use dfpn::prove_by_numbers;
