//! Micro-benchmarks of move generation and move application per rule, on positions from random games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::fault::Fault;
use boardwright_game::game::Game as _;
use boardwright_game::ids::RuleId;
use boardwright_game::playout::{Sampler, random_below};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Mean times in nanoseconds.
#[derive(Clone, Debug)]
pub struct MoveTimes {
    /// By rule: listing its moves in a position; `None` if the interpreter lists them.
    pub listing: Vec<Option<f64>>,
    /// Applying a move to a copy of the state, including the end conditions.
    pub making: f64,
    /// A move of a random game in the compiled form.
    pub portable: f64,
    /// A move of a random game in native code, if there is any.
    pub machine: Option<f64>,
}

impl MoveTimes {
    /// Sum of all parts that are measured separately.
    pub fn sum_of_parts(&self) -> f64 {
        self.listing.iter().flatten().sum::<f64>() + self.making
    }
}

/// Number of sampled positions.
const POSITIONS: usize = 300;
/// Maximum length of the sampled games.
const MAX_MOVES: usize = 300;
/// Duration of one measurement.
const PART_DURATION: Duration = Duration::from_millis(3);
/// Duration of the playouts.
const PLAYOUT_DURATION: Duration = Duration::from_millis(50);
const SEED: u64 = 1;

/// Measures the times of a game.
///
/// # Errors
/// If a random game fails.
pub fn measure(game: &CompiledGame) -> Result<MoveTimes, Fault> {
    let positions = sample_positions(game)?;
    let mut listing = Vec::new();
    for rule in 0..game.rules().rules.len() {
        let rule = RuleId::new(rule);
        let mut is_interpreted = false;
        let time = mean_call_time(positions.len(), |index| {
            let allowed = game.count_rule_moves(&positions[index].0, rule)?;
            is_interpreted |= black_box(allowed).is_none();
            Ok(())
        })?;
        listing.push((!is_interpreted).then_some(time));
    }
    let mut copy = game.initial_state();
    let making = mean_call_time(positions.len(), |index| {
        let (state, mv) = &positions[index];
        copy.clone_from(state);
        game.apply(&mut copy, *mv)
    })?;
    let portable = mean_move_time(
        Sampler::new(game, &game.initial_state(), MAX_MOVES as u64, Pcg64Mcg::seed_from_u64(SEED)).step_by_step(),
    )?;
    let machine = match game.native_playouts_summary() {
        Ok(_) => Some(mean_move_time(Sampler::new(
            game,
            &game.initial_state(),
            MAX_MOVES as u64,
            Pcg64Mcg::seed_from_u64(SEED),
        ))?),
        Err(_) => None,
    };
    Ok(MoveTimes { listing, making, portable, machine })
}

/// Positions of random games, each with a legal move.
fn sample_positions(game: &CompiledGame) -> Result<Vec<(State, Move)>, Fault> {
    let mut rng = Pcg64Mcg::seed_from_u64(SEED);
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    // Collects more positions than are used, so that the sample covers all phases of several games.
    while all.len() < 8 * POSITIONS {
        let mut state = game.initial_state();
        let before = all.len();
        for _ in 0..MAX_MOVES {
            if game.legal_moves(&state, &mut moves)?.outcome().is_some() {
                break;
            }
            let mv = moves[random_below(moves.len(), &mut rng)];
            all.push((state.clone(), mv));
            game.apply(&mut state, mv)?;
        }
        if all.len() == before {
            break;
        }
    }
    let step = all.len().div_ceil(POSITIONS).max(1);
    Ok(all.into_iter().step_by(step).collect())
}

/// Mean time of one call in nanoseconds, over repeated passes through all indices.
fn mean_call_time(count: usize, mut call: impl FnMut(usize) -> Result<(), Fault>) -> Result<f64, Fault> {
    let (began, mut calls) = (Instant::now(), 0_u64);
    while count > 0 && began.elapsed() < PART_DURATION {
        for index in 0..count {
            call(index)?;
        }
        calls += count as u64;
    }
    Ok(began.elapsed().as_nanos() as f64 / calls.max(1) as f64)
}

/// Mean time of a move in random games, in nanoseconds.
fn mean_move_time(mut sampler: Sampler<'_, CompiledGame>) -> Result<f64, Fault> {
    // The first game triggers lazy compilation.
    sampler.play()?;
    let began = Instant::now();
    let mut moves: u64 = 0;
    while began.elapsed() < PLAYOUT_DURATION {
        moves += sampler.play()?.length;
    }
    Ok(began.elapsed().as_nanos() as f64 / moves.max(1) as f64)
}
