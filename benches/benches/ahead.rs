//! What a player that looks ahead does most: making moves and taking them back, asking how they end the game and what
//! lies on lines, in a position in the midst of a game. All moves of it at once, so that times can be compared.

use std::hint::black_box;

use boardwright_benches::game;
use boardwright_engine::game::{Game, Turn};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use boardwright_engine::variation::Variation;
use boardwright_games::shipped;
use criterion::{Criterion, criterion_group, criterion_main};

/// Games, and how many plies the position is from the start.
const GAMES: &[(&str, usize)] =
    &[("tic-tac-toe", 3), ("connect-four", 12), ("gomoku", 30), ("mill", 30), ("reversi", 20), ("chess", 30)];

/// The position after so many plies of always the same game, without moves that end it, and its moves.
fn position(game: &SpecGame, plies: usize) -> (State, Vec<Move>) {
    let structure = game.structure().expect("the fast form has one");
    let (mut state, mut moves) = (game.start(), Vec::new());
    for ply in 0..plies {
        game.turn(&state, &mut moves).expect("shipped games have no faults");
        let first = (7 * ply + 3) % moves.len();
        moves.rotate_left(first);
        let on = *moves.iter().find(|&&mv| structure.ends(&state, mv) == Ok(None)).expect("some move ends nothing");
        game.apply(&mut state, on).expect("shipped games have no faults");
    }
    let turn = game.turn(&state, &mut moves).expect("shipped games have no faults");
    assert!(matches!(turn, Turn::Player(_)), "the game runs on");
    (state, moves)
}

fn ahead(criterion: &mut Criterion) {
    for &(name, plies) in GAMES {
        let game = game(shipped().iter().find(|shipped| shipped.name == name).expect("the games named here ship"));
        let (state, moves) = position(&game, plies);
        look(criterion, &format!("{name}/portable"), &game, (&state, &moves));
        game.prepare();
        look(criterion, &format!("{name}/prepared"), &game, (&state, &moves));
    }
}

fn look(criterion: &mut Criterion, name: &str, game: &SpecGame, (state, moves): (&State, &[Move])) {
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
            black_box(structure.ends(state, mv)).expect("shipped games have no faults");
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
    let lines = structure.lines().len();
    bench("tallies", &mut || {
        for line in 0..lines {
            black_box(structure.tally(state, line));
        }
    });
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = ahead }
criterion_main!(benches);
