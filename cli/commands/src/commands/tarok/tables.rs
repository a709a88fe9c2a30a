//! `boardwright tarok tables`: nodes and processor time of one search of one sample by enhancements and depth, beside the figures of the
//! thesis. A journal keeps the figures of each hand, so that an interrupted run goes on.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_library::tarok::SearchMeasurement;
use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::journal;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Number of hands.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    hands: u64,
    /// Number of samples of each hand.
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Depths in cards.
    #[arg(long, value_name = "CARDS", value_delimiter = ',', default_values_t = [3, 6, 9], value_parser = clap::value_parser!(u8).range(1..=48))]
    depths: Vec<u8>,
    /// Measure the search for the exact value of every card, which sampling adds up, instead of that for the best card.
    #[arg(long)]
    exact: bool,
    /// File that keeps the figures of the hands that are measured; an interrupted run continues with it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
}

/// Figures of a hand: the line of the journal.
#[derive(Debug, Serialize, Deserialize)]
struct HandFigures {
    variant: String,
    depth: u8,
    hand: u64,
    samples: u32,
    exact: bool,
    nodes: u64,
    seconds: f64,
}

/// A published mean: variant, depth, nodes and seconds.
type Published = (&'static str, u8, u64, f64);

/// Tables 7 and 8 of the thesis, measured on an Athlon XP 1800+.
const PUBLISHED: &[Published] = &[
    ("all", 9, 8_667, 0.248),
    ("without transposition table", 9, 25_349, 0.527),
    ("without history", 9, 13_467, 0.350),
    ("without minimal window", 9, 15_827, 0.433),
    ("without pruning", 9, 15_952, 0.435),
    ("transposition table only", 9, 95_575, 2.451),
    ("history only", 9, 324_633, 5.463),
    ("minimal window only", 9, 320_792, 4.438),
    ("pruning only", 9, 258_060, 4.891),
    ("none", 9, 1_598_924, 21.266),
    ("transposition table only", 6, 5_485, 0.142),
    ("history only", 6, 6_940, 0.129),
    ("minimal window only", 6, 15_087, 0.276),
    ("pruning only", 6, 6_879, 0.134),
    ("none", 6, 23_892, 0.423),
    ("transposition table only", 3, 162, 0.004),
    ("history only", 3, 97, 0.002),
    ("minimal window only", 3, 266, 0.005),
    ("pruning only", 3, 136, 0.003),
    ("none", 3, 224, 0.004),
];

/// Figures by variant, depth and hand.
type Journal = BTreeMap<(String, u8, u64), HandFigures>;

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let seed = seed.unwrap_or(1);
    let mut known = match &args.journal {
        Some(path) => read_journal(path, args)?,
        None => Journal::new(),
    };
    for mut variant in SearchMeasurement::all() {
        let name = variant.name;
        for &depth in &args.depths {
            let hands = (seed..seed.saturating_add(args.hands))
                .filter(|&hand| !known.contains_key(&(name.to_owned(), depth, hand)));
            let hands: Vec<u64> = hands.collect();
            if !hands.is_empty() {
                say(&format!("{name}, depth {depth}: {} hands\n", hands.len()));
            }
            for hand in hands {
                let figures = measure(&mut variant, (depth, hand), args)?;
                if let Some(path) = &args.journal {
                    journal::append(path, &figures)?;
                }
                known.insert((name.to_owned(), depth, hand), figures);
            }
        }
    }
    write_table(args, seed, &known, out)?;
    Ok(Answer::Yes)
}

fn measure(variant: &mut SearchMeasurement, (depth, hand): (u8, u64), args: &Args) -> Result<HandFigures, Failure> {
    let (samples, exact) = (args.samples, args.exact);
    variant.prepare(hand, samples).map_err(|fault| Failure::Input(fault.to_string()))?;
    let began = ThreadTime::now();
    let nodes = variant.search(depth, exact);
    let seconds = began.elapsed().as_secs_f64();
    Ok(HandFigures { variant: variant.name.to_owned(), depth, hand, samples, exact, nodes, seconds })
}

fn write_table(args: &Args, seed: u64, known: &Journal, out: &mut Output) -> Result<(), Failure> {
    writeln!(out, "| variant | depth | nodes | published | ms | published | us/node |\n|---|---|---|---|---|---|---|")?;
    for &depth in args.depths.iter().rev() {
        for name in SearchMeasurement::all().map(|variant| variant.name) {
            let last = (name.to_owned(), depth, seed.saturating_add(args.hands) - 1);
            let hands = known.range((name.to_owned(), depth, seed)..=last).map(|(_, figures)| figures);
            let (mut nodes, mut seconds, mut searches) = (0.0, 0.0, 0.0);
            for figures in hands {
                nodes += figures.nodes as f64;
                seconds += figures.seconds;
                searches += f64::from(figures.samples);
            }
            let published = PUBLISHED.iter().find(|(variant, at, ..)| (*variant, *at) == (name, depth));
            let (known_nodes, known_time) = published.map_or_else(
                || ("-".to_owned(), "-".to_owned()),
                |(_, _, nodes, seconds)| (nodes.to_string(), format!("{:.0}", 1000.0 * seconds)),
            );
            writeln!(
                out,
                "| {name} | {depth} | {:.0} | {known_nodes} | {:.3} | {known_time} | {:.3} |",
                nodes / searches,
                1000.0 * seconds / searches,
                1e6 * seconds / nodes,
            )?;
        }
    }
    Ok(())
}

/// Reads the figures of an earlier run of the same measurement.
fn read_journal(path: &Path, args: &Args) -> Result<Journal, Failure> {
    let mut known = Journal::new();
    for (number, figures) in journal::read::<HandFigures>(path)? {
        if (figures.samples, figures.exact) != (args.samples, args.exact) {
            let values = if figures.exact { "the values of all cards" } else { "the best card" };
            let what = format!("{} samples, {values}", figures.samples);
            return Err(journal::other_measurement(path, number, &what));
        }
        known.insert((figures.variant.clone(), figures.depth, figures.hand), figures);
    }
    Ok(known)
}
