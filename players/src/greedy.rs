//! Greedy play: one-ply search for the move after which the static evaluation is best.

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::ids::Player as Number;
use boardwright_game::payoff::Payoff;
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

use crate::evaluation::{Evaluation, LOGISTIC_SCALE, Mobility};
use crate::feature_player;
use crate::heuristic::Heuristic;
use crate::limits::{Watch, unless_interrupted};
use crate::player::{Choice, Player, ProvenResult, Question, Wdl, scaled_score};
use crate::registry::PlayerEntry;
use crate::registry::registration::{BuildRequest, BuiltPlayer, PlayableGame, RegisteredPlayer};
use crate::registry::shared_options::{EVALUATION, MADE, NODES, SECONDS, SEED};
use crate::registry::{PlayerArtifacts, PlayerSpec, PlayerSpecError};
use boardwright_game::features::WeightSet;

/// Static evaluation of positions that do not end the game.
#[derive(Clone, Debug)]
pub enum StaticEvaluation {
    /// An evaluation, for games of two players.
    Evaluation(Evaluation),
    /// A heuristic, for all other games.
    Heuristic(Heuristic),
    /// The current score, for games whose payoff is a score.
    Score,
}

/// Makes each legal move and chooses the one after which the static evaluation is best; ties are broken at random. A
/// move that wins at once is best of all, and one that loses at once is worst. Where the payoff is a score, the score at
/// the end counts instead.
#[derive(Debug)]
pub struct Greedy {
    evaluation: StaticEvaluation,
    random: Pcg64Mcg,
}

impl Greedy {
    /// A player with this evaluation, which breaks ties by `random`.
    pub fn new(evaluation: StaticEvaluation, random: Pcg64Mcg) -> Self {
        Self { evaluation, random }
    }

    /// Value, from -1 to 1, of a position for the player `me` who has just moved, and the outcome if the game is over.
    fn value<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        me: Number,
        moves: &mut Vec<G::Move>,
    ) -> Result<(f64, Option<Outcome>), Fault> {
        let turn = game.legal_moves(state, moves)?;
        if let Some(outcome) = turn.outcome() {
            return Ok((game.payoff().scaled_value(game, state, outcome, me), Some(outcome)));
        }
        let value = match &self.evaluation {
            StaticEvaluation::Evaluation(evaluation) => {
                // Mobility is not counted where chance is to move: no player chooses among these moves.
                let mobility = match turn {
                    Turn::Player(mover) => Mobility { mover, moves: moves.len() },
                    _ => Mobility { mover: me, moves: 0 },
                };
                let value = evaluation.value(game, state, &evaluation.compute_incremental(game, state), mobility)?;
                let own = if me == Number::FIRST { value } else { -value };
                (f64::from(own) / f64::from(2.0 * LOGISTIC_SCALE)).tanh()
            }
            StaticEvaluation::Heuristic(heuristic) => heuristic.bounded_value(game, state, me)?,
            StaticEvaluation::Score => return Ok((scaled_score(game, state, me).unwrap_or(0.0), None)),
        };
        // A heuristic value is always below that of a certain win.
        Ok((value * 0.999, None))
    }
}

impl<G: Game> Player<G> for Greedy {
    fn choose(&mut self, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
        let Question { game, state, me, moves, limits, .. } = *question;
        if let ([only], None) = (moves, question.listener) {
            return Ok(Choice::without_search(*only));
        }
        let (mut next, mut after, mut found) = (state.clone(), Vec::new(), Vec::new());
        let watch = Watch::new(limits);
        for &mv in moves {
            if watch.is_reached(found.len() as u64) {
                break;
            }
            next.clone_from(state);
            let value = game.apply(&mut next, mv).and_then(|()| self.value(game, &next, me, &mut after));
            let Some((value, outcome)) = unless_interrupted(value)? else { break };
            let won = outcome == Some(Outcome::Won(me)) && game.payoff() == Payoff::WinDrawLoss;
            let proven = won.then_some(ProvenResult { result: Wdl::Win, plies: 1 });
            let choice = Choice { value: Some(value), proven, depth: 1, ..Choice::without_search(mv) };
            // Moves of equal value are sorted by these random numbers.
            found.push((choice, self.random.next_u64()));
        }
        found.sort_by(|(one, first), (other, second)| {
            other.value.partial_cmp(&one.value).expect("values are numbers").then(first.cmp(second))
        });
        let nodes = found.len() as u64;
        let best: Vec<_> = found.into_iter().map(|(choice, _)| Choice { nodes, ..choice }).collect();
        question.report(&best[..question.lines().min(best.len())]);
        Ok(best.into_iter().next().unwrap_or_else(|| Choice::without_search(moves[0])))
    }
}

/// Name of the weights by which the player plays, if a game has them.
const WEIGHTS: &str = "greedy";

/// The player `greedy`.
pub(crate) struct GreedyEntry;

impl RegisteredPlayer for GreedyEntry {
    const ENTRY: PlayerEntry = PlayerEntry {
        name: "greedy",
        about: "one-ply search: the move with the best static evaluation; it wins at once if it can",
        options: &[SECONDS, NODES, EVALUATION, SEED],
        supports_chance: true,
        supports_hidden_information: false,
    };

    fn weights<G: Game>(
        spec: &PlayerSpec,
        game: &G,
        artifacts: &PlayerArtifacts,
    ) -> Result<Option<WeightSet>, PlayerSpecError> {
        let is_default = spec.values.name(&EVALUATION) == MADE;
        Ok(is_default.then(|| spec.find_weights(game, artifacts, WEIGHTS)).flatten())
    }

    fn build<'g, G: PlayableGame + 'g>(request: &BuildRequest<'_, G>) -> BuiltPlayer<'g, G> {
        let BuildRequest { spec, game, artifacts, .. } = *request;
        if let Some(weights) = Self::weights(spec, game, artifacts)? {
            return feature_player::build(request, weights);
        }
        let is_default = request.values().name(&EVALUATION) == MADE;
        let evaluation = match game.players() {
            _ if is_default && game.payoff() != Payoff::WinDrawLoss => StaticEvaluation::Score,
            2 if is_default => StaticEvaluation::Evaluation(request.evaluation()),
            2 => StaticEvaluation::Evaluation(Evaluation::from_heuristic(request.heuristic()?)),
            _ if is_default => StaticEvaluation::Heuristic(Heuristic::best_for(game)),
            _ => StaticEvaluation::Heuristic(request.heuristic()?),
        };
        Ok(Box::new(Greedy::new(evaluation, request.random())))
    }
}
