//! A few random games of a file that is being checked, for mistakes that show only at play.
//! What no random game comes across stays unknown.

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::playout::below;
use boardwright_engine::rules::Span;
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_lang::{Diagnostic, fault_diagnostic};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// So many games are played, and so many moves of each.
const GAMES: u64 = 10;
const LONGEST: usize = 60;
/// Lines with more moves are not written out.
const MOST_TOLD: usize = 6;

/// What is found wrong by playing; always the same for the same game.
pub fn tried(game: &SpecGame) -> Vec<Diagnostic> {
    if !game.is_quick() {
        return Vec::new(); // it would take too long for a mere check
    }
    let (start, mut moves) = (game.start(), Vec::new());
    match game.turn(&start, &mut moves) {
        Err(fault) => return vec![fault_diagnostic(&fault)],
        Ok(Turn::Over(_)) => return vec![over_at_once(game, &start)],
        Ok(_) => {}
    }
    let stopped = (0..GAMES).find_map(|seed| play(game, &mut Pcg64Mcg::seed_from_u64(seed)).err());
    stopped.map(|stopped| told(game, &stopped.0, &stopped.1)).into_iter().collect()
}

/// Plays until the game is over or long enough; or the fault, and the moves before it.
fn play(game: &SpecGame, random: &mut Pcg64Mcg) -> Result<(), Box<(Fault, Vec<Move>)>> {
    let (mut state, mut moves, mut line) = (game.start(), Vec::new(), Vec::new());
    while line.len() < LONGEST {
        let turn = game.measures(&state).and_then(|_| game.turn(&state, &mut moves));
        match turn {
            Err(fault) => return Err(Box::new((fault, line))),
            Ok(Turn::Over(_)) => break,
            Ok(_) => {}
        }
        let mv = moves[below(moves.len(), random)];
        line.push(mv);
        if let Err(fault) = game.apply(&mut state, mv) {
            return Err(Box::new((fault, line)));
        }
    }
    Ok(())
}

fn told(game: &SpecGame, fault: &Fault, line: &[Move]) -> Diagnostic {
    let diagnostic = fault_diagnostic(fault);
    if line.is_empty() || line.len() > MOST_TOLD {
        return diagnostic.help(format!("found in a random game, at move {}", line.len().max(1)));
    }
    let mut state = game.start();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.move_text(&state, mv));
        if game.apply(&mut state, mv).is_err() {
            break;
        }
    }
    diagnostic.help(format!("found in a random game, with the line \"{}\"", texts.join("; ")))
}

/// The game ends before anyone has moved.
fn over_at_once(game: &SpecGame, start: &State) -> Diagnostic {
    let rules = game.rules();
    let holds = |situation| {
        let answer = game.evaluate(&mut start.clone(), &[situation]).values;
        answer == [boardwright_engine::plain::Value::Bool(true)]
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
