//! Players that follow a solution of the game: a solution path of a puzzle, or a table of game-theoretic values. They
//! estimate nothing; in positions that the solution does not cover they delegate to another player.

mod proof_table;
mod sliding_player;
mod table_player;

use std::sync::Arc;

use crate::solve::patterns::PatternDatabases;
use crate::solve::registry;
use crate::solve::retrograde::PositionValues;

pub use proof_table::ProofTable;
pub use sliding_player::{PatternSource, SlidingPlayer};
pub use table_player::{ProvenValue, SolutionTable, TablePlayer};

/// A solution of a game that a solving method computed and that was stored.
#[derive(Clone, Debug)]
pub enum Solution {
    /// The value of every position.
    Values(Arc<PositionValues>),
    /// The values of many positions.
    Proofs(Arc<ProofTable>),
    /// Lower bounds of the distances of a sliding puzzle from its goal.
    Patterns(Arc<PatternDatabases>),
}

impl Solution {
    /// Name of the solving method that computed the solution.
    pub fn method(&self) -> &'static str {
        match self {
            Self::Values(_) => registry::RETROGRADE,
            Self::Proofs(_) => registry::ALPHA_BETA,
            Self::Patterns(_) => registry::IDA_STAR,
        }
    }
}
