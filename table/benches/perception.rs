//! Benchmark of perception for one frame of 1280 x 720 pixels on one core: frame status, board reading, marker
//! detection in the whole image, and marker detection around the last location. In steady state a frame takes the first
//! two, and once a second the last.
//!
//! `cargo bench -p boardwright-table --bench perception --features boardwright-opencv/installed`

#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/simulation/camera/trial.rs"]
mod trial;

use std::hint::black_box;
use std::time::Duration;

use boardwright_game::game::Game as _;
use boardwright_games::ROBOT_GAMES;
use boardwright_table::simulation::{Difficulty, ParameterSet};
use boardwright_vision::camera::Frame;
use boardwright_vision::find::{locate_by_markers, relocate_by_markers};
use boardwright_vision::gate::Gate;
use criterion::{Criterion, criterion_group, criterion_main};
use trial::Trial;

fn perception(criterion: &mut Criterion) {
    boardwright_opencv::install();
    for game in ["tic-tac-toe", "draughts", "reversi"] {
        let name = ROBOT_GAMES.into_iter().find(|(name, _)| *name == game).expect("it is played on a table");
        let mut trial = Trial::new(name, Difficulty::Office, ParameterSet::Evaluation, (1280, 720), 1);
        let mut reader = trial.reader();
        let start = trial.contents(&trial.game.initial_state());
        let (picture, known) = (trial.picture(&start), trial.classes(&start));
        reader.learn(&picture, &known).expect("it can be learnt");
        let mut gate = Gate::new(Duration::ZERO, reader.board(), Vec::new(), reader.view(), trial.size);
        gate.set_background(&picture);
        let frame = Frame { image: picture, at: Duration::ZERO };
        let mut group = criterion.benchmark_group(game);
        group.bench_function("frame status", |bencher| bencher.iter(|| gate.classify(black_box(&frame))));
        group.bench_function("board reading", |bencher| {
            bencher.iter(|| reader.observe(black_box(&frame.image), &known));
        });
        let placed = trial.layout.markers(trial.game.rules());
        // Without OpenCV in the build there is no marker detection to measure.
        if let Ok(found) = locate_by_markers(&frame.image, &placed, None) {
            let find = || locate_by_markers(black_box(&frame.image), &placed, None).is_ok();
            group.bench_function("markers in the whole image", |bencher| bencher.iter(find));
            let still = || relocate_by_markers(black_box(&frame.image), &placed, None, &found.location).is_ok();
            group.bench_function("markers near the last location", |bencher| bencher.iter(still));
        }
        group.finish();
    }
}

criterion_group!(benches, perception);
criterion_main!(benches);
