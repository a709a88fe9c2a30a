//! What is kept beside a game for players: weights that were learnt, in `NAME.weights.json` beside `NAME.game` or shipped, and tables
//! that were worked out of it.

use std::io;
use std::path::PathBuf;

use boardwright_players::evaluation::Weights;
use boardwright_players::registry::Beside;
use boardwright_players::solve::SolveError;
use boardwright_players::solve::registry::{self, Identity};
use boardwright_players::solved::Solved;

use crate::error::Error;
use crate::load::{Found, Job, Known, Loaded, find, split_game};
use crate::tables;

impl Loaded {
    /// What is kept beside the game, and what somebody should know of it; nothing is needed.
    pub fn beside(&self) -> Result<(Beside, Option<String>), Error> {
        let mut note = None;
        let (name, _) = split_game(&self.asked)?;
        let broken = |file: &str, error| {
            let help = "`boardwright tune` makes such a file, without it weights are made from the rules";
            Error::Input(format!("{file} does not hold weights: {error}; {help}"))
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
                            note = Some(format!("{file} is not used: it has weights of another game"));
                        }
                        Some(weights)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(Error::file("read", &file, &error)),
                }
            }
        };
        let kept = registry::FOLLOWED.into_iter().find(|method| tables::kept(self, method).is_some());
        let solved = kept.map(|method| self.solved(method)).transpose()?.flatten();
        Ok((Beside { weights, solved }, note))
    }

    /// What was worked out with a method, if that is kept.
    pub fn solved(&self, method: &str) -> Result<Option<Solved>, Error> {
        let Some(path) = tables::kept(self, method) else { return Ok(None) };
        let bytes = std::fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let (file, game) = tables::identity(self);
        let solved = self.with(Followed { method, bytes: &bytes, identity: Identity { file: &file, game: &game } });
        let broken = |error| Error::Input(format!("cannot use {}: {error}", path.display()));
        Ok(Some(solved.map_err(broken)?))
    }
}

/// Whether weights are for a game.
struct Fit<'a>(&'a Weights);

impl Job for Fit<'_> {
    type Output = bool;

    fn run<G: Known>(self, game: &G) -> bool {
        self.0.fit(game)
    }
}

/// What players can follow of a table.
struct Followed<'a> {
    method: &'a str,
    bytes: &'a [u8],
    identity: Identity<'a>,
}

impl Job for Followed<'_> {
    type Output = Result<Solved, SolveError>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        registry::followed(game, self.method, self.bytes, &self.identity)
    }
}
