//! Tuning of evaluation weights by self-play of alpha-beta: logistic regression on the results of the games. The
//! regression itself is in [`crate::evaluation::learn`].

use std::sync::atomic::AtomicBool;

use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome, Turn};
use boardwright_game::playout::random_below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::alphabeta::AlphaBeta;
use crate::evaluation::learn::{Sample, Sampler, loss};
use crate::evaluation::{Evaluation, Mobility, Weights};
use crate::limits::Limits;
use crate::player::{Player, Question};

/// Settings of a tuning run.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// Number of rounds. Each round plays games and fits the weights to the positions of the last rounds.
    pub rounds: usize,
    /// Games per round.
    pub games: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Maximum number of random plies before a game.
    pub opening: usize,
    /// Length in plies after which a game counts as a draw.
    pub max_plies: usize,
    /// Seed of the random number generator.
    pub seed: u64,
}

/// Statistics of a round.
#[derive(Clone, Copy, Debug)]
pub struct RoundReport {
    /// Number of positions in the training set.
    pub samples: usize,
    /// Shares of the games that player 1 won, that were drawn, that the other player won.
    pub results: [f64; 3],
    /// [Loss](loss) on the test set (held-out positions) before and after fitting.
    pub loss: (f64, f64),
}

/// Size of each player's transposition table in MiB.
const MEMORY: usize = 4;
/// One move in this many is random, which diversifies the positions.
const RANDOM_MOVE_INTERVAL: usize = 12;

/// Tunes weights for a game of two players without chance. The games of the first round are played with the evaluation
/// `first`. Calls `report` after each round.
///
/// # Errors
/// A [`Fault`] if the rules of the game fail.
pub fn tune<G>(
    game: &G,
    first: Evaluation,
    settings: TuneSettings,
    mut report: impl FnMut(RoundReport),
) -> Result<Weights, Fault>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut weights = Weights::zero(game);
    let mut evaluation = first;
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed);
    let sampler = Sampler::new(game);
    let (mut samples, mut tests): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    for _ in 0..settings.rounds {
        // Half of the old samples are dropped.
        samples.drain(..samples.len() / 2);
        tests.clear();
        let mut results = [0.0; 3];
        for number in 0..settings.games {
            let positions = play_game(game, &evaluation, &sampler, settings, &mut random)?;
            if let Some(first) = positions.first() {
                results[(2.0 * (1.0 - first.result)) as usize] += 1.0 / settings.games as f64;
            }
            if number % 10 == 0 { tests.extend(positions) } else { samples.extend(positions) }
        }
        for index in (1..samples.len()).rev() {
            samples.swap(index, random_below(index + 1, &mut random));
        }
        let before = loss(&weights, &tests);
        weights = sampler.fit(&weights, &samples);
        evaluation = Evaluation::from_weights(game, &weights);
        report(RoundReport { samples: samples.len(), results, loss: (before, loss(&weights, &tests)) });
    }
    Ok(weights)
}

/// Plays a game and returns samples of its positions after the opening.
fn play_game<G>(
    game: &G,
    evaluation: &Evaluation,
    sampler: &Sampler,
    settings: TuneSettings,
    random: &mut Pcg64Mcg,
) -> Result<Vec<Sample>, Fault>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut player = AlphaBeta::new(evaluation.clone(), MEMORY, 1).expect("a small table can be allocated");
    let opening = random_below(settings.opening + 1, random);
    let (mut state, mut moves, mut samples) = (game.initial_state(), Vec::new(), Vec::new());
    let stop = AtomicBool::new(false);
    let mut outcome = Outcome::Draw;
    for ply in 0..settings.max_plies {
        let me = match game.legal_moves(&state, &mut moves)? {
            Turn::Over(ended) => {
                outcome = ended;
                break;
            }
            Turn::Chance => break,
            Turn::Player(me) => me,
        };
        let mv = if ply < opening || random_below(RANDOM_MOVE_INTERVAL, random) == 0 {
            moves[random_below(moves.len(), random)]
        } else {
            let limits = Limits { nodes: Some(settings.nodes), ..Limits::none(&stop) };
            let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
            player.choose(&question)?.mv
        };
        if ply >= opening {
            let mobility = Mobility { mover: me, moves: moves.len() };
            samples.push(sampler.sample(game, &state, mobility, 0.5));
        }
        game.apply(&mut state, mv)?;
    }
    let result = match outcome {
        Outcome::Draw => 0.5,
        Outcome::Won(winner) => {
            if winner.index() == 0 {
                1.0
            } else {
                0.0
            }
        }
    };
    for sample in &mut samples {
        sample.result = result;
    }
    Ok(samples)
}
