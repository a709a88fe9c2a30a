//! Loading the games that files in a notation tell of. Which games that are is for the notations.

use boardwright_engine::spec::SpecGame;
use boardwright_lang::{Request, load_with};

use super::Options;
use crate::{ShippedFiles, named};

/// A game that ships, with what is chosen for its options.
///
/// # Errors
/// If there is no such game, or it has no such choice.
pub fn load(name: &str, options: &Options) -> Result<SpecGame, String> {
    let game = named(name).ok_or_else(|| format!("no game called {name} ships"))?;
    let chosen: Vec<(String, String)> = options.clone().into_iter().collect();
    let request = Request { options: &chosen, files: &ShippedFiles, ..Request::default() };
    let loaded = load_with(&game.source(), &request);
    let impossible = loaded.options.iter().find_map(|option| {
        let wanted = options.get(&option.name).filter(|wanted| **wanted != option.chosen)?;
        Some(format!("{name} cannot have the {} {wanted}, it can be {}", option.name, option.values))
    });
    if let Some(reason) = impossible {
        return Err(reason);
    }
    let rules = loaded.rules.ok_or_else(|| format!("{name} has no such options"))?;
    SpecGame::new(rules).map_err(|error| error.to_string())
}
