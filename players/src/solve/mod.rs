//! Solving: a shortest way to win a puzzle, or what a position is worth for certain. Unlike players, methods of solving answer
//! about the game itself and say how much they looked at; none of them hopes or guesses.
//!
//! [`registry`] is the one list of methods. Each is a module of its own, which is generic over games and gives an
//! [`Answer`].
//!
//! The crate `pathfinding` has searches like these. They keep whole positions in its own maps, without a bound for memory, count
//! nothing, cannot be interrupted and have no way to tell that the rules failed, so none of them is used.

mod astar;
mod bidirectional;
mod breadth;
mod depth;
pub(crate) mod idastar;
mod partition;
pub(crate) mod patterns;
pub mod proof;
pub mod registry;
pub mod retrograde;
mod seen;
pub mod sliding;
pub(crate) mod table;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player;
use thiserror::Error;

pub use self::table::checksum;
use crate::buckets::NoMemory;
use crate::limits::Limits;
use seen::Seen;

/// What is to be solved.
#[derive(Debug)]
pub struct Task<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position from which on.
    pub state: &'a G::State,
    /// What may be spent: time and positions.
    pub limits: Limits<'a>,
    /// About how many bytes may be taken.
    pub bytes: usize,
}

impl<G: Game> Clone for Task<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Task<'_, G> {}

/// What is known at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A way to win was found; a shortest one, if the method says so.
    Solved,
    /// What the position is worth is proven.
    Proved,
    /// It is proven that nobody can win the puzzle from here.
    NoSolution,
    /// Time, positions or memory ran out.
    Limit,
}

impl Verdict {
    /// As programs read it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Proved => "proved",
            Self::NoSolution => "no-solution",
            Self::Limit => "limit",
        }
    }
}

/// What a method has found out.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// How far it came.
    pub verdict: Verdict,
    /// What the position is worth to the player to move, 1 for a win and -1 for a loss; of a puzzle, 1 if it was solved and 0 if it
    /// cannot be. `None`: that is not known.
    pub value: Option<f64>,
    /// After how many moves the game ends so, where that is known.
    pub length: Option<u32>,
    /// What these moves cost, if that is something else than their number.
    pub cost: Option<f64>,
    /// The moves.
    pub moves: Vec<M>,
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Moves that were made.
    pub generated: u64,
    /// By distance from the position: how many positions were first reached there, where all of them were asked for.
    pub levels: Vec<u64>,
    /// How many positions there are, where all were reached.
    pub positions: Option<u64>,
    /// What ran out, if something did.
    pub ran_out: Option<RanOut>,
}

/// What ran out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum RanOut {
    Time,
    Memory,
}

impl RanOut {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "the time ran out",
            Self::Memory => "the memory ran out",
        }
    }
}

/// How much was looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Positions whose moves were listed.
    pub expanded: u64,
    /// Moves that were made.
    pub generated: u64,
}

impl<M> Answer<M> {
    fn bare(verdict: Verdict, effort: Effort) -> Self {
        let Effort { expanded, generated } = effort;
        let (value, length, cost, positions, ran_out) = (None, None, None, None, None);
        let (moves, levels) = (Vec::new(), Vec::new());
        Self { verdict, value, length, cost, moves, expanded, generated, levels, positions, ran_out }
    }

    /// A puzzle is solved by these moves.
    pub fn solved(moves: Vec<M>, effort: Effort) -> Self {
        let length = Some(moves.len() as u32);
        Self { value: Some(1.0), length, moves, ..Self::bare(Verdict::Solved, effort) }
    }

    /// A puzzle cannot be solved.
    pub fn no_solution(effort: Effort) -> Self {
        Self { value: Some(0.0), ..Self::bare(Verdict::NoSolution, effort) }
    }

    /// What a position is worth to the player to move is proven, with moves that keep that.
    pub fn proved(value: f64, moves: Vec<M>, effort: Effort) -> Self {
        Self { value: Some(value), moves, ..Self::bare(Verdict::Proved, effort) }
    }

    /// Something ran out.
    pub fn limit(what: RanOut, effort: Effort) -> Self {
        Self { ran_out: Some(what), ..Self::bare(Verdict::Limit, effort) }
    }
}

/// Why a game cannot be solved in the way that was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The game is of a kind that the method is not for.
    #[error("{0}")]
    Unfit(String),
    /// What was asked for beside the method is wrong.
    #[error("{0}")]
    Asked(String),
    /// The game is over, or otherwise nothing is left to solve.
    #[error("{0}")]
    Over(String),
    /// A table is damaged, or of something else.
    #[error("{0}")]
    Table(String),
    /// The rules failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<NoMemory> for SolveError {
    fn from(error: NoMemory) -> Self {
        Self::Asked(error.to_string())
    }
}

/// Whether a puzzle is solved.
fn is_won<G: Game>(game: &G, state: &G::State) -> Result<bool, Fault> {
    Ok(game.outcome(state)? == Player::new(1).map(Outcome::Won))
}

/// The moves that lead from a position through others, whose bytes are known, in order.
fn line<G: Game>(task: &Task<'_, G>, seen: &Seen, through: &[u32]) -> Result<Vec<G::Move>, Fault> {
    let game = task.game;
    let (mut state, mut line) = (task.state.clone(), Vec::with_capacity(through.len()));
    let (mut moves, mut bytes) = (Vec::new(), Vec::new());
    for &index in through {
        game.turn(&state, &mut moves)?;
        let mut found = None;
        for &mv in &moves {
            let mut next = state.clone();
            game.apply(&mut next, mv)?;
            bytes.clear();
            game.position(&next, &mut bytes);
            if bytes == seen.position(index) {
                found = Some((mv, next));
                break;
            }
        }
        let (mv, next) = found.expect("each position of a way was reached from the one before");
        line.push(mv);
        state = next;
    }
    Ok(line)
}

/// About how many bytes a position takes that waits to be looked at; `position` is the length of its bytes.
fn waiting_bytes<S>(position: usize) -> usize {
    // What a state has on the heap is not known here; most of it is what the position is told from.
    size_of::<S>() + 3 * position + 64
}
