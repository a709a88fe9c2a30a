//! Solvers: shortest solutions of puzzles, and game-theoretic values of positions. Unlike players, solving methods give
//! certain answers about the game and report their effort; none of them uses unproven estimates.
//!
//! [`registry`] is the list of all methods. Each method is a module, generic over games, which returns an [`Answer`].
//!
//! The crate `pathfinding` has similar searches. It is not used: it keeps whole positions in its own maps without a
//! memory limit, does not count nodes, cannot be interrupted, and cannot report that the rules failed.

mod astar;
mod bidirectional;
mod breadth;
mod depth;
pub(crate) mod idastar;
mod partition;
pub(crate) mod patterns;
mod position_set;
pub mod proof;
pub mod registry;
pub mod retrograde;
pub mod sliding;
pub(crate) mod table;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player;
use thiserror::Error;

pub use self::table::checksum;
use crate::buckets::NoMemory;
use crate::limits::Limits;
use position_set::PositionSet;

/// A position to solve, with limits.
#[derive(Debug)]
pub struct Task<'a, G: Game> {
    /// The game.
    pub game: &'a G,
    /// The position to solve.
    pub state: &'a G::State,
    /// Limits of time and nodes.
    pub limits: Limits<'a>,
    /// Approximate maximum memory in bytes.
    pub bytes: usize,
}

impl<G: Game> Clone for Task<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Task<'_, G> {}

/// Status of a solving method at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStatus {
    /// A solution was found; a shortest one, if the method guarantees it.
    Solved,
    /// The value of the position is proven.
    Proved,
    /// The puzzle is proven to have no solution from here.
    NoSolution,
    /// A limit of time, nodes or memory was reached.
    Limit,
}

impl SolveStatus {
    /// Stable name for machine-readable output.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Proved => "proved",
            Self::NoSolution => "no-solution",
            Self::Limit => "limit",
        }
    }
}

/// Result of a solving method.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer<M> {
    /// Status at the end.
    pub status: SolveStatus,
    /// Value for the player to move: 1 for a win and -1 for a loss; for a puzzle, 1 if it was solved and 0 if it has no
    /// solution. `None` if it is unknown.
    pub value: Option<f64>,
    /// Distance to the end in moves, where it is known.
    pub length: Option<u32>,
    /// Cost of the moves, if it is not their number.
    pub cost: Option<f64>,
    /// The solution, or a line of best play.
    pub moves: Vec<M>,
    /// Number of expanded positions, whose moves were listed.
    pub expanded: u64,
    /// Number of generated positions: moves that were made.
    pub generated: u64,
    /// Number of positions by distance from the start, where all positions were requested.
    pub levels: Vec<u64>,
    /// Number of reachable positions, where all were reached.
    pub positions: Option<u64>,
    /// The exhausted resource, if there was one.
    pub exhausted: Option<ExhaustedResource>,
}

impl<M> Answer<M> {
    /// The same answer with other moves, such as their texts.
    pub fn with_moves<N>(self, moves: Vec<N>) -> Answer<N> {
        let Self { status, value, length, cost, moves: _, expanded, generated, levels, positions, exhausted } = self;
        Answer { status, value, length, cost, moves, expanded, generated, levels, positions, exhausted }
    }
}

/// A resource that was exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum ExhaustedResource {
    Time,
    Memory,
}

impl ExhaustedResource {
    /// Description for users.
    pub fn name(self) -> &'static str {
        match self {
            Self::Time => "the time ran out",
            Self::Memory => "the memory ran out",
        }
    }
}

/// Effort of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Number of expanded positions, whose moves were listed.
    pub expanded: u64,
    /// Number of generated positions: moves that were made.
    pub generated: u64,
}

impl<M> Answer<M> {
    fn bare(status: SolveStatus, effort: Effort) -> Self {
        let Effort { expanded, generated } = effort;
        let (value, length, cost, positions, exhausted) = (None, None, None, None, None);
        let (moves, levels) = (Vec::new(), Vec::new());
        Self { status, value, length, cost, moves, expanded, generated, levels, positions, exhausted }
    }

    /// A puzzle is solved by these moves.
    pub fn solved(moves: Vec<M>, effort: Effort) -> Self {
        let length = Some(moves.len() as u32);
        Self { value: Some(1.0), length, moves, ..Self::bare(SolveStatus::Solved, effort) }
    }

    /// A puzzle has no solution.
    pub fn no_solution(effort: Effort) -> Self {
        Self { value: Some(0.0), ..Self::bare(SolveStatus::NoSolution, effort) }
    }

    /// The value of a position for the player to move is proven; `moves` is a line that keeps it.
    pub fn proved(value: f64, moves: Vec<M>, effort: Effort) -> Self {
        Self { value: Some(value), moves, ..Self::bare(SolveStatus::Proved, effort) }
    }

    /// A resource was exhausted.
    pub fn limit(what: ExhaustedResource, effort: Effort) -> Self {
        Self { exhausted: Some(what), ..Self::bare(SolveStatus::Limit, effort) }
    }
}

/// Reason why a game cannot be solved as requested.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// The method does not support games of this kind.
    #[error("{0}")]
    UnsupportedGame(String),
    /// An option of the method is invalid.
    #[error("{0}")]
    InvalidOption(String),
    /// The game is over, or nothing is left to solve for another reason.
    #[error("{0}")]
    GameOver(String),
    /// A table is damaged, or belongs to another game or method.
    #[error("{0}")]
    Table(String),
    /// The rules failed.
    #[error(transparent)]
    Fault(#[from] Fault),
}

impl From<NoMemory> for SolveError {
    fn from(error: NoMemory) -> Self {
        Self::InvalidOption(error.to_string())
    }
}

/// `true` if a puzzle is solved.
fn is_won<G: Game>(game: &G, state: &G::State) -> Result<bool, Fault> {
    Ok(game.outcome(state)? == Player::new(1).map(Outcome::Won))
}

/// The moves along a path of positions, which are given by their numbers.
fn path_moves<G: Game>(task: &Task<'_, G>, seen: &PositionSet, through: &[u32]) -> Result<Vec<G::Move>, Fault> {
    let game = task.game;
    let (mut state, mut line) = (task.state.clone(), Vec::with_capacity(through.len()));
    let (mut moves, mut bytes) = (Vec::new(), Vec::new());
    for &index in through {
        game.legal_moves(&state, &mut moves)?;
        let mut found = None;
        for &mv in &moves {
            let mut next = state.clone();
            game.apply(&mut next, mv)?;
            bytes.clear();
            game.encode(&next, &mut bytes);
            if bytes == seen.position(index) {
                found = Some((mv, next));
                break;
            }
        }
        let (mv, next) = found.expect("each position of a path was reached from the one before");
        line.push(mv);
        state = next;
    }
    Ok(line)
}

/// Estimated memory in bytes of a position in a queue; `position` is the length of its encoding.
fn queued_bytes<S>(position: usize) -> usize {
    // The heap memory of a state is unknown here; most of it is proportional to the encoding.
    size_of::<S>() + 3 * position + 64
}
