//! Tests of explanations: every reason for which a rule can reject a move, and the effects of legal moves.

use super::sample::{Sample, matches_of, s, state_after};
use boardwright_game::fault::FaultKind;
use boardwright_game::game::{Game as _, Outcome};
use boardwright_game::ids::{ElementId, FunctionId, GlobalId, Player};
use boardwright_interpreter::explain::{
    ExplainError, Explanation, IllegalExplanation, LegalExplanation, MatchStep, Obstacle, RuleAttempt, StateChange,
    StepKind,
};
use boardwright_rules::{
    Aggregate, ArithmeticOp, Award, BinaryOp, Capture, Choice, Effect, Expr, Guard, Next, Query, Rule, RulePlace,
    Scoring, Span, Winner,
};

const GO: &str = "man(1) s(1,1) s(3,1)";

/// Explanation of a move in the initial state.
fn why(x: &Sample, text: &str) -> Explanation {
    let game = x.game();
    game.explain_move(&game.initial_state(), text).unwrap_or_else(|error| panic!("{error}"))
}

fn refused(x: &Sample, text: &str) -> IllegalExplanation {
    match why(x, text) {
        Explanation::Illegal(refused) => refused,
        Explanation::Legal(legal) => panic!("it is legal: {legal:?}"),
    }
}

/// The only attempt.
fn attempt(x: &Sample, text: &str) -> RuleAttempt {
    let mut refused = refused(x, text);
    assert_eq!((refused.obstacle, refused.attempts.len()), (None, 1));
    refused.attempts.remove(0)
}

fn step(x: &Sample, text: &str) -> MatchStep {
    attempt(x, text).step
}

fn legal(x: &Sample, text: &str) -> LegalExplanation {
    match why(x, text) {
        Explanation::Legal(legal) => legal,
        Explanation::Illegal(refused) => panic!("it is refused: {refused:?}"),
    }
}

/// Makes a rule reject all moves.
type Spoil = fn(&mut Rule);

/// All steps that can fail without an expression.
#[test]
fn steps_that_need_no_expression() {
    let mut x = Sample::new();
    x.rule("go", &[s(2, 1), s(2, 2), s(3, 1)]);
    assert!(matches!(why(&x, GO), Explanation::Legal(_)));
    assert_eq!(step(&x, "man(1) s(1,1) s(3,3)"), MatchStep::To);
    assert_eq!(step(&x, "man(1) s(1,1) s(2,2)"), MatchStep::Target);
    assert!(refused(&x, "foe").attempts.is_empty(), "no rule is for it");
    let cases: [(Spoil, MatchStep); 7] = [
        (|rule| rule.state = Guard::Is(2), MatchStep::State),
        (|rule| rule.state = Guard::Never, MatchStep::State),
        (|rule| rule.owner = Guard::Is(2), MatchStep::Owner),
        (|rule| rule.player = Guard::Is(2), MatchStep::Player),
        (|rule| rule.from = RulePlace::Off, MatchStep::From),
        (|rule| rule.to = RulePlace::Off, MatchStep::To),
        (|rule| rule.capture = Capture::Must, MatchStep::Target),
    ];
    for (change, expected) in cases {
        let mut x = Sample::new();
        change(x.rule("go", &[s(3, 1)]));
        assert_eq!(step(&x, GO), expected);
    }
}

#[test]
fn reasons_are_in_words() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1), s(3, 3), s(2, 2), s(1, 2)]).player = Guard::Is(2);
    assert_eq!(attempt(&x, GO).reason, "player 1 is to move, the rule is for player 2");
    x.rules.rules[0].player = Guard::Any;
    let to = |x: &Sample, to: &str| attempt(x, &format!("man(1) s(1,1) {to}")).reason;
    assert_eq!(to(&x, "s(3,3)"), "s(3,3) is not empty: foe stands there, and the rule captures nothing");
    assert_eq!(to(&x, "s(1,3)"), "s(1,3) is not among the rule's targets");
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
fn computed_guards() {
    let mut x = Sample::new();
    let two = x.ints(&[2]);
    x.rule("go", &[s(3, 1)]).owner = Guard::In(two);
    let attempt = attempt(&x, GO);
    assert_eq!((attempt.step, attempt.reason.as_str()), (MatchStep::Guard, "its owner is 1, the rule asks for {2}"));
}

#[test]
fn the_first_false_part_of_a_condition() {
    // EMPTY(TO) AND (OWNER(MOVED) == 2 AND never)
    let mut x = Sample::new();
    let empty = x.query(Query::Empty, &[x.query(Query::To, &[])]);
    let owner = x.query(Query::Owner, &[x.query(Query::Moved, &[])]);
    let owned = x.equal(owner, x.int(2));
    let both = x.binary(BinaryOp::And, owned, x.boolean(false));
    let condition = x.binary(BinaryOp::And, empty, both);
    x.rule("go", &[s(3, 1)]).condition = Some(condition);
    let attempt = attempt(&x, GO);
    assert_eq!(attempt.step, MatchStep::Condition);
    let trace = attempt.trace.expect("a condition has a trace");
    assert_eq!((trace.value.as_str(), trace.parts.len()), ("false", 1), "the 2 is left out");
    let (owner, moved) = (&trace.parts[0], &trace.parts[0].parts[0]);
    assert_eq!((owner.value.as_str(), moved.value.as_str()), ("1", "man(1)"));
}

#[test]
fn the_member_that_decides_a_loop() {
    // FORALL($V, {s(3,1), s(2,2), s(1,1)}, EMPTY($V)) fails with s(2,2).
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let places = x.set(&[x.place(s(3, 1)), x.place(s(2, 2)), x.place(s(1, 1))]);
    let all = x.aggregate(Aggregate::All, (v, places), x.query(Query::Empty, &[value]));
    x.rule("go", &[s(3, 1)]).condition = Some(all);
    let trace = attempt(&x, GO).trace.expect("a condition has a trace");
    assert_eq!(trace.assigned, [("V".to_owned(), "s(2,2)".to_owned())]);
    assert_eq!((trace.parts[0].value.as_str(), trace.parts[0].parts[0].value.as_str()), ("false", "s(2,2)"));
    // FORSOME fails for all members: the set is reported.
    let some = x.aggregate(Aggregate::Some, (v, x.set(&[x.query(Query::To, &[])])), x.query(Query::Full, &[value]));
    x.rules.rules[0].condition = Some(some);
    let trace = attempt(&x, GO).trace.expect("a condition has a trace");
    assert_eq!((trace.assigned.len(), trace.parts[0].value.as_str()), (0, "{s(3,1)}"));
}

#[test]
fn calls_are_followed() {
    // F($p) = (EMPTY($p); NOT EMPTY($p))
    let mut x = Sample::new();
    let (p, value) = x.var("p");
    let empty = x.query(Query::Empty, &[value]);
    let not = x.add(Expr::Unary(boardwright_rules::UnaryOp::Not, empty));
    x.function("F", &[p], &[empty, not]);
    let call = x.add(Expr::Call(FunctionId(0), vec![x.query(Query::To, &[])]));
    x.rule("go", &[s(3, 1)]).condition = Some(call);
    let trace = attempt(&x, GO).trace.expect("a condition has a trace");
    assert_eq!(trace.assigned, [("p".to_owned(), "s(3,1)".to_owned())]);
    let not = &trace.parts[0];
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
    assert!(game.explain_move(&game.initial_state(), GO).is_ok_and(|why| matches!(why, Explanation::Illegal(_))));
}

#[test]
fn the_nearest_for_combination_is_reported() {
    // for = $K: 1..3, condition = $K > 1 AND $K > 2 AND $K > 3: 3 comes furthest.
    let mut x = Sample::new();
    let (k, value) = x.var("K");
    let numbers = x.add(Expr::Range(x.int(1), x.int(3)));
    let over = |number| x.binary(BinaryOp::Greater, value, x.int(number));
    let lines = x.add(Expr::Lines(vec![over(1), over(2), over(3)]));
    let rule = x.rule("go", &[s(3, 1)]);
    (rule.for_each, rule.condition) = (vec![(k, numbers)], Some(lines));
    assert_eq!(attempt(&x, GO).bindings, [("K".to_owned(), "3".to_owned())]);
    let none = x.set(&[]);
    x.rules.rules[0].for_each[0].1 = none;
    assert_eq!(step(&x, GO), MatchStep::For);
}

#[test]
fn the_after_condition() {
    let mut x = Sample::new();
    let empty = x.query(Query::Empty, &[x.query(Query::To, &[])]);
    x.rule("go", &[s(3, 1)]).after = Some(empty);
    let attempt = attempt(&x, GO);
    assert_eq!(attempt.step, MatchStep::After);
    assert_eq!(attempt.trace.expect("the condition has a trace").parts[0].value, "s(3,1)");
}

#[test]
fn better_moves_are_reported() {
    let mut x = Sample::new();
    x.rule("quiet", &[s(3, 1)]);
    x.rule("capture", &[s(3, 3)]).capture = Capture::Must;
    x.rules.rules[1].priority = 1;
    let found = attempt(&x, GO);
    assert_eq!(found.step, MatchStep::Priority);
    assert!(found.reason.contains("\"capture\" has the priority 1 over 0"), "{}", found.reason);
    let five = x.int(5);
    (x.rules.rules[1].priority, x.rules.rules[1].prefer) = (0, Some(five));
    let found = attempt(&x, GO);
    assert_eq!(found.step, MatchStep::Prefer);
    assert!(
        found.reason.contains("its preference is 0,") && found.reason.ends_with("preference 5"),
        "{}",
        found.reason
    );
}

#[test]
fn words_that_are_missing_or_wrong() {
    let mut x = Sample::new();
    let one = x.int(1);
    let word = |word: &str| Choice { word: word.into(), value: one };
    x.rule("go", &[s(3, 1)]).choices = vec![word("left"), word("right")];
    assert_eq!(step(&x, GO), MatchStep::Text);
    let wrong = attempt(&x, &format!("{GO} up"));
    assert_eq!(
        (wrong.step, wrong.reason.as_str()),
        (MatchStep::Choice, "\"up\" is not among its words, which are left, right")
    );
    assert!(matches!(why(&x, &format!("{GO} left")), Explanation::Legal(_)));
    x.rules.rules[0].choices.clear();
    assert_eq!(step(&x, &format!("{GO} left")), MatchStep::Choice);
}

#[test]
fn rules_without_element() {
    let mut x = Sample::new();
    let no = x.boolean(false);
    x.pass("pass").condition = Some(no);
    assert_eq!(step(&x, "pass"), MatchStep::Condition);
    x.rules.rules[0].condition = None;
    assert!(matches!(why(&x, "pass"), Explanation::Legal(_)));
}

#[test]
fn only_the_nearest_rules_are_reported() {
    let mut x = Sample::new();
    let no = x.boolean(false);
    x.rule("far", &[s(2, 1)]);
    x.rule("near", &[s(3, 1)]).condition = Some(no);
    x.rule("also far", &[s(3, 1)]).player = Guard::Is(2);
    let actual: Vec<usize> = refused(&x, GO).attempts.iter().map(|attempt| attempt.rule.index()).collect();
    assert_eq!(actual, [1]);
}

#[test]
fn faults_are_reported() {
    let mut x = Sample::new();
    let fails = x.equal(x.arith(ArithmeticOp::Divide, x.int(1), x.int(0)), x.int(1));
    x.rule("go", &[s(3, 1)]).condition = Some(fails);
    let attempt = attempt(&x, GO);
    assert_eq!((attempt.step, attempt.reason.as_str()), (MatchStep::Fault, "the evaluation failed: division by zero"));
}

#[test]
fn obstacles_before_any_rule() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1)]);
    let elsewhere = refused(&x, "man(1) s(2,1) s(3,1)").obstacle;
    assert_eq!(elsewhere, Some(Obstacle::Elsewhere(Some("s(1,1)".to_owned()))));
    assert_eq!(refused(&x, "spare s(2,1) s(3,1)").obstacle, Some(Obstacle::Elsewhere(None)));
    let yes = x.boolean(true);
    x.end(yes, Winner::Highest);
    let over = Some(Obstacle::Over(Outcome::Won(Player::new(2).expect("a player"))));
    assert_eq!(refused(&x, GO).obstacle, over);
}

#[test]
fn unknown_texts() {
    let mut x = Sample::new();
    x.rule("go", &[s(3, 1)]);
    x.pass("pass");
    let game = x.game();
    for text in ["", "pig", "man(1) s(1,1) s(9,9)", "man(1) s(1,1) s(3,1) a b", "pass a b", "man(1) here"] {
        let error = game.explain_move(&game.initial_state(), text).expect_err(text);
        assert!(matches!(error, ExplainError::Unknown { .. }), "{text}: {error}");
    }
}

#[test]
fn a_text_may_lack_its_end() {
    let mut x = Sample::new();
    x.rule("go", &[s(2, 2)]);
    for text in ["man(1)", "man(1) s(1,1)"] {
        assert_eq!(step(&x, text), MatchStep::Target);
    }
    x.rules.rules[0].to = RulePlace::Listed(matches_of([s(2, 2), s(3, 1)]));
    let found = attempt(&x, "man(1)");
    assert_eq!(found.step, MatchStep::Text);
    assert!(found.reason.contains("\"man(1) s(1,1) s(3,1)\""), "{}", found.reason);
}

#[test]
fn effects_in_order() {
    // Captures foe, adds 5 points, changes its state, sets a variable; a scoring adds a point for the next player; the
    // game ends.
    let mut x = Sample::new();
    let (mover, five, one) = (x.query(Query::Mover, &[]), x.int(5), x.int(1));
    let king = x.effect(Effect::SetState, &[x.query(Query::Moved, &[]), x.int(2)]);
    let count = x.effect(Effect::Set(GlobalId(0)), &[x.int(4)]);
    let followup = x.add(Expr::Lines(vec![king, count]));
    let (player, yes) = (x.query(Query::Player, &[]), x.equal(x.query(Query::Moved, &[]), x.element(0)));
    let rule = x.rule("go", &[s(3, 3)]);
    (rule.capture, rule.followup) = (Capture::Must, Some(followup));
    rule.awards = vec![Award { player: mover, amount: five }];
    let awards = vec![Award { player, amount: one }];
    x.rules.scorings = vec![Scoring { situation: yes, awards, followup: None, span: Span::default() }];
    x.end(yes, Winner::Highest);
    let legal = legal(&x, "man(1) s(1,1) s(3,3)");
    let causes: Vec<StepKind> = legal.effects.iter().map(|effect| effect.kind).collect();
    let expected = [
        StepKind::Award,
        StepKind::Capture,
        StepKind::Move,
        StepKind::Action,
        StepKind::Action,
        StepKind::Turn,
        StepKind::Scoring,
        StepKind::End,
    ];
    assert_eq!(causes, expected);
    let rules = x.finish();
    let actual: Vec<String> =
        legal.effects.iter().flat_map(|effect| effect.changes.iter().map(|change| change.text(&rules))).collect();
    assert_eq!(
        actual,
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
    assert_eq!(legal.scores, vec![5.0, 11.0]);
    assert_eq!(legal.next.number(), 2);
    assert!(legal.fault.is_none());
    // The effects agree with the state that the game computes.
    let game = x.game();
    let state = state_after(&game, &["man(1) s(1,1) s(3,3)"]).expect("no fault");
    assert_eq!(game.outcome(&state), Ok(legal.outcome));
}

#[test]
fn a_move_that_leaves_no_legal_move_is_reported() {
    let mut x = Sample::new();
    let here = x.equal(x.query(Query::Location, &[x.element(0)]), x.place(s(1, 1)));
    x.rule("go", &[s(3, 1)]).condition = Some(here);
    x.rules.rules[0].element = Some(matches_of([ElementId(0)]));
    let legal = legal(&x, GO);
    let last = legal.effects.last().expect("it does something");
    assert_eq!(
        (last.kind, last.changes.as_slice()),
        (StepKind::NoMoves, [StateChange::Over(Outcome::Draw)].as_slice())
    );
    assert_eq!(legal.outcome, Some(Outcome::Draw));
}

#[test]
fn a_fault_half_way_is_reported_with_the_effects_before_it() {
    let mut x = Sample::new();
    let fails = x.effect(Effect::Set(GlobalId(0)), &[x.int(99)]);
    x.rule("go", &[s(3, 1)]).followup = Some(fails);
    let legal = legal(&x, GO);
    assert!(matches!(legal.fault.expect("a fault").kind, FaultKind::OutOfBounds { .. }));
    assert_eq!(legal.effects.iter().map(|effect| effect.kind).collect::<Vec<_>>(), [StepKind::Move]);
}

#[test]
fn steps_that_change_nothing_are_reported() {
    let mut x = Sample::new();
    let (same, mover, no) =
        (x.effect(Effect::Set(GlobalId(0)), &[x.int(2)]), x.query(Query::Mover, &[]), x.boolean(false));
    let rule = x.rule("go", &[s(2, 1), s(3, 1)]);
    (rule.followup, rule.next) = (Some(same), Next::Is(mover));
    x.end(no, Winner::Highest);
    let legal = legal(&x, GO);
    let rules = x.finish();
    let actual: Vec<String> =
        legal.effects.iter().flat_map(|effect| effect.changes.iter().map(|change| change.text(&rules))).collect();
    let expected = ["man(1) from s(1,1) to s(3,1)", "count stays 2", "player 1 is to move again", "the game goes on"];
    assert_eq!(actual, expected);
}

#[test]
fn labels_are_evaluated_before_the_move() {
    let mut x = Sample::new();
    let here = x.query(Query::Location, &[x.query(Query::Moved, &[])]);
    x.rule("go", &[s(3, 1)]);
    let game = x.game();
    let start = game.initial_state();
    assert_eq!(game.label(&start, legal(&x, GO).mv), Ok(None));
    x.rules.rules[0].label = Some(here);
    let game = x.game();
    assert_eq!(game.label(&start, legal(&x, GO).mv), Ok(Some("s(1,1)".to_owned())));
}
