//! Shared code of the benchmarks in `benches/`: loading shipped games, games between players, and hand-written programs for comparison.

pub mod ceiling;
pub mod matches;
pub mod plot;

use std::sync::Arc;

// Linked for the players that it compiles: generic code of a dependency is not compiled again.
use boardwright_compiler::game::CompiledGame;
use boardwright_games::{ShippedFiles, ShippedGame};
use boardwright_lang::{LoadRequest, load_with};
use boardwright_library as _;
use boardwright_rules::RuleSet;

/// Rules of a shipped game.
///
/// # Panics
/// If its file has errors, which tests rule out.
pub fn rules(shipped: &ShippedGame) -> Arc<RuleSet> {
    let loaded = load_with(&shipped.source(), &LoadRequest { files: &ShippedFiles, ..LoadRequest::default() });
    loaded.rules.expect("shipped games have no errors")
}

/// Compiled form of a shipped game.
///
/// # Panics
/// If it is too large, which tests rule out.
pub fn game(shipped: &ShippedGame) -> CompiledGame {
    CompiledGame::new(rules(shipped)).expect("shipped games are within the limits")
}
