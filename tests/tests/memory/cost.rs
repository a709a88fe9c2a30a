//! Memory limits of shipped games: sizes of states and numbers of allocations. Time is measured by the benchmarks.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, Turn};
use boardwright_game::variation::Variation;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_tests::{compiled, deterministic_games};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn a_state_of_connect_four_is_small() {
    let bytes = compiled("connect-four").state_bytes();
    assert!(bytes <= 256, "{bytes} bytes");
}

/// Games that general native code plays: their tables are incomplete, and the interpreter helps out where there is no
/// native code.
const PLAYED_BY_GENERAL_CODE: &[&str] =
    &["chinese-checkers", "go", "kalah", "lines-of-action", "pentago", "quarto", "quoridor", "shogi"];

#[test]
fn all_shipped_games_compile_without_general_rules() {
    for shipped in deterministic_games().filter(|shipped| !PLAYED_BY_GENERAL_CODE.contains(&shipped.name)) {
        let summary = compiled(shipped.name).compiled_summary();
        assert!(summary.contains("(0 general)"), "{}: {summary}", shipped.name);
        assert!(compiled(shipped.name).is_compiled(), "{}: {summary}", shipped.name);
    }
}

/// Plays the same random games at each call; returns the number of plies.
fn play_random_games(game: &CompiledGame, start: &State, state: &mut State, moves: &mut Vec<Move>) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut plies = 0;
    for _ in 0..20 {
        state.clone_from(start);
        for _ in 0..300 {
            let turn = game.legal_moves(state, moves).expect("shipped games have no faults");
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

/// Games that allocate during play, with the reason.
const ALLOCATING_GAMES: [(&str, &str); 2] = [
    ("chess", "what holds after a move is asked of a copy of the position"),
    ("mastermind", "the pins of an answer are a set that is made anew"),
];

#[test]
fn listing_and_making_moves_does_not_allocate() {
    let mut wrong = Vec::new();
    for shipped in deterministic_games().filter(|shipped| !PLAYED_BY_GENERAL_CODE.contains(&shipped.name)) {
        let game = compiled(shipped.name);
        let start = game.initial_state();
        let (mut state, mut moves) = (start.clone(), Vec::new());
        // The first run reserves room for the moves, and for the history of games with repetition.
        let plies = play_random_games(&game, &start, &mut state, &mut moves);
        assert!(plies >= 20, "{}: games are played", shipped.name);
        let counted = allocation_counter::measure(|| {
            play_random_games(&game, &start, &mut state, &mut moves);
        });
        let allocations = counted.count_total;
        match ALLOCATING_GAMES.iter().find(|(name, _)| *name == shipped.name) {
            None if allocations == 0 => {}
            None => wrong.push(format!("{}: {allocations} allocations in {plies} plies", shipped.name)),
            Some((name, why)) => assert!(allocations > 0, "{name} needs no memory any more, though \"{why}\""),
        }
    }
    assert_eq!(wrong, [""; 0]);
}

/// Makes and unmakes a random game and sends the queries of a look-ahead player at each ply.
fn look_ahead(
    line: &mut Variation<'_, CompiledGame>,
    start: &State,
    (moves, wins): (&mut Vec<Move>, &mut Vec<Move>),
    seed: u64,
) {
    let game = line.game();
    let structure = game.structure().expect("the fast form has one");
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    line.restart(start);
    for _ in 0..60 {
        let Ok(Turn::Player(player)) = game.legal_moves(line.state(), moves) else { break };
        structure.winning_moves(line.state(), player, moves, wins).expect("shipped games have no faults");
        let other = player.next(game.players());
        structure.winning_replies(line.state(), other, wins).expect("shipped games have no faults");
        for &mv in moves.iter() {
            let ends = line.outcome_after(mv);
            line.make(mv).expect("shipped games have no faults");
            assert_eq!(game.outcome(line.state()), ends);
            line.unmake();
        }
        if let Some(win_lines) = structure.win_lines() {
            let lines = win_lines.lines();
            let filled = (0..lines.len()).map(|number| win_lines.line_contents(line.state(), number).filled);
            assert!(filled.sum::<usize>() <= lines.iter().map(|line| line.cells.len()).sum());
        }
        line.make(moves[random.random_range(0..moves.len())]).expect("shipped games have no faults");
    }
    assert!(!line.is_empty(), "games are played");
    line.unmake_to(0);
}

#[test]
fn look_ahead_does_not_allocate() {
    for shipped in deterministic_games()
        .filter(|shipped| !ALLOCATING_GAMES.iter().any(|(name, _)| *name == shipped.name))
        .filter(|shipped| !PLAYED_BY_GENERAL_CODE.contains(&shipped.name))
    {
        let game = compiled(shipped.name);
        let start = game.initial_state();
        let mut line = Variation::new(&game, &start);
        let (mut moves, mut wins) = (Vec::new(), Vec::new());
        // The first run allocates the buffers and finds the lines.
        let mut games = || (0..3).for_each(|seed| look_ahead(&mut line, &start, (&mut moves, &mut wins), seed));
        games();
        let counted = allocation_counter::measure(games);
        assert_eq!(counted.count_total, 0, "{}: allocations", shipped.name);
    }
}
