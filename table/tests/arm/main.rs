//! Whole games on a table that is not there, made by an arm that is not there.

mod faults;
mod setting;

use boardwright_engine::game::Game as _;
use boardwright_games::ON_A_TABLE;
use boardwright_robot::protocol::Baud;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use setting::Setting;

/// Plays a game at random; how many moves were made.
fn play(name: &str, mut setting: Setting, seed: u64, most: usize) -> usize {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut state = setting.game.start();
    let mut plies = 0;
    let mut moves = Vec::new();
    while plies < most {
        setting.game.turn(&state, &mut moves).expect("the rules hold");
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let mut next = state.clone();
        setting.game.apply(&mut next, mv).expect("a legal move");
        setting.make(&state, &next).unwrap_or_else(|error| panic!("{name}, seed {seed}, move {plies}: {error}"));
        let wrong = setting.rehearsal.wrong();
        assert!(wrong.is_empty(), "{name}, seed {seed}, move {plies}: {wrong:?}");
        assert!(setting.hand.standing().agrees(&setting.game, &next));
        state = next;
        plies += 1;
    }
    plies
}

#[test]
fn every_table_game_is_played_by_the_arm() {
    for name in ON_A_TABLE {
        for seed in 0..3 {
            let baud = if seed == 1 { Baud::SLOW } else { Baud::FAST };
            assert!(play(name.0, Setting::new(name, baud), seed, 300) > 0, "{}", name.0);
        }
    }
}

#[test]
fn every_table_game_is_played_through_a_pseudo_terminal() {
    for name in ON_A_TABLE {
        for baud in [Baud::SLOW, Baud::FAST] {
            assert!(play(name.0, Setting::behind_a_terminal(name, baud), 7, 300) > 0, "{}", name.0);
        }
    }
}
