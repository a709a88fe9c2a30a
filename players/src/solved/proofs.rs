//! What proofs found out about positions, kept from a search that went to the ends of the game.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::Player;

use super::known::{Certain, Worked};
use crate::player::Ending;
use crate::solve::proof::{Worth, told};
use crate::table::{Bound, Entry, Table};

/// A table of proofs of who wins. It tells of positions that took long to prove; what is proven in no time it leaves out.
#[derive(Debug)]
pub struct Proofs(Table);

impl Proofs {
    /// Of a table that [`prove`](crate::solve::proof::prove) filled with values of [`Worth::Outcome`].
    pub fn new(table: Table) -> Self {
        Self(table)
    }
}

impl<G: Game> Worked<G> for Proofs {
    fn of(&self, game: &G, state: &G::State, me: Player) -> Result<Option<Certain>, Fault> {
        if let Turn::Over(outcome) = game.turn(state, &mut Vec::new())? {
            return Ok(Some(Certain { result: Ending::of(outcome, me), plies: Some(0) }));
        }
        let Some(Entry { value, bound, .. }) = told(game, state, Worth::Outcome, &self.0) else { return Ok(None) };
        let decided = match bound {
            Bound::Exact => true,
            Bound::Least => value >= 1,
            Bound::Most => value <= -1,
        };
        let value = if me == Player::FIRST { value } else { -value };
        let result = match value.signum() {
            1 => Ending::Win,
            0 => Ending::Draw,
            _ => Ending::Loss,
        };
        Ok(decided.then_some(Certain { result, plies: None }))
    }
}
