//! Benchmarks with Criterion. A regular expression selects them by their names, which begin with the name of the group:
//!
//!     cargo bench -p boardwright-benches --bench criterion -- FILTER
//!
//! The groups are `ahead/`, `holdem/`, `playout/` and `scripts/`.

mod ahead;
mod holdem;
mod playouts;
mod scripts;

use criterion::criterion_main;

criterion_main!(ahead::benches, holdem::benches, playouts::benches, scripts::benches);
