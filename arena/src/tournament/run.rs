//! The main loop of a tournament: plays rounds of games, writes each finished game to the journal and updates the
//! tables, until all games are played, a sequential test is decided, or the user stops it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::executor::{Executor, ExecutorEvent};
use super::job::{FinishedGame, Job};
use super::pairing::MeetingResult;
use super::pool::Pool;
use super::sequential::SequentialTest;
use super::setup::Setup;
use crate::results::journal::{Journal, JournalError, JournalHead, SCHEMA};
use crate::results::ledger::{Ledger, LedgerRow};
use crate::results::{self, Results, ResultsError};

/// Options of a run that do not affect its results.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Folder of the results.
    pub out: PathBuf,
    /// `true` to continue with existing results.
    pub resume: bool,
    /// Part of the games to be played here: number, from 1, and count.
    pub shard: Option<(u64, u64)>,
    /// Largest number of search threads in parallel.
    pub threads: usize,
}

/// Progress of a tournament.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// Finished games.
    pub ledger: &'a Ledger,
    /// Number of games of the rounds paired so far, including finished ones.
    pub games: u64,
    /// `true` if further rounds may follow.
    pub open: bool,
    /// Number of games played in this process, and its running time.
    pub played: (u64, Duration),
    /// Notice for the user.
    pub notice: Option<&'a str>,
}

/// Result of a run.
#[derive(Debug)]
pub struct TournamentEnd {
    /// The results.
    pub results: Results,
    /// `true` if all games were played, or the sequential test is decided.
    pub complete: bool,
    /// Notes for the user.
    pub notes: Vec<String>,
}

/// Error that stops a tournament.
#[derive(Debug, Error)]
pub enum RunError {
    /// Error of the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// Error of the tables.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The folder has results already.
    #[error("{} has results of this tournament already, {games} games, and another start would continue with them", folder.display())]
    #[allow(missing_docs)]
    ResultsExist { folder: PathBuf, games: usize },
    /// More players hung than may be replaced.
    #[error("too many players hung, the last one was \"{0}\"; finished games are kept, and another start continues")]
    TooManyHangs(String),
    /// Sharding was requested for a pairing system whose games depend on each other.
    #[error("a {0} cannot be played in parts: its pairings depend on earlier results")]
    NotShardable(&'static str),
    /// Error of the job queue.
    #[error("{0}")]
    Queue(String),
}

/// Interval of progress reports.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Plays or resumes a tournament until it is over or `stop` is set.
///
/// # Errors
/// If the results cannot be written or are of another tournament; games finished before are kept.
pub fn run(
    setup: &Arc<Setup>,
    options: &RunOptions,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<TournamentEnd, RunError> {
    let threads = options.threads.max(1);
    run_with_executor(setup, options, |setup| Ok(Box::new(Pool::new(setup, threads))), stop, report)
}

/// Plays a tournament by the executor that `executor` creates after the folder of the results exists.
///
/// # Errors
/// As for [`run`], and if the executor cannot be created.
pub fn run_with_executor(
    setup: &Arc<Setup>,
    options: &RunOptions,
    executor: impl FnOnce(&Arc<Setup>) -> Result<Box<dyn Executor>, RunError>,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<TournamentEnd, RunError> {
    if options.shard.is_some() && !setup.is_fixed() {
        return Err(RunError::NotShardable(setup.config.pairing.name()));
    }
    let mut books = ResultBooks::open(setup, options)?;
    let mut executor = executor(setup)?;
    let ended = play_rounds(setup, options, &mut books, &mut *executor, stop, report);
    // The journal is synced before the executor may delete its copies of the results.
    let synced = books.journal.sync();
    let notes = executor.close(synced.is_ok() && matches!(ended, Ok(true)));
    synced?;
    let complete = ended?;
    books.notes.extend(notes);
    books.finish(complete)
}

/// Plays all rounds; `true` if the tournament came to its end.
fn play_rounds(
    setup: &Setup,
    options: &RunOptions,
    books: &mut ResultBooks,
    executor: &mut dyn Executor,
    stop: &AtomicBool,
    report: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    let (mut played, mut first): (Vec<Vec<MeetingResult>>, u64) = (Vec::new(), 1);
    loop {
        let jobs = setup.round(&played, first);
        if jobs.is_empty() || books.sequential.as_ref().is_some_and(SequentialTest::is_decided) {
            return Ok(true);
        }
        let (last, round) = (first + jobs.len() as u64, played.len() as u32 + 1);
        let is_in_shard = |job: &Job| options.shard.is_none_or(|(number, count)| job.id % count == number % count);
        let jobs: Vec<Job> = jobs.into_iter().filter(is_in_shard).collect();
        books.known_games += jobs.len() as u64;
        let open = setup.config.pairing.depends_on_results();
        let mut missing: Vec<Job> = jobs.into_iter().filter(|job| !books.ledger.contains(job.id)).collect();
        let mut left = missing.len();
        executor.add(std::mem::take(&mut missing), last - 1);
        while left > 0 {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            match executor.next_event() {
                ExecutorEvent::Finished(done) => {
                    left -= usize::from(books.store(&done)?);
                    if books.sequential.as_mut().is_some_and(|test| test.update(&books.ledger)) {
                        return Ok(true);
                    }
                }
                ExecutorEvent::Idle => {}
                ExecutorEvent::TooManyHangs(label) => return Err(RunError::TooManyHangs(label)),
                ExecutorEvent::Notice(notice) => report(&Progress { notice: Some(&notice), ..books.progress(open) }),
                ExecutorEvent::Failed(why) => return Err(RunError::Queue(why)),
            }
            books.journal.sync_when_due()?;
            if books.reported_at.elapsed() >= PROGRESS_INTERVAL {
                books.reported_at = Instant::now();
                report(&books.progress(open));
                books.refresh_when_due()?;
            }
        }
        report(&books.progress(open));
        played.push(books.ledger.meeting_results(round));
        first = last;
    }
}

/// Journal and derived results.
struct ResultBooks {
    journal: Journal,
    ledger: Ledger,
    results: Results,
    sequential: Option<SequentialTest>,
    notes: Vec<String>,
    known_games: u64,
    played_games: u64,
    began: Instant,
    reported_at: Instant,
    /// Time of the last update of the tables, and its duration.
    written: (Instant, Duration),
}

impl ResultBooks {
    /// Opens or creates the folder of the results.
    fn open(setup: &Setup, options: &RunOptions) -> Result<Self, RunError> {
        let sync = Duration::from_millis(setup.config.sync_ms);
        let shard = options.shard.map(|(number, count)| format!("{number}/{count}"));
        let games = setup.is_fixed().then(|| setup.round(&[], 1).len() as u64);
        let head = JournalHead { schema: SCHEMA, identity: setup.identity(), games, shard };
        let (mut ledger, mut notes) = (Ledger::default(), Vec::new());
        let journal = if results::exists(&options.out) {
            let (journal, contents) = Journal::open(&options.out, sync)?;
            results::check_same_tournament(&options.out, &contents.head, &head)?;
            if !options.resume {
                return Err(RunError::ResultsExist { folder: options.out.clone(), games: contents.games.len() });
            }
            if contents.torn_bytes > 0 {
                notes.push(format!(
                    "{} bytes at the end of the journal were cut off; that game is played again",
                    contents.torn_bytes
                ));
            }
            for (done, place) in contents.games {
                ledger.add(LedgerRow::new(&done, place));
            }
            journal
        } else {
            results::create_folder(&options.out)?;
            Journal::create(&options.out, &head, sync)?
        };
        let results = Results::create(&options.out, &setup.config, &head, setup.lines())?;
        let mut sequential = setup.config.sprt.map(SequentialTest::new);
        if let Some(test) = &mut sequential {
            test.update(&ledger);
        }
        let now = Instant::now();
        let written = (now, Duration::ZERO);
        Ok(Self {
            journal,
            ledger,
            results,
            sequential,
            notes,
            known_games: 0,
            played_games: 0,
            began: now,
            reported_at: now,
            written,
        })
    }

    /// Stores a finished game; `true` if it is new.
    fn store(&mut self, done: &FinishedGame) -> Result<bool, RunError> {
        if self.ledger.contains(done.job.id) {
            return Ok(false);
        }
        let place = self.journal.add(done)?;
        self.played_games += 1;
        Ok(self.ledger.add(LedgerRow::new(done, place)))
    }

    fn progress(&self, open: bool) -> Progress<'_> {
        Progress {
            ledger: &self.ledger,
            games: self.known_games,
            open,
            played: (self.played_games, self.began.elapsed()),
            notice: None,
        }
    }

    /// Updates the tables from time to time: it takes at most a twentieth of the running time.
    fn refresh_when_due(&mut self) -> Result<(), RunError> {
        let (last, took) = self.written;
        if last.elapsed() < (took * 20).max(Duration::from_secs(5)) {
            return Ok(());
        }
        let began = Instant::now();
        self.results.write_tables(&self.ledger)?;
        self.written = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Writes all tables and reports.
    fn finish(mut self, complete: bool) -> Result<TournamentEnd, RunError> {
        if let Some(last) = self.sequential.as_ref().and_then(SequentialTest::last_game) {
            // Games beyond the stop of the test depend on the number of threads, and are ignored.
            self.ledger = self.ledger.up_to(last);
        }
        self.results.write_all(self.ledger)?;
        self.notes.extend(self.results.notes());
        Ok(TournamentEnd { results: self.results, complete, notes: self.notes })
    }
}
