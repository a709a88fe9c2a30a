//! Random test games of a checked file, to find faults that only occur during play. Faults that no random game reaches are
//! not found. The games end after a fixed time, so that slow rules do not delay a check.

use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::deadline::{self, Deadline};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::playout::random_below;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::{Diagnostic, fault_diagnostic};
use boardwright_rules::Span;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Number of games, and maximum length of each.
pub const GAME_COUNT: u64 = 10;
const MAX_MOVES: usize = 60;
/// Longer lines are not written out.
const MAX_LISTED: usize = 6;

/// Maximum time of all games together.
const MAX_TIME: Duration = Duration::from_secs(2);

/// Result of the test games.
#[derive(Debug, Default)]
pub struct PlaytestReport {
    /// Faults and warnings, at most one.
    pub diagnostics: Vec<Diagnostic>,
    /// Number of games that were played completely, if the time ended before [`GAME_COUNT`].
    pub incomplete: Option<u64>,
}

/// Plays the test games. Within the maximum time the result is deterministic for each game.
pub fn play_test_games(game: &CompiledGame) -> PlaytestReport {
    let diagnostic = |found| PlaytestReport { diagnostics: vec![found], incomplete: None };
    let _deadline = Deadline::set(Instant::now().checked_add(MAX_TIME));
    let (start, mut moves) = (game.initial_state(), Vec::new());
    match game.legal_moves(&start, &mut moves) {
        Err(fault) if fault.is_interruption() => {
            return PlaytestReport { diagnostics: Vec::new(), incomplete: Some(0) };
        }
        Err(fault) => return diagnostic(fault_diagnostic(&fault)),
        Ok(Turn::Over(_)) => return diagnostic(immediate_end_warning(game, &start)),
        Ok(_) => {}
    }
    for seed in 0..GAME_COUNT {
        match play(game, &mut Pcg64Mcg::seed_from_u64(seed)) {
            Ok(true) => {}
            Ok(false) => return PlaytestReport { diagnostics: Vec::new(), incomplete: Some(seed) },
            Err(fault_and_line) => return diagnostic(play_diagnostic(game, &fault_and_line.0, &fault_and_line.1)),
        }
    }
    PlaytestReport::default()
}

/// Plays until the game is over or the maximum length is reached; returns the fault and the moves before it on failure.
/// Returns `false` if the deadline of the thread ended the game.
fn play(game: &CompiledGame, rng: &mut Pcg64Mcg) -> Result<bool, Box<(Fault, Vec<Move>)>> {
    let (mut state, mut moves, mut line) = (game.initial_state(), Vec::new(), Vec::new());
    while line.len() < MAX_MOVES {
        if deadline::poll() {
            return Ok(false);
        }
        let turn = game.heuristic_values(&state).and_then(|_| game.legal_moves(&state, &mut moves));
        match turn {
            Err(fault) if fault.is_interruption() => return Ok(false),
            Err(fault) => return Err(Box::new((fault, line))),
            Ok(Turn::Over(_)) => break,
            Ok(_) => {}
        }
        let mv = moves[random_below(moves.len(), rng)];
        line.push(mv);
        match game.apply(&mut state, mv) {
            Ok(()) => {}
            Err(fault) if fault.is_interruption() => return Ok(false),
            Err(fault) => return Err(Box::new((fault, line))),
        }
    }
    Ok(true)
}

fn play_diagnostic(game: &CompiledGame, fault: &Fault, line: &[Move]) -> Diagnostic {
    let diagnostic = fault_diagnostic(fault);
    if line.is_empty() || line.len() > MAX_LISTED {
        return diagnostic.help(format!("found in a random game, at move {}", line.len().max(1)));
    }
    let mut state = game.initial_state();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.move_text(&state, mv));
        if game.apply(&mut state, mv).is_err() {
            break;
        }
    }
    diagnostic.help(format!("found in a random game, with the line \"{}\"", texts.join("; ")))
}

/// Warning for a game that ends before the first move.
fn immediate_end_warning(game: &CompiledGame, start: &State) -> Diagnostic {
    let rules = game.rules();
    let holds = |situation| {
        let answer = game.evaluate(&mut start.clone(), &[situation]).values;
        answer == [boardwright_interpreter::evaluate::Value::Bool(true)]
    };
    match rules.ends.iter().find(|end| holds(end.situation)) {
        Some(end) => {
            Diagnostic::warning("over-at-once", rules.exprs.span(end.situation), "the game is over before it begins")
                .label("this holds before the first move")
                .help("before the first move MOVER is 0, as is the owner of pieces that are nobody's")
        }
        None => Diagnostic::warning("no-moves", Span::default(), "no rule allows a move at the start")
            .help("`boardwright why` tells which condition refuses a move"),
    }
}
