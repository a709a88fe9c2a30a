//! What playing shipped games may cost, as far as that can be counted: memory, not time.
//! Time is measured by the benchmarks.

use boardwright_engine::game::{Game, Turn};
use boardwright_games::shipped;
use boardwright_tests::fast;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn a_state_of_connect_four_is_small() {
    let bytes = fast("connect-four").state_bytes();
    assert!(bytes <= 256, "{bytes} bytes");
}

#[test]
fn no_shipped_game_is_kept_general() {
    for shipped in shipped() {
        let summary = fast(shipped.name).fast_summary();
        assert!(summary.contains("(0 general)"), "{}: {summary}", shipped.name);
    }
}

#[test]
fn nothing_is_allocated_while_moves_are_listed_and_made() {
    for shipped in shipped() {
        let game = fast(shipped.name);
        let (start, mut random) = (game.start(), Pcg64Mcg::seed_from_u64(1));
        let (mut state, mut moves) = (start.clone(), Vec::with_capacity(1000));
        let mut plies = 0;
        let counted = allocation_counter::measure(|| {
            for _ in 0..20 {
                state.clone_from(&start);
                for _ in 0..300 {
                    let turn = game.turn(&state, &mut moves).expect("shipped games have no faults");
                    if matches!(turn, Turn::Over(_)) {
                        break;
                    }
                    let mv = moves[random.random_range(0..moves.len())];
                    game.apply(&mut state, mv).expect("shipped games have no faults");
                    plies += 1;
                }
            }
        });
        assert!(plies >= 20, "{}: games are played", shipped.name);
        assert_eq!(counted.count_total, 0, "{}: allocations in {plies} plies", shipped.name);
    }
}
