//! Tests of origins and targets: off the board, computed places, and captures.

use super::moves::moves;
use super::sample::{S, Sample, matches_of, s, state_after};
use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, GlobalId, LocationId};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_rules::{Capture, Effect, Expr, Query, RulePlace};

#[test]
fn off_the_board_and_back() {
    let mut x = Sample::new();
    let rule = x.rule("enter", &[s(3, 1)]);
    rule.element = Some(matches_of([ElementId(0), ElementId(4)]));
    rule.from = RulePlace::Off;
    let rule = x.rule("leave", &[]);
    rule.element = Some(matches_of([ElementId(0), ElementId(4)]));
    rule.to = RulePlace::Off;
    let rule = x.rule("stay", &[]);
    rule.element = Some(matches_of([ElementId(4)]));
    (rule.from, rule.to) = (RulePlace::Off, RulePlace::Off);
    assert_eq!(moves(&x), ["enter: spare off s(3,1)", "leave: man(1) s(1,1) off"]);
    let game = x.game();
    let state = state_after(&game, &["spare off s(3,1)"]).expect("no fault");
    assert_eq!(game.content(&state, s(3, 1)), Some(ElementId(4)));
    let state = state_after(&game, &["man(1) s(1,1) off"]).expect("no fault");
    assert_eq!(game.location(&state, ElementId(0)), None, "not to its reserve");
    assert_eq!(game.content(&state, s(1, 1)), None);
}

#[test]
fn computed_places() {
    let mut x = Sample::new();
    let (from, to) = (x.place(s(1, 2)), x.set(&[x.place(s(3, 1)), x.nowhere(), x.place(s(2, 2)), x.place(s(1, 3))]));
    let nowhere = x.nowhere();
    let rule = x.rule("go", &[]);
    (rule.from, rule.to) = (RulePlace::Computed(from), RulePlace::Computed(to));
    assert_eq!(moves(&x), ["go: man(2) s(1,2) s(1,3)", "go: man(2) s(1,2) s(3,1)"], "in file order");
    x.rules.rules[0].to = RulePlace::Computed(nowhere);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].from = RulePlace::Computed(nowhere);
    x.rules.rules[0].to = RulePlace::Listed(matches_of([s(3, 1)]));
    x.rules.rules[0].element = Some(matches_of((0..5).map(ElementId)));
    assert!(moves(&x).is_empty(), "NOWHERE is no place to start from; `off` is written otherwise");
}

#[test]
fn computed_targets_may_depend_on_the_element() {
    // to = the squares of the row of the element's number.
    let mut x = Sample::new();
    let index = x.query(Query::Index, &[x.query(Query::Moved, &[]), x.int(1)]);
    let row = x.member(S, &[x.add(Expr::Range(x.int(1), x.int(3))), index]);
    x.rule("go", &[]).to = RulePlace::Computed(row);
    let actual = moves(&x);
    let expected =
        ["man(1) s(1,1) s(2,1)", "man(1) s(1,1) s(3,1)", "man(2) s(1,2) s(3,2)"].map(|mv| format!("go: {mv}"));
    assert_eq!(actual, expected);
}

#[test]
fn captures() {
    let mut x = Sample::new();
    // Empty, an opponent's, a neutral, and the mover's own element.
    let all = [s(3, 1), s(3, 3), s(2, 2), s(1, 2)];
    x.rule("go", &all).element = Some(matches_of([ElementId(0)]));
    let go = |x: &Sample| moves(x).iter().map(|mv| mv.replace("go: man(1) s(1,1) ", "")).collect::<Vec<_>>();
    assert_eq!(go(&x), ["s(3,1)"]);
    x.rules.rules[0].capture = Capture::May;
    assert_eq!(go(&x), ["s(3,1)", "s(3,3)"]);
    x.rules.rules[0].capture = Capture::Must;
    assert_eq!(go(&x), ["s(3,3)"]);
    x.rules.rules[0].to = RulePlace::Off;
    assert!(go(&x).is_empty(), "nothing stands off the board");
}

#[test]
fn an_enemy_does_not_capture_itself() {
    let mut x = Sample::new();
    let rule = x.rule("go", &[s(3, 3)]);
    rule.element = Some(matches_of([ElementId(2)]));
    rule.capture = Capture::May;
    assert!(moves(&x).is_empty());
}

#[test]
fn captured_elements_go_to_their_reserve() {
    let mut x = Sample::new();
    let captured = x.effect(Effect::Set(GlobalId(2)), &[x.query(Query::Captured, &[])]);
    let rule = x.rule("go", &[s(3, 3), s(3, 1)]);
    rule.capture = Capture::May;
    rule.followup = Some(captured);
    let game = x.game();
    let state = state_after(&game, &["man(1) s(1,1) s(3,3)"]).expect("no fault");
    assert_eq!(game.location(&state, ElementId(2)), Some(LocationId(9)));
    assert_eq!(game.content(&state, s(3, 3)), Some(ElementId(0)));
    assert_eq!(game.global_value(&state, GlobalId(2)), GlobalValue::Element(Some(ElementId(2))));
    let state = state_after(&game, &["man(1) s(1,1) s(3,1)"]).expect("no fault");
    assert_eq!(game.global_value(&state, GlobalId(2)), GlobalValue::Element(None));
}

#[test]
fn a_full_reserve_is_a_fault_of_the_rule() {
    let mut x = Sample::new();
    x.rules.elements[0].location = Some(LocationId(9));
    x.rules.elements[4].location = Some(LocationId(10));
    x.rule("go", &[s(3, 3)]).capture = Capture::Must;
    let game = x.game();
    let fault = state_after(&game, &["man(2) s(1,2) s(3,3)"]).expect_err("no room");
    assert_eq!(fault.kind, FaultKind::ReserveFull { element: "foe".into(), reserve: "box".into() });
}

#[test]
fn after_a_capture() {
    let mut x = Sample::new();
    let captured = x.equal(x.query(Query::Captured, &[]), x.element(2));
    let rule = x.rule("go", &[s(3, 1), s(3, 3)]);
    rule.element = Some(matches_of([ElementId(0)]));
    (rule.capture, rule.after) = (Capture::May, Some(captured));
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,3)"]);
}
