//! Micro-benchmarks of move generation and move application per rule, on positions from random games. All measurements
//! together take less than three seconds, however slow the rules are.

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardwright_compiler::game::CompiledGame;
use boardwright_game::deadline::{self, Deadline};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::RuleId;
use boardwright_game::playout::{PlayoutStatistics, Sampler, random_below};
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

/// Kind of code that generates the moves of a rule; see `docs/slow-games.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Bit-parallel native code: many candidates per instruction.
    BitParallel,
    /// General native code.
    General,
    /// Tables of the compiled form.
    Tables,
    /// Interpreter.
    Interpreter,
}

impl Tier {
    /// Name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::BitParallel => "bit-parallel",
            Self::General => "general",
            Self::Tables => "tables",
            Self::Interpreter => "interpreter",
        }
    }

    /// Tiers of the rules, in file order.
    pub fn of_rules(game: &CompiledGame) -> Vec<Self> {
        let native = if game.native_moves_summary().is_ok() || game.native_playouts_summary().is_ok() {
            Some(Self::BitParallel)
        } else {
            game.baseline_summary().is_ok().then_some(Self::General)
        };
        let costs = game.rule_costs();
        (0..game.rules().rules.len())
            .map(|rule| match costs.get(rule) {
                _ if native.is_some() => native.unwrap_or(Self::General),
                Some(cost) if !cost.is_interpreted => Self::Tables,
                _ => Self::Interpreter,
            })
            .collect()
    }
}

/// Mean times in nanoseconds.
#[derive(Clone, Debug)]
pub struct MoveTimes {
    /// By rule: listing its moves in a position, as if there were no other rule, by general native code or, for rules of
    /// other tiers, by tables; `None` if only the interpreter can, or the time did not suffice.
    pub listing: Vec<Option<f64>>,
    /// Applying a move to a copy of the state, including the end conditions, by the same code.
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
/// Maximum duration of all measurements together, of sampling the positions, and of measuring the rules besides.
const MAX_DURATION: Duration = Duration::from_secs(2);
const MAX_SAMPLING: Duration = Duration::from_millis(700);
const MAX_LISTING: Duration = Duration::from_millis(1400);
/// Duration of one measurement.
const PART_DURATION: Duration = Duration::from_millis(3);
/// Duration of the playouts, and its maximum if not even one playout ends before.
const PLAYOUT_DURATION: Duration = Duration::from_millis(50);
const MAX_PLAYOUT_DURATION: Duration = Duration::from_millis(250);
/// Maximum number of calls between two readings of the clock.
const MAX_STRIDE: u64 = 64;
const SEED: u64 = 1;

/// Measures the times of a game.
///
/// # Errors
/// If a random game fails.
pub fn measure(game: &CompiledGame) -> Result<MoveTimes, Fault> {
    // Compilation is no part of the measurement.
    let has_native_playouts = game.native_playouts_summary().is_ok() || game.baseline_summary().is_ok();
    let tiers = Tier::of_rules(game);
    let sampler = || Sampler::new(game, &game.initial_state(), MAX_MOVES as u64, Pcg64Mcg::seed_from_u64(SEED));
    let players = game.players();
    // Once native code is prepared, it makes the single moves too.
    let portable = mean_move_time(sampler().step_by_step(), players)?;
    if tiers.contains(&Tier::General) {
        game.prepare();
    }
    let began = Instant::now();
    let _deadline = Deadline::set(began.checked_add(MAX_DURATION));
    let positions = sample_positions(game, began + MAX_SAMPLING)?;
    let mut listing = Vec::new();
    for (rule, tier) in tiers.into_iter().enumerate() {
        let is_late = began.elapsed() > MAX_LISTING;
        listing.push(if is_late { None } else { listing_time(game, RuleId::new(rule), tier, &positions)? });
    }
    let mut copy = game.initial_state();
    let making = mean_call_time(positions.len(), |index| {
        let (state, mv) = &positions[index];
        copy.clone_from(state);
        game.apply(&mut copy, *mv)
    })?;
    let machine = if has_native_playouts { Some(mean_move_time(sampler(), players)?) } else { None };
    Ok(MoveTimes { listing, making, portable, machine })
}

/// Mean time to list the moves of one rule alone.
fn listing_time(
    game: &CompiledGame,
    rule: RuleId,
    tier: Tier,
    positions: &[(State, Move)],
) -> Result<Option<f64>, Fault> {
    let mut code = if tier == Tier::General { game.compile_rule(rule) } else { None };
    let mut is_interpreted = false;
    let time = mean_call_time(positions.len(), |index| {
        let state = &positions[index].0;
        let count = match &mut code {
            Some(code) => code.count_moves(state),
            None => game.count_rule_moves(state, rule)?,
        };
        is_interpreted |= black_box(count).is_none();
        Ok(())
    })?;
    Ok((!is_interpreted).then_some(time))
}

/// Positions of random games, each with a legal move, in random order. Sampling ends at the time `end`.
fn sample_positions(game: &CompiledGame, end: Instant) -> Result<Vec<(State, Move)>, Fault> {
    let _deadline = Deadline::set(Some(end));
    let mut rng = Pcg64Mcg::seed_from_u64(SEED);
    let (mut all, mut moves) = (Vec::new(), Vec::new());
    // Collects more positions than are used, so that the sample covers all phases of several games.
    'games: while all.len() < 8 * POSITIONS {
        let mut state = game.initial_state();
        let before = all.len();
        for _ in 0..MAX_MOVES {
            match game.legal_moves(&state, &mut moves) {
                Ok(Turn::Over(_)) => break,
                Ok(_) => {}
                Err(fault) if fault.is_interruption() => break 'games,
                Err(fault) => return Err(fault),
            }
            let mv = moves[random_below(moves.len(), &mut rng)];
            all.push((state.clone(), mv));
            match game.apply(&mut state, mv) {
                Err(fault) if fault.is_interruption() => break 'games,
                result => result?,
            }
            if deadline::poll() {
                break 'games;
            }
        }
        if all.len() == before {
            break;
        }
    }
    let step = all.len().div_ceil(POSITIONS).max(1);
    let mut sample: Vec<_> = all.into_iter().step_by(step).collect();
    // A measurement that ends before the last position has seen all phases of the games too.
    sample.shuffle(&mut rng);
    Ok(sample)
}

/// Mean time of one call in nanoseconds, over passes through the indices.
fn mean_call_time(count: usize, mut call: impl FnMut(usize) -> Result<(), Fault>) -> Result<f64, Fault> {
    let (began, mut calls, mut stride) = (Instant::now(), 0_u64, 1);
    while count > 0 && began.elapsed() < PART_DURATION {
        for _ in 0..stride {
            match call((calls % count as u64) as usize) {
                // The interrupted call counts: its time is a lower bound.
                Err(fault) if fault.is_interruption() => {}
                result => result?,
            }
            calls += 1;
        }
        stride = (2 * stride).min(MAX_STRIDE);
    }
    Ok(began.elapsed().as_nanos() as f64 / calls.max(1) as f64)
}

/// Mean time of a move in random games, in nanoseconds.
fn mean_move_time(mut sampler: Sampler<'_, CompiledGame>, players: usize) -> Result<f64, Fault> {
    let began = Instant::now();
    let _deadline = Deadline::set(began.checked_add(MAX_PLAYOUT_DURATION));
    let mut tally = PlayoutStatistics::empty(players);
    while began.elapsed() < PLAYOUT_DURATION {
        sampler.run(1, &mut tally)?;
    }
    let moves = tally.moves + tally.interrupted_moves;
    Ok(began.elapsed().as_nanos() as f64 / moves.max(1) as f64)
}
