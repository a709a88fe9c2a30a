//! What the benchmarks share: loading shipped games, games between players, and programs for one game to be measured against.
//! The benchmarks themselves are in `benches/`.

pub mod ceiling;
pub mod matches;
pub mod plot;

use std::sync::Arc;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_games::{Shipped, ShippedFiles};
use boardwright_lang::{Request, load_with};

/// The rules of a shipped game.
///
/// # Panics
/// If its file has errors, which tests rule out.
pub fn rules(shipped: &Shipped) -> Arc<RuleSet> {
    let loaded = load_with(&shipped.source(), &Request { files: &ShippedFiles, ..Request::default() });
    loaded.rules.expect("shipped games have no errors")
}

/// A shipped game in its fast form.
///
/// # Panics
/// If it is too large, which tests rule out.
pub fn game(shipped: &Shipped) -> SpecGame {
    SpecGame::new(rules(shipped)).expect("shipped games are within the limits")
}
