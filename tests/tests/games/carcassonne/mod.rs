//! Carcassonne: tile data, published games, and random games against a reference implementation.

mod published_games;
mod random_games;
mod reference;
mod scenarios;
mod text_records;
mod weights;

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_games::carcassonne::scoring::{FarmRule, ScoringRules};
use boardwright_games::carcassonne::tiles::{FeatureKind, Terrain};
use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions, CarcassonneState, Points};
use boardwright_tests::battery::Battery;

fn game(players: usize, has_small_cities: bool) -> Carcassonne {
    let scoring = ScoringRules { farms: FarmRule::Third, has_small_cities };
    Carcassonne::new(CarcassonneOptions { players, scoring, ..CarcassonneOptions::default() })
}

#[test]
fn the_base_set_has_the_published_tiles() {
    let game = game(2, false);
    let set = game.tile_set();
    let total = |of: &dyn Fn(usize) -> usize| -> usize {
        (0..set.types.len()).map(|index| usize::from(set.types[index].count) * of(index)).sum()
    };
    let edges = |terrain| total(&|index| set.types[index].edges.iter().filter(|&&edge| edge == terrain).count());
    assert_eq!((set.types.len(), set.tile_count()), (24, 72));
    assert_eq!([Terrain::Field, Terrain::Road, Terrain::City].map(edges), [115, 94, 79]);
    let has = |kind| total(&|index| set.types[index].segments.iter().filter(|segment| segment.kind == kind).count());
    assert_eq!(has(FeatureKind::Cloister), 6);
    assert_eq!(total(&|index| usize::from(set.types[index].has_shield)), 10);
    assert_eq!(set.kind(set.start).id, "D");
    // No field of D has a half of the city edge.
    assert!(set.kind(set.start).segments.iter().all(|segment| segment.halves.trailing_zeros() >= 2));
}

#[test]
fn a_city_of_two_tiles_gives_four_points_or_two() {
    for (has_small_cities, points) in [(false, 4), (true, 2)] {
        let game = game(2, has_small_cities);
        let state = game.parse_state("E 0,-1 180 knight S\nnext tile\n").unwrap();
        assert_eq!(state.points(Player::FIRST).of(FeatureKind::City), points);
        assert_eq!((state.free_meeples(Player::FIRST), state.meeples().len()), (7, 0), "the knight went home");
    }
}

#[test]
fn a_tile_with_two_segments_of_a_road_counts_once() {
    // A loop of four bends beside the crossroads joins two of its roads.
    let text = "X 1,0 0 robber S\nV 2,0 0\nV 2,1 90\nV 1,1 180\nnext tile\n";
    let game = game(2, false);
    let state = game.parse_state(text).unwrap();
    assert_eq!(state.points(Player::FIRST).of(FeatureKind::Road), 4, "{}", game.view_text(&state, Player::FIRST));
}

#[test]
fn a_mistake_in_a_move_is_explained() {
    let game = game(2, false);
    let state = game.parse_state("E drawn\n").unwrap();
    for (text, message) in [
        ("0,0 0", "0,0 holds the tile D"),
        ("5,5 0", "5,5 touches no tile"),
        ("0,-1 0", "the tile E fits at 0,-1 only with the rotation 180"),
        ("1,0 0", "the tile E does not fit at 1,0"),
        ("0,-1 180 monk", "the tile has no place for a monk"),
        ("0,-1 180 knight N", "there is no place for a knight at N of the tile"),
        ("0,-1 180 bishop", "\"bishop\" is no meeple"),
        ("0,-1 45", "\"45\" is no rotation; it is 0, 90, 180 or 270 degrees"),
        ("0;1 0", "there is no cell; write column,row, degrees and a meeple"),
        ("0,-1", "there is no rotation"),
        ("draw E", "there is no cell"),
    ] {
        let error = game.parse_move(&state, text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
    for (text, message) in [
        ("Y drawn\n", "line 1 of the state"),
        ("E 0,-1 180\nE aside\nnext tile\n", "line 2 of the state: the tile E fits somewhere"),
        ("E 0,-1 180\n", "line 1 of the state: the last line must be"),
        ("next tile\nE drawn\n", "line 2 of the state: nothing follows"),
    ] {
        let error = game.parse_state(text).unwrap_err().to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

#[test]
fn the_invariants_of_games_hold() {
    for players in [2, 5] {
        Battery { games: 10, max_plies: 200, seed: 1 }.run(&game(players, false), &mut |_, _| {});
    }
}

/// Points by kind: city, road, cloister, farm.
fn by_kind(points: Points) -> [u16; 4] {
    [FeatureKind::City, FeatureKind::Road, FeatureKind::Cloister, FeatureKind::Field].map(|kind| points.of(kind))
}

/// Final points of all players, by kind.
fn final_scores(game: &Carcassonne, state: &CarcassonneState) -> Vec<Vec<(&'static str, f64)>> {
    (1..=game.players()).filter_map(Player::new).map(|player| game.score_details(state, player)).collect()
}
