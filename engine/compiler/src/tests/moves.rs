//! Tests of the move generator: which moves are legal, and their order.

use super::sample::{Sample, listed_moves, matches_of, s};
use crate::game::CompiledGame;
use boardwright_game::fault::{FaultContext, FaultKind};
use boardwright_game::game::{Game as _, GameExt, Outcome, Turn};
use boardwright_game::ids::{ElementId, GlobalId, Player};
use boardwright_rules::{
    Aggregate, ArithmeticOp, BinaryOp, Capture, Choice, Effect, Expr, Guard, PatternMatches, Query, RivalPolicy,
    RulePlace,
};

/// Legal moves in the initial state.
pub(super) fn moves(x: &Sample) -> Vec<String> {
    let game = x.game();
    listed_moves(&game, &game.initial_state())
}

/// Fault of listing the moves in the initial state.
fn fault(x: &Sample) -> FaultKind {
    let game = x.game();
    let fault = game.legal_moves(&game.initial_state(), &mut Vec::new()).expect_err("a fault");
    assert!(matches!(fault.context, FaultContext::Rule(_)));
    let compiled = CompiledGame::new(game.rules().clone()).expect("a small game");
    assert_eq!(compiled.legal_moves(&game.initial_state(), &mut Vec::new()).expect_err("a fault"), fault);
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
fn for_combinations() {
    // for = $D: directions, $K: 1..2; the first varies slowest, and the second may use the first.
    let mut x = Sample::new();
    let ((d, dir), (k, number)) = (x.var("D"), x.var("K"));
    let directions = x.set(&[x.direction(0), x.direction(1)]);
    let numbers = x.add(Expr::Range(x.int(1), x.query(Query::Index, &[dir, x.int(1)])));
    let to = x.query(Query::Next, &[dir, x.query(Query::From, &[])]);
    let two = x.add(Expr::Range(x.int(0), x.int(1)));
    let rule = x.rule("go", &[]);
    rule.for_each = vec![(d, directions), (k, numbers)];
    rule.to = RulePlace::Computed(to);
    // dir(1,0) has one number, dir(0,1) none.
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(2,1)"], "man(2) is stopped by the rock");
    x.rules.rules[0].for_each[1].1 = two;
    let first = x.equal(number, x.int(1));
    x.rules.rules[0].condition = Some(first);
    let game = x.game();
    let mut found = Vec::new();
    game.all_legal_moves(&game.initial_state(), &mut found).expect("no fault");
    let actual: Vec<(u32, String)> =
        found.iter().map(|&mv| (mv.for_index, game.move_text(&game.initial_state(), mv))).collect();
    assert_eq!(actual, [(1, "man(1) s(1,1) s(2,1)".to_owned()), (3, "man(2) s(1,2) s(1,3)".to_owned())]);
    // The combination binds its variables again when the move is made.
    let mut state = game.initial_state();
    game.apply(&mut state, found[1]).expect("no fault");
    assert_eq!(game.content(&state, s(1, 3)), Some(ElementId(1)));
}

#[test]
fn an_empty_for_set_has_no_candidates() {
    let mut x = Sample::new();
    let (d, _) = x.var("D");
    let none = x.set(&[]);
    x.rule("go", &[s(3, 1)]).for_each = vec![(d, none)];
    assert!(moves(&x).is_empty());
}

#[test]
fn patterns_bind_their_indices() {
    let mut x = Sample::new();
    let ((i, index), (row, row_of)) = (x.var("I"), x.var("R"));
    let same = x.equal(index, row_of);
    let rule = x.rule("go", &[]);
    rule.element = Some(PatternMatches { entries: vec![(ElementId(0), vec![(i, 1)]), (ElementId(1), vec![(i, 2)])] });
    rule.to = RulePlace::Listed(PatternMatches { entries: vec![(s(3, 1), vec![(row, 1)]), (s(3, 2), vec![(row, 2)])] });
    rule.checks = vec![same];
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1)", "go: man(2) s(1,2) s(3,2)"]);
}

#[test]
fn guards() {
    let mut x = Sample::new();
    let ((b, bound), both) = (x.var("B"), x.ints(&[1, 2]));
    let two = x.int(2);
    let is_one = x.equal(bound, x.int(1));
    x.rule("go", &[s(3, 1)]).element = Some(matches_of((0..4).map(ElementId)));
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
    let own = x.set(&[x.query(Query::Player, &[]), x.int(0)]);
    let rule = x.rule("go", &[s(3, 1)]);
    rule.element = Some(matches_of((0..4).map(ElementId)));
    rule.owner = Guard::In(own);
    assert_eq!(moves(&x).len(), 3, "both men and the rock");
    x.rules.first_player = Player::new(2).expect("a player");
    assert_eq!(moves(&x), ["go: foe s(3,3) s(3,1)", "go: rock s(2,2) s(3,1)"]);
}

#[test]
fn a_rule_of_another_player_evaluates_nothing() {
    let mut x = Sample::new();
    let (d, _) = x.var("D");
    let fails = x.set(&[x.arith(ArithmeticOp::Divide, x.int(1), x.int(0))]);
    x.rule("go", &[s(3, 1)]).for_each = vec![(d, fails)];
    x.rules.rules[0].player = Guard::Is(2);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].player = Guard::Is(1);
    assert_eq!(fault(&x), FaultKind::DivisionByZero);
}

#[test]
fn words_to_choose() {
    let mut x = Sample::new();
    let (one, two, king) = (x.int(1), x.int(2), x.text("king"));
    let choice = x.query(Query::Choice, &[]);
    let made = x.effect(Effect::SetState, &[x.query(Query::Moved, &[]), choice]);
    let word = |word: &str, value| Choice { word: word.into(), value };
    let rule = x.rule("go", &[s(3, 1)]);
    rule.element = Some(matches_of([ElementId(0)]));
    rule.choices = vec![word("man", one), word("king", two)];
    x.rules.rules[0].followup = Some(made);
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1) man", "go: man(1) s(1,1) s(3,1) king"]);
    let game = x.game();
    let state = super::sample::state_after(&game, &["man(1) s(1,1) s(3,1) king"]).expect("no fault");
    assert_eq!(game.element_state(&state, ElementId(0)), 2);
    // A choice may be a text, and a condition may read it.
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
    let mover = x.equal(x.query(Query::Player, &[]), one);
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
fn the_after_condition() {
    let mut x = Sample::new();
    // After the followup and before the turn passes: PLAYER is still the mover, and an award is still to come.
    let (v, value) = x.var("V");
    let bound = x.add(Expr::Assign(v, x.int(3)));
    let set = x.effect(Effect::Set(GlobalId(0)), &[value]);
    let still = x.equal(x.query(Query::Player, &[]), x.query(Query::Mover, &[]));
    let set_there = x.equal(x.global(0), value);
    let there = x.equal(x.query(Query::Content, &[x.place(s(3, 1))]), x.query(Query::Moved, &[]));
    let after = x.add(Expr::Lines(vec![still, set_there, there]));
    let no_award = x.equal(x.query(Query::Score, &[x.int(1)]), x.int(0));
    let (one, seven) = (x.int(1), x.int(7));
    let rule = x.rule("go", &[s(2, 1), s(3, 1)]);
    (rule.condition, rule.followup, rule.after) = (Some(bound), Some(set), Some(after));
    assert_eq!(moves(&x), ["go: man(1) s(1,1) s(3,1)", "go: man(2) s(1,2) s(3,1)"]);
    x.rules.rules[0].awards = vec![boardwright_rules::Award { player: one, amount: seven }];
    x.rules.rules[0].after = Some(no_award);
    assert_eq!(moves(&x).len(), 4, "awards are no part of it");
    let game = x.game();
    let before = game.initial_state();
    assert!(game.outcome(&before).expect("no fault").is_none());
    assert_eq!(before, game.initial_state(), "the move was made on a copy");
}

#[test]
fn only_the_highest_priority_counts() {
    let mut x = Sample::new();
    let no = x.boolean(false);
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
    assert_eq!(game.legal_moves(&game.initial_state(), &mut none), Ok(Turn::Over(Outcome::Draw)));
    assert_eq!(game.outcome(&game.initial_state()), Ok(Some(Outcome::Draw)));
}

#[test]
fn only_the_greatest_preference_counts() {
    let mut x = Sample::new();
    // man(2) has the preference 2, man(1) 1; rules without preference count as 0.
    let index = x.query(Query::Index, &[x.query(Query::Moved, &[]), x.int(1)]);
    let negative = x.arith(ArithmeticOp::Subtract, x.int(0), index);
    let fails = x.arith(ArithmeticOp::Divide, x.int(1), x.int(0));
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
    rule.awards = vec![boardwright_rules::Award { player: mover, amount: two }];
    x.rule("third", &[s(3, 1)]).awards = vec![boardwright_rules::Award { player: mover, amount: one }];
    let names =
        |x: &Sample| moves(x).iter().map(|mv| mv.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>();
    assert_eq!(names(&x), ["first", "first", "second", "second"], "the first in the file");
    x.rules.rival_policy = RivalPolicy::BestAward;
    assert_eq!(names(&x), ["second", "second", "second", "second"], "the one with the greatest award");
    // A different word makes a different move.
    x.rules.rival_policy = RivalPolicy::First;
    x.rules.rules[1].choices = vec![Choice { word: "quickly".into(), value: one }];
    assert_eq!(names(&x), ["first", "first", "second", "second", "second", "second"]);
}

#[test]
fn variables_are_forgotten_between_candidates() {
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    // The first candidate binds $V; the second must not see it.
    let bound = x.add(Expr::Assign(v, x.int(1)));
    let first = x.equal(x.query(Query::To, &[]), x.place(s(2, 1)));
    let condition = x.add(Expr::If(first, bound, Some(x.equal(value, x.int(1)))));
    x.rule("go", &[s(2, 1), s(3, 1)]).condition = Some(condition);
    assert_eq!(fault(&x), FaultKind::Unbound("V".into()));
}

#[test]
fn only_true_satisfies_a_condition() {
    let mut x = Sample::new();
    let (one, yes) = (x.int(1), x.boolean(true));
    x.rule("go", &[s(3, 1)]).condition = Some(one);
    assert!(moves(&x).is_empty());
    x.rules.rules[0].condition = Some(yes);
    assert_eq!(moves(&x).len(), 2);
    let far = x.binary(BinaryOp::In, x.query(Query::To, &[]), x.set(&[x.place(s(1, 3))]));
    x.rules.rules[0].checks = vec![far];
    assert!(moves(&x).is_empty());
}

#[test]
fn a_condition_may_loop_over_neighbours() {
    let mut x = Sample::new();
    let (v, near) = x.var("V");
    let all = x.set(&[x.direction(0), x.direction(1), x.direction(2), x.direction(3)]);
    let around = x.query(Query::Neighbours, &[all, x.query(Query::To, &[])]);
    let full = x.aggregate(Aggregate::Count, (v, around), x.query(Query::Full, &[near]));
    let crowded = x.binary(BinaryOp::GreaterEqual, full, x.int(2));
    x.rule("go", &[s(2, 1), s(3, 1), s(3, 2), s(2, 3)]).condition = Some(crowded);
    let to: Vec<_> = moves(&x).iter().map(|mv| mv.rsplit(' ').next().unwrap_or_default().to_owned()).collect();
    assert_eq!(to, ["s(2,1)", "s(2,3)", "s(3,2)", "s(2,1)", "s(2,3)", "s(3,2)"]);
}
