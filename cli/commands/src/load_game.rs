//! Loads games from the library for the command line, and prints the warnings of the loader.

use boardwright_library::load::{self, LoadedGame, Options};
use boardwright_players::registry::PlayerArtifacts;

use crate::failure::{Failure, note};

/// Loads the game that `argument` names.
pub fn load(argument: &str) -> Result<LoadedGame, Failure> {
    load_with_options(argument, &Options::new())
}

/// Loads the game that `argument` names, with the options of a record if it has none of its own.
pub fn load_with_options(argument: &str, default_options: &Options) -> Result<LoadedGame, Failure> {
    let loaded = load::load_with_options(argument, default_options)?;
    if let Some(text) = &loaded.warning {
        let (file, _) = load::split_game(argument)?;
        note(&format!("{text}; `boardwright check {file}` shows them"));
    }
    Ok(loaded)
}

/// Artifacts of a game (weights, tables).
pub fn load_artifacts(loaded: &LoadedGame) -> Result<PlayerArtifacts, Failure> {
    let (artifacts, warning) = loaded.artifacts()?;
    if let Some(text) = warning {
        note(&text);
    }
    Ok(artifacts)
}
