//! The [`Seat`] trait: a participant of a match, which decides for one player. The match applies the decisions.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_game::any::AnyMove;
use boardwright_game::fault::Fault;
use boardwright_game::ids::Player;
use boardwright_game::record;
use boardwright_players::{ClockTime, ProvenResult};

use crate::clock::TimeAllowance;
use crate::game_history::GameHistory;
use crate::host::{Host, HostUnavailable};

/// A participant that decides for one player.
///
/// If a seat that is not a person panics, it loses the match and the program goes on.
pub trait Seat: Send {
    /// Description of the seat for the record.
    fn record_seat(&self) -> record::Seat;

    /// `true` for a person: moves are taken back to the last one of a person.
    fn is_person(&self) -> bool {
        false
    }

    /// Decides what to do in this turn. Returns soon after [`stop`](MoveRequest::stop) is set; the answer is then
    /// ignored.
    ///
    /// # Errors
    /// If the rules fail during the player's search, or the host can ask nobody.
    fn decide(&mut self, request: &MoveRequest<'_>, host: &mut dyn Host) -> Result<Reply, SeatError>;

    /// `true` if the seat accepts the draw that another player offers.
    ///
    /// # Errors
    /// If the host can ask nobody.
    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, host: &mut dyn Host) -> Result<bool, HostUnavailable>;
}

/// Request for a decision.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// History of the game.
    pub history: &'a GameHistory<'a>,
    /// Player to move, for whom the seat decides.
    pub me: Player,
    /// Distinct legal moves.
    pub moves: &'a [AnyMove],
    /// Time left on the clock.
    pub time: Option<TimeAllowance>,
    /// Clocks by player, where players have time for the whole game; empty without such clocks.
    pub clocks: &'a [Option<ClockTime>],
    /// Time after which the match is lost whatever is decided, so that the seat may stop.
    pub lost_after: Option<Duration>,
    /// Set when the match is to end now.
    pub stop: &'a AtomicBool,
}

/// Request for the outcome of a chance move.
#[derive(Clone, Copy, Debug)]
pub struct ChanceRequest<'a> {
    /// History of the game.
    pub history: &'a GameHistory<'a>,
    /// The possible outcomes.
    pub outcomes: &'a [AnyMove],
    /// Set when the match is to end now.
    pub stop: &'a AtomicBool,
}

/// Request for an answer to a draw offer.
#[derive(Clone, Copy, Debug)]
pub struct DrawOffer<'a> {
    /// History of the game.
    pub history: &'a GameHistory<'a>,
    /// Player who offers the draw.
    pub by: Player,
    /// Player who is asked.
    pub me: Player,
    /// Last known value of the position for the player who is asked: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    /// Set when the match is to end now.
    pub stop: &'a AtomicBool,
}

/// Decision of a seat in its turn.
#[derive(Clone, Debug)]
pub enum Decision {
    /// Makes a move; an illegal one loses.
    Move(AnyMove),
    /// The answer could not be read as a move.
    InvalidMove(String),
    /// The player cannot be reached any more, or violates the protocol.
    Failed(String),
    /// Takes moves back to the last one of a person. It is refused against others in games with hidden information.
    TakeBack,
    /// Offers a draw. If it is declined the seat is asked again; a second offer in the same turn is declined at once.
    OfferDraw,
    /// Resigns.
    Resign,
    /// Leaves the game unfinished.
    Leave,
}

/// Decision of a seat, with the evaluation behind it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The decision.
    pub decision: Decision,
    /// Evaluation of the position, if the player reports one.
    pub report: Option<SearchReport>,
}

impl From<Decision> for Reply {
    fn from(decision: Decision) -> Self {
        Self { decision, report: None }
    }
}

/// Evaluation of a player's own move.
#[derive(Clone, Debug, Default)]
pub struct SearchReport {
    /// Value of the move, 1 for a win and -1 for a loss; `None` if it was not evaluated.
    pub value: Option<f64>,
    /// Proven result, if any.
    pub proven: Option<ProvenResult>,
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Principal variation, starting with the move itself.
    pub line: Vec<AnyMove>,
}

/// Error of a seat that cannot decide.
#[derive(Clone, Debug)]
pub enum SeatError {
    /// The rules failed during the search.
    Fault(Fault),
    /// The host cannot go on.
    HostUnavailable,
}

impl From<Fault> for SeatError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<HostUnavailable> for SeatError {
    fn from(_: HostUnavailable) -> Self {
        Self::HostUnavailable
    }
}
