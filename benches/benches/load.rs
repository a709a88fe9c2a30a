//! Reading each shipped game file, and compiling it to its fast form.

use boardwright_benches::rules;
use boardwright_engine::spec::SpecGame;
use boardwright_games::shipped;
use criterion::{Criterion, criterion_group, criterion_main};

fn load(criterion: &mut Criterion) {
    for shipped in shipped() {
        criterion.bench_function(&format!("read/{}", shipped.name), |bencher| bencher.iter(|| rules(shipped)));
        let rules = rules(shipped);
        criterion.bench_function(&format!("compile/{}", shipped.name), |bencher| {
            bencher.iter(|| SpecGame::new(rules.clone()).expect("shipped games are within the limits"));
        });
    }
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = load }
criterion_main!(benches);
