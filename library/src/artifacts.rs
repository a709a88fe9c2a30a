//! Artifacts of a game: data that players use, but that is not part of the game. Learnt weights are in
//! `NAME.weights.json` beside `NAME.game` or shipped, solution tables and weights of features in the user's data folder.

use std::io;
use std::path::PathBuf;

use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::evaluation::Weights;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::solution::Solution;
use boardwright_players::solve::SolveError;
use boardwright_players::solve::registry::{self, GameIdentity};

use crate::error::Error;
use crate::load::{GameSource, LoadedGame, find_game, split_game};
use crate::tables;

impl LoadedGame {
    /// Loads the artifacts of the game, and a warning for the user, if any. All artifacts are optional.
    pub fn artifacts(&self) -> Result<(PlayerArtifacts, Option<String>), Error> {
        let mut note = None;
        let (name, _) = split_game(&self.argument)?;
        let broken = |file: &str, error| {
            let help = "create one with `boardwright tune`, or remove it to use weights derived from the rules";
            Error::Input(format!("{file} is not a weights file: {error}; {help}"))
        };
        let weights = match find_game(name)? {
            GameSource::RustGame(_) => None,
            GameSource::Shipped(game) => {
                let learnt = boardwright_games::learnt_weights(game.name);
                learnt.map(|text| serde_json::from_str(text).map_err(|error| broken(game.name, error))).transpose()?
            }
            GameSource::File(path) => {
                let file: PathBuf = path.with_extension("weights.json");
                match std::fs::read_to_string(&file) {
                    Ok(text) => {
                        let file = file.display().to_string();
                        let weights: Weights = serde_json::from_str(&text).map_err(|error| broken(&file, error))?;
                        if !self.run(CheckWeights(&weights)) {
                            note = Some(format!("{file} is not used: it has weights of another game"));
                        }
                        Some(weights)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(Error::file("read", &file, &error)),
                }
            }
        };
        let method =
            registry::PLAYABLE_METHODS.into_iter().find(|method| tables::existing_path(self, method).is_some());
        let solved = method.map(|method| self.solution(method)).transpose()?.flatten();
        let (own, warning) = self.own_weights();
        let weight_sets = self.learnt_weight_sets().into_iter().chain(own).collect();
        let note = note.into_iter().chain(warning).reduce(|one, other| format!("{one}\n{other}"));
        Ok((PlayerArtifacts { weights, solution: solved, weight_sets, script: None, uci_notation: None }, note))
    }

    /// Loads the solution table made by a method, if one is stored.
    pub fn solution(&self, method: &str) -> Result<Option<Solution>, Error> {
        let Some(path) = tables::existing_path(self, method) else { return Ok(None) };
        let bytes = std::fs::read(&path).map_err(|error| Error::file("read", &path, &error))?;
        let (file, game) = tables::identity(self);
        let solved =
            self.run(LoadSolution { method, bytes: &bytes, identity: GameIdentity { file: &file, game: &game } });
        let broken = |error| Error::Input(format!("cannot use {}: {error}", path.display()));
        Ok(Some(solved.map_err(broken)?))
    }
}

/// Checks that weights are for a game.
struct CheckWeights<'a>(&'a Weights);

impl GameOperation for CheckWeights<'_> {
    type Output = bool;

    fn run<G: ConcreteGame>(self, game: &G) -> bool {
        self.0.fits(game)
    }
}

/// Loads a solution table in the form that players use.
struct LoadSolution<'a> {
    method: &'a str,
    bytes: &'a [u8],
    identity: GameIdentity<'a>,
}

impl GameOperation for LoadSolution<'_> {
    type Output = Result<Solution, SolveError>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        registry::load_solution(game, self.method, self.bytes, &self.identity)
    }
}
