//! Tests of heuristics.

use super::sample::Sample;
use boardwright_game::fault::{FaultContext, FaultKind};
use boardwright_game::ids::Player;
use boardwright_interpreter::evaluate::Interpreter;
use boardwright_interpreter::layout::Layout;
use boardwright_interpreter::state::State;
use boardwright_rules::{ArithmeticOp, Heuristic, Query, Span};

#[test]
fn a_measure_is_for_one_player() {
    let mut x = Sample::new();
    let mine = x.query(Query::Size, &[x.query(Query::ElementsOf, &[x.query(Query::Me, &[])])]);
    let fails = x.arith(ArithmeticOp::Divide, mine, x.int(0));
    let heuristic = |value| Heuristic { name: "pieces".into(), value, span: Span::default() };
    x.rules.heuristics = vec![heuristic(mine), heuristic(fails)];
    let rules = x.finish();
    let layout = Layout::new(&rules).expect("a small game");
    let (interpreter, state) = (Interpreter { rules: &rules, layout: &layout }, State::initial(&rules, &layout));
    let actual = [1, 2].map(|player| {
        interpreter.heuristic_value(&state, &rules.heuristics[0], Player::new(player).expect("a player"))
    });
    assert_eq!(actual, [Ok(3), Ok(1)]);
    let fault = interpreter.heuristic_value(&state, &rules.heuristics[1], Player::FIRST).expect_err("a fault");
    assert_eq!((fault.kind, fault.context), (FaultKind::DivisionByZero, FaultContext::Heuristic("pieces".into())));
}
