//! Chance moves.

use rand_pcg::Pcg64Mcg;

use crate::fault::Fault;

/// Chance moves of a game: dice, shuffles, deals of cards.
pub trait Chance<State, Move> {
    /// Probability of each move that [`Game::legal_moves`](super::Game::legal_moves) listed with
    /// [`Turn::Chance`](super::Turn::Chance); `chances` is cleared first. Empty if the node is not enumerated.
    fn probabilities(&self, state: &State, chances: &mut Vec<f64>);

    /// Draws a chance move of a state in which chance is to move. `None` lets one of the listed moves be drawn by its
    /// probability; games override this for nodes that are not enumerated, or that are drawn faster otherwise.
    fn sample(&self, _state: &State, _rng: &mut Pcg64Mcg) -> Option<Result<Move, Fault>> {
        None
    }

    /// Draws and makes a chance move by fast code. Returns `false`, with the state unchanged, if chance is not to move, or
    /// if the game has no fast code for it.
    fn play(&self, _state: &mut State, _rng: &mut Pcg64Mcg) -> bool {
        false
    }
}
