//! What one picture of 1280 x 720 pixels takes on one core: to see whether it can be read, to read it, to find the board by its markers,
//! anew and where it was. A picture in steady state takes the first two, and the last once a second.
//!
//! `cargo bench -p boardwright-table --bench seeing --features opencv`

#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/camera/trial.rs"]
mod trial;

use std::hint::black_box;
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_games::ON_A_TABLE;
use boardwright_table::world::{Level, Ranges};
use boardwright_vision::camera::Shot;
use boardwright_vision::find::markers::{Extent, MarkerSize, around};
use boardwright_vision::find::{again, by_markers};
use boardwright_vision::gate::Gate;
use criterion::{Criterion, criterion_group, criterion_main};
use trial::Trial;

fn seeing(criterion: &mut Criterion) {
    for game in ["tic-tac-toe", "draughts", "reversi"] {
        let name = ON_A_TABLE.into_iter().find(|(name, _)| *name == game).expect("it is played on a table");
        let mut trial = Trial::new(name, Level::Office, Ranges::Measuring, (1280, 720), 1);
        let mut reader = trial.reader();
        let start = trial.standing(&trial.game.start());
        let (picture, known) = (trial.picture(&start), trial.classes(&start));
        reader.learn(&picture, &known).expect("it can be learnt");
        let mut gate = Gate::new(Duration::ZERO, reader.board(), reader.view(), trial.size);
        gate.clear(&picture);
        let shot = Shot { picture, at: Duration::ZERO };
        let mut group = criterion.benchmark_group(game);
        group.bench_function("whether it can be read", |bencher| bencher.iter(|| gate.look(black_box(&shot))));
        group.bench_function("reading", |bencher| bencher.iter(|| reader.observe(black_box(&shot.picture), &known)));
        let places: Vec<[f64; 2]> =
            trial.layout.spots[..trial.layout.board].iter().map(|spot| [spot.u, spot.v]).collect();
        let placed = around(Extent::of(&places, trial.layout.pitch), MarkerSize::default());
        // Where OpenCV is not in the build there is nothing to be measured.
        if let Ok(found) = by_markers(&shot.picture, &placed, None) {
            let find = || by_markers(black_box(&shot.picture), &placed, None).is_ok();
            group.bench_function("markers anew", |bencher| bencher.iter(find));
            let still = || again(black_box(&shot.picture), &placed, None, &found.found).is_ok();
            group.bench_function("markers again", |bencher| bencher.iter(still));
        }
        group.finish();
    }
}

criterion_group!(benches, seeing);
criterion_main!(benches);
