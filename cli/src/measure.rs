//! What listing and making moves takes, part by part, measured along random games.

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardwright_engine::fault::Fault;
use boardwright_engine::game::Game as _;
use boardwright_engine::ids::RuleId;
use boardwright_engine::playout::{Sampler, below};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_engine::state::State;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Times in nanoseconds.
#[derive(Clone, Debug)]
pub struct Times {
    /// By rule: listing its moves in a position; `None` where the plain form lists.
    pub listing: Vec<Option<f64>>,
    /// Making a move on a copy, tests of the ends among it.
    pub making: f64,
    /// A move of a random game in the portable form, and by machine code if there is any.
    pub portable: f64,
    /// The same by machine code.
    pub machine: Option<f64>,
}

impl Times {
    /// All that is measured part by part.
    pub fn parts(&self) -> f64 {
        self.listing.iter().flatten().sum::<f64>() + self.making
    }
}

/// Positions that are looked at.
const POSITIONS: usize = 300;
/// Longest game that they are taken from.
const LONGEST: usize = 300;
/// How long one part is measured.
const EACH: Duration = Duration::from_millis(3);
/// How long random games are.
const GAMES: Duration = Duration::from_millis(50);
const SEED: u64 = 1;

/// Measures a game.
///
/// # Errors
/// If a random game fails.
pub fn measure(game: &SpecGame) -> Result<Times, Fault> {
    let positions = positions(game)?;
    let mut listing = Vec::new();
    for rule in 0..game.rules().rules.len() {
        let rule = RuleId::new(rule);
        let mut plainly = false;
        let time = mean(positions.len(), |index| {
            let allowed = game.allows(&positions[index].0, rule)?;
            plainly |= black_box(allowed).is_none();
            Ok(())
        })?;
        listing.push((!plainly).then_some(time));
    }
    let mut copy = game.start();
    let making = mean(positions.len(), |index| {
        let (state, mv) = &positions[index];
        copy.clone_from(state);
        game.apply(&mut copy, *mv)
    })?;
    let portable =
        games(Sampler::new(game, &game.start(), LONGEST as u64, Pcg64Mcg::seed_from_u64(SEED)).step_by_step())?;
    let machine = match game.native_summary() {
        Ok(_) => Some(games(Sampler::new(game, &game.start(), LONGEST as u64, Pcg64Mcg::seed_from_u64(SEED)))?),
        Err(_) => None,
    };
    Ok(Times { listing, making, portable, machine })
}

/// Positions of random games, each with a move.
fn positions(game: &SpecGame) -> Result<Vec<(State, Move)>, Fault> {
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    // Many more than are looked at, so that these are from all parts of several games.
    while all.len() < 8 * POSITIONS {
        let mut state = game.start();
        let before = all.len();
        for _ in 0..LONGEST {
            if game.turn(&state, &mut moves)?.outcome().is_some() {
                break;
            }
            let mv = moves[below(moves.len(), &mut random)];
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

/// Nanoseconds that one call takes in the mean, over all indices again and again.
fn mean(count: usize, mut call: impl FnMut(usize) -> Result<(), Fault>) -> Result<f64, Fault> {
    let (began, mut calls) = (Instant::now(), 0_u64);
    while count > 0 && began.elapsed() < EACH {
        for index in 0..count {
            call(index)?;
        }
        calls += count as u64;
    }
    Ok(began.elapsed().as_nanos() as f64 / calls.max(1) as f64)
}

/// Nanoseconds of a move of random games.
fn games(mut sampler: Sampler<'_, SpecGame>) -> Result<f64, Fault> {
    // The first one compiles what is compiled when it is asked for.
    sampler.play()?;
    let began = Instant::now();
    let mut moves: u64 = 0;
    while began.elapsed() < GAMES {
        moves += sampler.play()?.length;
    }
    Ok(began.elapsed().as_nanos() as f64 / moves.max(1) as f64)
}
