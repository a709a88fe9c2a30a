//! Tests of all effects, and of changes that are refused.

use super::sample::{KEPT, Sample, s};
use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{GlobalId, LocationId};
use boardwright_rules::{Aggregate, ArithmeticOp, Effect, Expr, Query};

#[test]
fn moving() {
    let x = Sample::new();
    let (man, to) = (x.element(0), x.place(s(3, 1)));
    let at = x.query(Query::Location, &[man]);
    assert_eq!(x.evaluate_all(&[x.effect(Effect::Move, &[man, to]), at]), ["true", "s(3,1)"]);
    let stays = x.effect(Effect::Move, &[man, x.place(s(1, 1))]);
    assert_eq!(x.evaluate_all(&[stays, at]), ["true", "s(1,1)"]);
    let spare = x.element(4);
    let enters = x.effect(Effect::Move, &[spare, to]);
    assert_eq!(x.evaluate_all(&[enters, x.query(Query::Location, &[spare])]), ["true", "s(3,1)"], "from off the board");
    assert_eq!(x.fault(&[x.effect(Effect::Move, &[x.nothing(), to])]), FaultKind::NullElement("MOVE"));
    assert_eq!(x.fault(&[x.effect(Effect::Move, &[man, x.nowhere()])]), FaultKind::NullLocation("man(1)".into()));
    let occupied = FaultKind::Occupied { element: "man(1)".into(), to: "s(2,2)".into(), occupant: "rock".into() };
    assert_eq!(x.fault(&[x.effect(Effect::Move, &[man, x.place(s(2, 2))])]), occupied);
}

#[test]
fn removing() {
    let x = Sample::new();
    let gone = |element| [x.effect(Effect::Remove, &[element]), x.query(Query::Location, &[element])];
    assert_eq!(x.evaluate_all(&gone(x.element(3))), ["true", "NOWHERE"], "a rock has no reserve");
    let all: Vec<_> = [0, 1].into_iter().flat_map(|man| gone(x.element(man))).collect();
    assert_eq!(x.evaluate_all(&all), ["true", "box(1)", "true", "box(2)"]);
    let full = FaultKind::ReserveFull { element: "foe".into(), reserve: "box".into() };
    let remove = |index| x.effect(Effect::Remove, &[x.element(index)]);
    assert_eq!(x.fault(&[remove(0), remove(1), remove(2)]), full);
    assert_eq!(x.fault(&[x.effect(Effect::Remove, &[x.nothing()])]), FaultKind::NullElement("REMOVE"));
    assert_eq!(x.evaluate_all(&gone(x.element(4))), ["true", "NOWHERE"], "what is off the board stays there");
}

#[test]
fn states_and_owners() {
    let x = Sample::new();
    let foe = x.element(2);
    let actual = x.evaluate_all(&[
        x.effect(Effect::SetState, &[foe, x.int(2)]),
        x.effect(Effect::SetOwner, &[foe, x.int(0)]),
        x.query(Query::State, &[foe]),
        x.query(Query::Owner, &[foe]),
    ]);
    assert_eq!(actual, ["true", "true", "2", "0"]);
    let state = x.fault(&[x.effect(Effect::SetState, &[foe, x.int(3)])]);
    assert_eq!(state, FaultKind::StateOutOfRange { element: "foe".into(), states: 2, state: 3 });
    let owner = x.fault(&[x.effect(Effect::SetOwner, &[foe, x.int(3)])]);
    assert_eq!(owner, FaultKind::NoPlayer { operation: "SETOWNER", players: 2, player: 3 });
    for effect in [Effect::SetState, Effect::SetOwner] {
        assert_eq!(x.fault(&[x.effect(effect, &[x.nothing(), x.int(1)])]), FaultKind::NullElement(effect.name()));
    }
}

#[test]
fn scores() {
    let x = Sample::new();
    let set = |player, points| x.effect(Effect::SetScore, &[x.int(player), x.int(points)]);
    assert_eq!(x.evaluate_all(&[set(2, -4), x.query(Query::Score, &[x.int(2)])]), ["true", "-4"]);
    assert_eq!(x.fault(&[set(0, 1)]), FaultKind::NoPlayer { operation: "SCORE", players: 2, player: 0 });
}

#[test]
fn variables() {
    let x = Sample::new();
    let set = |index, value| x.effect(Effect::Set(GlobalId(index)), &[value]);
    let given = [x.int(5), x.boolean(true), x.element(2), x.place(s(1, 3))];
    for (index, value) in given.into_iter().enumerate() {
        let actual = x.evaluate_all(&[set(index as u16, value), x.global(index as u16), value]);
        assert_eq!(actual[1], actual[2]);
    }
    assert_eq!(
        x.evaluate_all(&[set(2, x.nothing()), x.global(2), set(3, x.nowhere()), x.global(3)])[1..],
        ["NOTHING", "true", "NOWHERE"]
    );
    let first: Vec<_> = (0..8).map(|index| x.global(index)).collect();
    assert_eq!(x.evaluate_all(&first), ["2", "false", "NOTHING", "s(3,1)", "{rock}", "{}", "3", "4"]);
}

#[test]
fn sets_are_kept_in_file_order() {
    let x = Sample::new();
    let places = x.set(&[x.place(s(3, 1)), x.nowhere(), x.place(s(1, 1))]);
    let elements = x.set(&[x.element(3), x.nothing(), x.element(0)]);
    let actual = x.evaluate_all(&[
        x.effect(Effect::Set(GlobalId(5)), &[places]),
        x.global(5),
        x.effect(Effect::Set(GlobalId(4)), &[elements]),
        x.global(4),
    ]);
    assert_eq!(actual, ["true", "{s(1,1), s(3,1)}", "true", "{man(1), rock}"]);
}

#[test]
fn variables_have_bounds() {
    let x = Sample::new();
    let set = |number| x.effect(Effect::Set(GlobalId(0)), &[x.int(number)]);
    assert_eq!(x.evaluate_all(&[set(-1), set(5)]), ["true", "true"]);
    for value in [-2, 6] {
        let fault = FaultKind::OutOfBounds { variable: "count".into(), least: -1, most: 5, value };
        assert_eq!(x.fault(&[set(value)]), fault);
    }
}

#[test]
fn variables_of_a_family() {
    let x = Sample::new();
    let set = |index, value| x.effect(Effect::SetMember(KEPT), &[x.int(index), x.int(value)]);
    assert_eq!(x.evaluate_all(&[set(2, 0), x.global(6), x.global(7)]), ["true", "3", "0"]);
    assert_eq!(x.fault(&[set(3, 0)]), FaultKind::NoVariable { name: "kept".into(), indices: vec![3] });
    let fault = FaultKind::OutOfBounds { variable: "kept(1)".into(), least: -1, most: 5, value: 9 };
    assert_eq!(x.fault(&[set(1, 9)]), fault);
}

#[test]
fn each_evaluates_its_set_first() {
    // Each man of player 1 is given to player 2; the set does not shrink during the loop.
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let men = x.query(Query::ElementsOf, &[x.int(1)]);
    let each = x.aggregate(Aggregate::Each, (v, men), x.effect(Effect::SetOwner, &[value, x.int(2)]));
    assert_eq!(
        x.evaluate_all(&[each, x.query(Query::ElementsOf, &[x.int(2)])]),
        ["true", "{man(1), man(2), foe, spare}"]
    );
}

#[test]
fn conditions_change_nothing() {
    let mut x = Sample::new();
    let condition = x.effect(Effect::Set(GlobalId(0)), &[x.int(1)]);
    x.rule("changes", &[s(1, 3)]).condition = Some(condition);
    let game = x.game();
    let mut moves = Vec::new();
    let fault = boardwright_game::game::Game::legal_moves(
        &game,
        &boardwright_game::game::Game::initial_state(&game),
        &mut moves,
    )
    .expect_err("it is refused");
    assert_eq!(fault.kind, FaultKind::ChangeInCondition("="));
}

#[test]
fn arguments_fail_before_the_change() {
    let x = Sample::new();
    let fails = x.arith(ArithmeticOp::Divide, x.int(1), x.int(0));
    let fault = x.fault(&[x.effect(Effect::SetState, &[x.nothing(), fails])]);
    assert_eq!(fault, FaultKind::DivisionByZero);
    let wrong = x.fault(&[x.add(Expr::Effect(Effect::Remove, vec![x.place(LocationId(0))]))]);
    assert!(matches!(wrong, FaultKind::Type { operation: "REMOVE", found: "a location", .. }), "{wrong}");
}
