//! `boardwright carcassonne grid`: the two-parameter player against greedy for a grid of its parameters (figure 4.1 of the
//! thesis). Each finished cell is a line of a CSV file, from which the command continues.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use boardwright_arena::tournament::{Budget, Entrant, PlayerConfig};
use boardwright_arena::{LineSeries, line_chart};
use boardwright_library::{Error, files};

use super::matches::Table;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;
use crate::seeds;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// CSV file for the results; its cells are not played again.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games for each pair of parameters.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Largest factor; the factors are the odd numbers from 1.
    #[arg(long, value_name = "K", default_value_t = 49, value_parser = clap::value_parser!(u32).range(1..=999))]
    max_k: u32,
    /// File for a picture of the results, an SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// Head of the CSV file.
const HEAD: &str = "k,exponent,games,difference";
/// Exponents in tenths.
const EXPONENTS: [u32; 10] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/// Factor, and exponent in tenths.
type Cell = (u32, u32);

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let mut done = read(args)?;
    // Results of a continued run are those of one run only with the same seed.
    let seed = seed.unwrap_or(1);
    for k in (1..=args.max_k).step_by(2) {
        for tenths in EXPONENTS {
            if done.contains_key(&(k, tenths)) {
                continue;
            }
            let difference = measure(args, (k, tenths), seeds::derive_seed(seed, u64::from(100 * k + tenths)))?;
            say(&format!("k {k}, exponent {}: {difference:+.2}\n", exponent(tenths)));
            done.insert((k, tenths), difference);
            files::write(&args.out, csv(&done, args.games).as_bytes())?;
        }
    }
    if let Some(path) = &args.svg {
        let line = |tenths: u32| LineSeries {
            name: format!("exponent {}", exponent(tenths)),
            points: done
                .iter()
                .filter(|(cell, _)| cell.1 == tenths)
                .map(|(cell, &mean)| (cell.0.into(), mean))
                .collect(),
        };
        let lines: Vec<LineSeries> = EXPONENTS.into_iter().map(line).collect();
        files::write(path, line_chart("k", &lines).as_bytes())?;
    }
    let best = done.iter().max_by(|one, other| one.1.total_cmp(other.1));
    if let Some(((k, tenths), difference)) = best {
        writeln!(
            out,
            "best of {}: k {k}, exponent {}, mean difference {difference:+.2}",
            done.len(),
            exponent(*tenths)
        )?;
    }
    Ok(Answer::Yes)
}

fn exponent(tenths: u32) -> String {
    format!("{:.1}", f64::from(tenths) / 10.0)
}

/// Mean difference of points to greedy.
fn measure(args: &Args, (k, tenths): Cell, seed: u64) -> Result<f64, Failure> {
    let players = [format!("two-parameter:k={k},exponent={}", exponent(tenths)), "greedy".to_owned()];
    let entrants = players.iter().map(|text| Entrant::new(&PlayerConfig::player(text), &Budget::default()));
    let table = Table::new("carcassonne", entrants.collect::<Result<_, _>>().map_err(Failure::Usage)?)?;
    let tallies = table.play_all(args.games, seed, &|_, _| Ok(()))?.complete()?;
    Ok((tallies[0].total - tallies[1].total) / f64::from(args.games))
}

fn csv(done: &BTreeMap<Cell, f64>, games: u32) -> String {
    let mut text = format!("{HEAD}\n");
    for ((k, tenths), difference) in done {
        let _ = writeln!(text, "{k},{},{games},{difference}", exponent(*tenths));
    }
    text
}

/// Cells of an earlier run.
fn read(args: &Args) -> Result<BTreeMap<Cell, f64>, Failure> {
    let path = &args.out;
    if !path.exists() {
        files::can_be_written(path)?;
        return Ok(BTreeMap::new());
    }
    let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
    let wrong = |line: usize, reason: &str| Failure::Input(format!("{}, line {line}: {reason}", path.display()));
    let mut lines = text.lines().zip(1..);
    if lines.next().is_none_or(|(head, _)| head != HEAD) {
        return Err(wrong(1, &format!("this is no grid; it should begin with \"{HEAD}\"")));
    }
    let mut done = BTreeMap::new();
    for (text, line) in lines {
        let fields: Vec<f64> = text.split(',').filter_map(|field| field.parse().ok()).collect();
        let [k, exponent, games, difference] = fields[..] else {
            return Err(wrong(line, "there should be four numbers"));
        };
        if games as u32 != args.games {
            return Err(wrong(line, "the cell has another number of games; choose the same --games or another file"));
        }
        done.insert((k as u32, (exponent * 10.0).round() as u32), difference);
    }
    Ok(done)
}
