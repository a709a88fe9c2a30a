//! Shared code of the tests of whole games: loading, invariants, reference implementations, random choice.
//! The tests themselves are in `tests/`; nothing here depends on a particular game.

pub mod auction;
pub mod battery;
pub mod chance_reference;
pub mod differential;
pub mod effort;
pub mod generated_games;
pub mod large_games;
pub mod mutations;
pub mod perft_table;
pub mod pig;
pub mod playing;
pub mod reference;
pub mod strategies;
mod structure;
pub mod symmetry;

use std::path::Path;
use std::sync::Arc;

use boardwright_compiler::game::CompiledGame;
use boardwright_games::{ShippedFiles, ShippedGame, shipped_games};
use boardwright_lang::{LoadRequest, Source, load_with, render};
use boardwright_rules::RuleSet;

/// Loads the rules of a game file.
///
/// # Panics
/// If the file has errors; the message contains the diagnostics.
pub fn load_rules(source: &Source, options: &[(&str, &str)]) -> Arc<RuleSet> {
    let options: Vec<(String, String)> = options.iter().map(|&(name, choice)| (name.into(), choice.into())).collect();
    let loaded = load_with(source, &LoadRequest { options: &options, files: &ShippedFiles, ..LoadRequest::default() });
    let Some(rules) = loaded.rules else {
        panic!("{}", render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false));
    };
    rules
}

/// The file of a shipped game, or else the file of this name below the folder `data`.
fn game_source(name: &str) -> Source {
    let shipped = boardwright_games::shipped_game(name);
    shipped.map_or_else(|| data_file(&format!("{name}.game")), ShippedGame::source)
}

/// The rules of a shipped game, or of a game file of the tests.
///
/// # Panics
/// If there is no such game or its file has errors; the message contains the diagnostics.
pub fn rules(name: &str) -> Arc<RuleSet> {
    load_rules(&game_source(name), &[])
}

/// The shipped games without chance moves and hidden information.
pub fn deterministic_games() -> impl Iterator<Item = &'static ShippedGame> {
    shipped_games().iter().filter(|game| {
        let rules = rules(game.name);
        !rules.has_chance() && !rules.has_hidden_information()
    })
}

/// A shipped game, or a game file of the tests, in its compiled form.
///
/// # Panics
/// If it cannot be loaded.
pub fn compiled(name: &str) -> CompiledGame {
    CompiledGame::new(rules(name)).expect("shipped games are within the limits")
}

/// A shipped game, or a game file of the tests, that is interpreted only.
///
/// # Panics
/// If it cannot be loaded.
pub fn interpreted(name: &str) -> CompiledGame {
    CompiledGame::interpreted_only(rules(name)).expect("shipped games are within the limits")
}

/// A shipped game, or a game file of the tests, with the given options, in its compiled form.
///
/// # Panics
/// If it cannot be loaded.
pub fn with_options(name: &str, options: &[(&str, &str)]) -> CompiledGame {
    CompiledGame::new(load_rules(&game_source(name), options)).expect("shipped games are within the limits")
}

/// The game file at this path below the folder `data`.
///
/// # Panics
/// If it cannot be read.
pub fn data_file(path: &str) -> Source {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(path);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Source::new(path.display().to_string(), &bytes)
}
