//! Reading of files of games and opening of single games, in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boardwright_library::game_index::GameIndex;
use boardwright_library::hands::is_deal_file;
use boardwright_library::recovery::is_journal;
use boardwright_library::store::StoredRecord;
use eframe::egui::Context;

use crate::pages::play::replay;
use crate::session::{GameSource, Records, Session};
use crate::task::{Reporter, Task};
use crate::texts::with;

/// A recorded game that was opened.
#[derive(Debug)]
pub struct OpenedRecord {
    /// The file, if the game is one of a file of games.
    pub path: Option<PathBuf>,
    /// The game at its beginning, with comments and variations.
    pub session: Session,
    /// Parts of the text that the record does not have, with the name of the file.
    pub warnings: Vec<String>,
}

/// News of the background.
#[derive(Debug)]
pub enum ReadingNews {
    /// The games of a file; a single one is opened.
    Index {
        /// The index.
        index: Arc<GameIndex>,
        /// `true` if there is only one game.
        is_single: bool,
    },
    /// A game.
    Opened(Box<OpenedRecord>),
    /// Reason why the file or the game cannot be read.
    Failed(String),
}

/// A file that is being read, or a game of it that is being opened.
#[derive(Debug)]
pub struct Reading {
    /// Name of the file or of the game.
    pub name: String,
    /// `true` if a game was asked for.
    pub opens_game: bool,
    /// `true` if the user did not ask for the file: it is read again after a change.
    pub is_silent: bool,
    task: Task<ReadingNews>,
}

impl Reading {
    /// Reads a file, and opens a single game.
    pub fn of_file(window: &Context, records: &Records, path: &Path) -> Self {
        let (file, records) = (path.to_owned(), records.clone());
        let task = Task::start_urgent(window, "games of a file", move |reporter: &Reporter<_>| {
            let index = match GameIndex::read(&file) {
                Ok(index) => Arc::new(index),
                Err(error) => return reporter.report(ReadingNews::Failed(error.to_string())),
            };
            let is_single = index.entries.len() == 1;
            reporter.report(ReadingNews::Index { index: Arc::clone(&index), is_single });
            if is_single {
                reporter.report(opened(&index, 1, records));
            }
        });
        Self { name: path.display().to_string(), opens_game: false, is_silent: false, task }
    }

    /// Reads a file again.
    pub fn again(window: &Context, path: &Path) -> Self {
        let file = path.to_owned();
        let task = Task::start_urgent(window, "games of a file", move |reporter: &Reporter<_>| {
            reporter.report(match GameIndex::read(&file) {
                Ok(index) => ReadingNews::Index { index: Arc::new(index), is_single: false },
                Err(error) => ReadingNews::Failed(error.to_string()),
            });
        });
        Self { name: path.display().to_string(), opens_game: false, is_silent: true, task }
    }

    /// Opens a game that comes from no file of games, so that changes are saved elsewhere.
    pub fn of_record(window: &Context, records: &Records, stored: StoredRecord) -> Self {
        let (name, records) = (stored.record.header.game.clone(), records.clone());
        let task = Task::start_urgent(window, "recorded game", move |reporter: &Reporter<_>| {
            reporter.report(match Session::of_record(stored, records) {
                Ok(session) => {
                    ReadingNews::Opened(Box::new(OpenedRecord { path: None, session, warnings: Vec::new() }))
                }
                Err(reason) => ReadingNews::Failed(reason),
            });
        });
        Self { name, opens_game: true, is_silent: false, task }
    }

    /// Opens a game of a file that is listed, by its number from 1.
    pub fn of_game(window: &Context, records: &Records, file: &Arc<GameIndex>, number: usize) -> Self {
        let (file, records) = (Arc::clone(file), records.clone());
        let name = file.path().display().to_string();
        let task = Task::start_urgent(window, "game of a file", move |reporter: &Reporter<_>| {
            reporter.report(opened(&file, number, records));
        });
        Self { name, opens_game: true, is_silent: false, task }
    }

    /// Returns what was read since the last call, one part after the other.
    pub fn poll(&mut self) -> Option<ReadingNews> {
        self.task.message().or_else(|| self.task.take_panic().map(ReadingNews::Failed))
    }
}

/// `true` if a game of a list can be opened: a wrong one is opened only from a file of deals, in which cards may be unknown.
pub fn can_open(file: &GameIndex, number: usize) -> bool {
    is_deal_file(file.path()) || file.entries.get(number - 1).is_some_and(|entry| entry.error.is_none())
}

/// Opens a game of a file.
fn opened(file: &GameIndex, number: usize, records: Records) -> ReadingNews {
    match open(file, number, records) {
        Ok(opened) => ReadingNews::Opened(Box::new(opened)),
        Err(reason) => ReadingNews::Failed(reason),
    }
}

fn open(file: &GameIndex, number: usize, records: Records) -> Result<OpenedRecord, String> {
    let path = file.path();
    // A file of deals may have unknown cards, which a record cannot have.
    if is_deal_file(path) {
        let session = replay::open(path, number, records)?;
        return Ok(OpenedRecord { path: Some(path.to_owned()), session, warnings: Vec::new() });
    }
    let game = file.game(number).ok_or_else(|| with("play.no_record", &[&path.display(), &number]))?;
    let mut session = Session::of_record(game.record?, records)?;
    // The file of a game that is being played is written by its match.
    session.source = (!is_journal(path)).then(|| GameSource { path: path.to_owned(), number });
    let named = |warning: String| format!("{}: {warning}", path.display());
    Ok(OpenedRecord { path: Some(path.to_owned()), session, warnings: game.warnings.into_iter().map(named).collect() })
}
