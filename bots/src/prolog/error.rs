//! Errors of goals: thrown terms, and limits that were reached. Each carries the place of the clause that was running.

use std::fmt::{self, Display};

use boardwright_game::fault::Span;

use super::term::FlatTerm;

/// Limits of one query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Maximum number of resolution steps.
    pub steps: u64,
    /// Maximum number of cells of all terms.
    pub cells: usize,
    /// Maximum number of bytes of captured output.
    pub output_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 2_000_000, cells: 4_000_000, output_bytes: 256 << 10 }
    }
}

/// A limit that a query reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitKind {
    /// Number of resolution steps.
    Steps(u64),
    /// Number of cells of terms.
    Cells(usize),
    /// Bytes of output.
    Output(usize),
}

impl Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(limit) => {
                write!(f, "the query took more than {limit} steps; does a clause call itself for ever?")
            }
            Self::Cells(limit) => write!(
                f,
                "the query needed more than {limit} cells of memory; does a term or a recursion grow for ever?"
            ),
            Self::Output(limit) => write!(f, "the query wrote more than {limit} bytes"),
        }
    }
}

/// Reason why execution stopped.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// A thrown term, which `catch/3` can catch.
    Ball(Box<FlatTerm>),
    /// A limit, which no goal can catch.
    Limit(LimitKind),
}

/// Error of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// Description in one line.
    pub message: String,
    /// The thrown term as text; empty for a limit.
    pub ball: String,
    /// The limit that was reached.
    pub limit: Option<LimitKind>,
    /// Source range of the clause that was running; `None` for the query itself.
    pub place: Option<Span>,
}

impl Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
