//! Loading of the games that notation files contain.

use boardwright_compiler::game::CompiledGame;
use boardwright_lang::{LoadRequest, load_with};

use super::Options;
use crate::{ShippedFiles, shipped_game};

/// Loads a shipped game with these options.
///
/// # Errors
/// If no such game exists, or an option or its value is invalid.
pub fn load(name: &str, options: &Options) -> Result<CompiledGame, String> {
    let game = shipped_game(name).ok_or_else(|| format!("no game called {name} ships"))?;
    let chosen: Vec<(String, String)> = options.clone().into_iter().collect();
    let request = LoadRequest { options: &chosen, files: &ShippedFiles, ..LoadRequest::default() };
    let loaded = load_with(&game.source(), &request);
    let impossible = loaded.options.iter().find_map(|option| {
        let wanted = options.get(&option.name).filter(|wanted| **wanted != option.chosen)?;
        Some(format!("{name} cannot have the {} {wanted}, it can be {}", option.name, option.values))
    });
    if let Some(reason) = impossible {
        return Err(reason);
    }
    let rules = loaded.rules.ok_or_else(|| format!("{name} has no such options"))?;
    CompiledGame::new(rules).map_err(|error| error.to_string())
}
