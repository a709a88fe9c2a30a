//! What the tests of whole games share: loading, the battery of laws, a second telling of a game, random choice.
//! The tests themselves are in `tests/`; nothing here knows a particular game.

pub mod battery;
pub mod edits;
pub mod forms;
pub mod invented;
pub mod second;
mod structure;
pub mod table;

use std::sync::Arc;

use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_lang::{AllPictures, Source, load, render};

/// The rules of a shipped game.
///
/// # Panics
/// If there is no such game or its file has errors, with what is wrong.
pub fn rules(name: &str) -> Arc<RuleSet> {
    let shipped = boardwright_games::named(name).unwrap_or_else(|| panic!("no game file named {name} ships"));
    let source = Source::new(shipped.file, shipped.text);
    let loaded = load(&source, &AllPictures);
    let Some(rules) = loaded.rules else {
        panic!("{}", render(&loaded.diagnostics, &[&source], false));
    };
    rules
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
