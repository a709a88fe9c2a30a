//! Construction of the selected player for a game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_game::fault::Fault;
use boardwright_game::features::WeightSet;
use boardwright_game::game::{Game, Preparation};
use boardwright_game::payoff::Payoff;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::shared_options::{
    EVALUATION, HEURISTIC, KEEP, LEVEL, LONGEST, MADE, MAX_N, MEMORY, OTHERS, PARANOID, SEED, TABLE,
};
use super::weight_choice::EXPECTED_WEIGHTS;
use super::{NO_FEATURES, PLAYERS, PlayerKind, PlayerSpec, PlayerSpecError};
use crate::alphabeta::{AlphaBeta, MultiplayerSearch, OpponentModel};
use crate::equity::EquityPlayer;
use crate::evaluation::{Evaluation, Weights};
use crate::expectimax::{Expectimax, RANGE};
use crate::feature_player::{EXPONENT, FACTOR, FeaturePlayer};
use crate::greedy::{Greedy, StaticEvaluation};
use crate::heuristic::Heuristic;
use crate::level::{HIGHEST, LevelledPlayer};
use crate::limits::Limits;
use crate::mcts::Mcts;
use crate::mcts::settings;
use crate::player::{Choice, Player, Question};
use crate::portfolio::{GameFeatures, Recommendation};
use crate::published::minimax::Minimax;
use crate::published::monte_carlo::MonteCarlo;
use crate::published::path::{ExpansionOrder, PathFinder};
use crate::published::random::Random;
use crate::scripted::{MoveScript, NO_SCRIPT, NOT_OF_SCRIPT, ScriptPlayer};
use crate::solution::{PatternSource, SlidingPlayer, Solution, TablePlayer};
use crate::solve::patterns::{PatternDatabases, PatternSize};
use crate::solve::sliding::SlidingPuzzle;
use crate::supervised::SupervisedPlayer;
use crate::value_iteration::ValueIteration;

/// Artifacts of a game that make players stronger.
#[derive(Clone, Debug, Default)]
pub struct PlayerArtifacts {
    /// Tuned weights of the evaluation.
    pub weights: Option<Weights>,
    /// Solution table of `solve`.
    pub solution: Option<Solution>,
    /// Weights of features that the user has, in addition to those that come with the game.
    pub weight_sets: Vec<WeightSet>,
    /// The script of the player `script`, or the strategy of the player `blueprint`.
    pub script: Option<Arc<dyn MoveScript>>,
}

impl PlayerSpec {
    /// The selected model of the opponents in games of more than two players.
    fn opponent_model(&self) -> Result<OpponentModel, PlayerSpecError> {
        let value = self.values.name(&OTHERS);
        match value.as_str() {
            PARANOID => Ok(OpponentModel::Paranoid),
            MAX_N => Ok(OpponentModel::MaxN),
            _ => {
                let (player, key) = (self.entry.name, OTHERS.key);
                Err(PlayerSpecError::UnknownKeyword { player, key, known: "paranoid, max-n", value })
            }
        }
    }

    /// The error for a game that the player does not support, with the reason as the end of a sentence "... games ...".
    pub(super) fn unsupported<G: Game>(&self, game: &G, what: &'static str) -> PlayerSpecError {
        let player = self.entry.name;
        let others = PLAYERS.iter().filter(|entry| entry.unsupported_reason(game).is_none() && entry.name != player);
        let others = others.map(|entry| entry.name).collect::<Vec<_>>().join(", ");
        PlayerSpecError::UnsupportedGame { player, what, others }
    }

    /// Builds the player. The seed of its random choices is the option `seed`, or else the argument `seed`.
    ///
    /// # Errors
    /// A [`PlayerSpecError`] if the player does not support the game, the game has no heuristic of the selected name,
    /// or there is too little memory.
    pub fn make<'g, G>(&self, game: &G, seed: u64) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError>
    where
        G: Game + Sync + 'g,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        self.make_with_artifacts(game, seed, &PlayerArtifacts::default())
    }

    /// Builds the player with the artifacts of the game. With a time limit, the preparation takes a part of the time
    /// for a move at most, or of a second if that is more, as no move waits for it.
    ///
    /// # Errors
    /// As for [`PlayerSpec::make`].
    pub fn make_with_artifacts<'g, G>(
        &self,
        game: &G,
        seed: u64,
        artifacts: &PlayerArtifacts,
    ) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError>
    where
        G: Game + Sync + 'g,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let stop = AtomicBool::new(false);
        let limits = self.limits(&stop);
        let limits = Limits { time: limits.time.map(|time| time.max(MIN_CONSTRUCTION)), ..limits };
        self.make_within(game, seed, artifacts, &limits)
    }

    /// Builds the player with the artifacts of the game, within a part of the time of `limits`: preparation of the game,
    /// random games that examine it, and tables. What takes longer is left out or goes on in the background. With the
    /// limits of the first search, that search begins in time.
    ///
    /// # Errors
    /// As for [`PlayerSpec::make`].
    #[allow(clippy::too_many_lines)] // one arm for each player
    pub fn make_within<'g, G>(
        &self,
        game: &G,
        seed: u64,
        artifacts: &PlayerArtifacts,
        limits: &Limits<'_>,
    ) -> Result<Box<dyn Player<G> + 'g>, PlayerSpecError>
    where
        G: Game + Sync + 'g,
        G::State: Send + Sync + 'static,
        G::Move: Send + Sync + 'static,
    {
        let player = self.entry.name;
        let unsupported = |what| self.unsupported(game, what);
        let values = &self.values;
        let random = Pcg64Mcg::seed_from_u64(values.whole(&SEED).unwrap_or(seed));
        if let (PlayerKind::Script, Some(script)) = (self.entry.kind, &artifacts.script) {
            if !script.supports(&game.initial_state()) {
                return Err(unsupported(NOT_OF_SCRIPT));
            }
            return Ok(Box::new(SupervisedPlayer(Box::new(ScriptPlayer::new(Arc::clone(script), random)))));
        }
        if let Some(what) = self.entry.unsupported_reason(game) {
            return Err(unsupported(what));
        }
        let heuristic = || {
            let name = values.name(&HEURISTIC);
            let known = || Heuristic::names(game).join(", ");
            Heuristic::by_name(game, &name).ok_or_else(|| PlayerSpecError::UnknownHeuristic {
                player,
                name,
                known: known(),
            })
        };
        let memory = values.whole(&MEMORY).unwrap_or(0) as usize;
        if !matches!(self.entry.kind, PlayerKind::Random) {
            game.prepare_within(Preparation::SingleMoves, limits.preparation_time());
        }
        let tuned = artifacts.weights.as_ref().filter(|weights| weights.fits(game));
        // A game that proved to be slow is not examined further.
        let mut is_slow = false;
        let evaluation = |is_slow: bool| match tuned {
            Some(weights) => Evaluation::from_weights(game, weights),
            None => {
                let share = if is_slow { 0.0 } else { EXAMINATION_SHARE };
                Evaluation::default_within(game, &limits.share(share))
            }
        };
        let faulty = |_| unsupported(RULES_FAIL);
        let weights = self.weights(game, artifacts)?;
        let (kind, why) = match self.entry.kind {
            PlayerKind::Portfolio if weights.is_some() => {
                // Opponents of one player share an interest in games of two only, as the search assumes.
                let (name, kind) = match game.players() {
                    2 => ("expectimax", PlayerKind::Expectimax),
                    _ => ("weighted", PlayerKind::Weighted(Some(EXPECTED_WEIGHTS))),
                };
                (kind, Some((format!("{name}, because the game has weights for the expected margin"), false)))
            }
            PlayerKind::Portfolio => {
                let features = GameFeatures::measure(game, tuned.is_some(), &limits.share(EXAMINATION_SHARE));
                let features = features.map_err(faulty)?;
                let time = self.limits(limits.stop).time;
                is_slow = features.is_too_slow_for_playouts(time);
                let (recommendation, why) = features.recommendation(time);
                let kind = match recommendation {
                    Recommendation::AlphaBeta => PlayerKind::AlphaBeta,
                    Recommendation::Cfr => PlayerKind::Cfr,
                    Recommendation::Mcts => PlayerKind::Mcts,
                    Recommendation::ValueIteration => PlayerKind::ValueIteration,
                    Recommendation::PathSearch | Recommendation::SlidingPuzzle => {
                        PlayerKind::Path(ExpansionOrder::Best)
                    }
                };
                (kind, Some((why, recommendation == Recommendation::SlidingPuzzle)))
            }
            kind => (kind, None),
        };
        let threads = values.whole(&settings::THREADS).unwrap_or(1) as usize;
        let made: Box<dyn Player<G> + 'g> = match kind {
            PlayerKind::Portfolio => unreachable!("it has become another"),
            PlayerKind::Random => Box::new(Random::new(random)),
            PlayerKind::Greedy | PlayerKind::Weighted(_) if weights.is_some() => {
                let player = weights.and_then(|weights| FeaturePlayer::with_weights(game, weights, random));
                Box::new(player.ok_or_else(|| unsupported(NO_FEATURES))?)
            }
            PlayerKind::Expectimax if weights.is_some() => {
                let range = values.real(&RANGE).unwrap_or(0.0) as f32;
                let player = weights.and_then(|weights| Expectimax::new(game, weights, range, random));
                Box::new(player.ok_or_else(|| unsupported(NO_FEATURES))?)
            }
            PlayerKind::Weighted(_) | PlayerKind::Expectimax => return Err(unsupported(NO_FEATURES)),
            PlayerKind::Greedy => {
                let made = values.name(&EVALUATION) == MADE;
                let evaluation = match game.players() {
                    _ if made && game.payoff() != Payoff::WinDrawLoss => StaticEvaluation::Score,
                    2 => StaticEvaluation::Evaluation(if made {
                        evaluation(is_slow)
                    } else {
                        Evaluation::from_heuristic(heuristic()?)
                    }),
                    _ => StaticEvaluation::Heuristic(if made { Heuristic::best_for(game) } else { heuristic()? }),
                };
                Box::new(Greedy::new(evaluation, random))
            }
            PlayerKind::Path(ExpansionOrder::Best) => {
                Box::new(PathFinder::new(ExpansionOrder::Best, heuristic()?, memory))
            }
            PlayerKind::Path(order) => Box::new(PathFinder::new(order, Heuristic::Zero, memory)),
            PlayerKind::Minimax => {
                let keep = self.entry.options.iter().any(|opt| opt.key == KEEP.key).then(|| values.real(&KEEP));
                Box::new(Minimax::new(heuristic()?, keep.flatten(), memory, random))
            }
            PlayerKind::AlphaBeta => {
                let made = why.is_some() || values.name(&EVALUATION) == MADE;
                if game.players() == 2 && !game.has_chance() && game.payoff() == Payoff::WinDrawLoss {
                    let evaluation = if made { evaluation(is_slow) } else { Evaluation::from_heuristic(heuristic()?) };
                    let table = values.whole(&TABLE).unwrap_or(1) as usize;
                    let made = AlphaBeta::new(evaluation, table, threads);
                    let made = made.map_err(|why| PlayerSpecError::OutOfMemory { player, why })?;
                    Box::new(if is_slow { made.without_scoring_moves() } else { made })
                } else {
                    let declared = game.structure().and_then(|structure| structure.heuristics());
                    let first = declared.map(|_| Heuristic::Declared(0));
                    let opponents = self.opponent_model()?;
                    Box::new(MultiplayerSearch::new(opponents, if made { first } else { Some(heuristic()?) }))
                }
            }
            PlayerKind::MonteCarlo(weight) => {
                Box::new(MonteCarlo::new(weight, values.whole(&LONGEST).unwrap_or(u64::MAX), random))
            }
            PlayerKind::Mcts => {
                let heuristic = if why.is_some() { Heuristic::Zero } else { heuristic()? };
                Box::new(Mcts::new(game, values, (heuristic, memory), random, limits))
            }
            PlayerKind::ValueIteration => {
                let other = Mcts::new(game, values, (Heuristic::Zero, memory), random, limits);
                Box::new(ValueIteration::new(game, Box::new(other), &limits.share(TREE_SHARE)).map_err(faulty)?)
            }
            PlayerKind::TwoParameter => {
                let [factor, exponent] = [&FACTOR, &EXPONENT].map(|opt| values.real(opt).unwrap_or(0.0) as f32);
                let player = FeaturePlayer::with_power(game, factor, exponent, random);
                Box::new(player.ok_or_else(|| unsupported(NO_FEATURES))?)
            }
            PlayerKind::Script => return Err(unsupported(NO_SCRIPT)),
            PlayerKind::Equity => Box::new(EquityPlayer::new(values, random)),
            PlayerKind::Cfr => Box::new(self.make_cfr(game, random, &limits.share(TREE_SHARE))?),
            PlayerKind::Mccfr => Box::new(self.make_mccfr::<G>(random)?),
        };
        let made = match values.whole(&LEVEL) {
            // The random numbers are independent of those of the player itself.
            Some(level) => {
                let has_extra_nodes = self.level_without_limits().is_some();
                Box::new(LevelledPlayer::new(made, level, has_extra_nodes, Pcg64Mcg::seed_from_u64(!seed)))
            }
            None => made,
        };
        let Some((why, is_sliding_puzzle)) = why else { return Ok(Box::new(SupervisedPlayer(made))) };
        // A player of a limited level does not use the solution.
        let solution =
            artifacts.solution.as_ref().filter(|_| values.whole(&LEVEL).is_none_or(|level| level == HIGHEST));
        let made = with_solution(game, made, why, is_sliding_puzzle, (solution, limits));
        Ok(Box::new(SupervisedPlayer(made)))
    }
}

/// Wraps the player of a portfolio: it follows the solution of the game, if there is one, and describes why it was
/// selected. `is_sliding_puzzle` is `true` for a sliding puzzle.
fn with_solution<'g, G>(
    game: &G,
    made: Box<dyn Player<G> + 'g>,
    why: String,
    is_sliding_puzzle: bool,
    (solution, limits): (Option<&Solution>, &Limits<'_>),
) -> Box<dyn Player<G> + 'g>
where
    G: Game + 'g,
    G::Move: Send,
{
    let (player, table): (Box<dyn Player<G> + 'g>, _) = match solution {
        Some(Solution::Values(values)) => {
            (Box::new(TablePlayer::new(Arc::clone(values) as _, made)), Some("a table of all positions"))
        }
        Some(Solution::Proofs(proofs)) => {
            (Box::new(TablePlayer::new(Arc::clone(proofs) as _, made)), Some("a table of proofs"))
        }
        Some(Solution::Patterns(patterns)) if is_sliding_puzzle => {
            let patterns = PatternSource::Ready(Arc::clone(patterns));
            (Box::new(SlidingPlayer::new(patterns, made)), Some("stored pattern databases"))
        }
        _ => match is_sliding_puzzle.then(|| pattern_source(game, limits)).flatten() {
            Some(patterns) => (Box::new(SlidingPlayer::new(patterns, made)), None),
            None => (made, None),
        },
    };
    let why = table.map(|table| format!("{table}; without it by {why}")).unwrap_or(why);
    Box::new(DescribedPlayer { player, why })
}

/// Reason why no player supports a game with faults, as the end of a sentence "... games ...".
pub(super) const RULES_FAIL: &str = "whose rules fail";
/// Time that the shares of a preparation refer to at least, where it is no part of the time for a move.
const MIN_CONSTRUCTION: Duration = Duration::from_secs(1);
/// Share of the time that is left for one examination of the game by random games.
const EXAMINATION_SHARE: f64 = 0.125;
/// Share of the time that is left for building a complete game tree.
const TREE_SHARE: f64 = 0.5;

/// Maximum size of pattern databases in MiB.
const MAX_PATTERN_MIB: usize = 256;

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
