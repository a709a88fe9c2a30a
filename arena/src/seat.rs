//! What sits at a match and decides: the [`Seat`] trait. What becomes of a decision is up to the match.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_engine::any::AnyMove;
use boardwright_engine::fault::Fault;
use boardwright_engine::ids::Player;
use boardwright_engine::record;
use boardwright_players::Proven;

use crate::clock::Allowance;
use crate::course::Course;
use crate::host::{Host, Hung};

/// Something that plays for one player.
///
/// If one that is no person panics, it loses the match and the program goes on.
pub trait Seat: Send {
    /// As the record has it.
    fn recorded(&self) -> record::Seat;

    /// Whether it is a person: moves are taken back to the last one of a person.
    fn is_person(&self) -> bool {
        false
    }

    /// What it does now that it is its turn. It returns soon when it is told to [stop](Ask::stop); what it says then does not
    /// count.
    ///
    /// # Errors
    /// If the rules fail where it looks, or nobody can be asked.
    fn decide(&mut self, ask: &Ask<'_>, host: &mut dyn Host) -> Result<Reply, Trouble>;

    /// Whether it takes the draw that another player offers.
    ///
    /// # Errors
    /// If nobody can be asked.
    fn answer(&mut self, offer: &Offer<'_>, host: &mut dyn Host) -> Result<bool, Hung>;
}

/// A seat is asked what it does.
#[derive(Clone, Copy, Debug)]
pub struct Ask<'a> {
    /// The game so far.
    pub course: &'a Course<'a>,
    /// Whose turn it is.
    pub me: Player,
    /// The distinct legal moves.
    pub moves: &'a [AnyMove],
    /// What the clock leaves.
    pub time: Option<Allowance>,
    /// After this the match is lost whatever is decided, so that nobody need be asked any longer.
    pub lost_after: Option<Duration>,
    /// Set when somebody wants the match to end now.
    pub stop: &'a AtomicBool,
}

/// A seat is asked whether it takes a draw.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'a> {
    /// The game so far.
    pub course: &'a Course<'a>,
    /// Who offers it.
    pub by: Player,
    /// Who is asked.
    pub me: Player,
    /// What the one who is asked thought last of the own prospects, if that is known: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    /// Set when somebody wants the match to end now.
    pub stop: &'a AtomicBool,
}

/// What a seat does when it is its turn.
#[derive(Clone, Debug)]
pub enum Decision {
    /// It makes a move; one that is not legal loses.
    Move(AnyMove),
    /// It answered what is no move.
    NoMove(String),
    /// It cannot be reached any more, or makes no sense.
    Broken(String),
    /// It wants to go back to the last move of a person.
    TakeBack,
    /// It offers a draw, and is asked again if that is declined. A second offer in the same turn is declined unasked.
    OfferDraw,
    /// It gives the game up.
    Resign,
    /// It leaves the game as it stands.
    Leave,
}

/// What a seat does, and why.
#[derive(Clone, Debug)]
pub struct Reply {
    /// What it does.
    pub decision: Decision,
    /// What it thinks of the position, if it tells.
    pub thought: Option<Thought>,
}

impl From<Decision> for Reply {
    fn from(decision: Decision) -> Self {
        Self { decision, thought: None }
    }
}

/// What a player thinks of a move of its own.
#[derive(Clone, Debug, Default)]
pub struct Thought {
    /// 1 for a win, -1 for a loss; `None` if nothing was worked out.
    pub value: Option<f64>,
    /// What is certain.
    pub proven: Option<Proven>,
    /// How many moves deep everything was looked at.
    pub depth: u32,
    /// How many positions were made.
    pub nodes: u64,
    /// The line that is expected, the move itself first.
    pub line: Vec<AnyMove>,
}

/// Why a seat cannot say what it does.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// The rules failed where it looked.
    Fault(Fault),
    /// The host cannot go on.
    Hung,
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<Hung> for Trouble {
    fn from(_: Hung) -> Self {
        Self::Hung
    }
}
