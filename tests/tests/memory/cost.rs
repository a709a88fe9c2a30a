//! What playing shipped games may cost, as far as that can be counted: memory, not time.
//! Time is measured by the benchmarks.

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_engine::variation::Variation;
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

/// Walks down and up a random game and asks at each ply what a player that looks ahead asks.
fn look_ahead(
    line: &mut Variation<'_, SpecGame>,
    start: &State,
    (moves, wins): (&mut Vec<Move>, &mut Vec<Move>),
    seed: u64,
) {
    let game = line.game();
    let structure = game.structure().expect("the fast form has one");
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    line.restart(start);
    for _ in 0..60 {
        let Ok(Turn::Player(player)) = game.turn(line.state(), moves) else { break };
        structure.winning_moves(line.state(), player, moves, wins).expect("shipped games have no faults");
        let other = player.next(game.players());
        structure.winning_replies(line.state(), other, wins).expect("shipped games have no faults");
        for &mv in moves.iter() {
            let ends = line.ends(mv);
            line.make(mv).expect("shipped games have no faults");
            assert_eq!(game.outcome(line.state()), ends);
            line.unmake();
        }
        let filled = (0..structure.lines().len()).map(|number| structure.tally(line.state(), number).filled);
        assert!(filled.sum::<usize>() <= structure.lines().iter().map(|line| line.cells.len()).sum());
        line.make(moves[random.random_range(0..moves.len())]).expect("shipped games have no faults");
    }
    assert!(!line.is_empty(), "games are played");
    line.unmake_to(0);
}

#[test]
fn nothing_is_allocated_while_a_player_looks_ahead() {
    for shipped in shipped().iter().filter(|shipped| !NEEDY.iter().any(|(name, _)| *name == shipped.name)) {
        let game = fast(shipped.name);
        let start = game.start();
        let mut line = Variation::new(&game, &start);
        let (mut moves, mut wins) = (Vec::new(), Vec::new());
        // The first time, buffers are made and lines found.
        let mut games = || (0..3).for_each(|seed| look_ahead(&mut line, &start, (&mut moves, &mut wins), seed));
        games();
        let counted = allocation_counter::measure(games);
        assert_eq!(counted.count_total, 0, "{}: allocations", shipped.name);
    }
}
