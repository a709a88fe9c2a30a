//! Benchmark of the inner loop of a search: applying and undoing moves, testing the end of the game, and evaluating lines, for all moves
//! of a middle game position, so that times can be compared.

use std::hint::black_box;

use boardwright_benches::game;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::variation::Variation;
use boardwright_games::shipped_games;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use criterion::{Criterion, criterion_group};

/// Games, and the ply of the measured position.
const GAMES: &[(&str, usize)] =
    &[("tic-tac-toe", 3), ("connect-four", 12), ("gomoku", 30), ("mill", 30), ("reversi", 20), ("chess", 30)];

/// Position after `plies` moves of a fixed game that avoids moves ending it, and its legal moves.
fn position(game: &CompiledGame, plies: usize) -> (State, Vec<Move>) {
    let structure = game.structure().expect("the fast form has one");
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    for ply in 0..plies {
        game.legal_moves(&state, &mut moves).expect("shipped games have no faults");
        let first = (7 * ply + 3) % moves.len();
        moves.rotate_left(first);
        let on =
            *moves.iter().find(|&&mv| structure.outcome_after(&state, mv) == Ok(None)).expect("some move ends nothing");
        game.apply(&mut state, on).expect("shipped games have no faults");
    }
    let turn = game.legal_moves(&state, &mut moves).expect("shipped games have no faults");
    assert!(matches!(turn, Turn::Player(_)), "the game runs on");
    (state, moves)
}

fn ahead(criterion: &mut Criterion) {
    for &(name, plies) in GAMES {
        let game =
            game(shipped_games().iter().find(|shipped| shipped.name == name).expect("the games named here ship"));
        let (state, moves) = position(&game, plies);
        look(criterion, &format!("{name}/portable"), &game, (&state, &moves));
        game.prepare();
        look(criterion, &format!("{name}/prepared"), &game, (&state, &moves));
    }
}

fn look(criterion: &mut Criterion, name: &str, game: &CompiledGame, (state, moves): (&State, &[Move])) {
    let structure = game.structure().expect("the fast form has one");
    let player = game.mover(state);
    let mut bench = |what: &str, work: &mut dyn FnMut()| {
        criterion.bench_function(&format!("ahead/{name}/{what}/{}", moves.len()), |bencher| {
            bencher.iter(&mut *work);
        });
    };
    let mut copy = state.clone();
    bench("copy", &mut || {
        for _ in moves {
            black_box(&mut copy).clone_from(black_box(state));
        }
    });
    let mut line = Variation::new(game, state);
    bench("make-unmake", &mut || {
        for &mv in moves {
            line.make(mv).expect("shipped games have no faults");
            line.unmake();
        }
    });
    bench("ends", &mut || {
        for &mv in moves {
            black_box(structure.outcome_after(state, mv)).expect("shipped games have no faults");
        }
    });
    let mut wins = Vec::new();
    bench("winning-moves", &mut || {
        structure.winning_moves(state, player, moves, &mut wins).expect("shipped games have no faults");
    });
    bench("winning-replies", &mut || {
        let other = player.next(game.players());
        structure.winning_replies(state, other, &mut wins).expect("shipped games have no faults");
    });
    let win_lines = structure.win_lines();
    bench("tallies", &mut || {
        let Some(win_lines) = win_lines else { return };
        for line in 0..win_lines.lines().len() {
            black_box(win_lines.line_contents(state, line));
        }
    });
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = ahead }
