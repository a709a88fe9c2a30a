//! Players that follow what was worked out for certain: a way that solves a puzzle, or what every position is worth. They do not
//! guess; what they do not know they leave to another player.

mod known;
mod proofs;
mod way;

use std::sync::Arc;

use crate::solve::patterns::Patterns;
use crate::solve::registry;
use crate::solve::retrograde::Values;

pub use known::{Certain, Known, Worked};
pub use proofs::Proofs;
pub use way::SlidingWay;

/// What was worked out of a game with a method of solving, and kept.
#[derive(Clone, Debug)]
pub enum Solved {
    /// What all positions are worth.
    Values(Arc<Values>),
    /// What many positions are worth.
    Proofs(Arc<Proofs>),
    /// How far a sliding puzzle is from its goal at least.
    Patterns(Arc<Patterns>),
}

impl Solved {
    /// The method that it was worked out with.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Values(_) => registry::RETROGRADE,
            Self::Proofs(_) => registry::ALPHA_BETA,
            Self::Patterns(_) => registry::IDA_STAR,
        }
    }
}
