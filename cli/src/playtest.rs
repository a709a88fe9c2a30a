//! Random test games of a checked file, to find faults that only occur during play. Faults that no random game reaches are
//! not found.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, Turn};
use boardwright_game::playout::random_below;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_lang::{Diagnostic, fault_diagnostic};
use boardwright_rules::Span;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// Number of games, and maximum length of each.
const GAME_COUNT: u64 = 10;
const MAX_MOVES: usize = 60;
/// Longer lines are not written out.
const MAX_LISTED: usize = 6;

/// Returns the faults found by play; deterministic for each game.
pub fn faults_in_play(game: &CompiledGame) -> Vec<Diagnostic> {
    if !game.is_compiled() {
        return Vec::new(); // interpretation is too slow for a check
    }
    let (start, mut moves) = (game.initial_state(), Vec::new());
    match game.legal_moves(&start, &mut moves) {
        Err(fault) => return vec![fault_diagnostic(&fault)],
        Ok(Turn::Over(_)) => return vec![immediate_end_warning(game, &start)],
        Ok(_) => {}
    }
    let fault_and_line = (0..GAME_COUNT).find_map(|seed| play(game, &mut Pcg64Mcg::seed_from_u64(seed)).err());
    fault_and_line
        .map(|fault_and_line| play_diagnostic(game, &fault_and_line.0, &fault_and_line.1))
        .into_iter()
        .collect()
}

/// Plays until the game is over or the maximum length is reached; returns the fault and the moves before it on failure.
fn play(game: &CompiledGame, rng: &mut Pcg64Mcg) -> Result<(), Box<(Fault, Vec<Move>)>> {
    let (mut state, mut moves, mut line) = (game.initial_state(), Vec::new(), Vec::new());
    while line.len() < MAX_MOVES {
        let turn = game.heuristic_values(&state).and_then(|_| game.legal_moves(&state, &mut moves));
        match turn {
            Err(fault) => return Err(Box::new((fault, line))),
            Ok(Turn::Over(_)) => break,
            Ok(_) => {}
        }
        let mv = moves[random_below(moves.len(), rng)];
        line.push(mv);
        if let Err(fault) = game.apply(&mut state, mv) {
            return Err(Box::new((fault, line)));
        }
    }
    Ok(())
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
