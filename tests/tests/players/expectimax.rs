//! Expectimax with pruning against a plain search of the whole tree, and against one-ply search.

use std::sync::atomic::AtomicBool;

use boardwright_game::features::{WeightSet, feature_values, shipped_weights};
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::draw_chance;
use boardwright_games::carcassonne::{Carcassonne, CarcassonneMove, CarcassonneOptions, CarcassonneState};
use boardwright_players::{Question, parse};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// A position of a random game in which the drawn tile is to be placed and so many others are left.
fn late_position(game: &Carcassonne, left: usize, seed: u64) -> CarcassonneState {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    loop {
        let mv = match game.legal_moves(&state, &mut moves).unwrap() {
            Turn::Over(_) => panic!("the game ended before"),
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).unwrap(),
            Turn::Player(_) if state.tiles_left() <= left => return state,
            Turn::Player(_) => game.random_move(&state, &moves, &mut random),
        };
        game.apply(&mut state, mv).unwrap();
    }
}

/// Value after `depth` further moves of players, by the definition.
fn plain_value(
    game: &Carcassonne,
    state: &CarcassonneState,
    me: Player,
    (weights, set): (&WeightSet, usize),
    depth: usize,
) -> f64 {
    let mut moves = Vec::new();
    let turn = game.legal_moves(state, &mut moves).unwrap();
    if depth == 0 || matches!(turn, Turn::Over(_)) {
        let values = feature_values(game, state, set, me).unwrap();
        return weights.value(&values, weights.phase_at(game.progress(state))).into();
    }
    let deeper = if turn == Turn::Chance { depth } else { depth - 1 };
    let values = moves.iter().map(|&mv| {
        let mut next = state.clone();
        game.apply(&mut next, mv).unwrap();
        plain_value(game, &next, me, (weights, set), deeper)
    });
    match turn {
        Turn::Player(mover) if mover == me => values.fold(f64::MIN, f64::max),
        Turn::Player(_) => values.fold(f64::MAX, f64::min),
        _ => {
            let mut probabilities = Vec::new();
            game.chance_probabilities(state, &mut probabilities);
            values.zip(&probabilities).map(|(value, probability)| value * probability).sum()
        }
    }
}

/// The weighted sum to which a reported value belongs: the report maps `v` to `v / (100 + |v|)`.
fn weighted_sum(reported: f64) -> f64 {
    100.0 * reported / (1.0 - reported.abs())
}

/// Move and value by a player.
fn choose(game: &Carcassonne, state: &CarcassonneState, player: &str) -> (CarcassonneMove, f64) {
    let spec = parse(player).unwrap();
    let mut made = spec.make(game, 7).unwrap();
    let mut moves = Vec::new();
    let me = game.legal_moves(state, &mut moves).unwrap().player().unwrap();
    let stop = AtomicBool::new(false);
    let question = Question { game, state, me, moves: &moves, limits: spec.limits(&stop), listener: None, clocks: &[] };
    let choice = made.choose(&question).unwrap();
    (choice.mv, weighted_sum(choice.value.unwrap_or(0.0)))
}

#[test]
fn pruned_search_finds_the_value_of_the_whole_tree() {
    for (players, left, depth, name) in
        [(2, 6, 2, "expected"), (2, 2, 3, "expected"), (2, 3, 2, "19/3-pr"), (3, 4, 2, "weighted")]
    {
        let game = Carcassonne::new(CarcassonneOptions { players, ..CarcassonneOptions::default() });
        let weights = shipped_weights(&game, name).unwrap();
        let set = weights.feature_set(&game).unwrap();
        for seed in 0..4 {
            let state = late_position(&game, left, seed);
            let mut moves = Vec::new();
            let me = game.legal_moves(&state, &mut moves).unwrap().player().unwrap();
            if moves.len() == 1 {
                continue;
            }
            let best = plain_value(&game, &state, me, (&weights, set), depth);
            let player = format!("expectimax:weights={name},depth={depth},range=100000");
            let (mv, value) = choose(&game, &state, &player);
            assert!((value - best).abs() < 0.01, "{player} seed {seed}: {value} instead of {best}");
            let mut next = state.clone();
            game.apply(&mut next, mv).unwrap();
            let value = plain_value(&game, &next, me, (&weights, set), depth - 1);
            assert!((value - best).abs() < 0.01, "{player} seed {seed}: the move has {value} instead of {best}");
        }
    }
}

#[test]
fn search_of_depth_1_is_one_ply_search() {
    let game = Carcassonne::new(CarcassonneOptions::default());
    for seed in 0..5 {
        let state = late_position(&game, 40, seed);
        let one_ply = choose(&game, &state, "weighted:weights=expected");
        let depth_1 = choose(&game, &state, "expectimax:depth=1");
        assert!((one_ply.1 - depth_1.1).abs() < 1e-6, "{one_ply:?} {depth_1:?}");
    }
}

#[test]
fn a_search_ends_with_the_game() {
    let game = Carcassonne::new(CarcassonneOptions::default());
    let state = late_position(&game, 1, 3);
    // Without a limit of depth the search ends, as the tree does.
    let (_, value) = choose(&game, &state, "expectimax:nodes=100000000");
    let (_, two_deep) = choose(&game, &state, "expectimax:depth=2,range=100000");
    assert!((value - two_deep).abs() < 0.01, "{value} {two_deep}");
}
