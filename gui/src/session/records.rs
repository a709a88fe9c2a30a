//! Records of the matches in the window: the folder, the writers that must finish before the program ends, and games of
//! earlier sessions that were left before their end.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use boardwright_arena::{Match, Person};
use boardwright_game::record::{EndReason, MoveTimes, Record, RecordHeader, RecordLine};
use boardwright_library::game_index::game_title;
use boardwright_library::{recovery, store};

/// Folder of the records, with the number of matches whose records are not finished. Clones share both.
#[derive(Clone, Debug, Default)]
pub struct Records {
    folder: Option<PathBuf>,
    writers: Arc<Writers>,
}

#[derive(Debug, Default)]
struct Writers {
    count: Mutex<usize>,
    finished: Condvar,
}

/// Registration of a match whose record is not finished.
#[derive(Debug)]
pub struct WritingGuard(Arc<Writers>);

impl Drop for WritingGuard {
    fn drop(&mut self) {
        if let Ok(mut count) = self.0.count.lock() {
            *count -= 1;
        }
        self.0.finished.notify_all();
    }
}

impl Records {
    /// Records in a folder, which need not exist; without a folder nothing is recorded.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, writers: Arc::default() }
    }

    /// Registers a match, whose record is finished when the guard is dropped.
    pub fn begin_writing(&self) -> WritingGuard {
        if let Ok(mut count) = self.writers.count.lock() {
            *count += 1;
        }
        WritingGuard(Arc::clone(&self.writers))
    }

    /// Waits until the records of all matches are finished, at most for `time`.
    pub fn wait(&self, time: Duration) {
        if let Ok(count) = self.writers.count.lock() {
            drop(self.writers.finished.wait_timeout_while(count, time, |count| *count > 0));
        }
    }

    /// Path of the record of a match that begins now.
    pub fn new_path(&self, game: &str) -> Option<PathBuf> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Some(self.folder.as_ref()?.join(format!("{game}-{}.jsonl", now.as_millis())))
    }

    /// Makes records of the journals of interrupted sessions. Returns what could not be read.
    pub fn recover(&self) -> Vec<String> {
        let Some(folder) = &self.folder else { return Vec::new() };
        recovery::recover(folder).into_iter().filter_map(|recovered| Some(recovered.err()?.to_string())).collect()
    }

    /// Games that were left before their end, the last one first.
    pub fn unfinished(&self) -> Vec<UnfinishedGame> {
        let entries = self.folder.iter().filter_map(|folder| std::fs::read_dir(folder).ok()).flatten().flatten();
        let dated = entries.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())));
        let mut paths: Vec<(SystemTime, PathBuf)> = dated.collect();
        paths.sort();
        let latest = paths.into_iter().rev().take(MAX_READ);
        let mut games: Vec<UnfinishedGame> = Vec::new();
        let mut later: Vec<Continuation> = Vec::new();
        for (changed, path) in latest {
            let Some(record) = read_record(&path) else { continue };
            let game = UnfinishedGame::of(path, changed, &record).filter(|game| {
                let is_begun_again = games.iter().any(|later| game.is_part_of(later));
                !is_begun_again && !later.iter().any(|later| later.continues(&record, &game.line))
            });
            games.extend(game);
            later.extend(Continuation::of(record));
        }
        games
    }
}

/// The only record of a file or of the journal of a game that is still played.
fn read_record(path: &Path) -> Option<Record> {
    let is_record = path.extension().is_some_and(|ending| ending == "jsonl") || recovery::is_journal(path);
    let stored = is_record.then(|| store::read_all(path).ok()).flatten()?;
    let mut records = stored.into_iter().map(|stored| stored.record);
    records.next().filter(|_| records.next().is_none())
}

/// A record that begins where another one ended, because the seats were changed.
#[derive(Debug)]
struct Continuation(RecordHeader);

impl Continuation {
    /// The continuation that a record is; `None` if it begins with the game.
    fn of(record: Record) -> Option<Self> {
        (!record.header.opening.is_empty()).then_some(Self(record.header))
    }

    /// `true` if it continues a game that was left after `line`, whether the continuation is over or not.
    fn continues(&self, earlier: &Record, line: &[String]) -> bool {
        let (own, earlier) = (&self.0, &earlier.header);
        let is_same = own.name == earlier.name && own.options == earlier.options && own.position == earlier.position;
        is_same && own.opening.starts_with(line)
    }
}

/// Number of records that are searched for unfinished games: the latest ones.
const MAX_READ: usize = 60;

/// A recorded game that was left before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedGame {
    /// Path of its record.
    pub path: PathBuf,
    /// Title of a shipped game; name of another one.
    pub title: String,
    /// Texts of the moves, with those of the opening and of chance.
    pub line: Vec<String>,
    /// Time at which it was left.
    pub changed: SystemTime,
}

impl UnfinishedGame {
    /// The game of a record; `None` if it is over or still played, or no person has made a move in it.
    fn of(path: PathBuf, changed: SystemTime, record: &Record) -> Option<Self> {
        if recovery::is_journal(&path) || store::journal_path(&path, 1).exists() {
            return None;
        }
        let Record { header, moves, .. } = record;
        let is_person = |seat: usize| header.players.get(seat).is_some_and(|seat| seat.player == Person::NAME);
        let is_alone = !(0..header.players.len()).any(is_person);
        let has_moved = moves.iter().any(|played| played.player.is_some_and(|player| is_person(player.index())));
        let is_offered = is_unfinished(record) && (has_moved || is_alone && !moves.is_empty());
        let line = || header.opening.iter().chain(moves.iter().map(|played| &played.text)).cloned().collect();
        is_offered.then(|| Self { path, title: game_title(&header.name), line: line(), changed })
    }

    /// `true` if the other game begins with this one.
    fn is_part_of(&self, other: &Self) -> bool {
        self.title == other.title && other.line.starts_with(&self.line)
    }
}

/// `true` if a game was left before its end, so that it can go on.
pub fn is_unfinished(record: &Record) -> bool {
    record.end.as_ref().is_none_or(|end| matches!(end.reason, EndReason::Stopped | EndReason::Left))
}

/// The recorded part of a game that a match continues.
#[derive(Clone, Debug)]
pub struct RecordedPart {
    /// Record of the moves so far.
    pub record: Record,
    /// Times of the moves, if they are known.
    pub clock: Option<MoveTimes>,
    /// The file, which the record of the whole game replaces.
    pub path: PathBuf,
}

impl RecordedPart {
    /// Joins the record of a match that continues this game to it.
    fn join(&self, later: Record, clock: MoveTimes) -> (Record, MoveTimes) {
        let Record { header, moves, .. } = self.record.clone();
        let moves: Vec<_> = moves.into_iter().chain(later.moves).collect();
        // Moves whose time is unknown count as made at once.
        let mut seconds = self.clock.as_ref().map(|clock| clock.seconds.clone()).unwrap_or_default();
        seconds.resize(self.record.moves.len(), 0.0);
        seconds.extend(clock.seconds);
        (Record { header, moves, end: later.end }, MoveTimes { seconds })
    }
}

/// Writer of the record of one match.
#[derive(Debug)]
pub struct RecordWriter {
    path: PathBuf,
    journal: store::Journal,
}

impl RecordWriter {
    /// Creates the journal of a match, with the moves of the part that it continues.
    ///
    /// # Errors
    /// If the journal cannot be written.
    pub fn begin(path: &Path, played: &Match<'_>, earlier: Option<&RecordedPart>) -> Result<Self, String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let mut journal = store::Journal::create(path).map_err(|error| error.to_string())?;
        let header = RecordLine::Game(played.history().record().header.clone());
        let lines: Vec<RecordLine> = match earlier {
            Some(earlier) => Record { end: None, ..earlier.record.clone() }.lines().collect(),
            None => vec![header],
        };
        for line in lines {
            journal.add(&line).map_err(|error| error.to_string())?;
        }
        Ok(Self { path: path.to_owned(), journal })
    }

    /// Appends a line.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, line: &RecordLine) -> Result<(), String> {
        self.journal.add(line).map_err(|error| error.to_string())
    }

    /// Finishes the record and returns its path, and a warning if there is one. A match that was left before the first move of a player
    /// has no record.
    ///
    /// # Errors
    /// If the record cannot be written.
    pub fn finish(self, record: &Record, clock: &MoveTimes) -> Result<(Option<PathBuf>, Option<String>), String> {
        let has_begun = record.moves.iter().any(|played| played.player.is_some());
        if !has_begun && is_unfinished(record) {
            return Ok((None, self.journal.discard()));
        }
        let warning = self.journal.finish(record, Some(clock)).map_err(|error| error.to_string())?;
        Ok((Some(self.path), warning))
    }
}

/// Joins the record of a match to the part that it continues, if there is one.
pub fn joined(earlier: Option<&RecordedPart>, record: Record, clock: MoveTimes) -> (Record, MoveTimes) {
    match earlier {
        Some(earlier) => earlier.join(record, clock),
        None => (record, clock),
    }
}
