//! What the tests of whole games share: loading, the battery of laws, a second telling of a game, random choice.
//! The tests themselves are in `tests/`; nothing here knows a particular game.

pub mod battery;
pub mod edits;
pub mod forms;
pub mod invented;
pub mod large;
pub mod playing;
pub mod second;
mod structure;
pub mod symmetry;
pub mod table;

use std::path::Path;
use std::sync::Arc;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_games::ShippedFiles;
use boardwright_lang::{Request, Source, load_with, render};

/// The rules of a game file.
///
/// # Panics
/// If it has errors, with what is wrong.
pub fn read(source: &Source, options: &[(&str, &str)]) -> Arc<RuleSet> {
    let options: Vec<(String, String)> = options.iter().map(|&(name, choice)| (name.into(), choice.into())).collect();
    let loaded = load_with(source, &Request { options: &options, files: &ShippedFiles, ..Request::default() });
    let Some(rules) = loaded.rules else {
        panic!("{}", render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false));
    };
    rules
}

fn shipped(name: &str) -> Source {
    boardwright_games::named(name).unwrap_or_else(|| panic!("no game file named {name} ships")).source()
}

/// The rules of a shipped game.
///
/// # Panics
/// If there is no such game or its file has errors, with what is wrong.
pub fn rules(name: &str) -> Arc<RuleSet> {
    read(&shipped(name), &[])
}

/// A shipped game in its fast form.
///
/// # Panics
/// If it cannot be loaded.
pub fn fast(name: &str) -> SpecGame {
    SpecGame::new(rules(name)).expect("shipped games are within the limits")
}

/// A shipped game in its plain form.
///
/// # Panics
/// If it cannot be loaded.
pub fn plain(name: &str) -> SpecGame {
    SpecGame::plain(rules(name)).expect("shipped games are within the limits")
}

/// A shipped game with choices for its options, in its fast form.
///
/// # Panics
/// If it cannot be loaded.
pub fn with_options(name: &str, options: &[(&str, &str)]) -> SpecGame {
    SpecGame::new(read(&shipped(name), options)).expect("shipped games are within the limits")
}

/// The game file at this path below the folder `data`.
///
/// # Panics
/// If it cannot be read.
pub fn data(path: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source::new(path.display().to_string(), &bytes)
}
