//! What is kept beside a game for players: weights that were learnt, in `NAME.weights.json` beside `NAME.game`, or shipped.

use std::io;
use std::path::PathBuf;

use boardwright_engine::game::Game;
use boardwright_players::evaluation::Weights;
use boardwright_players::registry::Beside;

use crate::failure::{Failure, say};
use crate::load::{Found, Job, Loaded, find, split_game};

impl Loaded {
    /// What is kept beside the game; nothing is needed.
    pub fn beside(&self) -> Result<Beside, Failure> {
        let (name, _) = split_game(&self.asked)?;
        let broken = |file: &str, error| {
            let help = "`boardwright tune` makes such a file, without it weights are made from the rules";
            Failure::Input(format!("{file} does not hold weights: {error}; {help}"))
        };
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
                        let file = file.display().to_string();
                        let weights: Weights = serde_json::from_str(&text).map_err(|error| broken(&file, error))?;
                        if !self.with(Fit(&weights)) {
                            say(&format!("note: {file} is not used: it has weights of another game\n"));
                        }
                        Some(weights)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(Failure::file("read", &file, &error)),
                }
            }
        };
        Ok(Beside { weights })
    }
}

/// Whether weights are for a game.
struct Fit<'a>(&'a Weights);

impl Job for Fit<'_> {
    type Output = bool;

    fn run<G>(self, game: &G) -> bool
    where
        G: Game + Clone + Send + Sync + 'static,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        self.0.fit(game)
    }
}
