//! The one list of methods of solving: their names, which games they are for, and what can be asked for beside them. A method that
//! is added here is known to the command line.

use std::ops::RangeInclusive;
use std::sync::Arc;

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::Player;

use super::astar::{self, Cost};
use super::patterns::{Patterns, Size};
use super::proof::{self, Proof, Worth};
use super::retrograde::Values;
use super::sliding::Sliding;
use super::table::{opened, sealed};
use super::{Answer, Effort, RanOut, SolveError, Task, bidirectional, breadth, depth, idastar};
use crate::heuristic::Heuristic;
use crate::solved::{Proofs, Solved};
use crate::table::Table;

/// A method.
#[derive(Debug)]
pub struct Method {
    /// Its name.
    pub name: &'static str,
    /// What it does, for people.
    pub about: &'static str,
    /// For games of how many players.
    pub players: RangeInclusive<usize>,
    /// What can be asked for beside it.
    pub takes: &'static [Extra],
    kind: Which,
}

#[derive(Clone, Copy, Debug)]
enum Which {
    Breadth,
    Depth,
    AStar,
    IdaStar,
    Bidirectional,
    Retrograde,
    AlphaBeta,
    ProofNumbers,
}

/// What can be asked for beside a method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// A heuristic.
    Heuristic,
    /// Another cost than the number of moves.
    Cost,
    /// All positions instead of a solution.
    All,
    /// A table to begin with, or to be kept.
    Table,
    /// What the scores differ by instead of who wins.
    Net,
    /// Several threads.
    Threads,
}

impl Extra {
    /// What it is, in words.
    fn name(self) -> &'static str {
        match self {
            Self::Heuristic => "heuristic",
            Self::Cost => "cost",
            Self::All => "count of all positions",
            Self::Table => "table",
            Self::Net => "net score",
            Self::Threads => "number of threads",
        }
    }
}

pub(crate) const RETROGRADE: &str = "retrograde";
pub(crate) const ALPHA_BETA: &str = "alphabeta";
pub(crate) const IDA_STAR: &str = "idastar";

/// The methods whose tables players follow, the one that tells most first.
pub const FOLLOWED: [&str; 3] = [RETROGRADE, ALPHA_BETA, IDA_STAR];

/// Every method, in the order in which they are told.
pub const METHODS: &[Method] = &[
    Method {
        name: "bfs",
        about: "breadth-first search: the fewest moves that solve a puzzle",
        players: 1..=1,
        takes: &[Extra::All],
        kind: Which::Breadth,
    },
    Method {
        name: "dfs",
        about: "depth-first search: some way to solve a puzzle",
        players: 1..=1,
        takes: &[],
        kind: Which::Depth,
    },
    Method {
        name: "astar",
        about: "A*: a cheapest way to solve a puzzle, if the heuristic never tells more than is left",
        players: 1..=1,
        takes: &[Extra::Heuristic, Extra::Cost],
        kind: Which::AStar,
    },
    Method {
        name: IDA_STAR,
        about: "iterative deepening A*: the fewest moves in little memory; for sliding puzzles with pattern databases",
        players: 1..=1,
        takes: &[Extra::Heuristic, Extra::Table],
        kind: Which::IdaStar,
    },
    Method {
        name: "bidirectional",
        about: "breadth-first search from both ends: the fewest moves that solve a sliding puzzle",
        players: 1..=1,
        takes: &[],
        kind: Which::Bidirectional,
    },
    Method {
        name: RETROGRADE,
        about: "retrograde analysis: what every position is worth, and how soon that can be had",
        players: 1..=2,
        takes: &[Extra::Table],
        kind: Which::Retrograde,
    },
    Method {
        name: ALPHA_BETA,
        about: "alpha-beta to the ends of the game: who wins, or by how many points",
        players: 2..=2,
        takes: &[Extra::Table, Extra::Net, Extra::Threads],
        kind: Which::AlphaBeta,
    },
    Method {
        name: "dfpn",
        about: "depth-first proof-number search: who wins, best where wins are forced",
        players: 2..=2,
        takes: &[],
        kind: Which::ProofNumbers,
    },
];

/// The heuristics of sliding puzzles that are made of pattern databases, the one that is used if nothing is said first. Sets of one
/// piece are the Manhattan distance.
const PATTERNS: [(&str, &[Size]); 4] = [
    ("patterns", &[Size { pieces: 5, layers: 1 }]),
    ("patterns-large", &[Size { pieces: 6, layers: 2 }, Size { pieces: 5, layers: 2 }]),
    ("patterns-huge", &[Size { pieces: 7, layers: 2 }, Size { pieces: 6, layers: 2 }, Size { pieces: 5, layers: 2 }]),
    ("manhattan", &[Size { pieces: 1, layers: 1 }]),
];

/// What is asked for beside a method, all of it optional.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The name of a heuristic.
    pub heuristic: Option<&'a str>,
    /// The name of a cost.
    pub cost: Option<&'a str>,
    /// All positions instead of a solution.
    pub all: bool,
    /// A table, as [`Found::table`] was.
    pub table: Option<&'a [u8]>,
    /// Whether a table is wanted.
    pub keep: bool,
    /// What the scores differ by instead of who wins.
    pub net: bool,
    /// How many threads, if not one.
    pub threads: Option<usize>,
}

/// A text that is the same for the same rules; tables bear it.
#[derive(Clone, Copy, Debug)]
pub struct Identity<'a> {
    /// Of the game file.
    pub file: &'a str,
    /// Of the game file and what was chosen for its options.
    pub game: &'a str,
}

/// What was found out.
#[derive(Clone, Debug)]
pub struct Found<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// The heuristic that was used, if one was.
    pub heuristic: Option<String>,
    /// What can be said of tables that were used or made.
    pub note: Option<String>,
    /// What was worked out, if it was wanted.
    pub table: Option<Vec<u8>>,
}

/// The method of a name.
///
/// # Errors
/// If there is none, with those that there are.
pub fn named(name: &str) -> Result<&'static Method, SolveError> {
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
        let hint = crate::names::hint(name, METHODS.iter().map(|method| method.name));
        SolveError::Asked(format!("unknown method \"{name}\"{hint}"))
    })
}

/// The names of those methods that something is true of.
fn names(fits: impl Fn(&Method) -> bool) -> String {
    let names: Vec<&str> = METHODS.iter().filter(|method| fits(method)).map(|method| method.name).collect();
    if names.is_empty() { "no method does".to_owned() } else { names.join(", ") }
}

impl Method {
    /// Whether the method is for a game.
    ///
    /// # Errors
    /// Why not, with the methods that are.
    pub fn fits<G: Game>(&self, game: &G) -> Result<(), SolveError> {
        let unfit = |what: &str| Err(SolveError::Unfit(format!("{} does not solve games {what}", self.name)));
        if game.has_chance() {
            return unfit("of chance, and no other method does");
        }
        if game.hides() {
            return unfit("in which something is hidden, and no other method does");
        }
        if game.remembers() {
            return unfit("that ask how often a position has stood: what follows depends on more than the position");
        }
        let players = game.players();
        if !self.players.contains(&players) {
            let plural = if players == 1 { "" } else { "s" };
            return unfit(&format!(
                "for {players} player{plural}; methods that do: {}",
                names(|method| method.players.contains(&players))
            ));
        }
        Ok(())
    }

    /// Solves.
    ///
    /// # Errors
    /// If the method is not for the game, what is asked for beside it is wrong, or the rules fail.
    pub fn solve<G>(
        &self,
        task: &Task<'_, G>,
        asked: &Asked<'_>,
        identity: &Identity<'_>,
    ) -> Result<Found<G::Move>, SolveError>
    where
        G: Game + Sync,
        G::State: Sync,
    {
        self.fits(task.game)?;
        self.check(asked)?;
        if let Turn::Over(outcome) = task.game.turn(task.state, &mut Vec::new())?
            && task.game.players() > 1
        {
            return Err(SolveError::Over(format!("the game is over here ({outcome}): there is nothing to solve")));
        }
        task.game.prepare();
        let only = |answer| Ok(Found { answer, heuristic: None, note: None, table: None });
        match self.kind {
            Which::Breadth => only(breadth::solve(task, asked.all)?),
            Which::Depth => only(depth::solve(task)?),
            Which::AStar => {
                let heuristic = heuristic(task.game, asked.heuristic.unwrap_or("zero"), &[])?;
                let answer = astar::solve(task, &heuristic, &cost(task.game, asked.cost.unwrap_or("moves"))?)?;
                let heuristic = asked.heuristic.map(str::to_owned);
                Ok(Found { answer, heuristic, note: None, table: None })
            }
            Which::IdaStar => self.ida_star(task, asked, identity),
            Which::Bidirectional => only(bidirectional::solve(task)?),
            Which::Retrograde => Self::retrograde(task, asked, identity),
            Which::AlphaBeta => Self::alpha_beta(task, asked, identity),
            Which::ProofNumbers => {
                let proof = proof::prove_by_numbers(task.game, task.state, task.bytes >> 20, task.limits)?;
                only(proven(task, proof)?)
            }
        }
    }

    /// Whether all that is asked for can be.
    fn check(&self, asked: &Asked<'_>) -> Result<(), SolveError> {
        let wanted = [
            (Extra::Heuristic, asked.heuristic.is_some()),
            (Extra::Cost, asked.cost.is_some()),
            (Extra::All, asked.all),
            (Extra::Table, asked.keep || asked.table.is_some()),
            (Extra::Net, asked.net),
            (Extra::Threads, asked.threads.is_some_and(|threads| threads > 1)),
        ];
        match wanted.iter().find(|(extra, wanted)| *wanted && !self.takes.contains(extra)) {
            Some((extra, _)) => Err(SolveError::Asked(format!(
                "{} takes no {}; methods that do: {}",
                self.name,
                extra.name(),
                names(|method| method.takes.contains(extra))
            ))),
            None => Ok(()),
        }
    }

    fn ida_star<G: Game>(
        &self,
        task: &Task<'_, G>,
        asked: &Asked<'_>,
        identity: &Identity<'_>,
    ) -> Result<Found<G::Move>, SolveError> {
        let puzzle = Sliding::of(task.game, task.state);
        let name = asked.heuristic.unwrap_or(if puzzle.is_ok() { PATTERNS[0].0 } else { "zero" });
        let size = PATTERNS.iter().find(|(known, _)| *known == name).map(|(_, size)| *size);
        let (Ok(puzzle), Some(size)) = (&puzzle, size) else {
            if let (Err(why), Some(_)) = (puzzle, size) {
                return Err(why);
            }
            if asked.keep || asked.table.is_some() {
                return Err(SolveError::Asked(format!(
                    "{} keeps tables of pattern databases only, which are for sliding puzzles; the heuristic here is {name}",
                    self.name
                )));
            }
            let heuristic = heuristic(task.game, name, &PATTERNS.map(|(name, _)| name))?;
            let answer = idastar::solve(task, &heuristic)?;
            return Ok(Found { answer, heuristic: Some(name.to_owned()), note: None, table: None });
        };
        // The tables are the same from every start, so that options do not matter as long as board and goal are these.
        let patterns = match asked.table {
            Some(bytes) => Some(patterns(puzzle, bytes, identity)?),
            None => Patterns::new(puzzle, size, task.bytes, &task.limits).map_err(SolveError::Asked)?,
        };
        let Some(patterns) = patterns else {
            let answer = Answer::limit(RanOut::Time, Effort::default());
            return Ok(Found { answer, heuristic: Some(name.to_owned()), note: None, table: None });
        };
        let table = asked.keep.then(|| sealed(identity.file, self.name, |out| patterns.write(out)));
        let note = (size.iter().any(|size| size.pieces > 1) || asked.table.is_some())
            .then(|| format!("pattern databases of {} pieces, {} entries", patterns.sizes(), patterns.entries()));
        let name = if asked.table.is_some() { "patterns" } else { name };
        Ok(Found { answer: idastar::slide(task, puzzle, &patterns)?, heuristic: Some(name.to_owned()), note, table })
    }

    fn alpha_beta<G>(
        task: &Task<'_, G>,
        asked: &Asked<'_>,
        identity: &Identity<'_>,
    ) -> Result<Found<G::Move>, SolveError>
    where
        G: Game + Sync,
        G::State: Sync,
    {
        // A table holds values of one kind.
        let (worth, kind) = if asked.net { (Worth::Net, "alphabeta net") } else { (Worth::Outcome, ALPHA_BETA) };
        let table = Table::new(task.bytes >> 20)?;
        if let Some(bytes) = asked.table {
            proofs(&table, kind, bytes, identity)?;
        }
        let proof = proof::prove(task.game, task.state, worth, &table, task.limits, asked.threads.unwrap_or(1))?;
        let table = asked.keep.then(|| sealed(identity.game, kind, |out| table.write(out)));
        Ok(Found { answer: proven(task, proof)?, heuristic: None, note: None, table })
    }

    fn retrograde<G: Game>(
        task: &Task<'_, G>,
        asked: &Asked<'_>,
        identity: &Identity<'_>,
    ) -> Result<Found<G::Move>, SolveError> {
        let mut effort = Effort::default();
        let values = match asked.table {
            Some(bytes) => values(bytes, identity)?,
            None => match Values::new(task, &mut effort)? {
                Ok(values) => values,
                Err(ran_out) => {
                    let answer = Answer::limit(ran_out, effort);
                    return Ok(Found { answer, heuristic: None, note: None, table: None });
                }
            },
        };
        let table = asked.keep.then(|| sealed(identity.game, RETROGRADE, |out| values.write(out)));
        Ok(Found { answer: values.answer(task, effort)?, heuristic: None, note: None, table })
    }
}

/// What players can follow, from a table that one of the methods [`FOLLOWED`] made.
///
/// # Errors
/// If it is damaged, of something else, or there is no memory for it.
pub fn followed<G: Game>(game: &G, method: &str, bytes: &[u8], identity: &Identity<'_>) -> Result<Solved, SolveError> {
    match method {
        IDA_STAR => {
            let puzzle = Sliding::of(game, &game.start())?;
            Ok(Solved::Patterns(Arc::new(patterns(&puzzle, bytes, identity)?)))
        }
        ALPHA_BETA => {
            // Twice the room that it takes in the file: what meets in one bucket is lost.
            let table = Table::new((bytes.len() >> 19).max(1))?;
            proofs(&table, ALPHA_BETA, bytes, identity)?;
            Ok(Solved::Proofs(Arc::new(Proofs::new(table))))
        }
        _ => values(bytes, identity).map(|values| Solved::Values(Arc::new(values))),
    }
}

/// Puts the proofs that were kept into a table.
fn proofs(table: &Table, kind: &str, bytes: &[u8], identity: &Identity<'_>) -> Result<(), SolveError> {
    opened(bytes, identity.game, kind)
        .and_then(|mut body| table.read(&mut body).and_then(|read| body.end(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// The pattern databases that were kept.
fn patterns(puzzle: &Sliding, bytes: &[u8], identity: &Identity<'_>) -> Result<Patterns, SolveError> {
    opened(bytes, identity.file, IDA_STAR)
        .and_then(|mut body| Patterns::read(puzzle, &mut body).and_then(|read| body.end(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// What all positions of a game are worth, from a table that `retrograde` made.
fn values(bytes: &[u8], identity: &Identity<'_>) -> Result<Values, SolveError> {
    opened(bytes, identity.game, RETROGRADE)
        .and_then(|mut body| Values::read(&mut body).and_then(|read| body.end(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// A proof as an answer: from the view of the player to move.
fn proven<G: Game>(task: &Task<'_, G>, proof: Proof<G::Move>) -> Result<Answer<G::Move>, SolveError> {
    let effort = Effort { expanded: proof.expanded, generated: proof.nodes };
    let Some(value) = proof.value else { return Ok(Answer::limit(RanOut::Time, effort)) };
    let mover = task.game.turn(task.state, &mut Vec::new())?.player();
    let value = f64::from(if mover == Some(Player::FIRST) { value } else { -value });
    Ok(Answer::proved(value, proof.line, effort))
}

/// The heuristic of a name; the message names those that the game has, and some more.
fn heuristic<G: Game>(game: &G, name: &str, more: &[&str]) -> Result<Heuristic, SolveError> {
    Heuristic::named(game, name).ok_or_else(|| {
        let slides = Sliding::of(game, &game.start()).is_ok();
        let mut known = Heuristic::names(game);
        let more: Vec<String> = more.iter().map(|name| (*name).to_owned()).collect();
        known.extend(more.into_iter().filter(|name| slides && !Heuristic::names(game).contains(name)));
        SolveError::Asked(format!("this game has no heuristic \"{name}\"; it has {}", known.join(", ")))
    })
}

fn cost<G: Game>(game: &G, name: &str) -> Result<Cost, SolveError> {
    Cost::named(game, name).ok_or_else(|| {
        SolveError::Asked(format!("this game has no cost \"{name}\"; it has {}", Cost::names(game).join(", ")))
    })
}
