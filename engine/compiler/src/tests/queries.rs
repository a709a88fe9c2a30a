//! Tests of all queries, including their results for null values.

use super::sample::{BOX, DIR, S, SQUARE, Sample, s};
use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementTypeId, LocationTypeId};
use boardwright_rules::{ArithmeticOp, Expr, Query, Thing};

#[test]
fn content_and_location() {
    let x = Sample::new();
    let here = |query, place| x.value(x.query(query, &[place]));
    assert_eq!(here(Query::Content, x.place(s(1, 1))), "man(1)");
    assert_eq!(here(Query::Content, x.place(s(1, 3))), "NOTHING");
    assert_eq!(here(Query::Content, x.nowhere()), "NOTHING");
    assert_eq!(here(Query::Location, x.element(2)), "s(3,3)");
    assert_eq!(here(Query::Location, x.element(4)), "NOWHERE");
    assert_eq!(here(Query::Location, x.nothing()), "NOWHERE");
    let full = [x.place(s(1, 1)), x.place(s(1, 3)), x.nowhere()].map(|place| here(Query::Full, place));
    let empty = [x.place(s(1, 1)), x.place(s(1, 3)), x.nowhere()].map(|place| here(Query::Empty, place));
    assert_eq!(full, ["true", "false", "false"]);
    assert_eq!(empty, ["false", "true", "false"]);
}

#[test]
fn owner_state_and_types() {
    let x = Sample::new();
    let of = |query, thing| x.value(x.query(query, &[thing]));
    let all = [x.element(0), x.element(2), x.element(3), x.nothing()];
    assert_eq!(all.map(|element| of(Query::Owner, element)), ["1", "2", "0", "-1"]);
    assert_eq!(all.map(|element| of(Query::State, element)), ["1", "1", "1", "-1"]);
    assert_eq!(all.map(|element| of(Query::ElementType, element)), ["man", "man", "rock", "no type"]);
    let box_one = x.place(boardwright_game::ids::LocationId(9));
    let places = [x.place(s(2, 3)), box_one, x.nowhere()];
    assert_eq!(places.map(|place| of(Query::LocationType, place)), ["square", "box", "no type"]);
}

#[test]
fn lists_of_a_type_and_of_a_player() {
    let x = Sample::new();
    let of_type = |kind| x.value(x.query(Query::ElementsOfType, &[x.add(Expr::Thing(Thing::ElementType(kind)))]));
    assert_eq!(of_type(Some(ElementTypeId(0))), "{man(1), man(2), foe}");
    assert_eq!(of_type(None), "{}");
    let located = |kind| x.value(x.query(Query::LocationsOfType, &[x.add(Expr::Thing(Thing::LocationType(kind)))]));
    assert_eq!(located(Some(LocationTypeId(BOX))), "{box(1), box(2)}");
    assert!(located(Some(LocationTypeId(SQUARE))).ends_with("s(3,3), far}"));
    assert_eq!(located(None), "{}");
    let of_player = |number| x.value(x.query(Query::ElementsOf, &[x.int(number)]));
    assert_eq!([0, 1, 2, 7].map(of_player), ["{rock}", "{man(1), man(2), spare}", "{foe}", "{}"]);
}

#[test]
fn the_current_owner_is_returned() {
    let x = Sample::new();
    let assignment = x.effect(boardwright_rules::Effect::SetOwner, &[x.element(1), x.int(2)]);
    assert_eq!(x.evaluate_all(&[assignment, x.query(Query::ElementsOf, &[x.int(2)])])[1], "{man(2), foe}");
}

#[test]
fn indices() {
    let x = Sample::new();
    let index = |thing, place| x.query(Query::Index, &[thing, x.int(place)]);
    let known =
        [index(x.place(s(2, 3)), 1), index(x.place(s(2, 3)), 2), index(x.element(1), 1), index(x.direction(2), 1)];
    assert_eq!(x.evaluate_all(&known), ["2", "3", "2", "-1"]);
    for (thing, place, name) in [
        (x.element(2), 1, "foe"),
        (x.place(s(2, 3)), 3, "s(2,3)"),
        (x.place(s(2, 3)), 0, "s(2,3)"),
        (x.place(s(2, 3)), i32::MIN, "s(2,3)"),
        (x.nothing(), 1, "NOTHING"),
        (x.nowhere(), 1, "NOWHERE"),
    ] {
        let fault = x.fault(&[index(thing, place)]);
        assert_eq!(fault, FaultKind::NoIndexOf { thing: name.to_owned(), place });
    }
}

#[test]
fn next_and_rays() {
    let x = Sample::new();
    let near = |query, direction: u16, place| x.value(x.query(query, &[x.direction(direction), place]));
    assert_eq!(near(Query::Next, 0, x.place(s(1, 1))), "s(2,1)");
    assert_eq!(near(Query::Next, 0, x.place(s(3, 1))), "NOWHERE");
    assert_eq!(near(Query::Next, 0, x.nowhere()), "NOWHERE");
    assert_eq!(near(Query::Ray, 0, x.place(s(1, 1))), "{s(2,1), s(3,1)}");
    assert_eq!(near(Query::Ray, 0, x.nowhere()), "{}");
    let none = x.member(DIR, &[x.int(5), x.int(5)]);
    assert_eq!(x.value(none), "no direction");
    assert_eq!(x.value(x.query(Query::Next, &[none, x.place(s(1, 1))])), "NOWHERE");
    assert_eq!(x.value(x.query(Query::Ray, &[none, x.place(s(1, 1))])), "{}");
}

#[test]
fn a_ray_ends_where_it_comes_round() {
    let x = Sample::new();
    let round = |place| x.value(x.query(Query::Ray, &[x.direction(4), place]));
    let whole = "{s(1,2), s(1,3), s(2,3), s(3,3), s(3,2), s(3,1), s(2,1)}";
    assert_eq!(round(x.place(s(1, 1))), whole);
    // From the centre the ray enters the ring and goes round it once.
    assert_eq!(round(x.place(s(2, 2))), whole.replace("s(2,1)}", "s(2,1), s(1,1)}"));
}

#[test]
fn between_and_clear() {
    let x = Sample::new();
    let orthogonal = x.set(&[x.direction(0), x.direction(1), x.direction(2), x.direction(3)]);
    let query = |query, a, b| x.value(x.query(query, &[orthogonal, a, b]));
    let (corner, middle) = (x.place(s(1, 1)), x.place(s(2, 2)));
    assert_eq!(query(Query::Between, corner, x.place(s(3, 1))), "{s(2,1)}");
    assert_eq!(query(Query::Between, x.place(s(1, 3)), corner), "{s(1,2)}");
    assert_eq!(query(Query::Between, corner, middle), "{}", "on no ray");
    assert_eq!(query(Query::Between, corner, corner), "{}");
    assert_eq!(query(Query::Between, corner, x.nowhere()), "{s(2,1), s(3,1)}", "the whole of the first ray");
    assert_eq!(query(Query::Between, x.nowhere(), corner), "{}");
    assert_eq!(query(Query::Clear, corner, x.place(s(3, 1))), "true", "s(2,1) is empty");
    assert_eq!(query(Query::Clear, corner, x.place(s(1, 3))), "false", "man(2) stands between");
    assert_eq!(query(Query::Clear, corner, x.place(s(1, 2))), "true", "nothing lies between");
    assert_eq!(query(Query::Clear, corner, middle), "false");
    assert_eq!(query(Query::Clear, corner, x.nowhere()), "false");
    assert_eq!(query(Query::Clear, x.nowhere(), corner), "false");
    let one = x.query(Query::Between, &[x.direction(1), corner, x.nowhere()]);
    assert_eq!(x.value(one), "{s(1,2), s(1,3)}", "a direction alone will do");
    let none = x.query(Query::Between, &[x.set(&[]), corner, x.nowhere()]);
    assert_eq!(x.value(none), "{}");
}

#[test]
fn clear_is_any_ray_and_between_the_first() {
    // Both the way round and the way up go from the corner to s(1,3); only one of them is empty.
    let x = Sample::new();
    let directions = x.set(&[x.direction(4), x.direction(0)]);
    let (a, b) = (x.place(s(1, 1)), x.place(s(3, 1)));
    assert_eq!(x.value(x.query(Query::Between, &[directions, a, b])), "{s(1,2), s(1,3), s(2,3), s(3,3), s(3,2)}");
    assert_eq!(x.value(x.query(Query::Clear, &[directions, a, b])), "true");
    assert_eq!(x.value(x.query(Query::Clear, &[x.direction(4), a, b])), "false");
}

#[test]
fn relations() {
    let x = Sample::new();
    let (a, far) = (x.place(s(1, 1)), x.place(boardwright_game::ids::LocationId(11)));
    let related = |relation, a, b| x.value(x.query(Query::Related, &[relation, a, b]));
    assert_eq!(related(x.row(), a, x.place(s(1, 2))), "true");
    assert_eq!(related(x.row(), x.place(s(1, 2)), a), "false", "pairs go one way");
    assert_eq!(related(x.row(), far, a), "true");
    assert_eq!(related(x.row(), a, x.nowhere()), "false");
    assert_eq!(related(x.row(), x.nowhere(), a), "false");
    assert_eq!(related(x.direction(0), a, x.place(s(2, 1))), "true");
    let both = x.set(&[x.direction(0), x.direction(1)]);
    assert_eq!(related(both, a, x.place(s(1, 2))), "true");
    assert_eq!(related(both, a, x.place(s(2, 2))), "false");
    let near = |relation, a| x.value(x.query(Query::Neighbours, &[relation, a]));
    assert_eq!(near(x.row(), a), "{s(1,2), s(2,1)}", "each once");
    assert_eq!(near(x.row(), x.nowhere()), "{}");
    assert_eq!(near(x.direction(1), x.place(s(1, 3))), "{}");
    assert_eq!(near(both, a), "{s(2,1), s(1,2)}");
}

#[test]
fn lines() {
    let x = Sample::new();
    assert_eq!(x.value(x.query(Query::Lines, &[x.row()])), "{{s(1,1), s(1,2), s(1,3)}, {s(1,1), s(2,1)}}");
    let through = |place| x.value(x.query(Query::LinesThrough, &[x.row(), place]));
    assert_eq!(through(x.place(s(2, 1))), "{{s(1,1), s(2,1)}}");
    assert_eq!(through(x.place(s(3, 3))), "{}");
    assert_eq!(through(x.nowhere()), "{}");
}

#[test]
fn reach_floods_where_the_condition_holds() {
    let mut x = Sample::new();
    let (var, here) = x.var("L");
    let all = x.set(&[x.direction(0), x.direction(1), x.direction(2), x.direction(3)]);
    let reach = |relation, start, condition| x.value(x.add(Expr::Reach { relation, start, var, condition }));
    let empty = x.query(Query::Empty, &[here]);
    let corner = x.set(&[x.place(s(3, 1))]);
    assert_eq!(reach(all, corner, empty), "{s(2,1), s(3,1), s(3,2)}", "in file order, round the corner");
    assert_eq!(reach(all, x.set(&[x.place(s(1, 1))]), empty), "{}", "where it begins is not empty");
    assert_eq!(reach(all, x.set(&[]), empty), "{}");
    assert_eq!(reach(all, x.set(&[x.nowhere()]), x.boolean(true)), "{}");
    assert_eq!(reach(x.row(), x.set(&[x.place(s(1, 1))]), x.boolean(true)), "{s(1,1), s(1,2), s(1,3), s(2,1)}");
    assert_eq!(reach(x.direction(4), x.set(&[x.place(s(3, 2))]), empty), "{s(2,1), s(3,1), s(3,2)}");
    let far = x.set(&[x.place(s(1, 3)), x.place(s(3, 1))]);
    assert_eq!(reach(x.direction(0), far, empty), "{s(1,3), s(2,3), s(3,1)}", "from several places");
}

#[test]
fn numbers_and_texts() {
    let mut x = Sample::new();
    let pieces = x.text("PNBRQK");
    let (queen, none, pair) = (x.text("Q"), x.text(""), x.text("RQ"));
    let umlaut = x.text("\u{e4}\u{f6}\u{fc}");
    let last = x.text("\u{fc}");
    assert_eq!(
        x.evaluate_all(&[
            x.query(Query::Find, &[pieces, queen]),
            x.query(Query::Find, &[pieces, pair]),
            x.query(Query::Find, &[queen, pieces]),
            x.query(Query::Find, &[pieces, none]),
            x.query(Query::Find, &[umlaut, last]),
            x.query(Query::Greater, &[x.int(-3), x.int(2)]),
            x.query(Query::Lesser, &[x.int(-3), x.int(2)]),
            x.query(Query::Abs, &[x.int(-7)]),
            x.query(Query::Size, &[x.ints(&[5, 5, 6])]),
        ]),
        ["5", "4", "0", "0", "3", "2", "-3", "7", "2"]
    );
    assert_eq!(x.fault(&[x.query(Query::Abs, &[x.int(i32::MIN)])]), FaultKind::Overflow("ABS"));
    let joined = [queen, x.int(4), x.place(s(1, 2)), x.element(0), x.nothing(), pair, x.boolean(true)];
    assert_eq!(x.value(x.query(Query::Join, &joined)), "\"Q4s(1,2)man(1)NOTHINGRQtrue\"");
    assert_eq!(x.value(x.query(Query::Join, &[])), "\"\"");
}

#[test]
fn scores_and_turns() {
    let x = Sample::new();
    assert_eq!(x.evaluate_all(&[x.query(Query::Score, &[x.int(1)]), x.query(Query::Score, &[x.int(2)])]), ["0", "10"]);
    for player in [0, 3, -1, i32::MAX] {
        let fault = x.fault(&[x.query(Query::Score, &[x.int(player)])]);
        assert_eq!(fault, FaultKind::NoPlayer { operation: "SCORE", players: 2, player });
    }
    let queries = [
        Query::Player,
        Query::Mover,
        Query::Moved,
        Query::From,
        Query::To,
        Query::Captured,
        Query::Turn,
        Query::Repeats,
    ];
    let actual = x.evaluate_all(&queries.map(|query| x.query(query, &[])));
    assert_eq!(actual, ["1", "0", "NOTHING", "NOWHERE", "NOWHERE", "NOTHING", "1", "1"]);
}

#[test]
fn members_of_families() {
    let x = Sample::new();
    let s_of = |a, b| x.member(S, &[a, b]);
    assert_eq!(x.value(s_of(x.int(2), x.int(3))), "s(2,3)");
    assert_eq!(x.value(s_of(x.int(2), x.int(4))), "NOWHERE");
    assert_eq!(x.value(x.member(super::sample::MAN, &[x.int(3)])), "NOTHING");
    let column = x.add(Expr::Range(x.int(2), x.int(9)));
    assert_eq!(x.value(s_of(x.int(1), column)), "{s(1,2), s(1,3)}", "what does not exist is left out");
    assert_eq!(x.value(s_of(x.ints(&[3, 1]), x.int(1))), "{s(1,1), s(3,1)}", "in file order");
    assert_eq!(x.value(s_of(x.ints(&[]), column)), "{}");
    let all = x.add(Expr::Range(x.int(-1), x.int(1)));
    let value = x.value(x.member(DIR, &[all, all]));
    assert_eq!(value, "{dir(1,0), dir(0,1), dir(-1,0), dir(0,-1)}");
    let kept = |index| x.member(super::sample::KEPT, &[index]);
    assert_eq!(x.evaluate_all(&[kept(x.int(2)), kept(x.ints(&[1, 2, 3]))]), ["4", "{3, 4}"]);
    let fault = x.fault(&[kept(x.arith(ArithmeticOp::Add, x.int(1), x.int(4)))]);
    assert_eq!(fault, FaultKind::NoVariable { name: "kept".into(), indices: vec![5] });
}
