//! One-ply play by the features that a game declares: each legal move is made, and the move with the best value wins. The
//! value is a weighted sum, or the two-parameter formula of the Carcassonne thesis. Nothing is searched deeper.

use boardwright_game::fault::Fault;
use boardwright_game::features::{WeightSet, select_weights};
use boardwright_game::game::{Game, GameExt};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::limits::{Watch, unless_interrupted};
use crate::options::{OptionKind, OptionSpec};
use crate::player::{Choice, Player, Question};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerSpec, PlayerSpecError};

/// Option for the name of the weights.
pub(crate) const WEIGHTS: OptionSpec = OptionSpec {
    key: "weights",
    kind: OptionKind::Name { default: "weighted", known: &[] },
    about: "weights: a name, of those that come with the game or of own ones, or a file NAME.toml; `boardwright weights` lists them",
};
/// Option for the name of the weights of players that search deeper.
pub(crate) const EXPECTED: OptionSpec =
    OptionSpec { kind: OptionKind::Name { default: "expected", known: &[] }, ..WEIGHTS };
/// Option for the number of players for whom weights are meant.
pub(crate) const FOR_PLAYERS: OptionSpec = OptionSpec {
    key: "players",
    kind: OptionKind::Whole { least: 1, most: 8, default: None },
    about: "number of players for whom the weights are meant; those of the game by default",
};
/// Option for the factor of the potential.
pub(crate) const FACTOR: OptionSpec = OptionSpec {
    key: "k",
    kind: OptionKind::Real { least: 0.0, most: 1000.0, default: Some(11.0) },
    about: "factor of the potential",
};
/// Option for the exponent of the potential.
pub(crate) const EXPONENT: OptionSpec = OptionSpec {
    key: "exponent",
    kind: OptionKind::Real { least: 0.0, most: 10.0, default: Some(0.3) },
    about: "exponent of the potential",
};
/// Name of the feature set of the two-parameter formula.
const POTENTIAL: &str = "potential";
/// Magnitude of a value that is reported as 1/2.
const HALF_VALUE: f64 = 100.0;

/// Formula for the value of a position.
#[derive(Clone, Debug)]
pub enum Formula {
    /// Weighted sum of the features.
    Sum(WeightSet),
    /// First feature plus `factor` times a power of the second one.
    Power {
        /// Factor.
        factor: f32,
        /// Exponent.
        exponent: f32,
    },
}

/// A one-ply player by features.
#[derive(Debug)]
pub struct FeaturePlayer {
    formula: Formula,
    /// Index of the feature set in the game.
    set: usize,
    random: Pcg64Mcg,
}

/// Weights of this name for a number of players. Sets of the user in `own` replace equal ones of the game.
pub(crate) fn find_weights<G: Game>(game: &G, own: &[WeightSet], name: &str, players: usize) -> Option<WeightSet> {
    let sets = game.weight_sets().into_iter().chain(own.iter().cloned());
    select_weights(sets.collect(), name, players)
}

impl FeaturePlayer {
    /// A player by weights; `None` if they do not fit the game. Ties are broken by `random`.
    pub fn with_weights<G: Game>(game: &G, weights: WeightSet, random: Pcg64Mcg) -> Option<Self> {
        let set = weights.feature_set(game).ok()?;
        Some(Self { formula: Formula::Sum(weights), set, random })
    }

    /// A player by the two-parameter formula; `None` if the game has no such features.
    pub fn with_power<G: Game>(game: &G, factor: f32, exponent: f32, random: Pcg64Mcg) -> Option<Self> {
        let set = game.feature_sets().iter().position(|set| set.name == POTENTIAL)?;
        Some(Self { formula: Formula::Power { factor, exponent }, set, random })
    }

    /// Rates the moves by the value after each, until a limit is reached or the deadline of the rules interrupts.
    fn rate<G: Game>(&mut self, question: &Question<'_, G>) -> Result<Vec<RatedMove<G::Move>>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        let watch = Watch::new(limits);
        let mut rated = Vec::with_capacity(moves.len());
        if watch.is_reached(0) {
            return Ok(rated);
        }
        let Self { formula, random, .. } = self;
        let done = game.feature_values_after(state, moves, self.set, me, &mut |index, progress, values| {
            let value = formula.value(progress, values);
            rated.push(RatedMove { value, tie_break: random.next_u64(), mv: moves[index] });
            !watch.is_reached(rated.len() as u64)
        });
        unless_interrupted(done)?;
        Ok(rated)
    }
}

impl Formula {
    /// Value of a position with these features at a progress of the game.
    fn value(&self, progress: f32, features: &[f32]) -> f32 {
        match self {
            Self::Sum(weights) => weights.value(features, weights.phase_at(progress)),
            Self::Power { factor, exponent } => features[0] + factor * features[1].powf(*exponent),
        }
    }
}

/// A move with the value after it. Moves of equal value are sorted by random numbers.
struct RatedMove<M> {
    value: f32,
    tie_break: u64,
    mv: M,
}

/// `true` if a game has the features of the two-parameter formula.
pub(crate) fn has_potential<G: Game>(game: &G) -> bool {
    game.feature_sets().iter().any(|set| set.name == POTENTIAL)
}

/// Value from -1 to 1, which grows with the weighted sum.
pub(crate) fn bounded(value: f32) -> f64 {
    let value = f64::from(value);
    value / (HALF_VALUE + value.abs())
}

impl<G: Game> Player<G> for FeaturePlayer {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let moves = question.moves;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let mut rated = self.rate(question)?;
        rated
            .sort_unstable_by(|one, other| other.value.total_cmp(&one.value).then(one.tie_break.cmp(&other.tie_break)));
        let nodes = rated.len() as u64;
        let choice = |rated: &RatedMove<G::Move>| Choice {
            value: Some(bounded(rated.value)),
            depth: 1,
            nodes,
            ..Choice::without_search(rated.mv)
        };
        let best: Vec<_> = rated.iter().take(question.lines()).map(choice).collect();
        question.report(&best);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0])))
    }

    fn description(&self) -> Option<String> {
        match &self.formula {
            Formula::Sum(weights) => Some(format!("the weights {}: {}", weights.name, weights.about)),
            Formula::Power { .. } => None,
        }
    }
}

/// Reason why a player by features does not support a game, as the end of a sentence "... games ...".
pub(crate) const NO_FEATURES: &str = "that declare no features for it";

/// Builds a one-ply player by weights.
///
/// # Errors
/// If the weights do not fit the features of the game.
pub(crate) fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>, weights: WeightSet) -> BuiltPlayer<'g, G> {
    let player = FeaturePlayer::with_weights(request.game, weights, request.random());
    Ok(Box::new(player.ok_or_else(|| request.unsupported(NO_FEATURES))?))
}

/// The player `two-parameter`.
pub(crate) struct TwoParameterEntry;

impl RegisteredPlayer for TwoParameterEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "two-parameter",
        about: "one-ply search for the most points now plus k times a power of the meeples per turn (Carcassonne thesis)",
        options: &[SECONDS, NODES, FACTOR, EXPONENT, SEED],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        (!has_potential(game)).then_some(NO_FEATURES)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let [factor, exponent] = [&FACTOR, &EXPONENT].map(|opt| request.values().real(opt).unwrap_or(0.0) as f32);
        let player = FeaturePlayer::with_power(request.game, factor, exponent, request.random());
        Ok(Box::new(player.ok_or_else(|| request.unsupported(NO_FEATURES))?))
    }
}

/// The player `weighted`.
pub(crate) struct WeightedEntry;

impl RegisteredPlayer for WeightedEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "weighted",
        about: "one-ply search for the greatest weighted sum of the features that the game declares; a name of weights with a slash \
                can stand for the player",
        options: &[SECONDS, NODES, WEIGHTS, FOR_PLAYERS, SEED],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn unsupported_reason<G: Game>(game: &G, _: &PlayerArtifacts) -> Option<&'static str> {
        game.feature_sets().is_empty().then_some(NO_FEATURES)
    }

    fn weights<G: Game>(
        spec: &PlayerSpec,
        game: &G,
        artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        spec.selected_weights(game, artifacts, &WEIGHTS).map(Some)
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let BuildRequest { spec, game, artifacts, .. } = *request;
        let weights = Self::weights(spec, game, artifacts)?.ok_or_else(|| request.unsupported(NO_FEATURES))?;
        build(request, weights)
    }
}
