//! Counting the lines of play of each shipped game to a depth of some hundred thousand lines.

use std::ops::ControlFlow;

use boardwright_benches::game;
use boardwright_engine::game::Game;
use boardwright_engine::perft::{Unit, perft};
use boardwright_games::shipped;
use criterion::{Criterion, criterion_group, criterion_main};

/// Plies that give some ten to some hundred thousand lines.
const DEPTHS: &[(&str, u32)] =
    &[("alquerque", 4), ("connect-four", 6), ("frogs", 12), ("nim", 5), ("puzzle8", 12), ("tic-tac-toe", 7)];

fn count(criterion: &mut Criterion) {
    for &(name, depth) in DEPTHS {
        let shipped = shipped().iter().find(|shipped| shipped.name == name).expect("the games named here ship");
        let game = game(shipped);
        criterion.bench_function(&format!("perft/{name}/{depth}"), |bencher| {
            bencher.iter(|| perft(&game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(())));
        });
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(10); targets = count }
criterion_main!(benches);
