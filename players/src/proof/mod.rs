//! Proofs of what positions of games of two players are worth.

mod alphabeta;
mod threats;

pub use alphabeta::{Proof, Worth, provable, prove};
