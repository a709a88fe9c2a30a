//! Scenarios with known scores, among them those in which other implementations are known to err.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_games::carcassonne::scoring::{FarmRule, ScoringRules};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneMove, CarcassonneOptions, CarcassonneState, Placement};

use super::{by_kind, game};

/// Points of the first two players: scored so far, and if the game ended now.
fn points(game: &Carcassonne, state: &CarcassonneState) -> [[[u16; 4]; 2]; 2] {
    let players = [1, 2].map(|number| Player::new(number).expect("a player"));
    [players.map(|player| by_kind(state.points(player))), players.map(|player| by_kind(game.points_now(state, player)))]
}

/// Checks the points of a position, by kind: city, road, cloister, farm.
fn check(has_small_cities: bool, turns: &[&str], scored: [[u16; 4]; 2], now: [[u16; 4]; 2]) {
    let game = game(2, has_small_cities);
    let state = game.parse_state(&format!("{}\nnext tile\n", turns.join("\n"))).unwrap();
    assert_eq!(points(&game, &state), [scored, now], "{}", game.view_text(&state, Player::FIRST));
}

#[test]
fn one_tile_completes_a_city_and_a_road() {
    let turns = ["X 1,0 0 robber N", "V 1,-1 0", "L 0,-1 180 knight"];
    let points = [[4, 3, 0, 0], [0; 4]];
    check(false, &turns, points, points);
}

#[test]
fn a_farm_pays_for_the_completed_cities_that_it_touches() {
    // The field of the second player is south of the road and touches no city.
    check(false, &["E 0,-1 180 farmer", "B 0,1 0 farmer"], [[0; 4]; 2], [[0, 0, 0, 3], [0; 4]]);
}

#[test]
fn an_open_cloister_pays_for_its_neighbours_at_the_end() {
    check(false, &["B 0,1 0 monk"], [[0; 4]; 2], [[0, 0, 2, 0], [0; 4]]);
}

#[test]
fn the_small_city_rule_leaves_three_tiles_with_a_shield_alone() {
    for has_small_cities in [false, true] {
        let points = [[8, 0, 0, 0], [0; 4]];
        check(has_small_cities, &["F 0,-1 90 knight", "U -1,0 0", "E 0,-2 180"], points, points);
    }
}

#[test]
fn a_tie_pays_all_tied_players() {
    let points = [[8, 0, 0, 0]; 2];
    check(false, &["N 0,-1 180 knight", "D 1,0 0 knight", "N 1,-1 270"], points, points);
}

#[test]
fn a_minority_gets_nothing_and_its_meeple_back() {
    let turns = ["N 0,-1 180 knight", "D 1,0 0 knight", "D 2,0 0 knight", "R 1,-1 180", "N 2,-1 270"];
    let points = [[12, 0, 0, 0], [0; 4]];
    check(false, &turns, points, points);
    let state = game(2, false).parse_state(&format!("{}\nnext tile\n", turns.join("\n"))).unwrap();
    assert_eq!([1, 2].map(|number| state.free_meeples(Player::new(number).unwrap())), [7, 7]);
}

/// The farm touches the city on two tiles. In the first order the two are cities of their own when the farm joins them.
#[test]
fn a_city_that_touches_a_farm_on_two_tiles_counts_once() {
    let orders = [
        ["N 0,-1 180", "D 1,0 0 farmer NW", "N 1,-1 270"],
        ["N 0,-1 180", "N 1,-1 270", "D 1,0 0 farmer NW"],
        ["D 1,0 0 farmer NW", "N 0,-1 180", "N 1,-1 270"],
    ];
    for (farms, value) in [(FarmRule::First, 4), (FarmRule::Second, 3), (FarmRule::Third, 3)] {
        let scoring = ScoringRules { farms, has_small_cities: false };
        let game = Carcassonne::new(CarcassonneOptions { scoring, ..CarcassonneOptions::default() });
        for turns in orders {
            let state = game.parse_state(&format!("{}\nnext tile\n", turns.join("\n"))).unwrap();
            let farmer = turns.iter().position(|turn| turn.contains("farmer")).unwrap() % 2;
            let mut expected = [[0; 4]; 2];
            expected[farmer][3] = value;
            assert_eq!(points(&game, &state)[1], expected, "{farms:?}: {turns:?}");
        }
    }
}

/// A tile to place: its type, cell and quarter turns. The cloister gets a monk.
type Piece = (&'static str, i8, i8, u8);

/// The cloister, and seven of its neighbours; the eighth lies between it and the start tile.
const CLOISTER: [Piece; 8] = [
    ("B", 0, 2, 0),
    ("E", 1, 2, 1),
    ("E", 0, 3, 2),
    ("E", -1, 2, 3),
    ("V", 1, 1, 2),
    ("V", 1, 3, 3),
    ("V", -1, 3, 0),
    ("V", -1, 1, 1),
];

#[test]
fn a_cloister_pays_with_its_eighth_neighbour_in_every_order() {
    let game = game(2, false);
    let state = game.parse_state("B 0,1 0\nnext tile\n").unwrap();
    let orders = place_in_every_order(&game, &state, 0, None);
    // Of the 8! orders most have a tile that touches no other.
    assert!((1000..40_320).contains(&orders), "{orders} orders");
}

/// Places the remaining pieces in every legal order; `owner` is the owner of the monk. Returns the number of orders.
fn place_in_every_order(game: &Carcassonne, state: &CarcassonneState, placed: u8, owner: Option<Player>) -> usize {
    let is_complete = placed == u8::MAX;
    for player in [1, 2].map(|number| Player::new(number).unwrap()) {
        let expected = if is_complete && owner == Some(player) { 9 } else { 0 };
        assert_eq!(by_kind(state.points(player)), [0, 0, expected, 0], "{}", game.state_text(state));
    }
    if is_complete {
        return 1;
    }
    let mut orders = 0;
    for (index, (id, x, y, rotation)) in CLOISTER.into_iter().enumerate().filter(|(index, _)| placed >> index & 1 == 0)
    {
        let kind = game.tile_set().find(id).expect("a type of the base set");
        let mut next = state.clone();
        game.apply(&mut next, CarcassonneMove::Draw(kind)).unwrap();
        let is_cloister = index == 0;
        let mv = if is_cloister {
            game.parse_move(&next, &format!("{x},{y} 0 monk")).ok()
        } else {
            let mv = CarcassonneMove::Place(Placement { x, y, rotation, meeple: None });
            game.is_legal(&next, mv).unwrap().then_some(mv)
        };
        let Some(mv) = mv else { continue };
        let owner = if is_cloister { Some(next.mover()) } else { owner };
        game.apply(&mut next, mv).unwrap();
        orders += place_in_every_order(game, &next, placed | 1 << index, owner);
    }
    orders
}
