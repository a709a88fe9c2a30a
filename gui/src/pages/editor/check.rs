//! What becomes of a text while it is written: what is wrong with it, the game that it is, and a playtest, all off the window's
//! thread.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{Outcome, Turn};
use boardwright_engine::perft::{PerftError, Unit, perft};
use boardwright_engine::playout::below;
use boardwright_lang::analysis::Analysis;
use boardwright_lang::{Request, Source};
use boardwright_players::registry::Beside;
use boardwright_shelf::Loaded;
use boardwright_shelf::load::{Job, Known, Options, read};
use boardwright_shelf::pictures::NearFile;
use eframe::egui::Context;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::session::Opened;
use crate::task::{Task, Teller};

/// What is known of a text.
#[derive(Debug)]
pub struct Checked {
    /// Which text it was.
    pub version: u64,
    /// What an editor can ask of it.
    pub analysis: Arc<Analysis>,
    /// The game, if the text has no mistakes.
    pub opened: Option<Arc<Opened>>,
}

/// Looks at a text that is, or will be, at `path`.
pub fn check(window: &Context, version: u64, text: String, path: PathBuf) -> Task<Checked> {
    Task::begin(window, "check", move |teller: &Teller<Checked>| {
        let (near, name) = (NearFile::new(&path), path.display().to_string());
        let source = Source::new(&*name, text.as_bytes());
        let analysis = Arc::new(Analysis::new(&source, &near, &near));
        let request = Request { files: &near, pictures: &near, ..Request::default() };
        let built: Option<Loaded> = read(&name, &source, &request, Options::new()).ok().map(|(loaded, _)| loaded);
        let opened = built.map(|loaded| Arc::new(Opened { loaded, beside: Beside::default() }));
        teller.tell(Checked { version, analysis, opened });
    })
}

/// Counts the lines of play of each length from a position, the shortest first, until somebody stops it or they are too many.
pub fn count(window: &Context, opened: Arc<Opened>, state: &AnyState) -> Task<Result<(u32, u64), String>> {
    let state = state.clone();
    Task::begin(window, "perft", move |teller: &Teller<_>| {
        for depth in 1..=LONGEST_LINE {
            let counted = opened.loaded.with(Lines { state: &state, depth, stop: &teller.stop });
            let Some(counted) = counted.transpose() else { return };
            let enough = counted.as_ref().map_or(true, |&count| count == 0 || count > MOST_LINES);
            teller.tell(counted.map(|count| (depth, count)));
            if enough {
                return;
            }
        }
    })
}

/// Longer lines are not counted.
const LONGEST_LINE: u32 = 20;
/// Where there are more lines than this, longer ones take too long.
const MOST_LINES: u64 = 2_000_000;

/// Lines of play of one length.
struct Lines<'a> {
    state: &'a AnyState,
    depth: u32,
    stop: &'a AtomicBool,
}

impl Job for Lines<'_> {
    /// `None` if it was stopped.
    type Output = Result<Option<u64>, String>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        let state = self.state.downcast_ref().expect("a position of this game");
        let mut watch = |_| {
            if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match perft(game, state, self.depth, Unit::Moves, &mut watch) {
            Ok(count) => Ok(Some(count.nodes)),
            Err(PerftError::Stopped) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// What random games of a rule set are like.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// How many were played to their end.
    pub games: u32,
    /// Moves of a game, on average.
    pub length: f64,
    /// Moves to choose from, on average.
    pub branching: f64,
    /// Shares of games won by each player.
    pub won: Vec<f64>,
    /// Share of draws.
    pub drawn: f64,
    /// Games that did not end.
    pub endless: u32,
    /// A mistake that showed in play.
    pub fault: Option<String>,
}

/// How many random games a playtest has.
const GAMES: u64 = 200;
/// A game with more moves does not end.
const LONGEST: usize = 2_000;

/// Plays random games, always the same ones.
pub fn playtest(window: &Context, opened: Arc<Opened>) -> Task<Figures> {
    Task::begin(window, "playtest", move |teller: &Teller<Figures>| teller.tell(figures(&opened.loaded, teller)))
}

fn figures(loaded: &Loaded, teller: &Teller<Figures>) -> Figures {
    let game = loaded.game();
    let mut told = Figures { won: vec![0.0; game.players()], ..Figures::default() };
    let (mut plies, mut choices) = (0_usize, 0_usize);
    for seed in 0..GAMES {
        if teller.is_stopped() {
            return told;
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut made) = (game.start(), 0);
        let ended = loop {
            let (turn, moves) = match game.turn(&state) {
                Ok(listed) => listed,
                Err(fault) => {
                    told.fault = Some(loaded.fault(&fault).to_string());
                    return told;
                }
            };
            if let Turn::Over(outcome) = turn {
                break Some(outcome);
            }
            if made == LONGEST {
                break None;
            }
            choices += moves.len();
            made += 1;
            if let Err(fault) = game.apply(&mut state, &moves[below(moves.len(), &mut random)]) {
                told.fault = Some(loaded.fault(&fault).to_string());
                return told;
            }
        };
        plies += made;
        told.games += 1;
        match ended {
            Some(Outcome::Won(player)) => told.won[player.index()] += 1.0,
            Some(Outcome::Draw) => told.drawn += 1.0,
            None => told.endless += 1,
        }
    }
    let games = f64::from(told.games.max(1));
    told.length = plies as f64 / games;
    told.branching = choices as f64 / plies.max(1) as f64;
    told.drawn /= games;
    told.won.iter_mut().for_each(|won| *won /= games);
    told
}

/// Where a text is kept that was not saved: beside the settings, by the name of its file.
pub fn recovery(folder: &Path, path: &Path) -> PathBuf {
    let name = path.display().to_string().replace(['/', '\\', ':'], "%");
    folder.join("unsaved").join(name)
}
