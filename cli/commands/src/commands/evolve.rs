//! `boardwright evolve`: evolves weights of evaluations by a description, and shows the fitness while it runs.

use std::fmt::Write as _;
use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boardwright_arena::evolution::{FitnessRow, Observer};
use boardwright_games::evolution_runs::EVOLUTION_RUNS;
use boardwright_library::evolution::{ContestPlace, EvolutionOutcome, default_folder, find_description, run_evolution};
#[cfg(feature = "queue")]
use boardwright_queue::QueueContests;
use indicatif::ProgressBar;
use serde::Serialize;

use crate::answer::Answer;
#[cfg(feature = "queue")]
use crate::failure::note;
use crate::failure::{Failure, say};
use crate::interrupt::stop_flag;
use crate::output::{Output, group_digits};
use crate::progress::{TICK, spinner};

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Description of the run: a TOML file, or the name of a shipped one (see --list).
    #[arg(required_unless_present = "list")]
    description: Option<String>,
    /// List the shipped descriptions.
    #[arg(long, conflicts_with_all = ["description", "show", "out", "threads"])]
    list: bool,
    /// Print the shipped description instead of running it, as a start for your own.
    #[arg(long)]
    show: bool,
    /// Output folder; a run that it has is resumed.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Number of contests played in parallel; the number of cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Have the contests played by workers at this queue server (see `boardwright worker`).
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "nats://HOST[:PORT]", conflicts_with = "threads")]
    queue: Option<String>,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let Some(argument) = &args.description else { return list(out) };
    if args.show
        && let Some(entry) = EVOLUTION_RUNS.iter().find(|entry| entry.name == argument)
    {
        write!(out, "{}", entry.text)?;
        return Ok(Answer::Yes);
    }
    let mut description = find_description(argument)?;
    if args.show {
        return Err(Failure::Usage(format!("{argument} is a file; --show prints shipped descriptions")));
    }
    if let Some(seed) = seed {
        description.config.seed = seed;
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&description));
    let mut progress = Progress::start();
    let ended = run_evolution(&description, &folder, place(args), &mut progress, stop_flag());
    let (games, elapsed) = progress.finish();
    let EvolutionOutcome { finished, weights } = ended?;
    if out.is_json() {
        let best = finished.best.as_ref();
        out.json(&EvolutionReport {
            is_complete: finished.is_complete,
            folder: &folder,
            weights: weights.as_deref(),
            generation: best.map(|best| best.generation),
            fitness: best.map(|best| best.fitness),
        })?;
    } else {
        write!(out, "{}", plot(&finished.rows))?;
        if games > 0 {
            let speed = games as f64 / elapsed.as_secs_f64().max(0.001);
            writeln!(out, "{} games in {:.0} s ({speed:.1} games/s)", group_digits(games), elapsed.as_secs_f64())?;
        }
        if let Some((best, weights)) = finished.best.as_ref().zip(weights) {
            let place = weights.display();
            writeln!(out, "best weights: fitness {:.2} in generation {}, {place}", best.fitness, best.generation)?;
        }
        if !finished.is_complete {
            writeln!(out, "the run was stopped; the same command goes on with it")?;
        }
    }
    Ok(if finished.is_complete { Answer::Yes } else { Answer::No })
}

/// Place where the contests are played.
fn place(args: &Args) -> ContestPlace {
    #[cfg(feature = "queue")]
    if let Some(url) = &args.queue {
        let url = url.clone();
        return ContestPlace::Elsewhere(Box::new(move |setup| Ok(Box::new(QueueContests::open(&url, setup, note)?))));
    }
    ContestPlace::Threads(args.threads.map(usize::from))
}

#[derive(Serialize)]
struct EvolutionReport<'a> {
    is_complete: bool,
    folder: &'a std::path::Path,
    weights: Option<&'a std::path::Path>,
    generation: Option<usize>,
    fitness: Option<f64>,
}

fn list(out: &mut Output) -> Result<Answer, Failure> {
    for entry in EVOLUTION_RUNS {
        let config = find_description(entry.name)?.config;
        if out.is_json() {
            out.json(&ListedRun { name: entry.name, game: &config.game, about: &config.about })?;
        } else {
            writeln!(out, "{:15} {}", entry.name, config.about)?;
        }
    }
    Ok(Answer::Yes)
}

#[derive(Serialize)]
struct ListedRun<'a> {
    name: &'a str,
    game: &'a str,
    about: &'a str,
}

/// Progress on standard error: a spinner on a terminal, and a line for each measurement of the fitness.
struct Progress {
    bar: ProgressBar,
    begun: Instant,
    games: u64,
    generation: usize,
}

impl Progress {
    fn start() -> Self {
        let bar = spinner();
        if std::io::stderr().is_terminal() {
            bar.enable_steady_tick(TICK);
        }
        Self { bar, begun: Instant::now(), games: 0, generation: 0 }
    }

    /// Number of games and elapsed time.
    fn finish(&self) -> (u64, Duration) {
        self.bar.finish_and_clear();
        (self.games, self.begun.elapsed())
    }
}

impl Observer for Progress {
    fn contest_played(&mut self, games: usize) {
        self.games += games as u64;
        let speed = self.games as f64 / self.begun.elapsed().as_secs_f64().max(0.001);
        let (games, generation) = (group_digits(self.games), self.generation);
        self.bar.set_message(format!("after generation {generation}: {games} games, {speed:.1} games/s"));
    }

    fn generation(&mut self, generation: usize, rows: &[FitnessRow], is_measured: bool) {
        self.generation = generation;
        if let Some(row) = rows.last().filter(|_| is_measured) {
            let found = row.statistics;
            let line = format!(
                "generation {generation}: fitness max {:.2}, median {:.2}, mean {:.2}\n",
                found.max, found.median, found.mean
            );
            self.bar.suspend(|| say(&line));
        }
    }
}

/// Number of columns of the plot.
const COLUMNS: usize = 60;

/// Text plot of the highest, median and mean fitness over the generations, on a common scale.
fn plot(rows: &[FitnessRow]) -> String {
    const LEVELS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let values = |which: fn(&FitnessRow) -> f64| rows.iter().map(which).collect::<Vec<f64>>();
    let series = [
        ("max", values(|row| row.statistics.max)),
        ("median", values(|row| row.statistics.median)),
        ("mean", values(|row| row.statistics.mean)),
    ];
    let all = || series.iter().flat_map(|(_, values)| values.iter().copied());
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let mut text = String::new();
    if rows.is_empty() {
        return text;
    }
    for (name, values) in series {
        let columns = values.len().min(COLUMNS);
        let bar = |column: usize| {
            let value = values[column * (values.len() - 1) / (columns - 1).max(1)];
            LEVELS[((value - low) / (high - low).max(1e-9) * 7.0).round() as usize]
        };
        let curve: String = (0..columns).map(bar).collect();
        let _ = writeln!(text, "{name:6} {curve} {:.2} to {:.2}", values[0], values[values.len() - 1]);
    }
    text
}

#[cfg(test)]
mod tests {
    use boardwright_players::evolution::FitnessStatistics;

    use super::*;

    #[test]
    fn the_plot_has_a_common_scale_and_fits_a_terminal() {
        let row = |generation| {
            let max = generation as f64;
            FitnessRow { generation, statistics: FitnessStatistics { max, median: 0.0, mean: max / 2.0 } }
        };
        let short = plot(&[row(0), row(7)]);
        assert_eq!(short, "max    ▁█ 0.00 to 7.00\nmedian ▁▁ 0.00 to 0.00\nmean   ▁▅ 0.00 to 3.50\n");
        let long = plot(&(0..500).map(row).collect::<Vec<_>>());
        assert!(long.lines().all(|line| line.chars().filter(|letter| ('▁'..='█').contains(letter)).count() == COLUMNS));
        assert_eq!(plot(&[]), "");
    }
}
