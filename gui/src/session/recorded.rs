//! Recorded games as sessions for study, the files that they come from, and records of sessions. Opening a game takes long, so
//! it belongs into the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_arena::{Match, NullHost, Start, SystemWatch, Terms};
use boardwright_game::record::{EndReason, MoveTimes, Record};
use boardwright_library::store::{self, StoredRecord};

use super::{GameTree, NodeId, Records, SeatChoice, Session, occupant_name, seats};
use crate::app::open_game;
use crate::texts::with;

/// A game of a file, to which changes are saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// The file.
    pub path: PathBuf,
    /// Number of the game in the file, from 1.
    pub number: usize,
}

impl Session {
    /// Opens a recorded game at its beginning, with its comments and variations.
    ///
    /// # Errors
    /// If the game cannot be loaded, or the record contains an illegal move.
    pub fn of_record(stored: StoredRecord, records: Records) -> Result<Self, String> {
        let StoredRecord { record, clock, .. } = stored;
        let header = &record.header;
        let opened = open_game(&header.game).map_err(|error| error.to_string())?;
        // A tournament names its players by labels.
        let label = |number: usize| header.metadata.labels.get(number).filter(|label| !label.is_empty()).cloned();
        let occupant = |number: usize| header.players.get(number).map(occupant_name);
        let name = |number: usize| label(number).or_else(|| occupant(number)).unwrap_or_default();
        let seat = |number: usize| SeatChoice { name: name(number), ..SeatChoice::person() };
        let people = (0..opened.loaded.game().players()).map(seat).collect();
        let mut session = Self::new(Arc::new(opened), people, header.seed, records);
        if let Some(text) = &header.position {
            let state = session.loaded().game().parse_state(text).map_err(|error| error.to_string())?;
            session = session.with_start_position(state);
        }
        let played = record.moves.iter().map(|played| &played.text);
        for text in header.opening.iter().chain(played) {
            let mv = session.loaded().game().parse_move(session.state(), text).map_err(|error| error.to_string())?;
            session.make(&mv)?;
        }
        session.set_record(record, clock);
        session.show(GameTree::ROOT);
        Ok(session)
    }

    /// Opens a game of the window that was left before its end, with its seats.
    ///
    /// # Errors
    /// If the record cannot be read, or contains an illegal move.
    pub fn of_unfinished(path: &Path, records: Records) -> Result<Self, String> {
        let stored = store::read_all(path).map_err(|error| error.to_string())?.into_iter().next();
        let stored = stored.ok_or_else(|| with("play.no_record", &[&path.display(), &1]))?;
        let mut session = Self::of_record(stored, records)?;
        if let Some(header) = session.record_header() {
            let seated = header.players.iter().zip(1..);
            session.seats = seated.map(|(seat, number)| SeatChoice::recorded(seat, header.seed, number)).collect();
        }
        Ok(session)
    }

    /// Returns the record of the game with its annotations: that of the match or the opened record, followed along the main
    /// line of the tree.
    ///
    /// # Errors
    /// A message if the seats cannot be taken.
    pub fn game_record(&self) -> Result<(Record, Option<MoveTimes>), String> {
        let line = self.tree.whole_line(GameTree::ROOT);
        let is_match_line = line.last().copied().unwrap_or_default() == self.match_position;
        let (mut record, clock) = match &self.record {
            Some((record, clock)) if is_match_line => (record.clone(), clock.clone()),
            Some((record, _)) => (self.record_along(record, &line)?, None),
            None => (self.new_record(&self.seats, &line)?, None),
        };
        record.header.metadata.annotations = self.annotations();
        Ok((record, clock))
    }

    /// A record of a line that no match has played.
    fn new_record(&self, choices: &[SeatChoice], line: &[NodeId]) -> Result<Record, String> {
        let start = Start {
            seed: self.seed,
            position: self.position.clone(),
            opening: self.tree.texts(line),
            ..Start::default()
        };
        let seated = seats(&self.opened.loaded, &self.opened.artifacts, choices, self.seed)?;
        // A match that is stopped before its first move ends as the rules say, or is unfinished.
        let (watch, stop) = (SystemWatch::start(), AtomicBool::new(true));
        let played = Match::new(&self.opened.loaded, seated, &start, Terms::default(), &watch, &stop);
        let mut record = played.map_err(|error| error.to_string())?.play(&mut NullHost).record;
        record.header.opening.clear();
        record.header.metadata = self.metadata.clone();
        record.moves = (1..).zip(line).map(|(ply, &node)| self.tree.node(node).move_record(ply)).collect();
        Ok(record)
    }

    /// A record with the moves of another line. A result that the rules do not give is kept: it is that of the game, whatever
    /// moves were added for study.
    fn record_along(&self, record: &Record, line: &[NodeId]) -> Result<Record, String> {
        let people = vec![SeatChoice::person(); self.seats.len()];
        let by_rules = self.new_record(&people, line)?.end.filter(|end| end.reason == EndReason::Finished);
        let stated = record.end.clone().filter(|end| end.reason != EndReason::Finished);
        let opening = record.header.opening.len().min(line.len());
        let mut along = record.clone();
        along.header.opening = self.tree.texts(&line[..opening]);
        let mv = |(ply, &node): (usize, &NodeId)| {
            let new = self.tree.node(node).move_record(ply);
            let old = record.moves.iter().find(|old| old.ply == ply && old.text == new.text);
            old.cloned().unwrap_or(new)
        };
        along.moves = (opening + 1..).zip(&line[opening..]).map(mv).collect();
        along.end = by_rules.or(stated);
        Ok(along)
    }
}
