//! Complete games with their meeple places, scores and meeples at every step, made by independent programs.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_games::carcassonne::tiles::FeatureKind;
use boardwright_games::carcassonne::{Carcassonne, CarcassonneMove, Placement};
use serde_json::Value;

use super::game;

const GAMES: &str = include_str!("../../../data/carcassonne/games.json");

fn number(value: &Value) -> i64 {
    value.as_i64().expect("a number")
}

/// Segment that the data name by kind and number.
fn segment(game: &Carcassonne, tile: u8, name: &Value) -> u8 {
    let kind = match name[0].as_str().expect("a kind") {
        "city" => FeatureKind::City,
        "road" => FeatureKind::Road,
        "farm" => FeatureKind::Field,
        "cloister" | "monastery" => FeatureKind::Cloister,
        other => panic!("unknown kind {other}"),
    };
    let index = name.get(1).map_or(0, number) as u8;
    game.tile_set().kind(tile).segment(kind, index).expect("the segment exists")
}

#[test]
fn published_games_have_the_same_places_and_scores_at_every_step() {
    let data: Value = serde_json::from_str(GAMES).expect("the data are JSON");
    let games = data["games"].as_array().expect("a list of games");
    assert_eq!(games.len(), 38);
    let mut steps = 0;
    for published in games {
        let players = number(&published["players"]) as usize;
        let game = game(players, published["small_city_points"] == 2);
        let mut state = game.initial_state();
        for (index, step) in published["moves"].as_array().expect("moves").iter().enumerate() {
            let at = format!("seed {}, step {index}", published["seed"]);
            let tile = game.tile_set().find(step["tile"].as_str().expect("a tile")).expect("the tile exists");
            game.apply(&mut state, CarcassonneMove::Draw(tile)).unwrap();
            if step.get("discarded").is_some() {
                assert_eq!(state.drawn(), None, "{at}: the tile is set aside");
                continue;
            }
            assert_eq!(state.mover().index() as i64, number(&step["player"]), "{at}");
            let (x, y) = (number(&step["x"]) as i8, number(&step["y"]) as i8);
            let rotation = number(&step["rotation"]) as u8;
            let mut places: Vec<u8> = step["legal_meeple_spots"]
                .as_array()
                .expect("places")
                .iter()
                .map(|name| segment(&game, tile, name))
                .collect();
            places.sort_unstable();
            // The data list places even for a player without meeples.
            if state.free_meeples(state.mover()) > 0 {
                assert_eq!(game.legal_meeples(&state, x, y, rotation), places, "{at}");
            }
            let meeple = (!step["meeple"].is_null()).then(|| segment(&game, tile, &step["meeple"]));
            let mv = CarcassonneMove::Place(Placement { x, y, rotation, meeple });
            assert!(game.is_legal(&state, mv).unwrap(), "{at}");
            game.apply(&mut state, mv).unwrap();
            for player in (1..=players).filter_map(Player::new) {
                let scored = i64::from(state.points(player).total());
                assert_eq!(scored, number(&step["scores_after"][player.index()]), "{at}: score of {player}");
                let free = i64::from(state.free_meeples(player));
                assert_eq!(free, number(&step["free_meeples_after"][player.index()]), "{at}: meeples of {player}");
            }
            steps += 1;
        }
        for player in (1..=players).filter_map(Player::new) {
            let at = format!("seed {}, player {player}", published["seed"]);
            let total = game.score(&state, player) as i64;
            assert_eq!(total, number(&published["final_scores"][player.index()]), "{at}");
            for (kind, points) in game.score_details(&state, player) {
                assert_eq!(points as i64, number(&published["by_category"][player.index()][kind]), "{at}: {kind}");
            }
        }
    }
    assert_eq!(steps, 38 * 71 - 1);
}
