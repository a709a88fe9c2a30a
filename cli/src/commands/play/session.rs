//! A game that is played: its position, the way back, and its record, kept in a journal as it grows.
//! It talks to nobody and decides nothing.

use std::path::Path;
use std::time::Instant;

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::Outcome;
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Clock, End, FORMAT, Header, Line, Played, Record, Stop};
use boardwright_engine::spec::Move;

use super::seats::Seats;
use crate::failure::Failure;
use crate::line::Reached;
use crate::load::Loaded;
use crate::store::Journal;

/// Why no more moves are made.
#[derive(Clone, Debug)]
pub enum Ending {
    Finished(Outcome),
    Resigned(Player),
    /// A person left, or nobody can be reached any more.
    Left(Option<Player>),
    Limit,
    /// The rules failed: with this move, or when the moves were listed.
    Fault {
        fault: Fault,
        text: Option<String>,
    },
}

/// A game that is played.
#[derive(Debug)]
pub struct Session<'a> {
    loaded: &'a Loaded,
    state: AnyState,
    /// The positions before the moves of the record.
    before: Vec<AnyState>,
    record: Record,
    seconds: Vec<f64>,
    asked: Instant,
    journal: Option<Journal>,
}

impl<'a> Session<'a> {
    /// A game that goes on from `opening`, with its record to be kept at `path`.
    pub fn new(
        loaded: &'a Loaded,
        opening: Reached,
        seats: &Seats,
        seed: u64,
        path: Option<&Path>,
    ) -> Result<Self, Failure> {
        let header = Header {
            format: FORMAT,
            game: loaded.asked.clone(),
            name: loaded.name.clone(),
            hash: loaded.hash(),
            options: loaded.options.clone(),
            players: seats.recorded(),
            seed,
            opening: opening.moves,
        };
        let mut journal = path.map(Journal::create).transpose()?;
        if let Some(journal) = &mut journal {
            journal.add(&Line::Game(header.clone()))?;
        }
        Ok(Self {
            loaded,
            state: opening.state,
            before: Vec::new(),
            record: Record { header, moves: Vec::new(), end: None },
            seconds: Vec::new(),
            asked: Instant::now(),
            journal,
        })
    }

    pub fn state(&self) -> &AnyState {
        &self.state
    }

    pub fn loaded(&self) -> &'a Loaded {
        self.loaded
    }

    pub fn record(&self) -> &Record {
        &self.record
    }

    /// For each move of the record how long it took.
    pub fn seconds(&self) -> &[f64] {
        &self.seconds
    }

    /// Moves made since the opening.
    pub fn made(&self) -> usize {
        self.record.moves.len()
    }

    /// Moves made, the opening included.
    pub fn plies(&self) -> usize {
        self.record.header.opening.len() + self.made()
    }

    /// Somebody begins to think.
    pub fn start_clock(&mut self) {
        self.asked = Instant::now();
    }

    /// Makes a move; the inner error is the end of a game whose rules fail on it.
    pub fn make(&mut self, mv: &AnyMove, player: Option<Player>) -> Result<Result<(), Ending>, Failure> {
        let game = self.loaded.game();
        let text = game.move_text(&self.state, mv);
        let mut after = self.state.clone();
        if let Err(fault) = game.apply(&mut after, mv) {
            return Ok(Err(Ending::Fault { fault, text: Some(text) }));
        }
        let by = self.loaded.spec().zip(mv.downcast_ref::<Move>());
        let rule = by.map(|(game, mv)| game.rules().rules[mv.rule.index()].name.clone());
        let line = Played { ply: self.plies() + 1, player, text, rule };
        self.seconds.push(self.asked.elapsed().as_secs_f64());
        self.before.push(std::mem::replace(&mut self.state, after));
        self.record.moves.push(line.clone());
        self.note(&Line::Move(line))?;
        Ok(Ok(()))
    }

    /// Goes back to where any of these players was last to move; gives how many moves that took back.
    pub fn take_back(&mut self, players: &[Player]) -> Result<usize, Failure> {
        let Some(index) =
            self.record.moves.iter().rposition(|played| played.player.is_some_and(|player| players.contains(&player)))
        else {
            return Ok(0);
        };
        let taken = self.made() - index;
        let ply = self.record.moves[index].ply;
        self.record.moves.truncate(index);
        self.seconds.truncate(index);
        self.state = self.before[index].clone();
        self.before.truncate(index);
        self.note(&Line::Back { ply })?;
        Ok(taken)
    }

    /// The record of the game as if everybody left now.
    pub fn snapshot(&self) -> Record {
        Record { end: Some(self.end_line(&Ending::Left(None))), ..self.record.clone() }
    }

    /// Ends the record. What a fault is to the author of the game file is given back.
    pub fn end(&mut self, ending: Ending) -> Option<Failure> {
        self.record.end = Some(self.end_line(&ending));
        match ending {
            Ending::Fault { fault, .. } => Some(self.loaded.fault(&fault)),
            _ => None,
        }
    }

    /// Puts the record in its place, if it has one.
    pub fn keep(&mut self, clock: Option<&Clock>) -> Result<(), Failure> {
        self.journal.take().map_or(Ok(()), |journal| journal.finish(&self.record, clock))
    }

    fn end_line(&self, ending: &Ending) -> End {
        let (reason, outcome, by) = ending.reason(self.loaded.game().players());
        let fault = match ending {
            Ending::Fault { fault, text } => Some(self.stop(fault, text.clone())),
            _ => None,
        };
        End { reason, outcome, scores: self.loaded.scores(&self.state), by, fault }
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> Stop {
        let source = self.loaded.sources.get(usize::from(fault.span.source));
        let place = source.map(|source| source.position(fault.span.start as usize));
        let (start, end) = (fault.span.start as usize, fault.span.end as usize);
        Stop {
            message: fault.to_string(),
            text,
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            expression: source.and_then(|source| source.text().get(start..end)).map(str::to_owned),
        }
    }

    fn note(&mut self, line: &Line) -> Result<(), Failure> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.add(line))
    }
}

/// What a resignation means: of two players the other one wins, one alone has not won, and of more it is not said.
pub fn winner_by_resignation(player: Player, players: usize) -> Option<Outcome> {
    match players {
        1 => Some(Outcome::Draw),
        2 => Some(Outcome::Won(player.next(2))),
        _ => None,
    }
}
