//! Training of a blueprint strategy by MCCFR, with its file, its checkpoint and the curve of its exploitability. The algorithm
//! is in [`boardwright_bots::blueprint`].

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright_bots::blueprint::betting_tree::{BettingAbstraction, BettingTree};
use boardwright_bots::blueprint::card_buckets::{CardBuckets, HandBuckets as _, TabledBuckets};
use boardwright_bots::blueprint::checkpoint::{self, TrainingSettings};
use boardwright_bots::blueprint::exploitability::DealSamples;
use boardwright_bots::blueprint::strategy_file;
use boardwright_bots::blueprint::training::Training;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use crate::error::Error;
use crate::{blueprints, files};

/// Number of iterations before the first point of the curve; each further point has twice as many.
const FIRST_POINT: u64 = 100_000;
/// Number of iterations between two looks at the flag that stops the training.
const CHUNK: u64 = 10_000;
/// Duration of training between two checkpoints, besides those at the points of the curve.
const CHECKPOINT_EVERY: Duration = Duration::from_mins(5);
/// Big blind of the abstraction in chips.
const BIG_BLIND: u32 = 100;

/// Size of a training, and its file.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingRequest {
    /// File of the strategy. FILE.checkpoint beside it lets an interrupted training go on; it is removed at the end.
    pub file: PathBuf,
    /// Stacks in big blinds; the small blind is half of the big one.
    pub big_blinds: u32,
    /// Sizes of bets and raises as shares of the pot; all-in is always possible.
    pub sizes: Vec<f64>,
    /// Bets and raises on a street before only all-in is left.
    pub raises: u8,
    /// Largest number of buckets on each of flop, turn and river.
    pub buckets: u8,
    /// Number of iterations.
    pub iterations: u64,
    /// Deals on which each counter-strategy is found, and deals on which it is measured; 0 measures none.
    pub deals: usize,
    /// Seed.
    pub seed: u64,
}

/// A point of the curve.
#[derive(Clone, Debug, Serialize, PartialEq)]
pub struct TrainingPoint {
    /// Number of iterations.
    pub iterations: u64,
    /// Duration of the training since this start of the program, in seconds.
    pub seconds: f64,
    /// Gain of a counter-strategy within the abstraction, in thousandths of a big blind per hand.
    pub counter_gain_mbb: Option<f64>,
    /// Half of the width of the 95 % confidence interval.
    pub margin: Option<f64>,
    /// Size of the file.
    pub bytes: usize,
}

/// Event of a training.
#[derive(Clone, Debug, PartialEq)]
pub enum TrainingEvent<'a> {
    /// A step of the computation of the buckets begins.
    Step(&'a str),
    /// The training begins or goes on.
    Begun {
        /// Number of decisions of the betting tree.
        decisions: usize,
        /// Number of numbers that the strategy consists of.
        numbers: usize,
    },
    /// A point of the curve was reached, and the strategy was stored.
    Point(TrainingPoint),
    /// The training was stopped after this number of iterations; the same request goes on.
    Stopped(u64),
}

/// Trains a strategy, or goes on with a training that was interrupted. It ends early when `stop` is set.
///
/// # Errors
/// If the abstraction is invalid, a file cannot be read or written, or `report` returns an error.
pub fn train<E: From<Error>>(
    request: &TrainingRequest,
    stop: &AtomicBool,
    report: &mut dyn FnMut(TrainingEvent<'_>) -> Result<(), E>,
) -> Result<(), E> {
    files::can_be_written(&request.file)?;
    let settings = settings(request)?;
    let checkpoint_path = PathBuf::from(format!("{}.checkpoint", request.file.display()));
    let checkpoint = read_checkpoint(&checkpoint_path)?;
    let buckets = find_buckets(&request.file, &settings, checkpoint.is_some(), report)?;
    let tree = BettingTree::new(&settings.betting, buckets.counts()).map_err(Error::Usage)?;
    let mut training = Training::new(&tree, settings.iterations, settings.seed).map_err(Error::Usage)?;
    if let Some(bytes) = checkpoint {
        checkpoint::resume(&settings, &mut training, &bytes).map_err(|reason| {
            let path = checkpoint_path.display();
            Error::Input(format!("cannot go on from {path}: {reason}; remove it to begin anew"))
        })?;
    }
    report(TrainingEvent::Begun { decisions: tree.decisions().len(), numbers: tree.numbers() })?;
    let samples =
        (request.deals > 0).then(|| DealSamples::draw(&tree, &buckets, request.deals, settings.seed.wrapping_add(1)));
    let (mut seconds, mut last_checkpoint) = (0.0, Instant::now());
    let mut next = FIRST_POINT;
    while next <= training.iterations() {
        next *= 2;
    }
    loop {
        let goal = next.min(settings.iterations);
        while training.iterations() < goal {
            let start = Instant::now();
            training.advance(&buckets, CHUNK.min(goal - training.iterations()));
            seconds += start.elapsed().as_secs_f64();
            let is_stopped = stop.load(Ordering::Relaxed);
            if is_stopped || last_checkpoint.elapsed() > CHECKPOINT_EVERY {
                save(&request.file, &settings, buckets.stored(), &training, Some(&checkpoint_path))?;
                last_checkpoint = Instant::now();
            }
            if is_stopped {
                return report(TrainingEvent::Stopped(training.iterations()));
            }
        }
        let is_done = goal == settings.iterations;
        let kept_checkpoint = (!is_done).then_some(checkpoint_path.as_path());
        let bytes = save(&request.file, &settings, buckets.stored(), &training, kept_checkpoint)?;
        let gain = samples.as_ref().map(|samples| samples.counter_gain(&tree, &training.average_policy()));
        let (counter_gain_mbb, margin) = (gain.map(|gain| gain.mbb), gain.map(|gain| gain.margin));
        let iterations = training.iterations();
        report(TrainingEvent::Point(TrainingPoint { iterations, seconds, counter_gain_mbb, margin, bytes }))?;
        if is_done {
            break;
        }
        next *= 2;
    }
    match std::fs::remove_file(&checkpoint_path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Error::file("remove", &checkpoint_path, &error).into())
        }
        _ => Ok(()),
    }
}

/// Settings of the training that a request describes.
fn settings(request: &TrainingRequest) -> Result<TrainingSettings, Error> {
    let betting = BettingAbstraction {
        stack: request.big_blinds * BIG_BLIND,
        small_blind: BIG_BLIND / 2,
        big_blind: BIG_BLIND,
        sizes: request.sizes.clone(),
        raises: request.raises,
    };
    betting.check().map_err(Error::Usage)?;
    let TrainingRequest { buckets, iterations, seed, .. } = *request;
    Ok(TrainingSettings { betting, buckets: [buckets; 3], iterations, seed })
}

/// Checkpoint of an interrupted training, if there is one.
fn read_checkpoint(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::file("read", path, &error)),
    }
}

/// The buckets of the strategy that is already in the file if the training goes on; new ones otherwise.
fn find_buckets<E: From<Error>>(
    file: &Path,
    settings: &TrainingSettings,
    goes_on: bool,
    report: &mut dyn FnMut(TrainingEvent<'_>) -> Result<(), E>,
) -> Result<TabledBuckets, E> {
    // Errors of the abstraction are reported before the long computation.
    BettingTree::new(&settings.betting, [1; 4]).map_err(Error::Usage)?;
    if goes_on {
        let blueprint = blueprints::read(file).map_err(Error::Input)?;
        return Ok(TabledBuckets::tabulate(blueprint.buckets.into_stored()));
    }
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed);
    let mut reported = Ok(());
    let buckets = TabledBuckets::compute(settings.buckets, &mut random, |step| {
        if reported.is_ok() {
            reported = report(TrainingEvent::Step(step));
        }
    });
    reported.map(|()| buckets)
}

/// Writes the strategy and the checkpoint; returns the size of the strategy's file.
fn save(
    file: &Path,
    settings: &TrainingSettings,
    buckets: &CardBuckets,
    training: &Training<'_>,
    checkpoint: Option<&Path>,
) -> Result<usize, Error> {
    let key = (training.iterations(), settings.seed);
    let bytes = strategy_file::write(&settings.betting, key, buckets, &training.average_policy());
    files::write(file, &bytes)?;
    if let Some(path) = checkpoint {
        files::write(path, &checkpoint::write(settings, training))?;
    }
    Ok(bytes.len())
}
