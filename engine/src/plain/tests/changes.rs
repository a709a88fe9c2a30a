//! Every change of the position, and what cannot be changed.

use super::sample::{KEPT, Sample, s};
use crate::fault::FaultKind;
use crate::ids::{GlobalId, LocationId};
use crate::rules::{Arith, Ask, Deed, Expr, Over};

#[test]
fn moving() {
    let x = Sample::new();
    let (man, to) = (x.element(0), x.place(s(3, 1)));
    let at = x.ask(Ask::Location, &[man]);
    assert_eq!(x.told(&[x.perform(Deed::Move, &[man, to]), at]), ["true", "s(3,1)"]);
    let stays = x.perform(Deed::Move, &[man, x.place(s(1, 1))]);
    assert_eq!(x.told(&[stays, at]), ["true", "s(1,1)"]);
    let spare = x.element(4);
    let enters = x.perform(Deed::Move, &[spare, to]);
    assert_eq!(x.told(&[enters, x.ask(Ask::Location, &[spare])]), ["true", "s(3,1)"], "from off the board");
    assert_eq!(x.fault(&[x.perform(Deed::Move, &[x.nothing(), to])]), FaultKind::Nothing("MOVE"));
    assert_eq!(x.fault(&[x.perform(Deed::Move, &[man, x.nowhere()])]), FaultKind::Nowhere("man(1)".into()));
    let taken = FaultKind::Taken { element: "man(1)".into(), to: "s(2,2)".into(), there: "rock".into() };
    assert_eq!(x.fault(&[x.perform(Deed::Move, &[man, x.place(s(2, 2))])]), taken);
}

#[test]
fn removing() {
    let x = Sample::new();
    let gone = |element| [x.perform(Deed::Remove, &[element]), x.ask(Ask::Location, &[element])];
    assert_eq!(x.told(&gone(x.element(3))), ["true", "NOWHERE"], "a rock has no reserve");
    let all: Vec<_> = [0, 1].into_iter().flat_map(|man| gone(x.element(man))).collect();
    assert_eq!(x.told(&all), ["true", "box(1)", "true", "box(2)"]);
    let full = FaultKind::NoRoom { element: "foe".into(), reserve: "box".into() };
    let remove = |index| x.perform(Deed::Remove, &[x.element(index)]);
    assert_eq!(x.fault(&[remove(0), remove(1), remove(2)]), full);
    assert_eq!(x.fault(&[x.perform(Deed::Remove, &[x.nothing()])]), FaultKind::Nothing("REMOVE"));
    assert_eq!(x.told(&gone(x.element(4))), ["true", "NOWHERE"], "what is off the board stays there");
}

#[test]
fn states_and_owners() {
    let x = Sample::new();
    let foe = x.element(2);
    let told = x.told(&[
        x.perform(Deed::SetState, &[foe, x.int(2)]),
        x.perform(Deed::SetOwner, &[foe, x.int(0)]),
        x.ask(Ask::State, &[foe]),
        x.ask(Ask::Owner, &[foe]),
    ]);
    assert_eq!(told, ["true", "true", "2", "0"]);
    let state = x.fault(&[x.perform(Deed::SetState, &[foe, x.int(3)])]);
    assert_eq!(state, FaultKind::StateOutOfRange { element: "foe".into(), states: 2, state: 3 });
    let owner = x.fault(&[x.perform(Deed::SetOwner, &[foe, x.int(3)])]);
    assert_eq!(owner, FaultKind::NoPlayer { operation: "SETOWNER", players: 2, player: 3 });
    for deed in [Deed::SetState, Deed::SetOwner] {
        assert_eq!(x.fault(&[x.perform(deed, &[x.nothing(), x.int(1)])]), FaultKind::Nothing(deed.name()));
    }
}

#[test]
fn scores() {
    let x = Sample::new();
    let set = |player, points| x.perform(Deed::SetScore, &[x.int(player), x.int(points)]);
    assert_eq!(x.told(&[set(2, -4), x.ask(Ask::Score, &[x.int(2)])]), ["true", "-4"]);
    assert_eq!(x.fault(&[set(0, 1)]), FaultKind::NoPlayer { operation: "SCORE", players: 2, player: 0 });
}

#[test]
fn variables() {
    let x = Sample::new();
    let set = |index, value| x.perform(Deed::Set(GlobalId(index)), &[value]);
    let given = [x.int(5), x.yes(true), x.element(2), x.place(s(1, 3))];
    for (index, value) in given.into_iter().enumerate() {
        let told = x.told(&[set(index as u16, value), x.global(index as u16), value]);
        assert_eq!(told[1], told[2]);
    }
    assert_eq!(
        x.told(&[set(2, x.nothing()), x.global(2), set(3, x.nowhere()), x.global(3)])[1..],
        ["NOTHING", "true", "NOWHERE"]
    );
    let first: Vec<_> = (0..8).map(|index| x.global(index)).collect();
    assert_eq!(x.told(&first), ["2", "false", "NOTHING", "s(3,1)", "{rock}", "{}", "3", "4"]);
}

#[test]
fn sets_are_kept_in_file_order() {
    let x = Sample::new();
    let places = x.set(&[x.place(s(3, 1)), x.nowhere(), x.place(s(1, 1))]);
    let elements = x.set(&[x.element(3), x.nothing(), x.element(0)]);
    let told = x.told(&[
        x.perform(Deed::Set(GlobalId(5)), &[places]),
        x.global(5),
        x.perform(Deed::Set(GlobalId(4)), &[elements]),
        x.global(4),
    ]);
    assert_eq!(told, ["true", "{s(1,1), s(3,1)}", "true", "{man(1), rock}"]);
}

#[test]
fn variables_have_bounds() {
    let x = Sample::new();
    let set = |number| x.perform(Deed::Set(GlobalId(0)), &[x.int(number)]);
    assert_eq!(x.told(&[set(-1), set(5)]), ["true", "true"]);
    for value in [-2, 6] {
        let fault = FaultKind::OutOfBounds { variable: "count".into(), least: -1, most: 5, value };
        assert_eq!(x.fault(&[set(value)]), fault);
    }
}

#[test]
fn variables_of_a_family() {
    let x = Sample::new();
    let set = |index, value| x.perform(Deed::SetMember(KEPT), &[x.int(index), x.int(value)]);
    assert_eq!(x.told(&[set(2, 0), x.global(6), x.global(7)]), ["true", "3", "0"]);
    assert_eq!(x.fault(&[set(3, 0)]), FaultKind::NoVariable { name: "kept".into(), indices: vec![3] });
    let fault = FaultKind::OutOfBounds { variable: "kept(1)".into(), least: -1, most: 5, value: 9 };
    assert_eq!(x.fault(&[set(1, 9)]), fault);
}

#[test]
fn each_works_its_set_out_first() {
    // Each man of player 1 is given to player 2; the set does not shrink meanwhile.
    let mut x = Sample::new();
    let (v, value) = x.var("V");
    let men = x.ask(Ask::ElementsOf, &[x.int(1)]);
    let each = x.over(Over::Each, (v, men), x.perform(Deed::SetOwner, &[value, x.int(2)]));
    assert_eq!(x.told(&[each, x.ask(Ask::ElementsOf, &[x.int(2)])]), ["true", "{man(1), man(2), foe, spare}"]);
}

#[test]
fn conditions_change_nothing() {
    let mut x = Sample::new();
    let condition = x.perform(Deed::Set(GlobalId(0)), &[x.int(1)]);
    x.rule("changes", &[s(1, 3)]).condition = Some(condition);
    let game = x.game();
    let mut moves = Vec::new();
    let fault =
        crate::game::Game::turn(&game, &crate::game::Game::start(&game), &mut moves).expect_err("it is refused");
    assert_eq!(fault.kind, FaultKind::ChangeInCondition("="));
}

#[test]
fn arguments_fail_before_the_change() {
    let x = Sample::new();
    let fails = x.arith(Arith::Divide, x.int(1), x.int(0));
    let fault = x.fault(&[x.perform(Deed::SetState, &[x.nothing(), fails])]);
    assert_eq!(fault, FaultKind::DivisionByZero);
    let wrong = x.fault(&[x.add(Expr::Do(Deed::Remove, vec![x.place(LocationId(0))]))]);
    assert!(matches!(wrong, FaultKind::Type { operation: "REMOVE", found: "a location", .. }), "{wrong}");
}
