//! One uniformly random playout of each shipped game, of at most 500 plies, in both forms.

use boardwright_benches::rules;
use boardwright_engine::game::Game;
use boardwright_engine::playout::Sampler;
use boardwright_engine::spec::SpecGame;
use boardwright_games::shipped;
use criterion::{Criterion, criterion_group, criterion_main};
use rand_pcg::Pcg64Mcg;

fn playouts(criterion: &mut Criterion) {
    for shipped in shipped() {
        let forms = [("fast", SpecGame::new(rules(shipped))), ("plain", SpecGame::plain(rules(shipped)))];
        for (form, game) in forms {
            let game = game.expect("shipped games are within the limits");
            let start = game.start();
            let mut sampler = Sampler::new(&game, &start, 500, Pcg64Mcg::new(1));
            criterion.bench_function(&format!("playout/{form}/{}", shipped.name), |bencher| {
                bencher.iter(|| sampler.play().expect("shipped games have no faults"));
            });
        }
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = playouts }
criterion_main!(benches);
