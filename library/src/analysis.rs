//! Analysis of a position by a player, with moves as texts. The output is formatted by the commands.

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_game::any::AnyState;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Choice, EngineScore, Listener, PlayerSpec, ProvenResult, Question, state_to_ask};
use serde::Serialize;

use crate::error::Error;
use crate::load::LoadedGame;
use crate::weights::with_player_files;

/// A move with a player's evaluation.
#[derive(Clone, Debug, Serialize)]
pub struct MoveAnalysis {
    /// Move text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Value for the moving player: 1 for a win, -1 for a loss.
    pub value: Option<f64>,
    /// Proven result.
    pub proven: Option<ProvenMove>,
    /// Score in the units of an external engine; null for all other players.
    pub score: Option<EngineScore>,
    /// Search depth in plies.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// Number of playouts on which the value rests; null if it does not come from playouts.
    pub playouts: Option<u64>,
    /// Duration in seconds.
    pub seconds: f64,
    /// Principal variation, starting with the move itself.
    pub pv: Vec<String>,
}

/// Proven result for the player to move.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ProvenMove {
    /// Won, lost or drawn.
    pub result: &'static str,
    /// Number of plies to the end.
    pub plies: u32,
}

/// Result of an analysis.
#[derive(Debug)]
pub struct PositionAnalysis {
    /// Best move.
    pub best: MoveAnalysis,
    /// Player's description of how it plays this game.
    pub about: Option<String>,
}

/// Callback that receives intermediate results.
pub type AnalysisCallback<'a> = &'a (dyn Fn(&[MoveAnalysis]) + Sync);

/// Request for an analysis.
pub struct AnalysisRequest<'a> {
    /// Requested player.
    pub player: &'a PlayerSpec,
    /// The game.
    pub loaded: &'a LoadedGame,
    /// Artifacts of the game.
    pub artifacts: &'a PlayerArtifacts,
    /// Position to analyse.
    pub state: &'a AnyState,
    /// Seed of the player's random choices.
    pub seed: u64,
    /// Set to cancel the analysis.
    pub stop: &'a AtomicBool,
    /// Number of best moves to report during the search, and their receiver.
    pub listener: Option<(usize, AnalysisCallback<'a>)>,
}

impl AnalysisRequest<'_> {
    /// Analyses the position.
    ///
    /// # Errors
    /// If the game is over or chance moves, the player does not support the game, or the rules fail.
    pub fn run(self) -> Result<PositionAnalysis, Error> {
        self.loaded.run(Analyse(self))
    }
}

struct Analyse<'a>(AnalysisRequest<'a>);

impl GameOperation for Analyse<'_> {
    type Output = Result<PositionAnalysis, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self(request) = self;
        // Players search a match of many deals one deal at a time.
        let deal = game.single_deal();
        let game = deal.as_ref().unwrap_or(game);
        let state: &G::State = request.state.downcast_ref().expect("the line was played in this game");
        let fault = |fault| request.loaded.fault_error(&fault);
        // The time covers the preparation of the player too.
        let limits = request.player.limits(request.stop);
        let mut moves = Vec::new();
        let me = match game.legal_moves(state, &mut moves).map_err(fault)? {
            Turn::Player(player) => player,
            Turn::Over(_) => {
                return Err(Error::Input("the game is over here: there is no move to choose".to_owned()));
            }
            Turn::Chance => {
                return Err(Error::Input("chance decides here: nobody has a move to choose".to_owned()));
            }
        };
        let artifacts = with_player_files(game, request.player, request.artifacts);
        let player =
            artifacts.and_then(|artifacts| request.player.make_within(game, request.seed, &artifacts, &limits));
        let mut player = player.map_err(|error| Error::Usage(error.to_string()))?;
        let question = Question { game, state, me, moves: &moves, limits, listener: None, clocks: &[] };
        // The player gets nothing that it may not see.
        let asked = state_to_ask(&*player, &question).map_err(fault)?;
        let Some(state) = asked.as_deref() else {
            let seconds = limits.start.elapsed().as_secs_f64();
            let best = move_analysis(game, state, &Choice::without_search(moves[0]), seconds);
            return Ok(PositionAnalysis { best, about: player.description() });
        };
        let analyse =
            |choice: &Choice<G::Move>| move_analysis(game, state, choice, limits.start.elapsed().as_secs_f64());
        let update = |best: &[Choice<G::Move>]| {
            if let Some((_, update)) = request.listener {
                update(&best.iter().map(analyse).collect::<Vec<_>>());
            }
        };
        let listener = request.listener.map(|(lines, _)| Listener { lines, on_update: &update });
        let choice = player.choose(&Question { state, listener, ..question }).map_err(fault)?;
        Ok(PositionAnalysis { best: analyse(&choice), about: player.description() })
    }
}

/// Maximum time for replaying a principal variation.
const MAX_LINE_TIME: Duration = Duration::from_millis(10);

fn move_analysis<G: Game>(game: &G, state: &G::State, choice: &Choice<G::Move>, seconds: f64) -> MoveAnalysis {
    let mut pv = Vec::new();
    let (mut at, began) = (state.clone(), Instant::now());
    for (ply, &mv) in choice.line.iter().enumerate() {
        pv.push(game.move_text(&at, mv));
        // An invalid line is reported up to its last valid move, and slow rules do not delay the report.
        let is_last = ply + 1 == choice.line.len();
        if is_last || began.elapsed() > MAX_LINE_TIME || game.apply(&mut at, mv).is_err() {
            break;
        }
    }
    let certain = |proven: ProvenResult| ProvenMove { result: proven.result.name(), plies: proven.plies };
    let Choice { mv, value, proven, score, depth, nodes, playouts, .. } = *choice;
    let (mv, proven) = (game.move_text(state, mv), proven.map(certain));
    MoveAnalysis { mv, value, proven, score, depth, nodes, playouts, seconds, pv }
}
