//! Weights of a loaded game that are learnt from self-play, and the influence of features on the play.

use boardwright_game::features::{WeightSet, shipped_weights};
use boardwright_game::game::GameExt as _;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_games::weight_file;
use boardwright_players::evaluation::{Evaluation, Weights};
use boardwright_players::margin_fit::{FitReport, FitSettings, fit_margin};
use boardwright_players::move_terms::{PhaseInfluence, feature_influence};
use boardwright_players::tune::{RoundReport, TuneSettings, tune};

use crate::error::Error;
use crate::load::LoadedGame;

/// Settings of a fit of the weights of a feature set to the margins of one-ply self-play.
#[derive(Clone, Copy, Debug)]
pub struct MarginFit<'a> {
    /// Name of the feature set.
    pub features: &'a str,
    /// Name of the weights of the players of the first round.
    pub first: &'a str,
    /// Number of phases, at least 1.
    pub phases: usize,
    /// Number of rounds.
    pub rounds: usize,
    /// Games per round.
    pub games: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

impl LoadedGame {
    /// Learns the weights of the board evaluation by alpha-beta in self-play; `on_round` receives each round.
    ///
    /// # Errors
    /// If the game is not one for two players without chance and hidden information, or its rules fail.
    pub fn tune(&self, settings: TuneSettings, on_round: &mut dyn FnMut(RoundReport)) -> Result<Weights, Error> {
        self.run(Tune { loaded: self, settings, on_round })
    }

    /// Fits the weights of a feature set; `on_round` receives each round. Returns the text of a weight file.
    ///
    /// # Errors
    /// If the game has no such features or weights, or its rules fail.
    pub fn fit_margin(&self, fit: MarginFit<'_>, on_round: &mut dyn FnMut(FitReport)) -> Result<String, Error> {
        self.run(FitMargin { fit, on_round })
    }

    /// Measures in games of self-play how often each feature decides the move, by phase.
    ///
    /// # Errors
    /// If the weights do not fit the game, or its rules fail.
    pub fn feature_influence(
        &self,
        weights: &WeightSet,
        games: usize,
        seed: u64,
    ) -> Result<Vec<PhaseInfluence>, Error> {
        self.run(MeasureInfluence { weights, games, seed })
    }
}

struct Tune<'a> {
    loaded: &'a LoadedGame,
    settings: TuneSettings,
    on_round: &'a mut dyn FnMut(RoundReport),
}

impl GameOperation for Tune<'_> {
    type Output = Result<Weights, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        if game.players() != 2 || game.has_chance() || game.has_hidden_information() {
            return Err(Error::Usage(
                "only two-player games without chance and hidden information can be tuned".to_owned(),
            ));
        }
        game.prepare();
        let weights = tune(game, Evaluation::default_for(game), self.settings, self.on_round);
        weights.map_err(|fault| self.loaded.fault_error(&fault))
    }
}

struct FitMargin<'a> {
    fit: MarginFit<'a>,
    on_round: &'a mut dyn FnMut(FitReport),
}

impl GameOperation for FitMargin<'_> {
    type Output = Result<String, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let MarginFit { features, first, phases, rounds, games, seed } = self.fit;
        let Some(set) = game.feature_sets().iter().find(|set| set.name == features) else {
            let known: Vec<&str> = game.feature_sets().iter().map(|set| set.name).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(Error::Usage(format!("the game has no feature set \"{features}\"; it has {known}")));
        };
        let Some(first) = shipped_weights(game, first) else {
            let known: Vec<String> = game.weight_sets().into_iter().map(|set| set.name).collect();
            return Err(Error::Usage(format!("the game has no weights \"{first}\"; it has {}", known.join(", "))));
        };
        let settings = FitSettings { first: &first, features, phases, rounds, games, seed };
        let fitted = fit_margin(game, settings, self.on_round);
        fitted.map(|weights| weight_file::text(&weights, set)).map_err(|error| Error::Input(error.to_string()))
    }
}

struct MeasureInfluence<'a> {
    weights: &'a WeightSet,
    games: usize,
    seed: u64,
}

impl GameOperation for MeasureInfluence<'_> {
    type Output = Result<Vec<PhaseInfluence>, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let influence = feature_influence(game, self.weights, self.games, self.seed);
        influence.map_err(|error| Error::Input(error.to_string()))
    }
}
