//! What is kept beside a game for players: weights that were learnt, in `NAME.weights.json` beside `NAME.game`, or shipped.

use std::io;
use std::path::PathBuf;

use boardwright_players::registry::Beside;

use crate::failure::Failure;
use crate::load::{Found, Loaded, find, split_game};

impl Loaded {
    /// What is kept beside the game; nothing is needed.
    pub fn beside(&self) -> Result<Beside, Failure> {
        let (name, _) = split_game(&self.asked)?;
        let broken = |file: &str, error| Failure::Input(format!("{file} does not hold weights: {error}"));
        let weights = match find(name)? {
            Found::Written(_) => None,
            Found::Shipped(game) => {
                let learnt = boardwright_games::learnt(game.name);
                learnt.map(|text| serde_json::from_str(text).map_err(|error| broken(game.name, error))).transpose()?
            }
            Found::File(path) => {
                let file: PathBuf = path.with_extension("weights.json");
                match std::fs::read_to_string(&file) {
                    Ok(text) => {
                        Some(serde_json::from_str(&text).map_err(|error| broken(&file.display().to_string(), error))?)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(Failure::file("read", &file, &error)),
                }
            }
        };
        Ok(Beside { weights })
    }
}
