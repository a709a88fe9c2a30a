//! Algorithm selection for the default opponent: it builds the player that suits a game, by features of the game
//! ([`recommendation`]), or follows the solution of the game if there is one. It searches nothing itself.

pub mod recommendation;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use boardwright_game::fault::Fault;
use boardwright_game::features::WeightSet;
use boardwright_game::game::Game;

use crate::alphabeta::AlphaBetaEntry;
use crate::cfr::CfrEntry;
use crate::level::HIGHEST;
use crate::limits::Limits;
use crate::mcts::{MctsEntry, settings};
use crate::player::{Choice, Player, Question};
use crate::published::path::AstarEntry;
use crate::registry::registration::{
    BuildRequest, BuiltPlayer, EXAMINATION_SHARE, PlayableGame, RULES_FAIL, RegisteredPlayer,
};
use crate::registry::shared_options::{DEPTH, LEVEL, MEMORY, NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerEntry, PlayerSpec, PlayerSpecError};
use crate::solution::{PatternSource, SlidingPlayer, Solution, TablePlayer};
use crate::solve::patterns::{PatternDatabases, PatternSize};
use crate::solve::sliding::SlidingPuzzle;
use crate::tarokist::TarokistEntry;
use crate::value_iteration::ValueIterationEntry;
use crate::{expectimax, feature_player};
use recommendation::{GameFeatures, Recommendation};

/// Name of the weights that predict the margin at the end of a game: the strongest ones.
const EXPECTED_WEIGHTS: &str = "expected";
/// Maximum size of pattern databases in MiB.
const MAX_PATTERN_MIB: usize = 256;

/// The player `portfolio`.
pub(crate) struct PortfolioEntry;

impl RegisteredPlayer for PortfolioEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "portfolio",
        about: "selects the other player that suits the game best, by features of the game",
        options: &[SECONDS, NODES, DEPTH, MEMORY, settings::THREADS, LEVEL, SEED],
        supports_chance: true,
        supports_hidden_information: true,
    };

    fn weights<G: Game>(
        spec: &PlayerSpec,
        game: &G,
        artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        Ok(spec.find_weights(game, artifacts, EXPECTED_WEIGHTS))
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let BuildRequest { game, spec, artifacts, limits, .. } = *request;
        if TarokistEntry::unsupported_reason(game, artifacts).is_none() {
            let player = request.levelled(TarokistEntry::build(request)?);
            let why = "tarokist, because the game brings it along".to_owned();
            return Ok(Box::new(DescribedPlayer { player, why }));
        }
        let (player, why, is_sliding_puzzle) = match Self::weights(spec, game, artifacts)? {
            Some(weights) => {
                // Opponents of one player share an interest in games of two only, as the search assumes.
                let (name, player) = match game.players() {
                    2 => ("expectimax", expectimax::build(request, weights)?),
                    _ => ("weighted", feature_player::build(request, weights)?),
                };
                let why = format!("{name}, because the game has weights for the expected margin");
                (request.levelled(player), why, false)
            }
            None => {
                let is_tuned = request.tuned_weights().is_some();
                let features = GameFeatures::measure(game, is_tuned, &limits.share(EXAMINATION_SHARE));
                let features = features.map_err(|_| request.unsupported(RULES_FAIL))?;
                let time = spec.limits(limits.stop).time;
                let (recommendation, why) = features.recommendation(time);
                let request = BuildRequest { is_slow: features.is_too_slow_for_playouts(time), ..*request };
                let player = build_recommended(&request, recommendation)?;
                (player, why, recommendation == Recommendation::SlidingPuzzle)
            }
        };
        Ok(with_solution(request, player, why, is_sliding_puzzle))
    }
}

/// Builds the recommended player with the options of the portfolio.
fn build_recommended<'g, G: PlayableGame + 'g>(
    request: &BuildRequest<'_, G>,
    recommendation: Recommendation,
) -> BuiltPlayer<'g, G> {
    match recommendation {
        // These limit themselves to the selected level.
        Recommendation::AlphaBeta => AlphaBetaEntry::build(request),
        Recommendation::Mcts => MctsEntry::build(request),
        Recommendation::Cfr => CfrEntry::build(request).map(|player| request.levelled(player)),
        Recommendation::ValueIteration => ValueIterationEntry::build(request).map(|player| request.levelled(player)),
        Recommendation::PathSearch | Recommendation::SlidingPuzzle => {
            AstarEntry::build(request).map(|player| request.levelled(player))
        }
    }
}

/// Wraps the selected player: it follows the solution of the game, if there is one, and describes why it was selected.
/// `is_sliding_puzzle` is `true` for a sliding puzzle.
fn with_solution<'g, G: PlayableGame + 'g>(
    request: &BuildRequest<'_, G>,
    player: Box<dyn Player<G> + 'g>,
    why: String,
    is_sliding_puzzle: bool,
) -> Box<dyn Player<G> + 'g> {
    // A player of a limited level does not use the solution.
    let is_strongest = request.values().whole(&LEVEL).is_none_or(|level| level == HIGHEST);
    let solution = request.artifacts.solution.as_ref().filter(|_| is_strongest);
    let (player, table): (Box<dyn Player<G> + 'g>, _) = match solution {
        Some(Solution::Values(values)) => {
            (Box::new(TablePlayer::new(Arc::clone(values) as _, player)), Some("a table of all positions"))
        }
        Some(Solution::Proofs(proofs)) => {
            (Box::new(TablePlayer::new(Arc::clone(proofs) as _, player)), Some("a table of proofs"))
        }
        Some(Solution::Patterns(patterns)) if is_sliding_puzzle => {
            let patterns = PatternSource::Ready(Arc::clone(patterns));
            (Box::new(SlidingPlayer::new(patterns, player)), Some("stored pattern databases"))
        }
        _ => match is_sliding_puzzle.then(|| pattern_source(request.game, request.limits)).flatten() {
            Some(patterns) => (Box::new(SlidingPlayer::new(patterns, player)), None),
            None => (player, None),
        },
    };
    let why = table.map(|table| format!("{table}; without it by {why}")).unwrap_or(why);
    Box::new(DescribedPlayer { player, why })
}

/// Source of the pattern databases of a sliding puzzle; `None` for other games. With a time limit they are built in the
/// background.
fn pattern_source<G: Game>(game: &G, limits: &Limits<'_>) -> Option<PatternSource> {
    let puzzle = SlidingPuzzle::from_game(game, &game.initial_state()).ok()?;
    let build = move |stop: &AtomicBool| {
        let sizes = &[PatternSize { pieces: 5, layers: 1 }];
        PatternDatabases::new(&puzzle, sizes, MAX_PATTERN_MIB << 20, &Limits::none(stop)).ok().flatten()
    };
    if limits.time.is_some() {
        return Some(PatternSource::in_background(build));
    }
    build(&AtomicBool::new(false)).map(|patterns| PatternSource::Ready(Arc::new(patterns)))
}

/// A player with a description of why it was selected.
struct DescribedPlayer<'g, G: Game> {
    player: Box<dyn Player<G> + 'g>,
    why: String,
}

impl<G: Game> Player<G> for DescribedPlayer<'_, G> {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        self.player.choose(question)
    }

    fn reads_own_moves_only(&self) -> bool {
        self.player.reads_own_moves_only()
    }

    fn description(&self) -> Option<String> {
        Some(self.why.clone())
    }
}
