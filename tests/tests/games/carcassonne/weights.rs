//! Features and weights: values in a small position, and the order of strength of the published players.

use boardwright_game::features::{feature_values, shipped_weights};
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::game;

fn values(text: &str, set: &str, player: Player) -> Vec<(String, f32)> {
    let game = game(2, false);
    let state = game.parse_state(text).unwrap();
    let index = game.feature_sets().iter().position(|known| known.name == set).unwrap();
    let names = game.feature_sets()[index].features.iter().map(|feature| feature.name.to_string());
    let values = feature_values(&game, &state, index, player).unwrap();
    names.zip(values).filter(|&(_, value)| value != 0.0).collect()
}

#[test]
fn terms_have_these_values_after_a_first_knight() {
    // A knight in a city of two tiles with two open edges: R has a city on three sides, of which the start closes one.
    let found = values("R 0,-1 180 knight S\nnext tile\n", "plain", Player::FIRST);
    let value = |name: &str| found.iter().find(|(known, _)| *known == name).map_or(0.0, |&(_, value)| value);
    let close = |name: &str, expected: f32| {
        assert!((value(name) - expected).abs() < 1e-4, "{name}: {} instead of {expected}", value(name));
    };
    close("open cities", 2.0);
    close("placement penalty", -1.0);
    close("distance to completion", -2.0);
    close("city majorities", 1.0);
    close("free meeples", 6.0);
    close("city quality", 1.0);
    // 70 tiles are left: 35 turns.
    close("meeple potential", 11.0 * (6.0_f32 / 35.0).powf(0.3));
    close("completed cities", 0.0);
    // The opponent sees the points with the other sign, and made no turn.
    let other = values("R 0,-1 180 knight S\nnext tile\n", "plain", Player::FIRST.next(2));
    assert!(other.contains(&("open cities".to_owned(), -2.0)), "{other:?}");
    assert!(other.iter().all(|(name, _)| *name != "placement penalty"), "{other:?}");
}

/// Term 7 of the thesis is free meeples per remaining turn; the literal sets have the same weights otherwise.
#[test]
fn the_literal_term_of_the_thesis_is_offered() {
    for (set, meeples) in
        [("plain-linear", 6.0 / 35.0), ("pr-linear", 6.0 / 35.0), ("plain", 11.0 * (6.0_f32 / 35.0).powf(0.3))]
    {
        let found = values("R 0,-1 180 knight S\nnext tile\n", set, Player::FIRST);
        let value = found.iter().find(|(name, _)| name == "meeple potential").unwrap().1;
        assert!((value - meeples).abs() < 1e-4, "{set}: {value} instead of {meeples}");
    }
    let game = game(2, false);
    for (name, features) in [("weighted", "plain-linear"), ("19/3-pr", "pr-linear")] {
        let (own, literal) =
            (shipped_weights(&game, name).unwrap(), shipped_weights(&game, &format!("{name}-literal")).unwrap());
        assert_eq!((&literal.weights, literal.phases, literal.features.as_str()), (&own.weights, own.phases, features));
    }
}

#[test]
fn phases_end_with_a_third_of_the_tiles() {
    let game = game(2, false);
    let weights = shipped_weights(&game, "19/3-pr").unwrap();
    let mut state = game.initial_state();
    let mut phases = Vec::new();
    let mut moves = Vec::new();
    loop {
        let turn = game.legal_moves(&state, &mut moves).unwrap();
        if turn.outcome().is_some() {
            break;
        }
        if turn.player().is_none() {
            phases.push((state.tiles().len(), weights.phase_at(game.progress(&state))));
        }
        game.apply(&mut state, moves[0]).unwrap();
    }
    for (tiles, phase) in phases {
        let expected = if tiles <= 24 { 0 } else { usize::from(tiles > 48) + 1 };
        assert_eq!(phase, expected, "{tiles} tiles");
    }
}

#[test]
fn features_after_moves_are_those_of_the_position_after_each() {
    for (players, seed) in [(2, 1), (3, 2), (5, 3)] {
        let game = game(players, false);
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let (mut state, mut moves) = (game.initial_state(), Vec::new());
        for ply in 0.. {
            let turn = game.legal_moves(&state, &mut moves).unwrap();
            if turn.outcome().is_some() {
                break;
            }
            for set in 0..game.feature_sets().len() {
                if turn.player().is_none() || ply % 16 != 1 {
                    break;
                }
                let me = turn.player().unwrap();
                let mut found = Vec::new();
                let collect = &mut |index: usize, progress: f32, values: &[f32]| {
                    found.push((index, progress.to_bits(), values.to_vec()));
                    true
                };
                game.feature_values_after(&state, &moves, set, me, collect).unwrap();
                let expected = moves.iter().enumerate().map(|(index, &mv)| {
                    let mut next = state.clone();
                    game.apply(&mut next, mv).unwrap();
                    (index, game.progress(&next).to_bits(), feature_values(&game, &next, set, me).unwrap())
                });
                assert_eq!(found, expected.collect::<Vec<_>>(), "set {set}, ply {ply}");
            }
            let mv = game.random_move(&state, &moves, &mut random);
            game.apply(&mut state, mv).unwrap();
        }
    }
}
