//! Background checks of the edited text: diagnostics, compilation, perft and a playtest of random games.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_bots::rules::CheckOptions;
use boardwright_game::any::AnyState;
use boardwright_game::game::{Outcome, Turn};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_game::perft::{DepthUnit, PerftError, perft};
use boardwright_game::playout::random_below;
use boardwright_lang::analysis::{Analysis, Fold, QuickFix, SemanticToken};
use boardwright_lang::{LoadRequest, Source};
use boardwright_library::LoadedGame;
use boardwright_library::load::{Options, compile_game};
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_library::scripts::check_script;
use boardwright_players::registry::PlayerArtifacts;
use eframe::egui::Context;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::language::{Language, TextAnalysis};
use crate::session::OpenedGame;
use crate::task::{Reporter, Task};

/// Result of checking a text.
#[derive(Debug)]
pub struct CheckResult {
    /// Version of the text.
    pub version: u64,
    /// Language analysis: diagnostics, completions, explanations.
    pub analysis: TextAnalysis,
    /// The classified tokens of the text.
    pub tokens: Vec<SemanticToken>,
    /// The parts of the text that can be folded.
    pub folds: Vec<Fold>,
    /// Quick fixes for the diagnostics.
    pub fixes: Vec<QuickFix>,
    /// The game, if the text has no errors.
    pub opened: Option<Arc<OpenedGame>>,
}

impl CheckResult {
    fn new(version: u64, analysis: TextAnalysis, opened: Option<Arc<OpenedGame>>) -> Self {
        let (tokens, folds, fixes) = (analysis.tokens(), analysis.folds(), analysis.quick_fixes());
        Self { version, analysis, tokens, folds, fixes, opened }
    }

    /// Quick fixes for the diagnostic with this index.
    pub fn fixes_of(&self, diagnostic: usize) -> impl Iterator<Item = &QuickFix> {
        self.fixes.iter().filter(move |fix| fix.diagnostic == diagnostic)
    }
}

/// Checks a text of the file at `path`, which need not exist.
pub fn check_text(window: &Context, version: u64, text: String, path: PathBuf) -> Task<CheckResult> {
    Task::start(window, "check", move |reporter: &Reporter<CheckResult>| {
        let (near, name) = (NearbyFiles::new(&path), path.display().to_string());
        let source = Source::new(&*name, text.as_bytes());
        let checked = match Language::of(&path) {
            Language::Script => Some(TextAnalysis::Script(Arc::new(check_script(&source, &path)))),
            Language::Rules => {
                Some(TextAnalysis::Rules(Arc::new(boardwright_bots::rules::load(&source, CheckOptions::default()))))
            }
            Language::Game => None,
        };
        if let Some(analysis) = checked {
            reporter.report(CheckResult::new(version, analysis, None));
            return;
        }
        let analysis = Arc::new(Analysis::new(&source, &near, &near));
        let request = LoadRequest { files: &near, pictures: &near, ..LoadRequest::default() };
        let built: Option<LoadedGame> =
            compile_game(&name, &source, &request, Options::new()).ok().map(|(loaded, _)| loaded);
        let opened = built.map(|loaded| Arc::new(OpenedGame { loaded, artifacts: PlayerArtifacts::default() }));
        reporter.report(CheckResult::new(version, TextAnalysis::Game(analysis), opened));
    })
}

/// Counts the lines of play of increasing length from a position (perft), until the task is stopped or a count exceeds the limit.
pub fn count_lines(window: &Context, opened: Arc<OpenedGame>, state: &AnyState) -> Task<Result<(u32, u64), String>> {
    let state = state.clone();
    Task::start(window, "perft", move |reporter: &Reporter<_>| {
        for depth in 1..=MAX_PERFT_DEPTH {
            let counted = opened.loaded.run(PerftOperation { state: &state, depth, stop: &reporter.stop });
            let Some(counted) = counted.transpose() else { return };
            let enough = counted.as_ref().map_or(true, |&count| count == 0 || count > MAX_PERFT_COUNT);
            reporter.report(counted.map(|count| (depth, count)));
            if enough {
                return;
            }
        }
    })
}

/// Maximum length of counted lines.
const MAX_PERFT_DEPTH: u32 = 20;
/// Above this count, longer lines are not counted because they take too long.
const MAX_PERFT_COUNT: u64 = 2_000_000;

/// Perft of one depth.
struct PerftOperation<'a> {
    state: &'a AnyState,
    depth: u32,
    stop: &'a AtomicBool,
}

impl GameOperation for PerftOperation<'_> {
    /// `None` if it was stopped.
    type Output = Result<Option<u64>, String>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let state = self.state.downcast_ref().expect("a position of this game");
        let mut watch = |_| {
            if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match perft(game, state, self.depth, DepthUnit::Moves, &mut watch) {
            Ok(count) => Ok(Some(count.nodes)),
            Err(PerftError::Stopped) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// Statistics of random games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlaytestStatistics {
    /// Number of games.
    pub games: u32,
    /// Average number of moves of a game.
    pub length: f64,
    /// Average number of legal moves (branching factor).
    pub branching: f64,
    /// Share of games won, by player.
    pub won: Vec<f64>,
    /// Share of draws.
    pub drawn: f64,
    /// Number of games without an end.
    pub endless: u32,
    /// A fault of the rules that occurred during play.
    pub fault: Option<String>,
}

/// Number of random games of a playtest.
const PLAYTEST_GAMES: u64 = 200;
/// Move limit; longer games count as endless.
const MAX_MOVES: usize = 2_000;

/// Plays random games with fixed seeds.
pub fn playtest(window: &Context, opened: Arc<OpenedGame>) -> Task<PlaytestStatistics> {
    Task::start(window, "playtest", move |reporter: &Reporter<PlaytestStatistics>| {
        reporter.report(run_playtest(&opened.loaded, reporter));
    })
}

fn run_playtest(loaded: &LoadedGame, reporter: &Reporter<PlaytestStatistics>) -> PlaytestStatistics {
    let game = loaded.game();
    let mut statistics = PlaytestStatistics { won: vec![0.0; game.players()], ..PlaytestStatistics::default() };
    let (mut plies, mut choices) = (0_usize, 0_usize);
    for seed in 0..PLAYTEST_GAMES {
        if reporter.is_stopped() {
            return statistics;
        }
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut made) = (game.initial_state(), 0);
        let ended = loop {
            let (turn, moves) = match game.legal_moves(&state) {
                Ok(listed) => listed,
                Err(fault) => {
                    statistics.fault = Some(loaded.fault_error(&fault).to_string());
                    return statistics;
                }
            };
            if let Turn::Over(outcome) = turn {
                break Some(outcome);
            }
            if made == MAX_MOVES {
                break None;
            }
            choices += moves.len();
            made += 1;
            if let Err(fault) = game.apply(&mut state, &moves[random_below(moves.len(), &mut random)]) {
                statistics.fault = Some(loaded.fault_error(&fault).to_string());
                return statistics;
            }
        };
        plies += made;
        statistics.games += 1;
        match ended {
            Some(Outcome::Won(player)) => statistics.won[player.index()] += 1.0,
            Some(Outcome::Draw) => statistics.drawn += 1.0,
            None => statistics.endless += 1,
        }
    }
    let games = f64::from(statistics.games.max(1));
    statistics.length = plies as f64 / games;
    statistics.branching = choices as f64 / plies.max(1) as f64;
    statistics.drawn /= games;
    statistics.won.iter_mut().for_each(|won| *won /= games);
    statistics
}
