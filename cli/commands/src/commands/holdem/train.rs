//! `boardwright holdem train`: trains a blueprint strategy, and prints the curve of its exploitability.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::holdem::training::{TrainingEvent, TrainingPoint, TrainingRequest, train};

use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{Output, group_digits};

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

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let request = TrainingRequest {
        file: args.out.clone(),
        big_blinds: args.big_blinds,
        sizes: args.sizes.clone(),
        raises: args.raises,
        buckets: args.buckets,
        iterations: args.iterations,
        deals: args.deals,
        seed: seed.unwrap_or(1),
    };
    train(&request, interrupt::stop_flag(), &mut |event| {
        match event {
            TrainingEvent::Step(step) => eprintln!("{step}"),
            TrainingEvent::Begun { decisions, numbers } => write_head(decisions, numbers, out)?,
            TrainingEvent::Point(point) => write_point(&point, out)?,
            TrainingEvent::Stopped(iterations) => {
                eprintln!("stopped after {iterations} iterations; the same command goes on");
            }
        }
        Ok::<_, Failure>(())
    })?;
    Ok(Answer::Yes)
}

fn write_head(decisions: usize, numbers: usize, out: &mut Output) -> Result<(), Failure> {
    if !out.is_json() {
        writeln!(out, "{} decisions, {} numbers", group_digits(decisions as u64), group_digits(numbers as u64))?;
        writeln!(out, "{:>14} {:>9} {:>22} {:>12}", "iterations", "seconds", "counter-gain mbb/hand", "bytes")?;
    }
    Ok(())
}

fn write_point(point: &TrainingPoint, out: &mut Output) -> Result<(), Failure> {
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
