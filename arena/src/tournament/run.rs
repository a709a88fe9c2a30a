//! The course of a whole tournament: rounds of games, each finished game into the journal, the tables brought up to date, until there
//! are no more games, enough is known, or somebody stops it.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::crew::{Crew, Told};
use super::job::{Done, Job};
use super::pairing::Met;
use super::pool::Pool;
use super::sequential::Sequential;
use super::setup::Setup;
use crate::results::journal::{Head, Journal, JournalError, SCHEMA};
use crate::results::ledger::{Ledger, Row};
use crate::results::{self, Results, ResultsError};

/// How a tournament is played here, which makes no difference to its results.
#[derive(Clone, Debug, Default)]
pub struct Conduct {
    /// The folder of its results.
    pub out: PathBuf,
    /// Whether results that are there are gone on with.
    pub resume: bool,
    /// Which part of the games is played here: number and count, from 1.
    pub shard: Option<(u64, u64)>,
    /// How many threads search at the same time, at most.
    pub threads: usize,
}

/// How far a tournament is.
#[derive(Clone, Debug)]
pub struct Progress<'a> {
    /// The games that are finished.
    pub ledger: &'a Ledger,
    /// Games that are known to be played, those that are finished included.
    pub games: u64,
    /// Whether there may be more.
    pub open: bool,
    /// Games that were played in this process, and for how long it has played.
    pub played: (u64, Duration),
    /// What people should know besides.
    pub news: Option<&'a str>,
}

/// How it came to its end.
#[derive(Debug)]
pub struct Ended {
    /// What is there.
    pub results: Results,
    /// Whether all was played that was to be.
    pub complete: bool,
    /// What else there is to say.
    pub notes: Vec<String>,
}

/// Why a tournament cannot go on.
#[derive(Debug, Error)]
pub enum RunError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The tables.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// There are results in the folder.
    #[error("{} has results of this tournament, {games} games; --resume goes on with them", folder.display())]
    #[allow(missing_docs)]
    There { folder: PathBuf, games: usize },
    /// Too many players hang.
    #[error(
        "too many players did not come back from thinking, the last was \"{0}\"; what was played is kept, and --resume goes on"
    )]
    Hung(String),
    /// Parts of a tournament whose games depend on each other.
    #[error("a {0} cannot be played in parts: who meets whom depends on what was played")]
    Parts(&'static str),
    /// The queue of jobs.
    #[error("{0}")]
    Queue(String),
}

/// How often whoever watches is told.
const TELL: Duration = Duration::from_millis(250);

/// Plays a tournament, or goes on with it, until it is over or `stop` is set.
///
/// # Errors
/// If results cannot be written or are of another tournament; what was played until then is kept.
pub fn run(
    setup: &Arc<Setup>,
    conduct: &Conduct,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> Result<Ended, RunError> {
    let threads = conduct.threads.max(1);
    run_by(setup, conduct, |setup| Ok(Box::new(Pool::new(setup, threads))), stop, tell)
}

/// The same, played by whomever `crew` brings; they are called when the folder of the results is ready.
///
/// # Errors
/// The same, and why they do not come.
pub(crate) fn run_by(
    setup: &Arc<Setup>,
    conduct: &Conduct,
    crew: impl FnOnce(&Arc<Setup>) -> Result<Box<dyn Crew>, RunError>,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> Result<Ended, RunError> {
    if conduct.shard.is_some() && !setup.is_fixed() {
        return Err(RunError::Parts(setup.config.pairing.name()));
    }
    let mut books = Books::open(setup, conduct)?;
    let mut crew = crew(setup)?;
    let ended = rounds(setup, conduct, &mut books, &mut *crew, stop, tell);
    // What they are told to forget must be kept here first.
    let synced = books.journal.sync();
    let notes = crew.close(synced.is_ok() && matches!(ended, Ok(true)));
    synced?;
    let complete = ended?;
    books.notes.extend(notes);
    books.finish(complete)
}

/// Whether it came to its end.
fn rounds(
    setup: &Setup,
    conduct: &Conduct,
    books: &mut Books,
    crew: &mut dyn Crew,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(&Progress<'_>),
) -> Result<bool, RunError> {
    let (mut played, mut first): (Vec<Vec<Met>>, u64) = (Vec::new(), 1);
    loop {
        let jobs = setup.round(&played, first);
        if jobs.is_empty() || books.sequential.as_ref().is_some_and(Sequential::is_decided) {
            return Ok(true);
        }
        let (last, round) = (first + jobs.len() as u64, played.len() as u32 + 1);
        let mine = |job: &Job| conduct.shard.is_none_or(|(number, count)| job.id % count == number % count);
        let jobs: Vec<Job> = jobs.into_iter().filter(mine).collect();
        books.known += jobs.len() as u64;
        let open = setup.config.pairing.by_rounds();
        let mut missing: Vec<Job> = jobs.into_iter().filter(|job| !books.ledger.has(job.id)).collect();
        let mut left = missing.len();
        crew.add(std::mem::take(&mut missing), last - 1);
        while left > 0 {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            match crew.next() {
                Told::Done(done) => {
                    left -= usize::from(books.enter(&done)?);
                    if books.sequential.as_mut().is_some_and(|test| test.see(&books.ledger)) {
                        return Ok(true);
                    }
                }
                Told::Nothing => {}
                Told::TooManyHung(label) => return Err(RunError::Hung(label)),
                Told::News(news) => tell(&Progress { news: Some(&news), ..books.progress(open) }),
                Told::Broken(why) => return Err(RunError::Queue(why)),
            }
            books.journal.sync_when_due()?;
            if books.told.elapsed() >= TELL {
                books.told = Instant::now();
                tell(&books.progress(open));
                books.refresh_when_due()?;
            }
        }
        tell(&books.progress(open));
        played.push(books.ledger.met(round));
        first = last;
    }
}

/// The journal, and what is made of it.
struct Books {
    journal: Journal,
    ledger: Ledger,
    results: Results,
    sequential: Option<Sequential>,
    notes: Vec<String>,
    known: u64,
    new: u64,
    began: Instant,
    told: Instant,
    /// When the tables were last written, and how long that took.
    written: (Instant, Duration),
}

impl Books {
    /// Opens the folder of the results.
    fn open(setup: &Setup, conduct: &Conduct) -> Result<Self, RunError> {
        let sync = Duration::from_millis(setup.config.sync_ms);
        let shard = conduct.shard.map(|(number, count)| format!("{number}/{count}"));
        let games = setup.is_fixed().then(|| setup.round(&[], 1).len() as u64);
        let head = Head { schema: SCHEMA, identity: setup.identity(), games, shard };
        let (mut ledger, mut notes) = (Ledger::default(), Vec::new());
        let journal = if results::is_there(&conduct.out) {
            let (journal, kept) = Journal::open(&conduct.out, sync)?;
            results::same(&conduct.out, &kept.head, &head)?;
            if !conduct.resume {
                return Err(RunError::There { folder: conduct.out.clone(), games: kept.games.len() });
            }
            if kept.torn > 0 {
                notes.push(format!(
                    "{} bytes at the end of the journal were cut off; that game is played again",
                    kept.torn
                ));
            }
            for (done, place) in kept.games {
                ledger.add(Row::new(&done, place));
            }
            journal
        } else {
            results::make(&conduct.out)?;
            Journal::create(&conduct.out, &head, sync)?
        };
        let results = Results::begin(&conduct.out, &setup.config, &head)?;
        let mut sequential = setup.config.sprt.map(Sequential::new);
        if let Some(test) = &mut sequential {
            test.see(&ledger);
        }
        let now = Instant::now();
        let written = (now, Duration::ZERO);
        Ok(Self { journal, ledger, results, sequential, notes, known: 0, new: 0, began: now, told: now, written })
    }

    /// Takes a finished game in; whether it is new.
    fn enter(&mut self, done: &Done) -> Result<bool, RunError> {
        if self.ledger.has(done.job.id) {
            return Ok(false);
        }
        let place = self.journal.add(done)?;
        self.new += 1;
        Ok(self.ledger.add(Row::new(done, place)))
    }

    fn progress(&self, open: bool) -> Progress<'_> {
        Progress { ledger: &self.ledger, games: self.known, open, played: (self.new, self.began.elapsed()), news: None }
    }

    /// Brings the tables up to date, now and then: never more than a twentieth of the time goes into it.
    fn refresh_when_due(&mut self) -> Result<(), RunError> {
        let (last, took) = self.written;
        if last.elapsed() < (took * 20).max(Duration::from_secs(5)) {
            return Ok(());
        }
        let began = Instant::now();
        self.results.tables(&self.ledger)?;
        self.written = (Instant::now(), began.elapsed());
        Ok(())
    }

    /// Writes everything.
    fn finish(mut self, complete: bool) -> Result<Ended, RunError> {
        if let Some(last) = self.sequential.as_ref().and_then(Sequential::last) {
            // What was played beyond depends on how many threads there were.
            self.ledger = self.ledger.up_to(last);
        }
        self.results.all(self.ledger)?;
        self.notes.extend(self.results.notes());
        Ok(Ended { results: self.results, complete, notes: self.notes })
    }
}
