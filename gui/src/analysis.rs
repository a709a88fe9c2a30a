//! Background analysis of a position by a player, with incremental results. It does not change the game.

use std::sync::Arc;

use boardwright_game::any::AnyState;
use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::LocationId;
use boardwright_interpreter::moves::Move;
use boardwright_library::analysis::{AnalysisRequest, MoveAnalysis};
use eframe::egui::Context;

use crate::board::Arrow;
use crate::session::OpenedGame;
use crate::task::{Reporter, Task};

/// An analysed move.
#[derive(Clone, Debug)]
pub struct BestMove {
    /// Value, proof and principal variation.
    pub analysis: MoveAnalysis,
    /// The principal variation as text for people.
    pub line: String,
    /// Number of moves of all players up to a decided end, if the principal variation leads to it.
    pub end: Option<u32>,
}

/// A running analysis of one position.
#[derive(Debug)]
pub struct PlayerAnalysis {
    task: Task<Result<Vec<BestMove>, String>>,
    /// Best moves found so far, best first.
    pub best: Vec<BestMove>,
    /// Error that ended the analysis.
    pub error: Option<String>,
}

impl PlayerAnalysis {
    /// Starts the analysis of a position by a player, written as on the command line, and reports the best `lines` moves.
    pub fn start(window: &Context, opened: &Arc<OpenedGame>, state: &AnyState, player: &str, lines: usize) -> Self {
        let (opened, state, player) = (opened.clone(), state.clone(), player.to_owned());
        let task = Task::start(window, "analysis", move |reporter: &Reporter<_>| {
            let asked = match boardwright_players::parse(&player) {
                Ok(asked) => asked,
                Err(error) => return reporter.report(Err(error.to_string())),
            };
            let named = |analysis: &MoveAnalysis| BestMove {
                analysis: analysis.clone(),
                line: line_text(&opened, &state, &analysis.pv),
                end: moves_to_win(&opened, &state, analysis),
            };
            let listener = |best: &[MoveAnalysis]| reporter.report(Ok(best.iter().map(named).collect()));
            let request = AnalysisRequest {
                player: &asked,
                loaded: &opened.loaded,
                artifacts: &opened.artifacts,
                state: &state,
                seed: 1,
                stop: &reporter.stop,
                listener: Some((lines, &listener)),
            };
            match request.run() {
                // Some players only choose a move and do not report to the listener.
                Ok(result) if lines == 1 => reporter.report(Ok(vec![named(&result.best)])),
                Ok(_) => {}
                Err(error) => reporter.report(Err(error.to_string())),
            }
        });
        Self { task, best: Vec::new(), error: None }
    }

    /// Takes over the results reported since the last call.
    pub fn poll(&mut self) {
        for result in self.task.messages() {
            match result {
                Ok(best) => self.best = best,
                Err(reason) => self.error = Some(reason),
            }
        }
        if let Some(message) = self.task.take_panic() {
            self.error = Some(message);
        }
    }

    /// `true` if the analysis has ended.
    pub fn is_over(&self) -> bool {
        self.task.is_over()
    }

    /// Returns the best moves as arrows on the board.
    pub fn arrows(&self, opened: &OpenedGame, state: &AnyState) -> Vec<Arrow> {
        let arrow = |(best, rank): (&BestMove, usize)| {
            let (from, to) = move_endpoints(opened, state, &best.analysis.mv)?;
            Some(Arrow { from, to, rank })
        };
        self.best.iter().zip(1..).filter_map(arrow).collect()
    }
}

/// Maximum number of moves shown of a principal variation.
const MAX_LINE_MOVES: usize = 8;

/// Returns a line of moves as text for people.
fn line_text(opened: &OpenedGame, state: &AnyState, line: &[String]) -> String {
    let (game, mut at) = (opened.loaded.game(), state.clone());
    let mut names = Vec::new();
    for text in line.iter().take(MAX_LINE_MOVES) {
        let Ok(mv) = game.parse_move(&at, text) else { break };
        names.push(opened.loaded.move_description(&at, &mv));
        if game.apply(&mut at, &mv).is_err() {
            break;
        }
    }
    names.join("  ")
}

/// Number of moves of the principal variation of a won or lost position if a player has won after them.
fn moves_to_win(opened: &OpenedGame, state: &AnyState, analysis: &MoveAnalysis) -> Option<u32> {
    analysis.value.filter(|value| value.abs() >= CERTAIN)?;
    let (game, mut at) = (opened.loaded.game(), state.clone());
    for text in &analysis.pv {
        let mv = game.parse_move(&at, text).ok()?;
        game.apply(&mut at, &mv).ok()?;
    }
    let (turn, _) = game.legal_moves(&at).ok()?;
    matches!(turn, Turn::Over(Outcome::Won(_))).then(|| u32::try_from(analysis.pv.len()).ok()).flatten()
}

/// Magnitude of a value from which a position counts as decided.
pub const CERTAIN: f64 = 0.999_99;

/// Returns the origin and target of a piece move, for an arrow. A piece that leaves the board is marked on its own place; an origin
/// in the off-board supply is omitted.
pub fn move_endpoints(opened: &OpenedGame, state: &AnyState, text: &str) -> Option<(Option<LocationId>, LocationId)> {
    let mv = opened.loaded.game().parse_move(state, text).ok()?;
    let mv = mv.downcast_ref::<Move>()?;
    let locations = &opened.loaded.spec()?.rules().locations;
    let from = mv.from.filter(|from| locations[from.index()].is_relevant);
    mv.to.map(|to| (from, to)).or_else(|| mv.from.map(|from| (None, from)))
}
