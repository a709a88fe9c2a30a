//! Tests of the order of steps in a move, and of the ends of the game.

use super::sample::{Sample, find, matches_of, s, state_after};
use crate::game::CompiledGame;
use boardwright_game::fault::{FaultContext, FaultKind};
use boardwright_game::game::{Game as _, Outcome, Turn};
use boardwright_game::ids::{ElementId, ExprId, GlobalId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::state::State;
use boardwright_rules::{ArithmeticOp, Award, BinaryOp, Effect, Expr, Next, Query, Scoring, Span, Winner};

/// Player 1's first move in all of these tests, and a rule for it.
const GO: &str = "man(1) s(1,1) s(3,1)";

fn sample() -> Sample {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1)]).element = Some(matches_of([ElementId(0)]));
    x.pass("pass");
    x
}

fn global_value(game: &CompiledGame, state: &State, variable: u16) -> GlobalValue {
    game.global_value(state, GlobalId(variable))
}

fn points(game: &CompiledGame, state: &State) -> [i32; 2] {
    [1, 2].map(|player| game.points(state, Player::new(player).expect("a player")))
}

fn award(player: ExprId, amount: ExprId) -> Vec<Award> {
    vec![Award { player, amount }]
}

/// Sets the variable `count`.
fn count(x: &Sample, value: ExprId) -> ExprId {
    x.effect(Effect::Set(GlobalId(0)), &[value])
}

#[test]
fn awards_are_for_the_position_before() {
    let mut x = sample();
    let there = x.query(Query::Full, &[x.place(s(3, 1))]);
    let amount = x.add(Expr::If(there, x.int(100), Some(x.int(1))));
    // The followup sees the award.
    let score = x.query(Query::Score, &[x.int(1)]);
    let followup = count(&x, score);
    let mover = x.query(Query::Mover, &[]);
    x.rules.rules[0].awards = award(mover, amount);
    x.rules.rules[0].followup = Some(followup);
    let game = x.game();
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!(points(&game, &state), [1, 10]);
    assert_eq!(global_value(&game, &state, 0), GlobalValue::Int(1));
}

#[test]
fn variables_of_the_move_are_reset_first() {
    // `flag` is reset at the start of every move; the condition and the award still see its old value.
    let mut x = sample();
    let set = x.effect(Effect::Set(GlobalId(1)), &[x.boolean(true)]);
    let old_value = x.add(Expr::If(x.global(1), x.int(5), Some(x.int(1))));
    let (mover, set_old_value) = (x.query(Query::Mover, &[]), count(&x, old_value));
    x.rules.rules[0].followup = Some(set);
    x.rules.rules[1].awards = award(mover, old_value);
    x.rules.rules[1].followup = Some(set_old_value);
    let game = x.game();
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!(global_value(&game, &state, 1), GlobalValue::Bool(true));
    let state = state_after(&game, &[GO, "pass"]).expect("no fault");
    assert_eq!(points(&game, &state), [0, 15], "before the move it is still true");
    assert_eq!(global_value(&game, &state, 0), GlobalValue::Int(1), "in the followup it is not");
    assert_eq!(global_value(&game, &state, 1), GlobalValue::Bool(false));
}

#[test]
fn variables_of_the_turn_are_reset_when_another_player_gets_it() {
    let mut x = sample();
    let set = x.effect(Effect::Set(GlobalId(3)), &[x.nowhere()]);
    let (same, other) = (x.query(Query::Mover, &[]), x.int(2));
    x.rules.rules[0].followup = Some(set);
    x.rules.rules[0].next = Next::Is(same);
    x.rules.rules[1].next = Next::Is(other);
    let game = x.game();
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!((game.mover(&state).number(), global_value(&game, &state, 3)), (1, GlobalValue::Location(None)));
    let state = state_after(&game, &[GO, "pass"]).expect("no fault");
    assert_eq!(
        (game.mover(&state).number(), global_value(&game, &state, 3)),
        (2, GlobalValue::Location(Some(s(3, 1))))
    );
}

#[test]
fn the_turn_passes_after_the_followup() {
    let mut x = sample();
    let player = x.query(Query::Player, &[]);
    let followup = count(&x, player);
    x.rules.rules[0].followup = Some(followup);
    let turn = x.query(Query::Turn, &[]);
    let end = x.equal(turn, x.int(1000));
    x.end(end, Winner::Highest);
    let game = x.game();
    assert_eq!(game.turn_number(&game.initial_state()), 1);
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!((game.mover(&state).number(), global_value(&game, &state, 0)), (2, GlobalValue::Int(1)));
    assert_eq!(game.turn_number(&state), 2);
    assert_eq!(game.turn_number(&state_after(&game, &[GO, "pass"]).expect("no fault")), 3);
}

#[test]
fn next_must_be_a_player() {
    for player in [0, 3, -1] {
        let mut x = sample();
        let next = x.int(player);
        x.rules.rules[0].next = Next::Is(next);
        let fault = state_after(&x.game(), &[GO]).expect_err("no player");
        assert_eq!(fault.kind, FaultKind::NoPlayer { operation: "next", players: 2, player });
    }
}

#[test]
fn next_stays_keeps_the_player() {
    let mut x = sample();
    x.rules.rules[0].next = Next::Stays;
    let game = x.game();
    assert_eq!(game.mover(&state_after(&game, &[GO]).expect("no fault")).number(), 1);
}

#[test]
fn scorings_come_after_the_turn_has_passed() {
    // The first scoring gives PLAYER, now 2, the variable's value, and increments it; the second sees that.
    let mut x = sample();
    let (player, mover) = (x.query(Query::Player, &[]), x.query(Query::Mover, &[]));
    let (yes, no) = (x.boolean(true), x.boolean(false));
    let moved = x.equal(x.query(Query::Moved, &[]), x.element(0));
    let more = count(&x, x.arith(ArithmeticOp::Add, x.global(0), x.int(1)));
    let amount = x.global(0);
    let scoring = |situation, player, followup| Scoring {
        situation,
        awards: award(player, amount),
        followup,
        resets: None,
        span: Span::default(),
    };
    x.rules.scorings =
        vec![scoring(moved, player, Some(more)), scoring(no, mover, Some(more)), scoring(yes, mover, None)];
    let game = x.game();
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!(points(&game, &state), [3, 12]);
    assert_eq!(global_value(&game, &state, 0), GlobalValue::Int(3));
}

#[test]
fn faults_name_the_part_that_failed() {
    let mut x = sample();
    let fails = x.equal(x.arith(ArithmeticOp::Divide, x.int(1), x.int(0)), x.int(1));
    x.rules.scorings =
        vec![Scoring { situation: fails, awards: Vec::new(), followup: None, resets: None, span: Span::default() }];
    assert_eq!(state_after(&x.game(), &[GO]).expect_err("a fault").context, FaultContext::Scoring(1));
    x.rules.scorings.clear();
    let no_end = x.boolean(false);
    let first = x.equal(x.query(Query::Mover, &[]), x.int(0));
    let fails_later = x.add(Expr::If(first, no_end, Some(fails)));
    x.end(no_end, Winner::Highest);
    x.end(fails_later, Winner::Highest);
    assert_eq!(state_after(&x.game(), &[GO]).expect_err("a fault").context, FaultContext::End(2));
}

#[test]
fn the_first_end_decides() {
    let mut x = sample();
    let moved = x.equal(x.query(Query::To, &[]), x.place(s(3, 1)));
    let (mover, zero, no) = (x.query(Query::Mover, &[]), x.int(0), x.boolean(false));
    x.end(no, Winner::Is(zero));
    x.end(moved, Winner::Is(mover));
    x.end(moved, Winner::Is(zero));
    let game = x.game();
    let state = state_after(&game, &[GO]).expect("no fault");
    assert_eq!(game.legal_moves(&state, &mut Vec::new()), Ok(Turn::Over(Outcome::Won(Player::FIRST))));
}

#[test]
fn the_highest_score_wins() {
    let mut x = sample();
    let moved = x.equal(x.query(Query::Moved, &[]), x.element(0));
    x.end(moved, Winner::Highest);
    for (points, outcome) in
        [(9, Outcome::Won(Player::new(2).expect("a player"))), (10, Outcome::Draw), (11, Outcome::Won(Player::FIRST))]
    {
        let (mover, amount) = (x.int(1), x.int(points));
        x.rules.rules[0].awards = award(mover, amount);
        let game = x.game();
        let state = state_after(&game, &[GO]).expect("no fault");
        assert_eq!(game.outcome(&state), Ok(Some(outcome)));
    }
}

#[test]
fn a_winner_must_be_a_player() {
    let mut x = sample();
    let (moved, three) = (x.equal(x.query(Query::Moved, &[]), x.element(0)), x.int(3));
    x.end(moved, Winner::Is(three));
    let fault = state_after(&x.game(), &[GO]).expect_err("no player");
    assert_eq!(fault.kind, FaultKind::NoWinner { players: 2, winner: 3 });
}

#[test]
fn ends_are_tested_at_the_start() {
    let mut x = sample();
    let nobody = x.equal(x.query(Query::Mover, &[]), x.int(0));
    let nothing = x.equal(x.query(Query::Moved, &[]), x.nothing());
    let both = x.binary(BinaryOp::And, nobody, nothing);
    let two = x.int(2);
    x.end(both, Winner::Is(two));
    let game = x.game();
    assert_eq!(game.outcome(&game.initial_state()), Ok(Some(Outcome::Won(Player::new(2).expect("a player")))));
    x.rules.tests_ends_at_start = false;
    let game = x.game();
    assert_eq!(game.outcome(&game.initial_state()), Ok(None));
}

#[test]
fn a_fault_at_the_start_stays_with_the_game() {
    let mut x = sample();
    let fails = x.equal(x.arith(ArithmeticOp::Divide, x.int(1), x.int(0)), x.int(1));
    x.end(fails, Winner::Highest);
    let game = x.game();
    let fault = game.outcome(&game.initial_state()).expect_err("a fault");
    assert_eq!((fault.kind, fault.context), (FaultKind::DivisionByZero, FaultContext::End(1)));
}

#[test]
fn no_moves_looks_at_the_new_position() {
    // Player 2 cannot pass: after player 1's move there is no legal move, and player 1 wins by that.
    let mut x = sample();
    x.rules.rules[1].player = boardwright_rules::Guard::Is(1);
    let none = x.query(Query::NoMoves, &[]);
    let mover = x.query(Query::Mover, &[]);
    x.end(none, Winner::Is(mover));
    let own = x.equal(x.query(Query::Player, &[]), x.int(1));
    x.rules.rules[0].condition = Some(own);
    let game = x.game();
    assert_eq!(game.outcome(&game.initial_state()), Ok(None));
    let state = state_after(&game, &["pass"]).expect("no fault");
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Won(Player::FIRST))));
}

#[test]
fn a_rule_cannot_ask_for_itself() {
    let mut x = sample();
    let none = x.query(Query::NoMoves, &[]);
    x.rules.rules[0].condition = Some(none);
    let game = x.game();
    let fault = game.legal_moves(&game.initial_state(), &mut Vec::new()).expect_err("a fault");
    assert!(matches!(fault.kind, FaultKind::TooDeep(_)), "{fault}");
}

#[test]
fn repeats_count_this_position_too() {
    // Passing changes nothing but the player; `count` does not distinguish positions for repetition.
    let mut x = sample();
    let more = count(&x, x.arith(ArithmeticOp::Add, x.global(0), x.int(1)));
    x.rules.rules[1].followup = Some(more);
    let again = x.binary(BinaryOp::GreaterEqual, x.query(Query::Repeats, &[]), x.int(2));
    let zero = x.int(0);
    x.end(again, Winner::Is(zero));
    let game = x.game();
    let mut state = game.initial_state();
    for _ in 0..2 {
        assert_eq!(game.outcome(&state), Ok(None));
        let pass = find(&game, &state, "pass");
        game.apply(&mut state, pass).expect("no fault");
    }
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Draw)), "player 1 is to move again, as at the start");
}

#[test]
fn repeats_see_what_scorings_change() {
    // The followup of the scoring sets a variable that counts for repetition: the state after it is recorded.
    let mut x = sample();
    let set = x.effect(Effect::Set(GlobalId(2)), &[x.element(3)]);
    let first = x.equal(x.global(2), x.nothing());
    x.rules.scorings = vec![Scoring {
        situation: first,
        awards: Vec::new(),
        followup: Some(set),
        resets: None,
        span: Span::default(),
    }];
    let again = x.binary(BinaryOp::GreaterEqual, x.query(Query::Repeats, &[]), x.int(2));
    let zero = x.int(0);
    x.end(again, Winner::Is(zero));
    let game = x.game();
    let state = state_after(&game, &["pass", "pass"]).expect("no fault");
    assert_eq!(game.outcome(&state), Ok(None), "at the start the variable held nothing");
    let state = state_after(&game, &["pass", "pass", "pass"]).expect("no fault");
    assert_eq!(game.outcome(&state), Ok(Some(Outcome::Draw)), "as after the first pass");
}
