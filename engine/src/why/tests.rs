//! Every reason for which a rule can refuse a move, and what legal moves are said to do.

use super::{Attempt, Cause, Change, Legal, Obstacle, Refused, Step, Why, WhyError};
use crate::fault::FaultKind;
use crate::game::{Game as _, Outcome};
use crate::ids::{ElementId, FunctionId, GlobalId, Player};
use crate::plain::tests::sample::{Sample, after, found, s};
use crate::rules::{
    Arith, Ask, Award, BinaryOp, Capture, Choice, Deed, Expr, Guard, Next, Over, Place, Rule, Scoring, Span, Winner,
};

const GO: &str = "man(1) s(1,1) s(3,1)";

/// What is said of a move at the start.
fn why(x: &Sample, text: &str) -> Why {
    let game = x.game();
    game.why(&game.start(), text).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(x: &Sample, text: &str) -> Refused {
    match why(x, text) {
        Why::Refused(refused) => refused,
        Why::Legal(legal) => panic!("it is legal: {legal:?}"),
    }
}

/// The only attempt.
fn attempt(x: &Sample, text: &str) -> Attempt {
    let mut refused = refused(x, text);
    assert_eq!((refused.before_rules, refused.attempts.len()), (None, 1));
    refused.attempts.remove(0)
}

fn step(x: &Sample, text: &str) -> Step {
    attempt(x, text).step
}

fn legal(x: &Sample, text: &str) -> Legal {
    match why(x, text) {
        Why::Legal(legal) => legal,
        Why::Refused(refused) => panic!("it is refused: {refused:?}"),
    }
}

/// Makes a rule refuse.
type Spoil = fn(&mut Rule);

/// Every step that can fail without an expression.
#[test]
fn steps_that_need_no_expression() {
    let mut x = Sample::new();
    x.rule("go", &[s(2, 1), s(2, 2), s(3, 1)]);
    assert!(matches!(why(&x, GO), Why::Legal(_)));
    assert_eq!(step(&x, "man(1) s(1,1) s(3,3)"), Step::To);
    assert_eq!(step(&x, "man(1) s(1,1) s(2,2)"), Step::Target);
    assert!(refused(&x, "foe").attempts.is_empty(), "no rule is for it");
    let cases: [(Spoil, Step); 7] = [
        (|rule| rule.state = Guard::Is(2), Step::State),
        (|rule| rule.state = Guard::Never, Step::State),
        (|rule| rule.owner = Guard::Is(2), Step::Owner),
        (|rule| rule.player = Guard::Is(2), Step::Player),
        (|rule| rule.from = Place::Off, Step::From),
        (|rule| rule.to = Place::Off, Step::To),
        (|rule| rule.capture = Capture::Must, Step::Target),
    ];
    for (change, expected) in cases {
        let mut x = Sample::new();
        change(x.rule("go", &[s(3, 1)]));
        assert_eq!(step(&x, GO), expected);
    }
}

#[test]
fn reasons_are_told_in_words() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1), s(3, 3), s(2, 2), s(1, 2)]).player = Guard::Is(2);
    assert_eq!(attempt(&x, GO).reason, "player 1 is to move, the rule is for player 2");
    x.rules.rules[0].player = Guard::Any;
    let to = |x: &Sample, to: &str| attempt(x, &format!("man(1) s(1,1) {to}")).reason;
    assert_eq!(to(&x, "s(3,3)"), "s(3,3) is not empty: foe stands there, and the rule captures nothing");
    assert_eq!(to(&x, "s(1,3)"), "s(1,3) is none of the rule's targets");
    assert_eq!(to(&x, "off"), "the rule takes nothing off the board");
    x.rules.rules[0].capture = Capture::Must;
    assert_eq!(to(&x, "s(3,1)"), "s(3,1) is empty, and the rule only captures");
    let not = "is not empty: rock stands there and is nobody's, so that it cannot be captured";
    assert_eq!(to(&x, "s(2,2)"), format!("s(2,2) {not}"));
    assert!(to(&x, "s(1,2)").contains("is player 1's"));
    x.rules.rules[0].state = Guard::Is(2);
    assert_eq!(attempt(&x, GO).reason, "its state is 1, the rule asks for 2");
}

#[test]
fn guards_that_are_worked_out() {
    let mut x = Sample::new();
    let two = x.ints(&[2]);
    x.rule("go", &[s(3, 1)]).owner = Guard::In(two);
    let attempt = attempt(&x, GO);
    assert_eq!((attempt.step, attempt.reason.as_str()), (Step::Guard, "its owner is 1, the rule asks for {2}"));
}

#[test]
fn the_first_false_part_of_a_condition() {
    // EMPTY(TO) AND (OWNER(MOVED) == 2 AND never)
    let mut x = Sample::new();
    let empty = x.ask(Ask::Empty, &[x.ask(Ask::To, &[])]);
    let owner = x.ask(Ask::Owner, &[x.ask(Ask::Moved, &[])]);
    let owned = x.equal(owner, x.int(2));
    let both = x.binary(BinaryOp::And, owned, x.yes(false));
    let condition = x.binary(BinaryOp::And, empty, both);
    x.rule("go", &[s(3, 1)]).condition = Some(condition);
    let attempt = attempt(&x, GO);
    assert_eq!(attempt.step, Step::Condition);
    let seen = attempt.seen.expect("a condition is taken apart");
    assert_eq!((seen.value.as_str(), seen.parts.len()), ("false", 1), "the 2 is left out");
    let (owner, moved) = (&seen.parts[0], &seen.parts[0].parts[0]);
    assert_eq!((owner.value.as_str(), moved.value.as_str()), ("1", "man(1)"));
}

#[test]
fn the_member_that_decides_a_loop() {
    // FORALL($V, {s(3,1), s(2,2), s(1,1)}, EMPTY($V)) fails with s(2,2).
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let places = x.set(&[x.place(s(3, 1)), x.place(s(2, 2)), x.place(s(1, 1))]);
    let all = x.over(Over::All, (v, places), x.ask(Ask::Empty, &[value]));
    x.rule("go", &[s(3, 1)]).condition = Some(all);
    let seen = attempt(&x, GO).seen.expect("a condition is taken apart");
    assert_eq!(seen.given, [("V".to_owned(), "s(2,2)".to_owned())]);
    assert_eq!((seen.parts[0].value.as_str(), seen.parts[0].parts[0].value.as_str()), ("false", "s(2,2)"));
    // FORSOME fails with none of them: the set is told.
    let some = x.over(Over::Some, (v, x.set(&[x.ask(Ask::To, &[])])), x.ask(Ask::Full, &[value]));
    x.rules.rules[0].condition = Some(some);
    let seen = attempt(&x, GO).seen.expect("a condition is taken apart");
    assert_eq!((seen.given.len(), seen.parts[0].value.as_str()), (0, "{s(3,1)}"));
}

#[test]
fn calls_are_followed() {
    // F($p) = (EMPTY($p); NOT EMPTY($p))
    let mut x = Sample::new();
    let (p, value) = x.var("p");
    let empty = x.ask(Ask::Empty, &[value]);
    let not = x.add(Expr::Unary(crate::rules::UnaryOp::Not, empty));
    x.function("F", &[p], &[empty, not]);
    let call = x.add(Expr::Call(FunctionId(0), vec![x.ask(Ask::To, &[])]));
    x.rule("go", &[s(3, 1)]).condition = Some(call);
    let seen = attempt(&x, GO).seen.expect("a condition is taken apart");
    assert_eq!(seen.given, [("p".to_owned(), "s(3,1)".to_owned())]);
    let not = &seen.parts[0];
    assert_eq!((not.value.as_str(), not.parts[0].value.as_str()), ("false", "true"));
}

#[test]
fn an_explanation_of_endless_recursion_ends() {
    let mut x = Sample::new();
    let call = Expr::Call(FunctionId(0), Vec::new());
    let again = x.add(call.clone());
    x.function("F", &[], &[again]);
    let condition = x.add(call);
    x.rule("go", &[s(3, 1)]).condition = Some(condition);
    let game = x.game();
    assert!(game.why(&game.start(), GO).is_ok_and(|why| matches!(why, Why::Refused(_))));
}

#[test]
fn the_way_that_comes_nearest_is_told() {
    // for = $K: 1..3, condition = $K > 1 AND $K > 2 AND $K > 3: 3 comes furthest.
    let mut x = Sample::new();
    let (k, value) = x.var("K");
    let numbers = x.add(Expr::Range(x.int(1), x.int(3)));
    let over = |number| x.binary(BinaryOp::Greater, value, x.int(number));
    let lines = x.add(Expr::Lines(vec![over(1), over(2), over(3)]));
    let rule = x.rule("go", &[s(3, 1)]);
    (rule.each, rule.condition) = (vec![(k, numbers)], Some(lines));
    assert_eq!(attempt(&x, GO).bound, [("K".to_owned(), "3".to_owned())]);
    let none = x.set(&[]);
    x.rules.rules[0].each[0].1 = none;
    assert_eq!(step(&x, GO), Step::For);
}

#[test]
fn what_must_hold_afterwards() {
    let mut x = Sample::new();
    let empty = x.ask(Ask::Empty, &[x.ask(Ask::To, &[])]);
    x.rule("go", &[s(3, 1)]).after = Some(empty);
    let attempt = attempt(&x, GO);
    assert_eq!(attempt.step, Step::After);
    assert_eq!(attempt.seen.expect("it is taken apart").parts[0].value, "s(3,1)");
}

#[test]
fn other_moves_may_stand_against_it() {
    let mut x = Sample::new();
    x.rule("quiet", &[s(3, 1)]);
    x.rule("capture", &[s(3, 3)]).capture = Capture::Must;
    x.rules.rules[1].priority = 1;
    let found = attempt(&x, GO);
    assert_eq!(found.step, Step::Priority);
    assert!(found.reason.contains("\"capture\" has the priority 1 over 0"), "{}", found.reason);
    let five = x.int(5);
    (x.rules.rules[1].priority, x.rules.rules[1].prefer) = (0, Some(five));
    let found = attempt(&x, GO);
    assert_eq!(found.step, Step::Prefer);
    assert!(found.reason.contains("by 0 only") && found.reason.ends_with("by 5"), "{}", found.reason);
}

#[test]
fn words_that_are_missing_or_wrong() {
    let mut x = Sample::new();
    let one = x.int(1);
    let word = |word: &str| Choice { word: word.into(), value: one };
    x.rule("go", &[s(3, 1)]).choices = vec![word("left"), word("right")];
    assert_eq!(step(&x, GO), Step::Text);
    let wrong = attempt(&x, &format!("{GO} up"));
    assert_eq!(
        (wrong.step, wrong.reason.as_str()),
        (Step::Choice, "\"up\" is none of its words, which are left, right")
    );
    assert!(matches!(why(&x, &format!("{GO} left")), Why::Legal(_)));
    x.rules.rules[0].choices.clear();
    assert_eq!(step(&x, &format!("{GO} left")), Step::Choice);
}

#[test]
fn rules_without_element() {
    let mut x = Sample::new();
    let no = x.yes(false);
    x.pass("pass").condition = Some(no);
    assert_eq!(step(&x, "pass"), Step::Condition);
    x.rules.rules[0].condition = None;
    assert!(matches!(why(&x, "pass"), Why::Legal(_)));
}

#[test]
fn only_the_rules_that_come_near_are_told() {
    let mut x = Sample::new();
    let no = x.yes(false);
    x.rule("far", &[s(2, 1)]);
    x.rule("near", &[s(3, 1)]).condition = Some(no);
    x.rule("also far", &[s(3, 1)]).player = Guard::Is(2);
    let told: Vec<usize> = refused(&x, GO).attempts.iter().map(|attempt| attempt.rule.index()).collect();
    assert_eq!(told, [1]);
}

#[test]
fn faults_are_told_too() {
    let mut x = Sample::new();
    let fails = x.equal(x.arith(Arith::Divide, x.int(1), x.int(0)), x.int(1));
    x.rule("go", &[s(3, 1)]).condition = Some(fails);
    let attempt = attempt(&x, GO);
    assert_eq!((attempt.step, attempt.reason.as_str()), (Step::Fault, "it cannot be worked out: division by zero"));
}

#[test]
fn obstacles_before_any_rule() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1)]);
    let elsewhere = refused(&x, "man(1) s(2,1) s(3,1)").before_rules;
    assert_eq!(elsewhere, Some(Obstacle::Elsewhere(Some("s(1,1)".to_owned()))));
    assert_eq!(refused(&x, "spare s(2,1) s(3,1)").before_rules, Some(Obstacle::Elsewhere(None)));
    let yes = x.yes(true);
    x.end(yes, Winner::Highest);
    let over = Some(Obstacle::Over(Outcome::Won(Player::new(2).expect("a player"))));
    assert_eq!(refused(&x, GO).before_rules, over);
}

#[test]
fn texts_that_mean_nothing() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1)]);
    x.pass("pass");
    let game = x.game();
    for text in ["", "pig", "man(1) s(1,1) s(9,9)", "man(1) s(1,1) s(3,1) a b", "pass a b", "man(1) here"] {
        let error = game.why(&game.start(), text).expect_err(text);
        assert!(matches!(error, WhyError::Unknown { .. }), "{text}: {error}");
    }
}

#[test]
fn a_text_may_lack_its_end() {
    let mut x = Sample::new();
    x.rule("go", &[s(2, 2)]);
    for text in ["man(1)", "man(1) s(1,1)"] {
        assert_eq!(step(&x, text), Step::Target);
    }
    x.rules.rules[0].to = Place::Known(found([s(2, 2), s(3, 1)]));
    let found = attempt(&x, "man(1)");
    assert_eq!(found.step, Step::Text);
    assert!(found.reason.contains("\"man(1) s(1,1) s(3,1)\""), "{}", found.reason);
}

#[test]
fn effects_in_order() {
    // Captures foe, gets 5 points, turns its state, sets a variable; a scoring gives the next player a point, and it ends.
    let mut x = Sample::new();
    let (mover, five, one) = (x.ask(Ask::Mover, &[]), x.int(5), x.int(1));
    let king = x.perform(Deed::SetState, &[x.ask(Ask::Moved, &[]), x.int(2)]);
    let count = x.perform(Deed::Set(GlobalId(0)), &[x.int(4)]);
    let followup = x.add(Expr::Lines(vec![king, count]));
    let (player, yes) = (x.ask(Ask::Player, &[]), x.equal(x.ask(Ask::Moved, &[]), x.element(0)));
    let rule = x.rule("go", &[s(3, 3)]);
    (rule.capture, rule.followup) = (Capture::Must, Some(followup));
    rule.awards = vec![Award { player: mover, amount: five }];
    let awards = vec![Award { player, amount: one }];
    x.rules.scorings = vec![Scoring { situation: yes, awards, followup: None, span: Span::default() }];
    x.end(yes, Winner::Highest);
    let legal = legal(&x, "man(1) s(1,1) s(3,3)");
    let causes: Vec<Cause> = legal.effects.iter().map(|effect| effect.cause).collect();
    let expected = [
        Cause::Award,
        Cause::Capture,
        Cause::Move,
        Cause::Action,
        Cause::Action,
        Cause::Turn,
        Cause::Scoring,
        Cause::End,
    ];
    assert_eq!(causes, expected);
    let rules = x.done();
    let told: Vec<String> =
        legal.effects.iter().flat_map(|effect| effect.changes.iter().map(|change| change.text(&rules))).collect();
    assert_eq!(
        told,
        [
            "player 1 has 5 points after 0",
            "foe from s(3,3) to box(1)",
            "man(1) from s(1,1) to s(3,3)",
            "man(1) gets state 2 after 1",
            "count = 4 after 2",
            "player 2 is to move",
            "player 2 has 11 points after 10",
            "the game ends, player 2 wins",
        ]
    );
    assert_eq!(legal.scores, [5, 11]);
    assert_eq!(legal.next.number(), 2);
    assert!(legal.fault.is_none());
    // The same as the game itself says.
    let game = x.game();
    let state = after(&game, &["man(1) s(1,1) s(3,3)"]).expect("no fault");
    assert_eq!(game.outcome(&state), Ok(legal.outcome));
}

#[test]
fn a_move_that_leaves_no_move_says_so() {
    let mut x = Sample::new();
    let here = x.equal(x.ask(Ask::Location, &[x.element(0)]), x.place(s(1, 1)));
    x.rule("go", &[s(3, 1)]).condition = Some(here);
    x.rules.rules[0].element = Some(found([ElementId(0)]));
    let legal = legal(&x, GO);
    let last = legal.effects.last().expect("it does something");
    assert_eq!((last.cause, last.changes.as_slice()), (Cause::NoMoves, [Change::Over(Outcome::Draw)].as_slice()));
    assert_eq!(legal.outcome, Some(Outcome::Draw));
}

#[test]
fn a_fault_half_way_is_told_with_what_was_done() {
    let mut x = Sample::new();
    let fails = x.perform(Deed::Set(GlobalId(0)), &[x.int(99)]);
    x.rule("go", &[s(3, 1)]).followup = Some(fails);
    let legal = legal(&x, GO);
    assert!(matches!(legal.fault.expect("a fault").kind, FaultKind::OutOfBounds { .. }));
    assert_eq!(legal.effects.iter().map(|effect| effect.cause).collect::<Vec<_>>(), [Cause::Move]);
}

#[test]
fn steps_that_change_nothing_are_told() {
    let mut x = Sample::new();
    let (same, mover, no) = (x.perform(Deed::Set(GlobalId(0)), &[x.int(2)]), x.ask(Ask::Mover, &[]), x.yes(false));
    let rule = x.rule("go", &[s(2, 1), s(3, 1)]);
    (rule.followup, rule.next) = (Some(same), Next::Is(mover));
    x.end(no, Winner::Highest);
    let legal = legal(&x, GO);
    let rules = x.done();
    let told: Vec<String> =
        legal.effects.iter().flat_map(|effect| effect.changes.iter().map(|change| change.text(&rules))).collect();
    let expected = ["man(1) from s(1,1) to s(3,1)", "count stays 2", "player 1 is to move again", "the game goes on"];
    assert_eq!(told, expected);
}

#[test]
fn labels_are_worked_out_before_the_move() {
    let mut x = Sample::new();
    let here = x.ask(Ask::Location, &[x.ask(Ask::Moved, &[])]);
    x.rule("go", &[s(3, 1)]);
    let game = x.game();
    let start = game.start();
    assert_eq!(game.label(&start, legal(&x, GO).mv), Ok(None));
    x.rules.rules[0].label = Some(here);
    let game = x.game();
    assert_eq!(game.label(&start, legal(&x, GO).mv), Ok(Some("s(1,1)".to_owned())));
}
