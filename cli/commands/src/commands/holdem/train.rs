//! `boardwright holdem train`: trains a blueprint strategy, with a curve of its exploitability. The training is in
//! `boardwright-bots`; this module reads and writes files and prints the curve.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_bots::blueprint::betting_tree::{BettingAbstraction, BettingTree};
use boardwright_bots::blueprint::card_buckets::{CardBuckets, HandBuckets as _, TabledBuckets};
use boardwright_bots::blueprint::checkpoint::{self, TrainingSettings};
use boardwright_bots::blueprint::exploitability::DealSamples;
use boardwright_bots::blueprint::strategy_file;
use boardwright_bots::blueprint::training::Training;
use boardwright_library::{blueprints, files};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, group_digits};

/// Number of iterations before the first point of the curve; each further point has twice as many.
const FIRST_POINT: u64 = 100_000;
/// Number of iterations between two looks at the interrupt.
const CHUNK: u64 = 10_000;
/// Duration of training between two checkpoints, besides those at the points of the curve.
const CHECKPOINT_EVERY: Duration = Duration::from_mins(5);

#[derive(Debug, clap::Args)]
pub struct Args {
    /// File of the strategy. FILE.checkpoint beside it lets an interrupted training go on; it is removed at the end.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Stacks in big blinds; the small blind is half of the big one.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1000))]
    big_blinds: u32,
    /// Sizes of bets and raises as shares of the pot; all-in is always possible.
    #[arg(long, value_name = "SHARE,...", default_value = "0.5,1", value_delimiter = ',')]
    sizes: Vec<f64>,
    /// Bets and raises on a street before only all-in is left.
    #[arg(long, value_name = "N", default_value_t = 2)]
    raises: u8,
    /// Largest number of buckets on each of flop, turn and river.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u8).range(1..))]
    buckets: u8,
    /// Number of iterations.
    #[arg(long, value_name = "N", default_value_t = 20_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Deals on which each counter-strategy is found, and deals on which it is measured; 0 measures none.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    deals: usize,
}

/// A point of the curve.
#[derive(Serialize)]
struct PointReport {
    iterations: u64,
    /// Duration of the training since this start of the program, in seconds.
    seconds: f64,
    /// Gain of a counter-strategy within the abstraction, in thousandths of a big blind per hand.
    counter_gain_mbb: Option<f64>,
    /// Half of the width of the 95 % confidence interval.
    margin: Option<f64>,
    /// Size of the file.
    bytes: usize,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    const BIG_BLIND: u32 = 100;
    files::can_be_written(&args.out)?;
    let betting = BettingAbstraction {
        stack: args.big_blinds * BIG_BLIND,
        small_blind: BIG_BLIND / 2,
        big_blind: BIG_BLIND,
        sizes: args.sizes.clone(),
        raises: args.raises,
    };
    betting.check().map_err(Failure::Usage)?;
    let settings =
        TrainingSettings { betting, buckets: [args.buckets; 3], iterations: args.iterations, seed: seed.unwrap_or(1) };
    let checkpoint_path = PathBuf::from(format!("{}.checkpoint", args.out.display()));
    let checkpoint = match std::fs::read(&checkpoint_path) {
        Ok(bytes) => Some(bytes),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
        Err(error) => return Err(Failure::file("read", &checkpoint_path, &error)),
    };
    let buckets = find_buckets(args, &settings, checkpoint.is_some())?;
    let tree = BettingTree::new(&settings.betting, buckets.counts()).map_err(Failure::Usage)?;
    let mut training = Training::new(&tree, settings.iterations, settings.seed).map_err(Failure::Usage)?;
    if let Some(bytes) = checkpoint {
        checkpoint::resume(&settings, &mut training, &bytes).map_err(|reason| {
            let path = checkpoint_path.display();
            Failure::Input(format!("cannot go on from {path}: {reason}; remove it to begin anew"))
        })?;
    }
    if !out.is_json() {
        writeln!(
            out,
            "{} decisions, {} numbers",
            group_digits(tree.decisions().len() as u64),
            group_digits(tree.numbers() as u64)
        )?;
        writeln!(out, "{:>14} {:>9} {:>22} {:>12}", "iterations", "seconds", "counter-gain mbb/hand", "bytes")?;
    }
    let samples =
        (args.deals > 0).then(|| DealSamples::draw(&tree, &buckets, args.deals, settings.seed.wrapping_add(1)));
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
            let is_stopped = interrupt::stop_flag().load(Ordering::Relaxed);
            if is_stopped || last_checkpoint.elapsed() > CHECKPOINT_EVERY {
                save(args, &settings, buckets.stored(), &training, Some(&checkpoint_path))?;
                last_checkpoint = Instant::now();
            }
            if is_stopped {
                eprintln!("stopped after {} iterations; the same command goes on", training.iterations());
                return Ok(Answer::Yes);
            }
        }
        let is_done = goal == settings.iterations;
        let bytes = save(args, &settings, buckets.stored(), &training, (!is_done).then_some(&checkpoint_path))?;
        let gain = samples.as_ref().map(|samples| samples.counter_gain(&tree, &training.average_policy()));
        let (counter_gain_mbb, margin) = (gain.map(|gain| gain.mbb), gain.map(|gain| gain.margin));
        write_point(&PointReport { iterations: training.iterations(), seconds, counter_gain_mbb, margin, bytes }, out)?;
        if is_done {
            break;
        }
        next *= 2;
    }
    match std::fs::remove_file(&checkpoint_path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::file("remove", &checkpoint_path, &error))
        }
        _ => Ok(Answer::Yes),
    }
}

/// The buckets of the strategy that is already in the file if the training goes on; new ones otherwise.
fn find_buckets(args: &Args, settings: &TrainingSettings, goes_on: bool) -> Result<TabledBuckets, Failure> {
    let tree = |counts| BettingTree::new(&settings.betting, counts).map_err(Failure::Usage);
    // Errors of the abstraction are reported before the long computation.
    tree([1; 4])?;
    if goes_on {
        let blueprint = blueprints::read(&args.out).map_err(Failure::Input)?;
        return Ok(TabledBuckets::tabulate(blueprint.buckets.into_stored()));
    }
    let mut random = Pcg64Mcg::seed_from_u64(settings.seed);
    Ok(TabledBuckets::compute(settings.buckets, &mut random, |step| eprintln!("{step}")))
}

/// Writes the strategy and the checkpoint; returns the size of the strategy's file.
fn save(
    args: &Args,
    settings: &TrainingSettings,
    buckets: &CardBuckets,
    training: &Training<'_>,
    checkpoint: Option<&PathBuf>,
) -> Result<usize, Failure> {
    let key = (training.iterations(), settings.seed);
    let bytes = strategy_file::write(&settings.betting, key, buckets, &training.average_policy());
    files::write(&args.out, &bytes)?;
    if let Some(path) = checkpoint {
        files::write(Path::new(path), &checkpoint::write(settings, training))?;
    }
    Ok(bytes.len())
}

fn write_point(point: &PointReport, out: &mut Output) -> Result<(), Failure> {
    if out.is_json() {
        out.json(point)?;
        return Ok(());
    }
    let gain = match (point.counter_gain_mbb, point.margin) {
        (Some(gain), Some(margin)) => format!("{gain:.1} +- {margin:.1}"),
        _ => "-".to_owned(),
    };
    let (iterations, bytes) = (group_digits(point.iterations), group_digits(point.bytes as u64));
    writeln!(out, "{iterations:>14} {:>9.1} {gain:>22} {bytes:>12}", point.seconds)?;
    Ok(())
}
