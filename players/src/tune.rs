//! Learning the weights of an evaluation from games that alpha-beta plays against itself.

use std::sync::atomic::AtomicBool;

use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome, Turn};
use boardwright_engine::playout::below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::alphabeta::AlphaBeta;
use crate::evaluation::learn::{Sample, Sampler, loss};
use crate::evaluation::{Evaluation, Weights};
use crate::limits::Limits;
use crate::player::{Player, Question};

/// How to learn.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// How many times games are played and weights are learnt from those of the last rounds.
    pub rounds: usize,
    /// Games of a round.
    pub games: usize,
    /// Positions that may be made for a move.
    pub nodes: u64,
    /// Random plies before a game, at most.
    pub opening: usize,
    /// Plies after which a game is a draw.
    pub longest: usize,
    /// Where random choices come from.
    pub seed: u64,
}

/// What a round was like.
#[derive(Clone, Copy, Debug)]
pub struct Round {
    /// Positions that were learnt from.
    pub samples: usize,
    /// Shares of the games that player 1 won, that were drawn, that the other won.
    pub results: [f64; 3],
    /// The [loss] before and after learning, of samples that were not learnt from.
    pub loss: (f64, f64),
}

/// MiB for each player's table.
const MEMORY: usize = 4;
/// One move in so many is random, so that many kinds of positions come up.
const STRAY: usize = 12;

/// Learns from games of a game of two players, without chance; those of the first round are played with an evaluation of their own. Tells
/// each round.
///
/// # Errors
/// If the rules of the game fail.
pub fn tune<G>(game: &G, first: Evaluation, lesson: Lesson, mut tell: impl FnMut(Round)) -> Result<Weights, Fault>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut weights = Weights::none(game);
    let mut evaluation = first;
    let mut random = Pcg64Mcg::seed_from_u64(lesson.seed);
    let sampler = Sampler::new(game);
    let (mut samples, mut tests): (Vec<Sample>, Vec<Sample>) = (Vec::new(), Vec::new());
    for _ in 0..lesson.rounds {
        // Half of what is old is forgotten.
        samples.drain(..samples.len() / 2);
        tests.clear();
        let mut results = [0.0; 3];
        for number in 0..lesson.games {
            let positions = play(game, &evaluation, &sampler, lesson, &mut random)?;
            if let Some(first) = positions.first() {
                results[(2.0 * (1.0 - first.result)) as usize] += 1.0 / lesson.games as f64;
            }
            if number % 10 == 0 { tests.extend(positions) } else { samples.extend(positions) }
        }
        for index in (1..samples.len()).rev() {
            samples.swap(index, below(index + 1, &mut random));
        }
        let before = loss(&weights, &tests);
        weights = sampler.learn(&weights, &samples);
        evaluation = Evaluation::weighted(game, &weights);
        tell(Round { samples: samples.len(), results, loss: (before, loss(&weights, &tests)) });
    }
    Ok(weights)
}

/// Plays a game; gives its positions after the opening.
fn play<G>(
    game: &G,
    evaluation: &Evaluation,
    sampler: &Sampler,
    lesson: Lesson,
    random: &mut Pcg64Mcg,
) -> Result<Vec<Sample>, Fault>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync + 'static,
{
    let mut player = AlphaBeta::new(evaluation.clone(), MEMORY, 1).expect("so little memory can be had");
    let opening = below(lesson.opening + 1, random);
    let (mut state, mut moves, mut samples) = (game.start(), Vec::new(), Vec::new());
    let stop = AtomicBool::new(false);
    let mut outcome = Outcome::Draw;
    for ply in 0..lesson.longest {
        let me = match game.turn(&state, &mut moves)? {
            Turn::Over(ended) => {
                outcome = ended;
                break;
            }
            Turn::Chance => break,
            Turn::Player(me) => me,
        };
        let mv = if ply < opening || below(STRAY, random) == 0 {
            moves[below(moves.len(), random)]
        } else {
            let limits = Limits { nodes: Some(lesson.nodes), ..Limits::none(&stop) };
            let question = Question { game, state: &state, me, moves: &moves, limits, listener: None };
            player.choose(&question)?.mv
        };
        if ply >= opening {
            samples.push(sampler.sample(game, &state, (me, moves.len()), 0.5));
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
