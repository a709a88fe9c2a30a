//! Who has the terminal, the window or the list of results: a [`Host`] hears what happens at a match, and asks people. It does not
//! decide what is allowed.

use std::time::Duration;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::Turn;
use boardwright_engine::ids::Player;
use boardwright_engine::record::Played;

use crate::course::Course;
use crate::ending::Ending;
use crate::seat::{Ask, Decision, Offer, Thought, Trouble};

/// The host cannot go on, and knows itself why: the match ends as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hung;

/// Something that happens at a match.
#[derive(Debug)]
pub enum Event<'a> {
    /// It begins.
    Started,
    /// Somebody is to move.
    Turn(Player),
    /// A player tells what it thinks of the move that it is about to make.
    #[allow(missing_docs)]
    Thought { player: Player, thought: &'a Thought, time: Duration },
    /// A move was made.
    Moved {
        /// The position before it.
        before: &'a AnyState,
        /// What could have been done, one of each class of equal moves.
        moves: &'a [AnyMove],
        /// The move.
        mv: &'a AnyMove,
        /// Whose it was.
        turn: Turn,
        /// As the record has it.
        played: &'a Played,
    },
    /// Moves were taken back: so many, the first of them with this ply. None, if there was nothing to take back.
    #[allow(missing_docs)]
    TakenBack { by: Player, moves: usize, ply: usize },
    /// A draw is offered.
    #[allow(missing_docs)]
    Offered { by: Player },
    /// A draw is accepted or declined; by the one who offered it if nobody else was asked.
    #[allow(missing_docs)]
    Answered { player: Player, accepted: bool },
    /// A player took too much time, and that is only noted.
    #[allow(missing_docs)]
    Late { player: Player, over: Duration },
    /// It ends; heard even if the host could not go on.
    Ended(&'a Ending),
}

/// Who has the terminal, the window or the list of results.
pub trait Host {
    /// A person is to move.
    ///
    /// # Errors
    /// If the rules fail where the person looks, or nobody can be asked any more.
    fn ask(&mut self, ask: &Ask<'_>) -> Result<Decision, Trouble>;

    /// A person is asked whether to accept a draw.
    ///
    /// # Errors
    /// If nobody can be asked any more.
    fn accepts(&mut self, offer: &Offer<'_>) -> Result<bool, Hung>;

    /// Something happened.
    ///
    /// # Errors
    /// If the host cannot go on.
    fn hear(&mut self, course: &Course<'_>, event: Event<'_>) -> Result<(), Hung>;
}

/// Nobody looks on, and no person is there to be asked.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Host for Nobody {
    fn ask(&mut self, _: &Ask<'_>) -> Result<Decision, Trouble> {
        Ok(Decision::Leave)
    }

    fn accepts(&mut self, _: &Offer<'_>) -> Result<bool, Hung> {
        Ok(false)
    }

    fn hear(&mut self, _: &Course<'_>, _: Event<'_>) -> Result<(), Hung> {
        Ok(())
    }
}
