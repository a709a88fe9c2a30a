//! The tournament that is being played. It is played on a thread of its own, which shares its state with the page.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use boardwright_arena::results;
use boardwright_arena::tournament::{Config, Progress, RunOptions, Setup, run};
use boardwright_library::tournament_games::LibraryLoader;
use eframe::egui::Context;

use super::view::TournamentView;
use crate::task::{Reporter, Task};

/// Least interval between two views of a running tournament.
const VIEW_INTERVAL: Duration = Duration::from_millis(500);
/// Part of the time that may be spent on views: one in this many.
const VIEW_SHARE: u32 = 20;
/// Name by which a configuration refers to starts that were typed.
const TYPED_STARTS: &str = "starts.txt";

/// A tournament to be played.
#[derive(Clone, Debug)]
pub enum Plan {
    /// A new one, in a new folder.
    New(NewTournament),
    /// Another part of the one in this folder.
    Resume(PathBuf),
}

/// A new tournament.
#[derive(Clone, Debug)]
pub struct NewTournament {
    /// Configuration. Paths in it are absolute.
    pub config: Config,
    /// Text of typed starts, in place of a file.
    pub starts: Option<String>,
    /// Folder of the results; if it is in use, a number is added.
    pub folder: PathBuf,
}

/// Number of finished games and speed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RunProgress {
    /// Number of finished games.
    pub done: u64,
    /// Number of games of the rounds paired so far.
    pub games: u64,
    /// `true` if further rounds may follow.
    pub is_open: bool,
    /// Number of games played since the start, and time since then.
    pub played: (u64, Duration),
}

impl RunProgress {
    /// Number of games a minute.
    pub fn rate(&self) -> f64 {
        let (games, time) = self.played;
        if time.is_zero() { 0.0 } else { games as f64 * 60.0 / time.as_secs_f64() }
    }

    /// Estimated seconds until the end; `None` if it cannot be estimated.
    pub fn seconds_left(&self) -> Option<f64> {
        let rate = self.rate();
        let left = self.games.saturating_sub(self.done) as f64;
        (rate > 0.0 && !self.is_open).then(|| left * 60.0 / rate)
    }
}

/// State that the thread shares with the page.
#[derive(Debug, Default)]
struct SharedState {
    /// Folder of the results, once it exists.
    folder: Option<PathBuf>,
    view: Option<Arc<TournamentView>>,
    progress: RunProgress,
    notices: Vec<String>,
    error: Option<String>,
}

/// A tournament that is being played.
#[derive(Debug)]
pub struct Running {
    task: Task<()>,
    state: Arc<Mutex<SharedState>>,
    /// Folder of the results, once it is known.
    pub folder: Option<PathBuf>,
    /// Standings and games.
    pub view: Option<Arc<TournamentView>>,
    /// Number of games and speed.
    pub progress: RunProgress,
    /// Notices for the user.
    pub notices: Vec<String>,
    /// `true` if the user has stopped it, and games are being aborted.
    pub is_stopping: bool,
}

/// End of a tournament that was played.
#[derive(Debug)]
pub struct RunEnd {
    /// The last state.
    pub view: Option<Arc<TournamentView>>,
    /// Folder of the results, if it was created.
    pub folder: Option<PathBuf>,
    /// Notices for the user.
    pub notices: Vec<String>,
    /// Reason why it ended early.
    pub error: Option<String>,
}

fn lock(state: &Mutex<SharedState>) -> MutexGuard<'_, SharedState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Running {
    /// Starts to play.
    pub fn start(window: &Context, plan: Plan) -> Self {
        let state = Arc::new(Mutex::new(SharedState::default()));
        let shared = state.clone();
        let folder = match &plan {
            Plan::New(_) => None,
            Plan::Resume(folder) => Some(folder.clone()),
        };
        let task = Task::start(window, "tournament", move |reporter: &Reporter<()>| {
            if let Err(reason) = play(plan, reporter, &shared) {
                lock(&shared).error = Some(reason);
            }
        });
        Self {
            task,
            state,
            folder,
            view: None,
            progress: RunProgress::default(),
            notices: Vec::new(),
            is_stopping: false,
        }
    }

    /// Asks the tournament to stop. Unfinished games are played again when it goes on.
    pub fn stop(&mut self) {
        self.is_stopping = true;
        self.task.stop();
    }

    /// Takes over the state of the thread; returns the end once it is there.
    pub fn poll(&mut self) -> Option<RunEnd> {
        // Whatever the thread did before its end is in the state then.
        let is_over = self.task.is_over();
        let mut state = lock(&self.state);
        self.progress = state.progress;
        self.view.clone_from(&state.view);
        self.folder = state.folder.clone().or(self.folder.take());
        self.notices.append(&mut state.notices);
        let error = state.error.take();
        drop(state);
        is_over.then(|| RunEnd {
            view: self.view.take(),
            folder: self.folder.take(),
            notices: std::mem::take(&mut self.notices),
            error: error.or_else(|| self.task.take_panic()),
        })
    }
}

/// Plays a tournament to its end, or until it is stopped.
fn play(plan: Plan, reporter: &Reporter<()>, shared: &Mutex<SharedState>) -> Result<(), String> {
    let loader = LibraryLoader { warn: |_| {} };
    let (setup, folder) = match plan {
        Plan::Resume(folder) => {
            let config = results::config(&folder).map_err(|error| error.to_string())?;
            (Setup::new(config, &loader, &folder)?, folder)
        }
        Plan::New(new) => {
            // Faults of the form are found before a folder is created.
            let setup = new_setup(new.config, new.starts, &loader)?;
            (setup, create_unused_folder(&new.folder)?)
        }
    };
    lock(shared).folder = Some(folder.clone());
    let setup = Arc::new(setup);
    // One core is reserved for the window.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = setup.config.threads.unwrap_or_else(|| (cores - 1).max(1));
    let options = RunOptions { out: folder.clone(), resume: true, shard: None, threads };
    let all_games = setup.is_fixed().then(|| setup.round(&[], 1).len() as u64);
    let mut viewed: Option<(Instant, Duration)> = None;
    let mut report = |progress: &Progress<'_>| {
        let done = progress.ledger.len() as u64;
        let is_due = viewed.is_none_or(|(last, took)| last.elapsed() >= VIEW_INTERVAL.max(took * VIEW_SHARE));
        let view = is_due.then(|| {
            let began = Instant::now();
            let view = TournamentView::compute(&setup.config, progress.ledger, &folder, all_games, false);
            viewed = Some((Instant::now(), began.elapsed()));
            Arc::new(view)
        });
        let mut state = lock(shared);
        state.progress = RunProgress { done, games: progress.games, is_open: progress.open, played: progress.played };
        state.notices.extend(progress.notice.map(str::to_owned));
        state.view = view.or(state.view.take());
        drop(state);
        reporter.repaint();
    };
    let ended = run(&setup, &options, &reporter.stop, &mut report).map_err(|error| error.to_string())?;
    let view = TournamentView::compute(&setup.config, &ended.results.ledger, &folder, all_games, ended.complete);
    let mut state = lock(shared);
    // Notes about the continuation are for the terminal; the page has a button for it.
    state.notices.extend(ended.notes.into_iter().filter(|_| ended.complete));
    state.view = Some(Arc::new(view));
    Ok(())
}

/// Loads everything that a new tournament needs.
fn new_setup(mut config: Config, starts: Option<String>, loader: &LibraryLoader) -> Result<Setup, String> {
    use boardwright_arena::tournament::GameLoader as _;
    let Some(text) = starts else { return Setup::new(config, loader, Path::new(".")) };
    config.start.lines = Some(PathBuf::from(TYPED_STARTS));
    let contests = config.games.iter().map(|text| loader.load(text)).collect::<Result<_, _>>()?;
    Setup::with_contents(config, contests, Some((PathBuf::from(TYPED_STARTS), text)))
}

/// Creates the folder, or one with a number behind its name if something is in it.
fn create_unused_folder(wanted: &Path) -> Result<PathBuf, String> {
    let name = wanted.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = (2..).map(|number| wanted.with_file_name(format!("{name}-{number}")));
    for folder in [wanted.to_owned()].into_iter().chain(numbered) {
        std::fs::create_dir_all(&folder).map_err(|error| format!("cannot create {}: {error}", folder.display()))?;
        let mut entries =
            std::fs::read_dir(&folder).map_err(|error| format!("cannot read {}: {error}", folder.display()))?;
        if entries.next().is_none() {
            return Ok(folder);
        }
    }
    unreachable!("there is no end of numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_follows_from_the_games_of_this_session() {
        let progress = RunProgress { done: 30, games: 40, is_open: false, played: (20, Duration::from_secs(60)) };
        assert_eq!((progress.rate(), progress.seconds_left()), (20.0, Some(30.0)));
        assert_eq!(RunProgress { is_open: true, ..progress }.seconds_left(), None);
        assert_eq!(RunProgress::default().seconds_left(), None);
    }

    #[test]
    fn a_folder_in_use_gets_a_number() {
        let place = tempfile::tempdir().expect("a folder");
        let wanted = place.path().join("deep").join("chess");
        let names: Vec<String> = (0..3)
            .map(|_| {
                let folder = create_unused_folder(&wanted).expect("it can be created");
                std::fs::write(folder.join("file"), "x").expect("it can be written");
                folder.file_name().unwrap().to_string_lossy().into_owned()
            })
            .collect();
        assert_eq!(names, ["chess", "chess-2", "chess-3"]);
    }
}
