//! Which moves there are, and in which order.

use super::sample::{Sample, found, listed, s};
use crate::fault::{FaultKind, Within};
use crate::game::{Game as _, Outcome, Turn};
use crate::ids::{ElementId, GlobalId, Player};
use crate::rules::{Arith, Ask, BinaryOp, Capture, Choice, Deed, Expr, Guard, Matches, Over, Place, Rivals};
use crate::spec::SpecGame;

/// The moves at the start.
pub(super) fn moves(x: &Sample) -> Vec<String> {
    let game = x.game();
    listed(&game, &game.start())
}

/// The fault of listing the moves at the start.
fn fault(x: &Sample) -> FaultKind {
    let game = x.game();
    let fault = game.turn(&game.start(), &mut Vec::new()).expect_err("a fault");
    assert!(matches!(fault.within, Within::Rule(_)));
    let fast = SpecGame::new(game.rules().clone()).expect("a small game");
    assert_eq!(fast.turn(&game.start(), &mut Vec::new()).expect_err("a fault"), fault);
    fault.kind
}

#[test]
fn rules_elements_and_targets_in_order() {
    let mut x = Sample::new();
    x.rule("b", &[s(2, 1), s(3, 1)]);
    x.rule("a", &[s(1, 3), s(2, 2)]);
    assert_eq!(
        moves(&x),
        [
            "b: man(1) s(1,1) s(2,1)",
            "b: man(1) s(1,1) s(3,1)",
            "b: man(2) s(1,2) s(2,1)",
            "b: man(2) s(1,2) s(3,1)",
            "a: man(1) s(1,1) s(1,3)",
            "a: man(2) s(1,2) s(1,3)",
        ]
    );
}

#[test]
fn what_a_rule_says_for_each() {
    // for = $D: directions, $K: 1..2; the first goes slowest, and the second may use the first.
    let mut x = Sample::new();
    let ((d, dir), (k, number)) = (x.var("D"), x.var("K"));
    let directions = x.set(&[x.direction(0), x.direction(1)]);
    let numbers = x.add(Expr::Range(x.int(1), x.ask(Ask::Index, &[dir, x.int(1)])));
    let to = x.ask(Ask::Next, &[dir, x.ask(Ask::From, &[])]);
    let two = x.add(Expr::Range(x.int(0), x.int(1)));
    let rule = x.rule("go", &[]);
    rule.each = vec![(d, directions), (k, numbers)];
    rule.to = Place::Worked(to);
    // dir(1,0) has one number, dir(0,1) none.
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(2,1)"], "man(2) is stopped by the rock");
    x.rules.rules[0].each[1].1 = two;
    let first = x.equal(number, x.int(1));
    x.rules.rules[0].condition = Some(first);
    let game = x.game();
    let mut found = Vec::new();
    game.every_move(&game.start(), &mut found).expect("no fault");
    let told: Vec<(u32, String)> = found.iter().map(|&mv| (mv.way, game.move_text(&game.start(), mv))).collect();
    assert_eq!(told, [(1, "man(1) s(1,1) s(2,1)".to_owned()), (3, "man(2) s(1,2) s(1,3)".to_owned())]);
    // The way binds its variables again when the move is made.
    let mut state = game.start();
    game.apply(&mut state, found[1]).expect("no fault");
    assert_eq!(game.content(&state, s(1, 3)), Some(ElementId(1)));
}

#[test]
fn one_candidate_for_nothing_is_none() {
    let mut x = Sample::new();
    let (d, _) = x.var("D");
    let none = x.set(&[]);
    x.rule("go", &[s(3, 1)]).each = vec![(d, none)];
    assert!(moves(&x).is_empty());
}

#[test]
fn patterns_bind_their_indices() {
    let mut x = Sample::new();
    let ((i, index), (row, row_of)) = (x.var("I"), x.var("R"));
    let same = x.equal(index, row_of);
    let rule = x.rule("go", &[]);
    rule.element = Some(Matches { found: vec![(ElementId(0), vec![(i, 1)]), (ElementId(1), vec![(i, 2)])] });
    rule.to = Place::Known(Matches { found: vec![(s(3, 1), vec![(row, 1)]), (s(3, 2), vec![(row, 2)])] });
    rule.checks = vec![same];
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1)", "go: man(2) s(1,2) s(3,2)"]);
}

#[test]
fn guards() {
    let mut x = Sample::new();
    let ((b, bound), both) = (x.var("B"), x.ints(&[1, 2]));
    let two = x.int(2);
    let is_one = x.equal(bound, x.int(1));
    x.rule("go", &[s(3, 1)]).element = Some(found((0..4).map(ElementId)));
    let count = |x: &Sample| moves(x).len();
    assert_eq!(count(&x), 4);
    let guards = [
        (Guard::Any, 4, 4, 4),
        (Guard::Is(1), 4, 2, 4),
        (Guard::Is(2), 0, 1, 0),
        (Guard::In(both), 4, 3, 4),
        (Guard::In(two), 0, 1, 0),
        (Guard::Never, 0, 0, 0),
    ];
    for (guard, by_state, by_owner, by_player) in guards {
        for (which, expected) in [by_state, by_owner, by_player].into_iter().enumerate() {
            let rule = &mut x.rules.rules[0];
            (rule.state, rule.owner, rule.player) = (Guard::Any, Guard::Any, Guard::Any);
            *[&mut rule.state, &mut rule.owner, &mut rule.player][which] = guard;
            assert_eq!(count(&x), expected, "{guard:?} as guard {which}");
        }
    }
    let rule = &mut x.rules.rules[0];
    (rule.state, rule.owner, rule.player) = (Guard::Any, Guard::Bind(b), Guard::Any);
    rule.condition = Some(is_one);
    assert_eq!(count(&x), 2, "what a guard binds is known to the condition");
}

#[test]
fn an_owner_may_be_the_player_to_move_or_nobody() {
    let mut x = Sample::new();
    let own = x.set(&[x.ask(Ask::Player, &[]), x.int(0)]);
    let rule = x.rule("go", &[s(3, 1)]);
    rule.element = Some(found((0..4).map(ElementId)));
    rule.owner = Guard::In(own);
    assert_eq!(moves(&x).len(), 3, "both men and the rock");
    x.rules.first = Player::new(2).expect("a player");
    assert_eq!(moves(&x), ["go: foe s(3,3) s(3,1)", "go: rock s(2,2) s(3,1)"]);
}

#[test]
fn a_rule_of_another_player_works_nothing_out() {
    let mut x = Sample::new();
    let (d, _) = x.var("D");
    let fails = x.set(&[x.arith(Arith::Divide, x.int(1), x.int(0))]);
    x.rule("go", &[s(3, 1)]).each = vec![(d, fails)];
    x.rules.rules[0].player = Guard::Is(2);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].player = Guard::Is(1);
    assert_eq!(fault(&x), FaultKind::DivisionByZero);
}

#[test]
fn words_to_choose() {
    let mut x = Sample::new();
    let (one, two, king) = (x.int(1), x.int(2), x.text("king"));
    let choice = x.ask(Ask::Choice, &[]);
    let made = x.perform(Deed::SetState, &[x.ask(Ask::Moved, &[]), choice]);
    let word = |word: &str, value| Choice { word: word.into(), value };
    let rule = x.rule("go", &[s(3, 1)]);
    rule.element = Some(found([ElementId(0)]));
    rule.choices = vec![word("man", one), word("king", two)];
    x.rules.rules[0].followup = Some(made);
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1) man", "go: man(1) s(1,1) s(3,1) king"]);
    let game = x.game();
    let state = super::sample::after(&game, &["man(1) s(1,1) s(3,1) king"]).expect("no fault");
    assert_eq!(game.element_state(&state, ElementId(0)), 2);
    // A choice may be a text, and a condition may ask for it.
    x.rules.rules[0].choices[1].value = king;
    let wanted = x.equal(choice, king);
    x.rules.rules[0].condition = Some(wanted);
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1) king"]);
}

#[test]
fn moves_without_element() {
    let mut x = Sample::new();
    let word = |word: &str, value| Choice { word: word.into(), value };
    let (one, two) = (x.int(1), x.int(2));
    let mover = x.equal(x.ask(Ask::Player, &[]), one);
    x.pass("pass").condition = Some(mover);
    x.pass("swap").choices = vec![word("left", one), word("right", two)];
    x.pass("never").player = Guard::Is(2);
    x.pass("also").player = Guard::In(one);
    let mut expected = vec!["pass: pass", "swap: swap left", "swap: swap right", "also: also"];
    assert_eq!(moves(&x), expected);
    x.rules.rules[3].player = Guard::In(two);
    expected.pop();
    assert_eq!(moves(&x), expected);
}

#[test]
fn what_must_hold_after_the_move() {
    let mut x = Sample::new();
    // After the followup, and before the turn passes: PLAYER is still the mover, and there is an award yet to come.
    let (v, value) = x.var("V");
    let bound = x.add(Expr::Assign(v, x.int(3)));
    let set = x.perform(Deed::Set(GlobalId(0)), &[value]);
    let still = x.equal(x.ask(Ask::Player, &[]), x.ask(Ask::Mover, &[]));
    let set_there = x.equal(x.global(0), value);
    let there = x.equal(x.ask(Ask::Content, &[x.place(s(3, 1))]), x.ask(Ask::Moved, &[]));
    let after = x.add(Expr::Lines(vec![still, set_there, there]));
    let no_award = x.equal(x.ask(Ask::Score, &[x.int(1)]), x.int(0));
    let (one, seven) = (x.int(1), x.int(7));
    let rule = x.rule("go", &[s(2, 1), s(3, 1)]);
    (rule.condition, rule.followup, rule.after) = (Some(bound), Some(set), Some(after));
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1)", "go: man(2) s(1,2) s(3,1)"]);
    x.rules.rules[0].awards = vec![crate::rules::Award { player: one, amount: seven }];
    x.rules.rules[0].after = Some(no_award);
    assert_eq!(moves(&x).len(), 4, "awards are no part of it");
    let game = x.game();
    let before = game.start();
    assert!(game.outcome(&before).expect("no fault").is_none());
    assert_eq!(before, game.start(), "the move was made on a copy");
}

#[test]
fn only_the_highest_priority_counts() {
    let mut x = Sample::new();
    let no = x.yes(false);
    x.rule("quiet", &[s(3, 1)]);
    x.rule("capture", &[s(3, 3)]).capture = Capture::Must;
    x.rules.rules[1].priority = 1;
    x.pass("pass").priority = -1;
    assert_eq!(moves(&x), ["capture: man(1) s(1,1) s(3,3)", "capture: man(2) s(1,2) s(3,3)"]);
    x.rules.rules[1].condition = Some(no);
    assert_eq!(moves(&x), ["quiet: man(1) s(1,1) s(3,1)", "quiet: man(2) s(1,2) s(3,1)"]);
    x.rules.rules[0].after = Some(no);
    assert_eq!(moves(&x), ["pass: pass"]);
    x.rules.rules[2].condition = Some(no);
    let game = x.game();
    let mut none = Vec::new();
    assert_eq!(game.turn(&game.start(), &mut none), Ok(Turn::Over(Outcome::Draw)));
    assert_eq!(game.outcome(&game.start()), Ok(Some(Outcome::Draw)));
}

#[test]
fn only_the_greatest_preference_counts() {
    let mut x = Sample::new();
    // man(2) is preferred by 2, man(1) by 1; rules that prefer nothing count as 0.
    let index = x.ask(Ask::Index, &[x.ask(Ask::Moved, &[]), x.int(1)]);
    let negative = x.arith(Arith::Subtract, x.int(0), index);
    let fails = x.arith(Arith::Divide, x.int(1), x.int(0));
    x.rule("quiet", &[s(3, 1)]);
    x.rule("best", &[s(3, 2)]).prefer = Some(index);
    x.rule("low", &[s(2, 1)]).priority = -1;
    x.rules.rules[2].prefer = Some(fails);
    assert_eq!(moves(&x), ["best: man(2) s(1,2) s(3,2)"]);
    x.rules.rules[1].prefer = Some(negative);
    assert_eq!(moves(&x), ["quiet: man(1) s(1,1) s(3,1)", "quiet: man(2) s(1,2) s(3,1)"]);
    x.rules.rules[1].prefer = None;
    assert_eq!(moves(&x).len(), 4);
}

#[test]
fn equal_moves_are_one() {
    let mut x = Sample::new();
    let (one, two, mover) = (x.int(1), x.int(2), x.int(1));
    x.rule("first", &[s(3, 1)]);
    let rule = x.rule("second", &[s(3, 1), s(3, 2)]);
    rule.awards = vec![crate::rules::Award { player: mover, amount: two }];
    x.rule("third", &[s(3, 1)]).awards = vec![crate::rules::Award { player: mover, amount: one }];
    let names =
        |x: &Sample| moves(x).iter().map(|mv| mv.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&x), ["first", "first", "second", "second"], "the first in the file");
    x.rules.rivals = Rivals::BestAward;
    assert_eq!(names(&x), ["second", "second", "second", "second"], "the one with the greatest award");
    // Another word is another move.
    x.rules.rivals = Rivals::First;
    x.rules.rules[1].choices = vec![Choice { word: "quickly".into(), value: one }];
    assert_eq!(names(&x), ["first", "first", "second", "second", "second", "second"]);
}

#[test]
fn variables_are_forgotten_between_candidates() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    // The first candidate binds $V; the second must not see it.
    let bound = x.add(Expr::Assign(v, x.int(1)));
    let first = x.equal(x.ask(Ask::To, &[]), x.place(s(2, 1)));
    let condition = x.add(Expr::If(first, bound, Some(x.equal(value, x.int(1)))));
    x.rule("go", &[s(2, 1), s(3, 1)]).condition = Some(condition);
    assert_eq!(fault(&x), FaultKind::Unbound("V".into()));
}

#[test]
fn anything_but_true_is_a_no() {
    let mut x = Sample::new();
    let (one, yes) = (x.int(1), x.yes(true));
    x.rule("go", &[s(3, 1)]).condition = Some(one);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].condition = Some(yes);
    assert_eq!(moves(&x).len(), 2);
    let far = x.binary(BinaryOp::In, x.ask(Ask::To, &[]), x.set(&[x.place(s(1, 3))]));
    x.rules.rules[0].checks = vec![far];
    assert!(moves(&x).is_empty());
}

#[test]
fn a_condition_may_go_over_what_is_near() {
    let mut x = Sample::new();
    let (v, near) = x.var("V");
    let all = x.set(&[x.direction(0), x.direction(1), x.direction(2), x.direction(3)]);
    let around = x.ask(Ask::Neighbours, &[all, x.ask(Ask::To, &[])]);
    let full = x.over(Over::Count, (v, around), x.ask(Ask::Full, &[near]));
    let crowded = x.binary(BinaryOp::GreaterEqual, full, x.int(2));
    x.rule("go", &[s(2, 1), s(3, 1), s(3, 2), s(2, 3)]).condition = Some(crowded);
    let to: Vec<_> = moves(&x).iter().map(|mv| mv.rsplit(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(to, ["s(2,1)", "s(2,3)", "s(3,2)", "s(2,1)", "s(2,3)", "s(3,2)"]);
}
