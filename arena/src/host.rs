//! The [`Host`] trait: the user interface of a match (terminal, window, list of results). A host is notified of events
//! and asks people for moves. It does not decide which moves are legal.

use std::time::Duration;

use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_game::record::MoveRecord;

use crate::ending::Ending;
use crate::game_history::GameHistory;
use crate::seat::{ChanceRequest, Decision, DrawOffer, MoveRequest, SearchReport, SeatError};

/// Error of a host that cannot go on, for a reason that the host knows: the match ends in its current state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostUnavailable;

/// An event of a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// The match begins.
    Started,
    /// A player is to move.
    Turn(Player),
    /// A player reports its evaluation of the move that it is about to make.
    #[allow(missing_docs)]
    Evaluated { player: Player, report: &'a SearchReport, time: Duration },
    /// A move was made.
    Moved {
        /// The state before the move.
        before: &'a AnyState,
        /// The legal moves in that state, one of each class of equal moves.
        moves: &'a [AnyMove],
        /// The move.
        mv: &'a AnyMove,
        /// The player (or chance) who made the move.
        turn: Turn,
        /// The line of the record.
        played: &'a MoveRecord,
    },
    /// Moves were taken back: `moves` of them, the first at ply `ply`. `moves` is 0 if there was nothing to take back.
    #[allow(missing_docs)]
    TakenBack { by: Player, moves: usize, ply: usize },
    /// A player wanted to take moves back against others in a game with hidden information. That is not allowed: the
    /// player would keep what it has seen.
    #[allow(missing_docs)]
    TakeBackRefused { by: Player },
    /// A draw is offered.
    #[allow(missing_docs)]
    DrawOffered { by: Player },
    /// A draw offer is accepted or declined; `player` is the offering one if nobody else was asked.
    #[allow(missing_docs)]
    DrawAnswered { player: Player, accepted: bool },
    /// A player exceeded the time, and the terms only note that.
    #[allow(missing_docs)]
    Overtime { player: Player, over: Duration },
    /// The match ends; sent even if the host could not go on.
    Ended(&'a Ending),
}

/// User interface of a match: is notified of events, and asks people.
pub trait Host {
    /// Asks a person for a move.
    ///
    /// # Errors
    /// If the rules fail while the person explores the position, or the host can ask nobody any more.
    fn request_move(&mut self, request: &MoveRequest<'_>) -> Result<Decision, SeatError>;

    /// Asks a person whether to accept a draw; `true` if so.
    ///
    /// # Errors
    /// If the host can ask nobody any more.
    fn accepts_draw(&mut self, offer: &DrawOffer<'_>) -> Result<bool, HostUnavailable>;

    /// Index of the outcome of a chance move that people have determined, for example by rolling real dice; `None` if
    /// the match is to draw it.
    ///
    /// # Errors
    /// If the host can ask nobody any more.
    fn chance_outcome(&mut self, _: &ChanceRequest<'_>) -> Result<Option<usize>, HostUnavailable> {
        Ok(None)
    }

    /// Handles an event.
    ///
    /// # Errors
    /// If the host cannot go on.
    fn notify(&mut self, history: &GameHistory<'_>, event: MatchEvent<'_>) -> Result<(), HostUnavailable>;
}

/// Host without a user interface and without people: ignores all events, declines draws and leaves when asked for a
/// move.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullHost;

impl Host for NullHost {
    fn request_move(&mut self, _: &MoveRequest<'_>) -> Result<Decision, SeatError> {
        Ok(Decision::Leave)
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>) -> Result<bool, HostUnavailable> {
        Ok(false)
    }

    fn notify(&mut self, _: &GameHistory<'_>, _: MatchEvent<'_>) -> Result<(), HostUnavailable> {
        Ok(())
    }
}
