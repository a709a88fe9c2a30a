//! Tests of traces with known steps, and of their agreement with the moves.

use boardwright_game::playout::random_below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::*;
use crate::load::load;

fn game(name: &str) -> LoadedGame {
    load(name).unwrap_or_else(|error| panic!("{error}"))
}

/// The position after moves as people write them.
fn after(loaded: &LoadedGame, line: &[&str]) -> AnyState {
    let mut state = loaded.game().initial_state();
    for text in line {
        for mv in pick_moves(loaded, &state, text).unwrap_or_else(|error| panic!("{error:?}")) {
            loaded.game().apply(&mut state, &mv).unwrap();
        }
    }
    state
}

/// Steps as texts: rule, kind, `+` or `-` for tests, and the text.
fn steps(trace: &MoveTrace) -> Vec<String> {
    let mark = |holds: Option<bool>| holds.map_or("", |holds| if holds { "+ " } else { "- " });
    let line = |step: &TraceStep| format!("{} {}: {}{}", step.rule, step.step, mark(step.holds), step.text);
    trace.steps.iter().map(line).collect()
}

#[test]
fn castling_in_chess() {
    let chess = game("chess");
    let state = after(&chess, &["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"]);
    let trace = trace_move(&chess, &state, "O-O").unwrap();
    assert!(trace.legal);
    let found = steps(&trace);
    let castling: Vec<&str> = found.iter().filter_map(|step| step.strip_prefix("castling ")).collect();
    let expected = [
        "for: + $R = 8",
        "element: + man(5,1) is an element of the rule",
        "state: + its state is 8",
        "from: + it stands on sq(5,1)",
        "to: + sq(7,1) is a target of the rule",
        "target: + sq(7,1) is empty",
        "guard: + its owner is 1, one of {1, 0}",
        "condition: + $Over = sq(IF($R == 8, 6, 4), $Y)",
        "condition: + Stands(sq($R, $Y), PLAYER, {freshrook})",
        "condition: + CLEAR(Straight, FROM, sq($R, $Y))",
        "condition: + NOT InCheck(PLAYER)",
    ];
    assert_eq!(castling[..expected.len()], expected);
    // The king moves before the rook, and the position of each step shows it.
    let effects: Vec<&TraceStep> = trace.steps.iter().filter(|step| step.holds.is_none()).collect();
    assert_eq!(effects[0].text, "man(5,1) from sq(5,1) to sq(7,1)");
    assert!(effects.iter().any(|step| step.text.contains("man(8,1) from sq(8,1) to sq(6,1)")), "{found:?}");
    let state_text = |state: &AnyState| chess.game().state_text(state);
    assert_ne!(state_text(&effects[0].state), state_text(&state));
    assert_eq!(state_text(&trace.steps[0].state), state_text(&state));
    assert!(effects.last().is_some_and(|step| step.text == "the game goes on"));
}

#[test]
fn a_capture_in_draughts() {
    let draughts = game("draughts");
    let state = after(&draughts, &["11-15", "22-18"]);
    let trace = trace_move(&draughts, &state, "15x22").unwrap();
    let found = steps(&trace);
    assert!(trace.legal && found.contains(&"jump for: + $D = way(1,1)".to_owned()), "{found:?}");
    assert!(found.contains(&"jump condition: + CanJump(MOVED, $D)".to_owned()), "{found:?}");
    assert!(found.contains(&"jump move: man(3,3) from sq(4,4) to sq(6,6)".to_owned()), "{found:?}");
    assert!(found.contains(&"jump action: man(6,6) from sq(5,5) to off the board".to_owned()), "{found:?}");
    let taken = trace.steps.iter().find(|step| step.text.starts_with("man(6,6)")).unwrap();
    assert!(taken.place.as_ref().is_some_and(|place| place.text.starts_with("REMOVE(")), "{:?}", taken.place);
    assert!(trace.steps.iter().filter_map(|step| step.seen.as_ref()).any(|seen| seen.value == "true"));
}

#[test]
fn a_refusal_ends_with_the_test_that_fails() {
    let chess = game("chess");
    let state = after(&chess, &["e4", "e5"]);
    let trace = trace_move(&chess, &state, "man(5,1) sq(5,1) sq(7,1)").unwrap();
    assert!(!trace.legal && trace.reason.is_none());
    let castling: Vec<&TraceStep> = trace.steps.iter().filter(|step| step.rule == "castling").collect();
    let (last, before) = castling.split_last().unwrap();
    assert!(before.iter().all(|step| step.holds == Some(true)));
    assert_eq!((last.step, last.holds), ("target", Some(false)));
    assert!(last.text.starts_with("sq(7,1) is not empty: man(7,1) stands there"), "{}", last.text);
    assert!(trace.first_failure().is_some_and(|first| trace.steps[first].holds == Some(false)));
    // A condition that fails after the move: the king would be left in check.
    let state = after(&chess, &["e4", "e5", "Qh5", "Nc6", "Qxf7"]);
    let trace = trace_move(&chess, &state, "man(1,7) sq(1,7) sq(1,6)").unwrap();
    let last = trace.steps.iter().rfind(|step| step.rule == "pawn").unwrap();
    assert_eq!((last.step, last.holds), ("after", Some(false)), "{:?}", steps(&trace));
    assert!(last.seen.as_ref().is_some_and(|seen| seen.value == "false"));
}

#[test]
fn what_cannot_be_traced_is_said() {
    let chess = game("chess");
    let start = chess.game().initial_state();
    let error = trace_move(&chess, &start, "man(2,1)").unwrap_err().to_string();
    assert!(error.starts_with("\"man(2,1)\" is part of 2 legal moves; write one of them: "), "{error}");
    assert!(trace_move(&chess, &start, "nothing").is_err());
    let wrong_place = trace_move(&chess, &start, "man(2,1) sq(3,3) sq(4,4)").unwrap();
    assert!(wrong_place.steps.is_empty() && wrong_place.reason.is_some());
}

/// In random games of several files, the trace of a legal move ends in the state that the move makes, and all tests of its rule
/// hold; every other rule ends with a test that does not.
#[test]
fn traces_agree_with_the_moves() {
    for name in ["chess", "draughts", "reversi", "nim", "mill", "tic-tac-toe", "breakthrough", "backgammon"] {
        let loaded = game(name);
        let game = loaded.game();
        let mut random = Pcg64Mcg::seed_from_u64(3);
        let mut state = game.initial_state();
        for _ in 0..24 {
            let (turn, moves) = game.legal_moves(&state).unwrap();
            if turn.outcome().is_some() {
                break;
            }
            let mv = &moves[random_below(moves.len(), &mut random)];
            let text = game.move_text(&state, mv);
            let trace = trace_move(&loaded, &state, &text).unwrap_or_else(|error| panic!("{name} {text}: {error}"));
            assert!(trace.legal, "{name} {text}");
            game.apply(&mut state, mv).unwrap();
            let last = trace.steps.last().unwrap();
            // The keys of earlier positions are recorded after the last effect.
            let position = |state: &AnyState| -> Vec<String> {
                let text = game.state_text(state);
                text.lines().filter(|line| !line.starts_with("past")).map(str::to_owned).collect()
            };
            assert_eq!(position(&last.state), position(&state), "{name} {text}");
            let tests: Vec<&TraceStep> = trace.steps.iter().filter(|step| step.holds.is_some()).collect();
            for group in tests.chunk_by(|one, other| one.rule == other.rule) {
                let is_allowing = group.last().is_some_and(|step| step.rule == last.rule);
                let fails = group.iter().filter(|step| step.holds == Some(false)).count();
                assert_eq!(fails, usize::from(!is_allowing), "{name} {text}: {:?}", steps(&trace));
            }
        }
    }
}
