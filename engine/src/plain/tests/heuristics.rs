//! Measures of positions.

use super::sample::Sample;
use crate::fault::{FaultKind, Within};
use crate::ids::Player;
use crate::layout::Layout;
use crate::plain::Plain;
use crate::rules::{Arith, Ask, Heuristic, Span};
use crate::state::State;

#[test]
fn a_measure_is_for_one_player() {
    let mut x = Sample::new();
    let mine = x.ask(Ask::Size, &[x.ask(Ask::ElementsOf, &[x.ask(Ask::Me, &[])])]);
    let fails = x.arith(Arith::Divide, mine, x.int(0));
    let heuristic = |value| Heuristic { name: "pieces".into(), value, span: Span::default() };
    x.rules.heuristics = vec![heuristic(mine), heuristic(fails)];
    let rules = x.done();
    let layout = Layout::new(&rules).expect("a small game");
    let (plain, state) = (Plain { rules: &rules, layout: &layout }, State::start(&rules, &layout));
    let told = [1, 2].map(|player| plain.measure(&state, &rules.heuristics[0], Player::new(player).expect("a player")));
    assert_eq!(told, [Ok(3), Ok(1)]);
    let fault = plain.measure(&state, &rules.heuristics[1], Player::FIRST).expect_err("a fault");
    assert_eq!((fault.kind, fault.within), (FaultKind::DivisionByZero, Within::Heuristic("pieces".into())));
}
