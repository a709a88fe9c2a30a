//! Work of earlier sessions that can go on: games that were left before their end, texts of the editor that were not saved, and
//! tournaments with games that are still to be played.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use boardwright_arena::results;
use boardwright_arena::results::journal::read_progress;
use boardwright_games::title;
use boardwright_library::load::split_game;
use eframe::egui::Ui;

use crate::pages::editor::unsaved_texts;
use crate::session::{Records, UnfinishedGame};
use crate::task::{Reporter, Task};

/// The list of work of earlier sessions.
#[derive(Debug, Default)]
pub struct Ongoing {
    /// Games that were left before their end, the last one first.
    pub games: Vec<UnfinishedGame>,
    /// Files whose unsaved texts are kept, the last one first.
    pub texts: Vec<PathBuf>,
    /// Tournaments, the last one first.
    pub tournaments: Vec<UnfinishedTournament>,
    reading: Option<Task<Left>>,
    /// Number of the last frame in which the list was shown.
    last_frame: Option<u64>,
}

/// The list as it was read.
#[derive(Debug)]
struct Left {
    games: Vec<UnfinishedGame>,
    texts: Vec<PathBuf>,
    tournaments: Vec<UnfinishedTournament>,
}

/// A tournament with games that are still to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnfinishedTournament {
    /// Folder of its results.
    pub folder: PathBuf,
    /// Titles of its games.
    pub title: String,
    /// Number of finished games.
    pub done: u64,
    /// Number of all games.
    pub games: u64,
    /// Time of its last game.
    pub changed: SystemTime,
}

impl UnfinishedTournament {
    /// The tournament of a folder; `None` if it is over, or its number of games is not known.
    fn of(folder: PathBuf) -> Option<Self> {
        let progress = read_progress(&folder).ok()?;
        let games = progress.games.filter(|&games| progress.done < games)?;
        let config = results::config(&folder).ok()?;
        let named = |game: &String| {
            let name = split_game(game).map_or(game.as_str(), |(name, _)| name);
            title(name).unwrap_or(name).to_owned()
        };
        let titles = config.games.iter().map(named).collect::<Vec<_>>().join(", ");
        Some(Self { folder, title: titles, done: progress.done, games, changed: progress.changed })
    }
}

/// Folders with work of earlier sessions.
#[derive(Clone, Copy)]
pub struct WorkFolders<'a> {
    /// Records of games.
    pub records: &'a Records,
    /// Folder of the program with unsaved texts and tournaments, if there is one.
    pub data: Option<&'a Path>,
}

impl Ongoing {
    /// Reads the list again if it was not visible in the last frame; called in each frame in which it is.
    pub fn refresh(&mut self, ui: &Ui, folders: WorkFolders<'_>) {
        let frame = ui.ctx().cumulative_frame_nr();
        let was_shown = self.last_frame.replace(frame).is_some_and(|last| last + 1 >= frame);
        if !was_shown {
            let (records, data) = (folders.records.clone(), folders.data.map(Path::to_owned));
            self.reading =
                Some(Task::start_urgent(ui.ctx(), "work of earlier sessions", move |reporter: &Reporter<_>| {
                    reporter.report(Left {
                        games: records.unfinished(),
                        texts: data.as_deref().map(unsaved_texts).unwrap_or_default(),
                        tournaments: data.as_deref().map(unfinished_tournaments).unwrap_or_default(),
                    });
                }));
        }
        if let Some(left) = self.reading.as_ref().and_then(|task| task.messages().pop()) {
            (self.games, self.texts, self.tournaments) = (left.games, left.texts, left.tournaments);
            self.reading = None;
        }
    }
}

/// Tournaments of the folder of the program that are not over, the last one first.
fn unfinished_tournaments(data: &Path) -> Vec<UnfinishedTournament> {
    let folders = std::fs::read_dir(data.join("tournaments")).into_iter().flatten().flatten();
    let mut found: Vec<UnfinishedTournament> =
        folders.filter_map(|entry| UnfinishedTournament::of(entry.path())).collect();
    found.sort_by_key(|tournament| std::cmp::Reverse(tournament.changed));
    found
}

#[cfg(test)]
mod tests {
    use boardwright_arena::results::journal;
    use boardwright_arena::tournament::{Config, PlayerConfig, RunOptions, Setup, run};
    use boardwright_library::tournament_games::LibraryLoader;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use super::*;

    /// Plays a tournament of six games in a folder.
    fn play(folder: &Path) {
        let players = ["random", "greedy"].map(PlayerConfig::player).to_vec();
        let mut config = Config::with_defaults(vec!["nim".to_owned(), "tic-tac-toe".to_owned()], players);
        config.games_per_pairing = 3;
        config.start.plies = 0;
        let setup = Setup::new(config, &LibraryLoader { warn: |_| {} }, Path::new(".")).expect("a configuration");
        let options = RunOptions { out: folder.to_owned(), resume: true, shard: None, threads: 1 };
        run(&Arc::new(setup), &options, &AtomicBool::new(false), &mut |_| ()).expect("it is played");
    }

    #[test]
    fn a_tournament_is_offered_until_it_is_over() {
        let data = tempfile::tempdir().expect("a folder");
        assert_eq!(unfinished_tournaments(data.path()), []);
        let folder = data.path().join("tournaments").join("mine");
        std::fs::create_dir_all(&folder).expect("a folder");
        assert_eq!(unfinished_tournaments(data.path()), [], "a folder without results");
        play(&folder);
        assert_eq!(unfinished_tournaments(data.path()), []);
        // A tournament that was stopped after two games and within the line of the third one.
        let path = folder.join(journal::NAME);
        let text = std::fs::read_to_string(&path).expect("a journal");
        let left: String = text.split_inclusive('\n').take(3).chain(["0123abcd {"]).collect();
        std::fs::write(&path, left).expect("it can be written");
        let found = unfinished_tournaments(data.path());
        let [tournament] = found.as_slice() else { panic!("{found:?}") };
        let UnfinishedTournament { title, done, games, .. } = tournament;
        assert_eq!((title.as_str(), *done, *games), ("Nim, Tic-tac-toe", 2, 6));
    }
}
