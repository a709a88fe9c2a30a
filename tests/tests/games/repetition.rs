//! Facts that count for `REPEATS`, in small game files: variables that end with `while`, and positions after scorings. The
//! shipped games are compared with reference implementations.

use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::FaultContext;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_interpreter::state::State;
use boardwright_lang::Source;
use boardwright_rules::RuleSet;
use boardwright_tests::load_rules;

/// Two men on a line of four cells; what the moves do is left open.
const LINE: &str = "[GAME]
edition = 2026
[PLAYERS]
1 = One
2 = Two
[LOCATION TYPES]
name = cell
[LOCATIONS]
name = c($I: 1..4)
type = cell
[DIRECTIONS]
name = on
from = c($I)
to = c($I + 1)
name = back
from = c($I)
to = c($I - 1)
[ELEMENT TYPES]
name = man
states = plain, tired
[ELEMENTS]
name = m($P: 1..2)
type = man
player = $P
location = c(3 * $P - 2)
[RULES]
name = default
element = man
owner = PLAYER
from = any
to = NEIGHBOURS({on, back}, FROM)
[END OF GAME]
situation = REPEATS == 3
winner = 0
";

const TO_AND_FRO: [&str; 4] = ["c(1) c(2)", "c(4) c(3)", "c(2) c(1)", "c(3) c(4)"];

fn rules(rest: &str) -> Arc<RuleSet> {
    load_rules(&Source::new("line.game".to_owned(), format!("{LINE}{rest}").as_bytes()), &[])
}

/// Plays a line by name of places with a game of any form; returns the state, or the fault of the last move.
fn play<G: Game<State = State>>(game: &G, line: &[&str]) -> Result<State, boardwright_game::fault::Fault> {
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    for text in line {
        game.legal_moves(&state, &mut moves)?;
        let found = moves.iter().copied().find(|&mv| game.move_text(&state, mv).ends_with(text));
        game.apply(&mut state, found.unwrap_or_else(|| panic!("{text} is not legal")))?;
    }
    Ok(state)
}

/// Numbers of occurrences after going to and fro once, by the interpreter and by the compiled form.
fn occurrences(rest: &str) -> usize {
    let rules = rules(rest);
    let interpreted =
        play(&InterpretedGame::new(rules.clone()).expect("within limits"), &TO_AND_FRO).expect("no fault");
    let compiled = play(&CompiledGame::new(rules).expect("within limits"), &TO_AND_FRO).expect("no fault");
    assert_eq!(interpreted.history(), compiled.history(), "{rest}");
    compiled.repetition_count()
}

#[test]
fn a_variable_counts_only_while_its_condition_holds() {
    let step = "[RULES]\nname = step\nfollowup = left = FROM\n[VARIABLES]\nname = left\ninitial = NOWHERE\n";
    // Only man 2 stands beside c(3), which it left last, so that the variable ends.
    let beside = "while = FORSOME($L, NEIGHBOURS({on, back}, left), OWNER(CONTENT($L)) == PLAYER)";
    for (lifetime, times) in [
        ("", 1),
        ("key = no", 2),
        (beside, 2),
        ("while = left == c(4)", 2),
        ("while = left == c(3)", 1),
        ("while = PLAYER == 2", 2),
        ("while = PLAYER == 1", 1),
        ("while = MOVER == 1\n  TRUE", 2),
        ("reset = move\nwhile = FALSE", 2),
    ] {
        assert_eq!(occurrences(&format!("{step}{lifetime}\n")), times, "{lifetime}");
    }
}

#[test]
fn a_condition_of_a_family_sees_its_variable() {
    let rest = "[RULES]\nname = step\nfollowup = steps(PLAYER) = steps(PLAYER) + 1\n[VARIABLES]\n\
                name = steps($P: 1..2)\ninitial = 0\nvalues = 0..5\nwhile = steps($P) < 1 + $P\n";
    // Player 1 may have one step, player 2 two: the first variable is 0 again after two steps, the second is not.
    assert_eq!(occurrences(rest), 1);
    assert_eq!(occurrences(&rest.replace("1 + $P", "2")), 2);
    assert_eq!(occurrences(&rest.replace("1 + $P", "IF($P == 1, 2, 1)")), 2);
}

#[test]
fn a_condition_that_fails_names_its_variable() {
    let rules = rules(
        "[RULES]\nname = step\nfollowup = left = FROM\n[VARIABLES]\nname = left\ninitial = NOWHERE\n\
         while = 1 / (INDEX(left) - 1) == 0\n",
    );
    let first = &TO_AND_FRO[..1];
    let interpreted = play(&InterpretedGame::new(rules.clone()).expect("within limits"), first).expect_err("a fault");
    let compiled = play(&CompiledGame::new(rules).expect("within limits"), first).expect_err("a fault");
    assert_eq!(interpreted, compiled);
    assert_eq!(compiled.context, FaultContext::Variable("left".to_owned()));
    assert_eq!(compiled.to_string(), "division by zero (in variable \"left\")");
}

#[test]
fn a_forbidden_repetition_is_that_of_the_position_after_scorings() {
    // The scoring restores the man's state, so that the last move back leads to the initial position; the second one leaves
    // man 1 tired.
    let rest = "[RULES]\nname = step\nfollowup = SETSTATE(MOVED, tired)\nafter = REPEATS == 0\n\
                [SCORINGS]\nsituation = TRUE\nfollowup = SETSTATE(MOVED, plain)\n";
    for rest in [rest.to_owned(), rest.replace("situation = TRUE", "situation = FROM != c(2)")] {
        let rules = rules(&rest);
        let compiled = CompiledGame::new(rules).expect("within limits");
        let state = play(&compiled, &TO_AND_FRO[..3]).expect("no fault");
        let mut moves = Vec::new();
        compiled.legal_moves(&state, &mut moves).expect("no fault");
        let texts: Vec<String> = moves.iter().map(|&mv| compiled.move_text(&state, mv)).collect();
        let is_back_legal = texts.iter().any(|text| text.ends_with(TO_AND_FRO[3]));
        assert_eq!(is_back_legal, rest.contains("FROM !="), "{texts:?}");
    }
}
