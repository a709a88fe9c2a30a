//! Benchmark: one uniformly random playout of each shipped game, of at most 500 plies, in the compiled form and in the interpreter.

use boardwright_benches::rules;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game;
use boardwright_game::playout::Sampler;
use boardwright_games::shipped_games;
use criterion::{Criterion, criterion_group};
use rand_pcg::Pcg64Mcg;

fn playouts(criterion: &mut Criterion) {
    for shipped in shipped_games() {
        let forms =
            [("fast", CompiledGame::new(rules(shipped))), ("plain", CompiledGame::interpreted_only(rules(shipped)))];
        for (form, game) in forms {
            let game = game.expect("shipped games are within the limits");
            let start = game.initial_state();
            let mut sampler = Sampler::new(&game, &start, 500, Pcg64Mcg::new(1));
            criterion.bench_function(&format!("playout/{form}/{}", shipped.name), |bencher| {
                bencher.iter(|| sampler.play().expect("shipped games have no faults"));
            });
        }
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = playouts }
