//! Tests of the parser: properties of every text, and examples.
//! The error messages are also tested with the files in `tests/bad2026`.

mod messages;
mod print;
mod reading;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::{ParsedFile, parse};
use crate::Source;

fn read(text: &str) -> ParsedFile {
    parse(&Source::new("a.game", text.as_bytes()), 0)
}

fn seeded() -> ProptestConfig {
    ProptestConfig {
        cases: 500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(2026),
        ..ProptestConfig::default()
    }
}

/// All game files of this edition in the repository.
fn shipped_games() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/specs");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: std::path::PathBuf| (path.display().to_string(), std::fs::read_to_string(path).unwrap());
    let mut games: Vec<_> = files.map(read).filter(|(_, text)| text.contains("edition = 2026")).collect();
    games.sort();
    assert!(!games.is_empty());
    games
}
