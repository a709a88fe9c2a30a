//! What playing shipped games may cost, as far as that can be counted: memory, not time.
//! Time is measured by the benchmarks.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
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
        assert!(fast(shipped.name).is_quick(), "{}: {summary}", shipped.name);
    }
}

/// Random games, always the same; how many plies they have.
fn games(game: &SpecGame, start: &State, state: &mut State, moves: &mut Vec<Move>) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut plies = 0;
    for _ in 0..20 {
        state.clone_from(start);
        for _ in 0..300 {
            let turn = game.turn(state, moves).expect("shipped games have no faults");
            if matches!(turn, Turn::Over(_)) {
                break;
            }
            let mv = moves[random.random_range(0..moves.len())];
            game.apply(state, mv).expect("shipped games have no faults");
            plies += 1;
        }
    }
    plies
}

/// Games that need memory, and what for.
const NEEDY: [(&str, &str); 2] = [
    ("chess", "what holds after a move is asked of a copy of the position"),
    ("mastermind", "the pins of an answer are a set that is made anew"),
];

#[test]
fn nothing_is_allocated_while_moves_are_listed_and_made() {
    for shipped in shipped() {
        let game = fast(shipped.name);
        let start = game.start();
        let (mut state, mut moves) = (start.clone(), Vec::new());
        // The first time, room is made for the moves, and for the past of games in which a position may come again.
        let plies = games(&game, &start, &mut state, &mut moves);
        assert!(plies >= 20, "{}: games are played", shipped.name);
        let counted = allocation_counter::measure(|| {
            games(&game, &start, &mut state, &mut moves);
        });
        let allocations = counted.count_total;
        match NEEDY.iter().find(|(name, _)| *name == shipped.name) {
            None => assert_eq!(allocations, 0, "{}: allocations in {plies} plies", shipped.name),
            Some((name, why)) => assert!(allocations > 0, "{name} needs no memory any more, though \"{why}\""),
        }
    }
}
