//! Native code of a game, which takes time to compile.

use std::time::Duration;

use rand_pcg::Pcg64Mcg;

use crate::fault::Fault;
use crate::playout::Playout;

/// Preparation of a game for bulk move generation, and playouts without lists of moves. All results stay the same and
/// come sooner.
pub trait Acceleration<State> {
    /// Prepares the game for listing and applying single moves, for example by compiling native code. May take a tenth of
    /// a second.
    fn prepare(&self);

    /// Prepares a part of the game and returns after about `patience` at the latest; returns `true` if the part is
    /// ready. Otherwise the preparation goes on in the background. Until it is done,
    /// [`Game::legal_moves`](super::Game::legal_moves) and [`Game::apply`](super::Game::apply) work unprepared, and
    /// [`Acceleration::play_out`] returns `None` instead of waiting.
    ///
    /// The default prepares in the foreground, which suits games whose preparation takes no time.
    fn prepare_within(&self, part: Preparation, _patience: Duration) -> bool {
        match part {
            Preparation::SingleMoves => self.prepare(),
            Preparation::Playouts => {}
        }
        true
    }

    /// Plays a random playout from `from` with uniformly distributed distinct moves until the game ends or `max_moves`
    /// moves were made. `state` is a buffer and receives the last state. Returns `None` if the game has no implementation
    /// that is faster than listing and applying moves, or none yet.
    fn play_out(
        &self,
        from: &State,
        state: &mut State,
        max_moves: u64,
        rng: &mut Pcg64Mcg,
    ) -> Option<Result<Playout, Fault>>;
}

/// A part of a game that [`Acceleration::prepare_within`] prepares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preparation {
    /// Listing and applying single moves, as [`Acceleration::prepare`] does.
    SingleMoves,
    /// [`Acceleration::play_out`].
    Playouts,
}
