//! The list of all solving methods: names, supported games and options. A method that is added here is available on the
//! command line as well.

use std::ops::RangeInclusive;
use std::sync::Arc;

use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;

use super::astar::{self, Cost};
use super::patterns::{PatternDatabases, PatternSize};
use super::proof::{self, Payoff, Proof};
use super::retrograde::PositionValues;
use super::sliding::SlidingPuzzle;
use super::table::{open, seal};
use super::{Answer, Effort, ExhaustedResource, SolveError, Task, bidirectional, breadth, depth, idastar};
use crate::heuristic::Heuristic;
use crate::solution::{ProofTable, Solution};
use crate::table::TranspositionTable;

/// A solving method of the list.
#[derive(Debug)]
pub struct Method {
    /// Name by which users select the method.
    pub name: &'static str,
    /// Help text for users.
    pub about: &'static str,
    /// Supported numbers of players.
    pub players: RangeInclusive<usize>,
    /// Options that the method supports.
    pub options: &'static [MethodOption],
    kind: MethodKind,
}

#[derive(Clone, Copy, Debug)]
enum MethodKind {
    Breadth,
    Depth,
    AStar,
    IdaStar,
    Bidirectional,
    Retrograde,
    AlphaBeta,
    ProofNumbers,
}

/// Option of a solving method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodOption {
    /// A heuristic by name.
    Heuristic,
    /// A cost function other than the number of moves.
    Cost,
    /// A count of all positions instead of a solution.
    All,
    /// A table to start with, or to store.
    Table,
    /// The score difference instead of the winner.
    Net,
    /// Several threads.
    Threads,
}

impl MethodOption {
    /// Name of the option for messages.
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

/// The methods whose tables players can follow, the most informative first.
pub const PLAYABLE_METHODS: [&str; 3] = [RETROGRADE, ALPHA_BETA, IDA_STAR];

/// All methods, in the order in which they are listed.
pub const METHODS: &[Method] = &[
    Method {
        name: "bfs",
        about: "breadth-first search: the fewest moves that solve a puzzle",
        players: 1..=1,
        options: &[MethodOption::All],
        kind: MethodKind::Breadth,
    },
    Method {
        name: "dfs",
        about: "depth-first search: any solution of a puzzle",
        players: 1..=1,
        options: &[],
        kind: MethodKind::Depth,
    },
    Method {
        name: "astar",
        about: "A*: a cheapest solution of a puzzle, if the heuristic is admissible",
        players: 1..=1,
        options: &[MethodOption::Heuristic, MethodOption::Cost],
        kind: MethodKind::AStar,
    },
    Method {
        name: IDA_STAR,
        about: "iterative deepening A* (IDA*): the fewest moves in little memory; for sliding puzzles with pattern databases",
        players: 1..=1,
        options: &[MethodOption::Heuristic, MethodOption::Table],
        kind: MethodKind::IdaStar,
    },
    Method {
        name: "bidirectional",
        about: "bidirectional breadth-first search: the fewest moves that solve a sliding puzzle",
        players: 1..=1,
        options: &[],
        kind: MethodKind::Bidirectional,
    },
    Method {
        name: RETROGRADE,
        about: "retrograde analysis: the value of every position, and its distance to the end",
        players: 1..=2,
        options: &[MethodOption::Table],
        kind: MethodKind::Retrograde,
    },
    Method {
        name: ALPHA_BETA,
        about: "alpha-beta to the ends of the game: who wins, or by how many points",
        players: 2..=2,
        options: &[MethodOption::Table, MethodOption::Net, MethodOption::Threads],
        kind: MethodKind::AlphaBeta,
    },
    Method {
        name: "dfpn",
        about: "depth-first proof-number search (df-pn): who wins; efficient where wins are forced",
        players: 2..=2,
        options: &[],
        kind: MethodKind::ProofNumbers,
    },
];

/// Heuristics by pattern databases of sliding puzzles; the first one is the default. Databases of single pieces are the
/// Manhattan distance.
const PATTERNS: [(&str, &[PatternSize]); 4] = [
    ("patterns", &[PatternSize { pieces: 5, layers: 1 }]),
    ("patterns-large", &[PatternSize { pieces: 6, layers: 2 }, PatternSize { pieces: 5, layers: 2 }]),
    (
        "patterns-huge",
        &[
            PatternSize { pieces: 7, layers: 2 },
            PatternSize { pieces: 6, layers: 2 },
            PatternSize { pieces: 5, layers: 2 },
        ],
    ),
    ("manhattan", &[PatternSize { pieces: 1, layers: 1 }]),
];

/// Values of the options of a method.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolveOptions<'a> {
    /// Name of a heuristic.
    pub heuristic: Option<&'a str>,
    /// Name of a cost function.
    pub cost: Option<&'a str>,
    /// `true` to count all positions instead of searching a solution.
    pub all: bool,
    /// A stored table, as it was returned in [`SolveOutput::table`].
    pub table: Option<&'a [u8]>,
    /// `true` to return a table.
    pub returns_table: bool,
    /// `true` for the score difference instead of the winner.
    pub net: bool,
    /// Number of threads; 1 by default.
    pub threads: Option<usize>,
}

/// Identity of the rules of a game, as texts that are equal for equal rules. Tables contain it.
#[derive(Clone, Copy, Debug)]
pub struct GameIdentity<'a> {
    /// Identity of the game file.
    pub file: &'a str,
    /// Identity of the game file with the values of its options.
    pub game: &'a str,
}

/// Output of a solving method.
#[derive(Clone, Debug)]
pub struct SolveOutput<M> {
    /// The result.
    pub answer: Answer<M>,
    /// Name of the heuristic that was used, if any.
    pub heuristic: Option<String>,
    /// Description of the tables that were used or built.
    pub note: Option<String>,
    /// The table in its storage format, if it was requested.
    pub table: Option<Vec<u8>>,
}

/// The method with this name.
///
/// # Errors
/// A [`SolveError`] that lists the known methods, if there is none.
pub fn by_name(name: &str) -> Result<&'static Method, SolveError> {
    METHODS.iter().find(|method| method.name == name).ok_or_else(|| {
        let hint = crate::names::hint(name, METHODS.iter().map(|method| method.name));
        SolveError::InvalidOption(format!("unknown method \"{name}\"{hint}"))
    })
}

/// Names of the methods that satisfy a condition, as text.
fn names(fits: impl Fn(&Method) -> bool) -> String {
    let names: Vec<&str> = METHODS.iter().filter(|method| fits(method)).map(|method| method.name).collect();
    if names.is_empty() { "no method does".to_owned() } else { names.join(", ") }
}

impl Method {
    /// Checks that the method supports a game.
    ///
    /// # Errors
    /// A [`SolveError`] with the reason, and with the methods that support the game.
    pub fn check_game<G: Game>(&self, game: &G) -> Result<(), SolveError> {
        let unfit = |what: &str| Err(SolveError::UnsupportedGame(format!("{} does not solve games {what}", self.name)));
        if game.has_chance() {
            return unfit("of chance, and no other method does");
        }
        if game.has_hidden_information() {
            return unfit("with hidden information, and no other method does");
        }
        if game.is_history_dependent() {
            return unfit("that are history dependent: their rules count how often a position has occurred");
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

    /// Solves a position.
    ///
    /// # Errors
    /// A [`SolveError`] if the method does not support the game, an option is invalid, or the rules fail.
    pub fn solve<G>(
        &self,
        task: &Task<'_, G>,
        options: &SolveOptions<'_>,
        identity: &GameIdentity<'_>,
    ) -> Result<SolveOutput<G::Move>, SolveError>
    where
        G: Game + Sync,
        G::State: Sync,
    {
        self.check_game(task.game)?;
        self.check_options(options)?;
        if let Turn::Over(outcome) = task.game.legal_moves(task.state, &mut Vec::new())?
            && task.game.players() > 1
        {
            return Err(SolveError::GameOver(format!("the game is over here ({outcome}): there is nothing to solve")));
        }
        task.game.prepare();
        let only = |answer| Ok(SolveOutput { answer, heuristic: None, note: None, table: None });
        match self.kind {
            MethodKind::Breadth => only(breadth::solve(task, options.all)?),
            MethodKind::Depth => only(depth::solve(task)?),
            MethodKind::AStar => {
                let heuristic = heuristic(task.game, options.heuristic.unwrap_or("zero"), &[])?;
                let answer = astar::solve(task, &heuristic, &cost(task.game, options.cost.unwrap_or("moves"))?)?;
                let heuristic = options.heuristic.map(str::to_owned);
                Ok(SolveOutput { answer, heuristic, note: None, table: None })
            }
            MethodKind::IdaStar => self.ida_star(task, options, identity),
            MethodKind::Bidirectional => only(bidirectional::solve(task)?),
            MethodKind::Retrograde => Self::retrograde(task, options, identity),
            MethodKind::AlphaBeta => Self::alpha_beta(task, options, identity),
            MethodKind::ProofNumbers => {
                let proof = proof::prove_by_numbers(task.game, task.state, task.bytes >> 20, task.limits)?;
                only(proven(task, proof, 1)?)
            }
        }
    }

    /// Checks that the method supports all options that are set.
    fn check_options(&self, options: &SolveOptions<'_>) -> Result<(), SolveError> {
        let requested = [
            (MethodOption::Heuristic, options.heuristic.is_some()),
            (MethodOption::Cost, options.cost.is_some()),
            (MethodOption::All, options.all),
            (MethodOption::Table, options.returns_table || options.table.is_some()),
            (MethodOption::Net, options.net),
            (MethodOption::Threads, options.threads.is_some_and(|threads| threads > 1)),
        ];
        match requested.iter().find(|(extra, wanted)| *wanted && !self.options.contains(extra)) {
            Some((extra, _)) => Err(SolveError::InvalidOption(format!(
                "{} takes no {}; methods that do: {}",
                self.name,
                extra.name(),
                names(|method| method.options.contains(extra))
            ))),
            None => Ok(()),
        }
    }

    fn ida_star<G: Game>(
        &self,
        task: &Task<'_, G>,
        options: &SolveOptions<'_>,
        identity: &GameIdentity<'_>,
    ) -> Result<SolveOutput<G::Move>, SolveError> {
        let puzzle = SlidingPuzzle::from_game(task.game, task.state);
        let name = options.heuristic.unwrap_or(if puzzle.is_ok() { PATTERNS[0].0 } else { "zero" });
        let size = PATTERNS.iter().find(|(known, _)| *known == name).map(|(_, size)| *size);
        let (Ok(puzzle), Some(size)) = (&puzzle, size) else {
            if let (Err(why), Some(_)) = (puzzle, size) {
                return Err(why);
            }
            if options.returns_table || options.table.is_some() {
                return Err(SolveError::InvalidOption(format!(
                    "{} stores tables of pattern databases only, which exist for sliding puzzles; the heuristic here is {name}",
                    self.name
                )));
            }
            let heuristic = heuristic(task.game, name, &PATTERNS.map(|(name, _)| name))?;
            let answer = idastar::solve(task, &heuristic)?;
            return Ok(SolveOutput { answer, heuristic: Some(name.to_owned()), note: None, table: None });
        };
        // The tables do not depend on the start position, so they fit all options of a game with the same board and
        // goal.
        let patterns = match options.table {
            Some(bytes) => Some(patterns(puzzle, bytes, identity)?),
            None => PatternDatabases::new(puzzle, size, task.bytes, &task.limits).map_err(SolveError::InvalidOption)?,
        };
        let Some(patterns) = patterns else {
            let answer = Answer::limit(ExhaustedResource::Time, Effort::default());
            return Ok(SolveOutput { answer, heuristic: Some(name.to_owned()), note: None, table: None });
        };
        let table = options.returns_table.then(|| seal(identity.file, self.name, |out| patterns.write(out)));
        let note = (size.iter().any(|size| size.pieces > 1) || options.table.is_some())
            .then(|| format!("pattern databases of {} pieces, {} entries", patterns.sizes(), patterns.entries()));
        let name = if options.table.is_some() { "patterns" } else { name };
        Ok(SolveOutput {
            answer: idastar::solve_sliding(task, puzzle, &patterns)?,
            heuristic: Some(name.to_owned()),
            note,
            table,
        })
    }

    fn alpha_beta<G>(
        task: &Task<'_, G>,
        options: &SolveOptions<'_>,
        identity: &GameIdentity<'_>,
    ) -> Result<SolveOutput<G::Move>, SolveError>
    where
        G: Game + Sync,
        G::State: Sync,
    {
        // A table holds values of one payoff only.
        let (payoff, kind) =
            if options.net { (Payoff::ScoreDifference, "alphabeta net") } else { (Payoff::Outcome, ALPHA_BETA) };
        let table = TranspositionTable::new(task.bytes >> 20)?;
        if let Some(bytes) = options.table {
            proofs(&table, kind, bytes, identity)?;
        }
        let proof = proof::prove(task.game, task.state, payoff, &table, task.limits, options.threads.unwrap_or(1))?;
        let table = options.returns_table.then(|| seal(identity.game, kind, |out| table.write(out)));
        let parts = if options.net { task.game.score_parts() } else { 1 };
        Ok(SolveOutput { answer: proven(task, proof, parts)?, heuristic: None, note: None, table })
    }

    fn retrograde<G: Game>(
        task: &Task<'_, G>,
        options: &SolveOptions<'_>,
        identity: &GameIdentity<'_>,
    ) -> Result<SolveOutput<G::Move>, SolveError> {
        let mut effort = Effort::default();
        let values = match options.table {
            Some(bytes) => values(bytes, identity)?,
            None => match PositionValues::new(task, &mut effort)? {
                Ok(values) => values,
                Err(ran_out) => {
                    let answer = Answer::limit(ran_out, effort);
                    return Ok(SolveOutput { answer, heuristic: None, note: None, table: None });
                }
            },
        };
        let table = options.returns_table.then(|| seal(identity.game, RETROGRADE, |out| values.write(out)));
        Ok(SolveOutput { answer: values.answer(task, effort)?, heuristic: None, note: None, table })
    }
}

/// Loads a solution for players, from a table of one of the methods in [`PLAYABLE_METHODS`].
///
/// # Errors
/// A [`SolveError`] if the table is damaged, belongs to another game, or there is too little memory.
pub fn load_solution<G: Game>(
    game: &G,
    method: &str,
    bytes: &[u8],
    identity: &GameIdentity<'_>,
) -> Result<Solution, SolveError> {
    match method {
        IDA_STAR => {
            let puzzle = SlidingPuzzle::from_game(game, &game.initial_state())?;
            Ok(Solution::Patterns(Arc::new(patterns(&puzzle, bytes, identity)?)))
        }
        ALPHA_BETA => {
            // Twice the size in the file: entries that collide in a bucket are lost.
            let table = TranspositionTable::new((bytes.len() >> 19).max(1))?;
            proofs(&table, ALPHA_BETA, bytes, identity)?;
            Ok(Solution::Proofs(Arc::new(ProofTable::new(table))))
        }
        _ => values(bytes, identity).map(|values| Solution::Values(Arc::new(values))),
    }
}

/// Reads stored proofs into a transposition table.
fn proofs(table: &TranspositionTable, kind: &str, bytes: &[u8], identity: &GameIdentity<'_>) -> Result<(), SolveError> {
    open(bytes, identity.game, kind)
        .and_then(|mut body| table.read(&mut body).and_then(|read| body.finish(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// Reads stored pattern databases.
fn patterns(puzzle: &SlidingPuzzle, bytes: &[u8], identity: &GameIdentity<'_>) -> Result<PatternDatabases, SolveError> {
    open(bytes, identity.file, IDA_STAR)
        .and_then(|mut body| PatternDatabases::read(puzzle, &mut body).and_then(|read| body.finish(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// Reads a stored table of the values of all positions.
fn values(bytes: &[u8], identity: &GameIdentity<'_>) -> Result<PositionValues, SolveError> {
    open(bytes, identity.game, RETROGRADE)
        .and_then(|mut body| PositionValues::read(&mut body).and_then(|read| body.finish(read)))
        .map_err(|error| SolveError::Table(error.to_string()))
}

/// Converts a proof to an answer, from the view of the player to move. `parts` is the number of parts of a point in which the
/// value of the proof counts.
fn proven<G: Game>(task: &Task<'_, G>, proof: Proof<G::Move>, parts: u32) -> Result<Answer<G::Move>, SolveError> {
    let effort = Effort { expanded: proof.expanded, generated: proof.nodes };
    let Some(value) = proof.value else { return Ok(Answer::limit(ExhaustedResource::Time, effort)) };
    let mover = task.game.legal_moves(task.state, &mut Vec::new())?.player();
    let value = f64::from(if mover == Some(Player::FIRST) { value } else { -value }) / f64::from(parts);
    Ok(Answer::proved(value, proof.line, effort))
}

/// The heuristic with this name; the error message lists those of the game, and the names in `more`.
fn heuristic<G: Game>(game: &G, name: &str, more: &[&str]) -> Result<Heuristic, SolveError> {
    Heuristic::by_name(game, name).ok_or_else(|| {
        let slides = SlidingPuzzle::from_game(game, &game.initial_state()).is_ok();
        let mut known = Heuristic::names(game);
        let more: Vec<String> = more.iter().map(|name| (*name).to_owned()).collect();
        known.extend(more.into_iter().filter(|name| slides && !Heuristic::names(game).contains(name)));
        SolveError::InvalidOption(format!("this game has no heuristic \"{name}\"; it has {}", known.join(", ")))
    })
}

fn cost<G: Game>(game: &G, name: &str) -> Result<Cost, SolveError> {
    Cost::by_name(game, name).ok_or_else(|| {
        SolveError::InvalidOption(format!("this game has no cost \"{name}\"; it has {}", Cost::names(game).join(", ")))
    })
}
