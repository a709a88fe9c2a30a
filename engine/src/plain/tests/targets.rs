//! Where moves start and where they go: off the board, places that are worked out, and captures.

use super::moves::moves;
use super::sample::{S, Sample, after, found, s};
use crate::fault::FaultKind;
use crate::globals::Held;
use crate::ids::{ElementId, GlobalId, LocationId};
use crate::rules::{Ask, Capture, Deed, Expr, Place};

#[test]
fn off_the_board_and_back() {
    let mut x = Sample::new();
    let rule = x.rule("enter", &[s(3, 1)]);
    rule.element = Some(found([ElementId(0), ElementId(4)]));
    rule.from = Place::Off;
    let rule = x.rule("leave", &[]);
    rule.element = Some(found([ElementId(0), ElementId(4)]));
    rule.to = Place::Off;
    let rule = x.rule("stay", &[]);
    rule.element = Some(found([ElementId(4)]));
    (rule.from, rule.to) = (Place::Off, Place::Off);
    assert_eq!(moves(&x), ["enter: spare off s(3,1)", "leave: man(1) s(1,1) off"]);
    let game = x.game();
    let state = after(&game, &["spare off s(3,1)"]).expect("no fault");
    assert_eq!(game.content(&state, s(3, 1)), Some(ElementId(4)));
    let state = after(&game, &["man(1) s(1,1) off"]).expect("no fault");
    assert_eq!(game.location(&state, ElementId(0)), None, "not to its reserve");
    assert_eq!(game.content(&state, s(1, 1)), None);
}

#[test]
fn places_that_are_worked_out() {
    let mut x = Sample::new();
    let (from, to) = (x.place(s(1, 2)), x.set(&[x.place(s(3, 1)), x.nowhere(), x.place(s(2, 2)), x.place(s(1, 3))]));
    let nowhere = x.nowhere();
    let rule = x.rule("go", &[]);
    (rule.from, rule.to) = (Place::Worked(from), Place::Worked(to));
    assert_eq!(moves(&x), ["go: man(2) s(1,2) s(1,3)", "go: man(2) s(1,2) s(3,1)"], "in file order");
    x.rules.rules[0].to = Place::Worked(nowhere);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].from = Place::Worked(nowhere);
    x.rules.rules[0].to = Place::Known(found([s(3, 1)]));
    x.rules.rules[0].element = Some(found((0..5).map(ElementId)));
    assert!(moves(&x).is_empty(), "NOWHERE is no place to start from; `off` is written otherwise");
}

#[test]
fn targets_that_are_worked_out_may_look_at_the_element() {
    // to = the squares of the row of the element's number.
    let mut x = Sample::new();
    let index = x.ask(Ask::Index, &[x.ask(Ask::Moved, &[]), x.int(1)]);
    let row = x.member(S, &[x.add(Expr::Range(x.int(1), x.int(3))), index]);
    x.rule("go", &[]).to = Place::Worked(row);
    let told = moves(&x);
    let expected =
        ["man(1) s(1,1) s(2,1)", "man(1) s(1,1) s(3,1)", "man(2) s(1,2) s(3,2)"].map(|mv| format!("go: {mv}"));
    assert_eq!(told, expected);
}

#[test]
fn captures() {
    let mut x = Sample::new();
    // Empty, an enemy, nobody's, and one's own.
    let all = [s(3, 1), s(3, 3), s(2, 2), s(1, 2)];
    x.rule("go", &all).element = Some(found([ElementId(0)]));
    let go = |x: &Sample| moves(x).iter().map(|mv| mv.replace("go: man(1) s(1,1) ", "")).collect::<Vec<_>>();
    assert_eq!(go(&x), ["s(3,1)"]);
    x.rules.rules[0].capture = Capture::May;
    assert_eq!(go(&x), ["s(3,1)", "s(3,3)"]);
    x.rules.rules[0].capture = Capture::Must;
    assert_eq!(go(&x), ["s(3,3)"]);
    x.rules.rules[0].to = Place::Off;
    assert!(go(&x).is_empty(), "nothing stands off the board");
}

#[test]
fn an_enemy_does_not_capture_itself() {
    let mut x = Sample::new();
    let rule = x.rule("go", &[s(3, 3)]);
    rule.element = Some(found([ElementId(2)]));
    rule.capture = Capture::May;
    assert!(moves(&x).is_empty());
}

#[test]
fn what_is_captured_goes_to_its_reserve() {
    let mut x = Sample::new();
    let captured = x.perform(Deed::Set(GlobalId(2)), &[x.ask(Ask::Captured, &[])]);
    let rule = x.rule("go", &[s(3, 3), s(3, 1)]);
    rule.capture = Capture::May;
    rule.followup = Some(captured);
    let game = x.game();
    let state = after(&game, &["man(1) s(1,1) s(3,3)"]).expect("no fault");
    assert_eq!(game.location(&state, ElementId(2)), Some(LocationId(9)));
    assert_eq!(game.content(&state, s(3, 3)), Some(ElementId(0)));
    assert_eq!(game.held(&state, GlobalId(2)), Held::Element(Some(ElementId(2))));
    let state = after(&game, &["man(1) s(1,1) s(3,1)"]).expect("no fault");
    assert_eq!(game.held(&state, GlobalId(2)), Held::Element(None));
}

#[test]
fn a_full_reserve_is_a_fault_of_the_rule() {
    let mut x = Sample::new();
    x.rules.elements[0].location = Some(LocationId(9));
    x.rules.elements[4].location = Some(LocationId(10));
    x.rule("go", &[s(3, 3)]).capture = Capture::Must;
    let game = x.game();
    let fault = after(&game, &["man(2) s(1,2) s(3,3)"]).expect_err("no room");
    assert_eq!(fault.kind, FaultKind::NoRoom { element: "foe".into(), reserve: "box".into() });
}

#[test]
fn after_a_capture() {
    let mut x = Sample::new();
    let captured = x.equal(x.ask(Ask::Captured, &[]), x.element(2));
    let rule = x.rule("go", &[s(3, 1), s(3, 3)]);
    rule.element = Some(found([ElementId(0)]));
    (rule.capture, rule.after) = (Capture::May, Some(captured));
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,3)"]);
}
