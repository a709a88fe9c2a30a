//! Tournaments in folders: a list of them, and the results of one. Everything is read in the background.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use boardwright_arena::results::journal::{self, JournalReader, is_in_use, read_journal, read_progress};
use boardwright_arena::results::ledger::{Ledger, LedgerRow};
use boardwright_arena::results::{self, record_of};
use boardwright_arena::tournament::{SequentialTest, rebuild};
use boardwright_library::store::StoredRecord;
use eframe::egui::Context;

use super::view::{GameRow, TournamentView, title};
use crate::task::{Reporter, Task};
use crate::texts::{t, with};

/// File name of the report.
const REPORT: &str = "report.html";

/// A tournament in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TournamentEntry {
    /// Folder of the results.
    pub folder: PathBuf,
    /// Name for people.
    pub title: String,
    /// Number of finished games.
    pub finished: u64,
    /// Number of all games, if it is known in advance.
    pub games: Option<u64>,
    /// Time of the last change.
    changed: SystemTime,
}

impl TournamentEntry {
    /// Reads the outline of a folder; `None` if it has no results.
    fn read(folder: &Path) -> Option<Self> {
        let progress = read_progress(folder).ok()?;
        let title =
            results::config(folder).map_or_else(|_| folder.display().to_string(), |config| title(&config, folder));
        let (finished, games, changed) = (progress.done, progress.games, progress.changed);
        Some(Self { folder: folder.to_owned(), title, finished, games, changed })
    }
}

/// Lists the tournaments below a folder and in `others`, the newest first.
pub fn list(window: &Context, below: Option<PathBuf>, others: Vec<PathBuf>) -> Task<Vec<TournamentEntry>> {
    Task::start_urgent(window, "tournaments", move |reporter: &Reporter<_>| {
        let found = below.and_then(|below| std::fs::read_dir(below).ok()).into_iter().flatten().flatten();
        let mut folders: Vec<PathBuf> = found.map(|entry| entry.path()).collect();
        let others = others.into_iter().filter(|folder| !folders.contains(folder)).collect::<Vec<_>>();
        folders.extend(others);
        let mut entries: Vec<_> = folders.iter().filter_map(|folder| TournamentEntry::read(folder)).collect();
        entries.sort_by(|one, other| (other.changed, &one.title).cmp(&(one.changed, &other.title)));
        reporter.report(entries);
    })
}

/// Results of a folder, or the reason why they cannot be read.
pub type ReadView = Result<Arc<TournamentView>, String>;

/// Reads the results of a folder. Nothing is written, so another process may play the tournament meanwhile.
pub fn read(window: &Context, folder: PathBuf) -> Task<ReadView> {
    Task::start_urgent(window, "results", move |reporter: &Reporter<_>| {
        reporter.report(read_view(&folder).map(Arc::new))
    })
}

fn read_view(folder: &Path) -> Result<TournamentView, String> {
    let config = results::config(folder).map_err(|error| error.to_string())?;
    let contents = read_journal(folder).map_err(|error| error.to_string())?;
    let mut ledger = Ledger::default();
    for (done, place) in contents.games {
        ledger.add(LedgerRow::new(&done, place));
    }
    let mut sequential = config.sprt.map(SequentialTest::new);
    let is_decided = sequential.as_mut().is_some_and(|test| test.update(&ledger));
    if let Some(last) = sequential.as_ref().and_then(SequentialTest::last_game) {
        ledger = ledger.up_to(last);
    }
    let games = contents.head.games;
    let is_complete = is_decided || games.is_some_and(|games| ledger.len() as u64 >= games);
    Ok(TournamentView::compute(&config, &ledger, folder, games, is_complete))
}

/// Reads a finished game from the journal, with the names of its players. The tournament may still be running.
pub fn read_game(window: &Context, view: &TournamentView, row: &GameRow) -> Task<Result<Box<StoredRecord>, String>> {
    let (folder, labels) = (view.folder.clone(), view.standings.player_names.clone());
    let position = row.position;
    Task::start_urgent(window, "game", move |reporter: &Reporter<_>| {
        let record = JournalReader::open(&folder).and_then(|mut reader| record_of(&mut reader, position, &labels));
        let stored = match record {
            Ok(Some(record)) => Ok(StoredRecord { record, clock: None, is_truncated: false }),
            Ok(None) => Err(with("tournament.no_records", &[&folder.display()])),
            Err(error) => Err(error.to_string()),
        };
        reporter.report(stored.map(Box::new));
    })
}

/// Path of the report of a folder; it is written anew if games were finished after it. A tournament that is being played
/// writes its report itself from time to time.
///
/// # Errors
/// If there is no report yet, or it cannot be written.
pub fn report(folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join(REPORT);
    if is_in_use(folder) {
        return if path.is_file() { Ok(path) } else { Err(t("tournament.no_report").to_owned()) };
    }
    let changed = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified()).ok();
    if changed(&path) < changed(&folder.join(journal::NAME)) {
        rebuild(folder).map_err(|error| error.to_string())?;
    }
    Ok(path)
}
