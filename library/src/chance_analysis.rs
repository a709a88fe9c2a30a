//! Analysis of a position in which chance moves: the outcomes with their probabilities, and the expected value by a
//! player's evaluation of the position after each.

use std::sync::atomic::{AtomicBool, Ordering};

use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt, Turn};
use boardwright_game::ids::Player;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Limits, Listener, PlayerSpec, Question};
use serde::Serialize;

use crate::error::Error;
use crate::load::LoadedGame;
use crate::weights::with_player_files;

/// An outcome of chance.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ChanceOutcome {
    /// Text of the chance move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Description of the move for people.
    pub label: String,
    /// Probability.
    pub probability: f64,
    /// Value for the first player: 1 for a win, -1 for a loss; `None` if it is not known.
    pub value: Option<f64>,
}

/// Expected value for the first player; `None` if the value of an outcome is not known.
pub fn expected_value(outcomes: &[ChanceOutcome]) -> Option<f64> {
    outcomes.iter().map(|outcome| outcome.value.map(|value| outcome.probability * value)).sum()
}

impl LoadedGame {
    /// The outcomes of chance in a position, without values; empty where chance does not move, and where its outcomes are
    /// too many to be listed.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn chance_outcomes(&self, state: &AnyState) -> Result<Vec<ChanceOutcome>, Error> {
        let listed = self.game().legal_moves(state).map_err(|fault| self.fault_error(&fault))?;
        let (Turn::Chance, moves) = listed else { return Ok(Vec::new()) };
        let mut probabilities = Vec::new();
        self.game().chance_probabilities(state, &mut probabilities);
        let outcome = |(mv, probability): (&AnyMove, f64)| ChanceOutcome {
            mv: self.game().move_text(state, mv),
            label: self.move_description(state, mv),
            probability,
            value: None,
        };
        Ok(moves.iter().zip(probabilities).map(outcome).collect())
    }
}

/// Request for the values of all outcomes of chance in a position.
pub struct ChanceAnalysisRequest<'a> {
    /// Player that evaluates the positions after the outcomes; its time is divided among them.
    pub player: &'a PlayerSpec,
    /// The game.
    pub loaded: &'a LoadedGame,
    /// Artifacts of the game.
    pub artifacts: &'a PlayerArtifacts,
    /// Position in which chance moves.
    pub state: &'a AnyState,
    /// Seed of the player's random choices.
    pub seed: u64,
    /// Set to cancel the analysis.
    pub stop: &'a AtomicBool,
    /// Receiver of the outcomes, after each that has been evaluated.
    pub listener: &'a (dyn Fn(&[ChanceOutcome]) + Sync),
}

/// Maximum number of positions to be evaluated, where several chance moves follow each other.
const MAX_POSITIONS: usize = 256;

impl ChanceAnalysisRequest<'_> {
    /// Evaluates the positions after all outcomes.
    ///
    /// # Errors
    /// If chance does not move, the player does not support the game, or the rules fail.
    pub fn run(self) -> Result<Vec<ChanceOutcome>, Error> {
        self.loaded.run(AnalyseChance(self))
    }
}

struct AnalyseChance<'a>(ChanceAnalysisRequest<'a>);

impl GameOperation for AnalyseChance<'_> {
    type Output = Result<Vec<ChanceOutcome>, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self(request) = self;
        let mut outcomes = request.loaded.chance_outcomes(request.state)?;
        if outcomes.is_empty() {
            return Err(Error::Input("chance does not move here, or has too many outcomes to list them".to_owned()));
        }
        if game.has_hidden_information() {
            return Ok(outcomes); // a value would tell what is hidden
        }
        let state: &G::State = request.state.downcast_ref().expect("the line was played in this game");
        let fault = |fault| request.loaded.fault_error(&fault);
        let mut evaluator = Evaluator { request: &request, game, positions: 0 };
        let limits = request.player.limits(request.stop);
        let mut moves = Vec::new();
        game.legal_moves(state, &mut moves).map_err(fault)?;
        for (index, &mv) in moves.iter().enumerate() {
            let mut next = state.clone();
            game.apply(&mut next, mv).map_err(fault)?;
            let share = limits.share(1.0 / (moves.len() - index) as f64);
            outcomes[index].value = evaluator.value(&next, &share)?;
            (request.listener)(&outcomes);
            if limits.stop.load(Ordering::Relaxed) {
                break;
            }
        }
        Ok(outcomes)
    }
}

struct Evaluator<'r, G: Game> {
    request: &'r ChanceAnalysisRequest<'r>,
    game: &'r G,
    /// Number of positions evaluated so far.
    positions: usize,
}

impl<G: ConcreteGame> Evaluator<'_, G> {
    /// Value of a position for the first player.
    fn value(&mut self, state: &G::State, limits: &Limits<'_>) -> Result<Option<f64>, Error> {
        let Self { request, game, .. } = *self;
        let fault = |fault: Fault| request.loaded.fault_error(&fault);
        let mut moves = Vec::new();
        self.positions += 1;
        if self.positions > MAX_POSITIONS {
            return Ok(None);
        }
        let me = match game.legal_moves(state, &mut moves).map_err(fault)? {
            Turn::Over(outcome) => {
                return Ok(Some(game.payoff().scaled_value(game, state, outcome, Player::FIRST)));
            }
            Turn::Chance => return self.expectation(state, &moves, limits),
            Turn::Player(me) => me,
        };
        let artifacts = with_player_files(game, request.player, request.artifacts);
        let player = artifacts.and_then(|artifacts| request.player.make_within(game, request.seed, &artifacts, limits));
        let mut player = player.map_err(|error| Error::Usage(error.to_string()))?;
        // Without a listener, a player makes an only move without a search.
        let listener = Some(Listener { lines: 1, on_update: &|_| {} });
        let question = Question { game, state, me, moves: &moves, limits: *limits, listener, clocks: &[] };
        let choice = player.choose(&question).map_err(fault)?;
        let value = choice.value.or_else(|| choice.proven.map(|proven| proven.result.value()));
        Ok(match game.players() {
            _ if me == Player::FIRST => value,
            2 => value.map(|value| -value),
            _ => None,
        })
    }

    /// Mean of the values after the chance moves in a position.
    fn expectation(&mut self, state: &G::State, moves: &[G::Move], limits: &Limits<'_>) -> Result<Option<f64>, Error> {
        let mut probabilities = Vec::new();
        self.game.chance_probabilities(state, &mut probabilities);
        let mut sum = (!moves.is_empty()).then_some(0.0);
        for (index, (&mv, probability)) in moves.iter().zip(&probabilities).enumerate() {
            let mut next = state.clone();
            self.game.apply(&mut next, mv).map_err(|fault| self.request.loaded.fault_error(&fault))?;
            let value = self.value(&next, &limits.share(1.0 / (moves.len() - index) as f64))?;
            sum = sum.zip(value).map(|(sum, value)| sum + probability * value);
            if sum.is_none() {
                break;
            }
        }
        Ok(sum)
    }
}
