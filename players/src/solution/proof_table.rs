//! Game-theoretic values from a stored transposition table of a proof search.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Turn};
use boardwright_game::ids::Player;

use super::table_player::{ProvenValue, SolutionTable};
use crate::player::Wdl;
use crate::solve::proof::{Payoff, stored_entry};
use crate::table::{Bound, TableEntry, TranspositionTable};

/// A table of proven winners. It holds positions that took long to prove; positions that are proven quickly are
/// omitted.
#[derive(Debug)]
pub struct ProofTable(TranspositionTable);

impl ProofTable {
    /// Wraps a table that [`prove`](crate::solve::proof::prove) filled with values of [`Payoff::Outcome`].
    pub fn new(table: TranspositionTable) -> Self {
        Self(table)
    }
}

impl<G: Game> SolutionTable<G> for ProofTable {
    fn lookup(&self, game: &G, state: &G::State, me: Player) -> Result<Option<ProvenValue>, Fault> {
        if let Turn::Over(outcome) = game.legal_moves(state, &mut Vec::new())? {
            return Ok(Some(ProvenValue { result: Wdl::from_outcome(outcome, me), plies: Some(0) }));
        }
        let Some(TableEntry { value, bound, .. }) = stored_entry(game, state, Payoff::Outcome, &self.0) else {
            return Ok(None);
        };
        let decided = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= 1,
            Bound::Upper => value <= -1,
        };
        let value = if me == Player::FIRST { value } else { -value };
        let result = match value.signum() {
            1 => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        Ok(decided.then_some(ProvenValue { result, plies: None }))
    }
}
