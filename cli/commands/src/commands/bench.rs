//! `boardwright bench`: measures random playouts per second, their length and their results.
//! The game crates do the playouts; this module measures time and starts threads.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use boardwright_game::any::AnyState;
use boardwright_game::deadline::Deadline;
use boardwright_game::fault::Fault;
use boardwright_game::game::Game;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_game::playout::{PlayoutStatistics, Sampler};
use boardwright_library::load::LoadedGame;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::options::PositionArgs;
use crate::output::{Output, group_digits};
use crate::position::load_position;
use crate::{progress, seeds};

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Duration of the measurement in seconds.
    #[arg(long, allow_negative_numbers = true, value_name = "S", default_value_t = 5.0, value_parser = seconds)]
    seconds: f64,
    /// Play exactly this many games, however long it takes; with a seed the result repeats exactly.
    #[arg(long, allow_negative_numbers = true, value_name = "N", conflicts_with = "seconds", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Stop a game after this many moves; it then counts as unfinished.
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
    max_moves: u64,
    /// Number of threads.
    #[arg(long, allow_negative_numbers = true, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// List and apply every move as players do, without native code.
    #[arg(long)]
    portable: bool,
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds is needed".to_owned())?;
    if seconds > 0.0 && seconds <= 1e6 {
        Ok(seconds)
    } else {
        Err("it must be greater than 0 and at most 1000000".into())
    }
}

#[derive(Serialize)]
struct BenchReport {
    playouts_per_second: f64,
    /// Half of the 95 % confidence interval of `playouts_per_second`, from its variation during the run; null if the run
    /// was too short.
    spread: Option<f64>,
    moves_per_second: f64,
    mean_length: f64,
    playouts: u64,
    results: BTreeMap<String, u64>,
    max_moves: u64,
    threads: u64,
    seconds: f64,
    seed: u64,
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let (loaded, reached) = load_position(&args.position)?;
    let seed = seeds::seed_or_random(seed);
    let measured =
        loaded.run(BenchOperation { args, seed, start: &reached.state }).map_err(|fault| loaded.fault_error(&fault))?;
    let report = measured.report(args, seed);
    if out.is_json() {
        out.json(&report)?;
    } else {
        print_report(&loaded, &measured.tally, &report, out)?;
    }
    Ok(Answer::Yes)
}

/// Result of all threads together.
struct Measurement {
    tally: PlayoutStatistics,
    seconds: f64,
    /// Playouts per second of each time slice of each thread.
    rates: Vec<f64>,
}

impl Measurement {
    fn report(&self, args: &Args, seed: u64) -> BenchReport {
        let per_second = |count: u64| count as f64 / self.seconds.max(1e-9);
        let rate = per_second(self.tally.playouts);
        let winners = self.tally.results.iter().enumerate().map(|(winner, &n)| (winner.to_string(), n));
        let unfinished = [("unfinished".to_owned(), self.tally.unfinished)];
        BenchReport {
            playouts_per_second: rate,
            spread: relative_spread(&self.rates).map(|relative| rate * relative),
            moves_per_second: per_second(self.tally.moves + self.tally.interrupted_moves),
            mean_length: self.tally.mean_length(),
            playouts: self.tally.playouts,
            results: winners.chain(unfinished).collect(),
            max_moves: args.max_moves,
            threads: args.threads,
            seconds: self.seconds,
            seed,
        }
    }
}

/// Half of the 95 % confidence interval of the mean, relative to the mean; `None` for fewer than two values.
fn relative_spread(rates: &[f64]) -> Option<f64> {
    let count = rates.len() as f64;
    let mean = rates.iter().sum::<f64>() / count;
    if rates.len() < 2 || mean <= 0.0 {
        return None;
    }
    let variance = rates.iter().map(|rate| (rate - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some(1.96 * (variance / count).sqrt() / mean)
}

/// Benchmark run with the arguments of one command line.
struct BenchOperation<'a> {
    args: &'a Args,
    seed: u64,
    start: &'a AnyState,
}

impl GameOperation for BenchOperation<'_> {
    type Output = Result<Measurement, Fault>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let start: &G::State = self.start.downcast_ref().expect("the line was played in this game");
        let Args { threads, max_moves, playouts, seconds, portable, .. } = *self.args;
        // Lazy initialization happens before the clock starts; a fault would occur again below.
        let _ = Sampler::new(game, start, 1, Pcg64Mcg::seed_from_u64(self.seed)).play();
        let began = Instant::now();
        let parts: Vec<Result<(PlayoutStatistics, Vec<f64>), Fault>> = thread::scope(|scope| {
            let workers = (0..threads).map(|thread| {
                let rng = Pcg64Mcg::seed_from_u64(seeds::derive_seed(self.seed, thread));
                // The remainder of the division goes to the first threads, one playout each.
                let share = playouts.map(|all| all / threads + u64::from(thread < all % threads));
                let until =
                    share.map_or(StopCondition::Time(began, Duration::from_secs_f64(seconds)), StopCondition::Count);
                scope.spawn(move || {
                    // A long playout ends with the measurement; its moves count, its result does not.
                    let _deadline = Deadline::set(until.end());
                    let sampler = Sampler::new(game, start, max_moves, rng);
                    let sampler = if portable { sampler.step_by_step() } else { sampler };
                    measure(sampler, game.players(), until)
                })
            });
            let workers: Vec<_> = workers.collect();
            let bar = if playouts.is_some() { progress::spinner() } else { progress::countdown(seconds) };
            while !bar.is_hidden() && workers.iter().any(|worker| !worker.is_finished()) {
                bar.set_position((began.elapsed().as_secs_f64() * 10.0) as u64);
                thread::sleep(progress::TICK);
            }
            let join = |worker: thread::ScopedJoinHandle<'_, _>| worker.join().expect("playing out never panics");
            let parts = workers.into_iter().map(join).collect();
            bar.finish_and_clear();
            parts
        });
        let (mut tally, mut rates) = (PlayoutStatistics::empty(game.players()), Vec::new());
        for part in parts {
            let (part_tally, part_rates) = part?;
            tally.merge(&part_tally);
            rates.extend(part_rates);
        }
        Ok(Measurement { tally, seconds: began.elapsed().as_secs_f64(), rates })
    }
}

/// Stop condition of a thread.
#[derive(Clone, Copy)]
enum StopCondition {
    Count(u64),
    Time(Instant, Duration),
}

impl StopCondition {
    /// Time of the end, if it is known.
    fn end(self) -> Option<Instant> {
        match self {
            Self::Count(_) => None,
            Self::Time(began, limit) => began.checked_add(limit),
        }
    }
}

/// Length in seconds of a time slice for which a rate is recorded.
const TIME_SLICE: f64 = 0.1;

/// Plays out until the stop condition holds, reading the clock about once per millisecond.
fn measure<G: Game>(
    mut sampler: Sampler<'_, G>,
    players: usize,
    until: StopCondition,
) -> Result<(PlayoutStatistics, Vec<f64>), Fault> {
    let (mut tally, mut rates, mut batch) = (PlayoutStatistics::empty(players), Vec::new(), 1);
    let (mut slice_began, mut slice_first) = (Instant::now(), 0);
    loop {
        let now = match until {
            StopCondition::Count(all) => batch.min(all - tally.playouts),
            StopCondition::Time(began, limit) if began.elapsed() < limit => batch,
            StopCondition::Time(..) => 0,
        };
        let began = Instant::now();
        sampler.run(now, &mut tally)?;
        if began.elapsed() < Duration::from_millis(1) {
            batch *= 2;
        }
        let elapsed = slice_began.elapsed().as_secs_f64();
        if elapsed >= TIME_SLICE {
            rates.push((tally.playouts - slice_first) as f64 / elapsed);
            (slice_began, slice_first) = (Instant::now(), tally.playouts);
        }
        if now == 0 {
            return Ok((tally, rates));
        }
    }
}

fn print_report(
    loaded: &LoadedGame,
    tally: &PlayoutStatistics,
    report: &BenchReport,
    out: &mut Output,
) -> Result<(), Failure> {
    let rounded = |number: f64| group_digits(number.round() as u64);
    let rate = |number: f64| if number < 100.0 { format!("{number:.1}") } else { rounded(number) };
    let playouts = rate(report.playouts_per_second);
    let spread = report.spread.map_or_else(String::new, |spread| format!(" (95 %: ± {})", rate(spread)));
    let threads = if report.threads == 1 { String::new() } else { format!(" on {} threads", report.threads) };
    writeln!(out, "{playouts} playouts per second{spread}{threads}")?;
    writeln!(out, "{} moves per second", rate(report.moves_per_second))?;
    if tally.playouts == 0 {
        let (moves, seconds) = (group_digits(tally.interrupted_moves), report.seconds);
        writeln!(out, "no playout was finished: {moves} moves in {seconds:.2} seconds, seed {}", report.seed)?;
        return Ok(());
    }
    let deviation = tally.length_deviation();
    writeln!(out, "{:.2} moves long in the mean (standard deviation {deviation:.2})", report.mean_length)?;
    let (played, seconds, seed) = (group_digits(tally.playouts), report.seconds, report.seed);
    writeln!(out, "{played} playouts in {seconds:.2} seconds, seed {seed}")?;
    let all = tally.playouts as f64;
    let mut line = |name: String, count: u64| {
        let share = count as f64 / all;
        let half = 1.96 * (share * (1.0 - share) / all).sqrt();
        writeln!(out, "  {name}: {} ({:.2} % ± {:.2})", group_digits(count), share * 100.0, half * 100.0)
    };
    for player in loaded.players() {
        line(format!("{} wins", loaded.player_label(player)), tally.results[player.number()])?;
    }
    line(if loaded.game().players() == 1 { "not won" } else { "draw" }.to_owned(), tally.results[0])?;
    if tally.unfinished > 0 {
        line(format!("unfinished after {} moves", report.max_moves), tally.unfinished)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_is_that_of_the_mean() {
        assert_eq!(relative_spread(&[]), None, "nothing was measured");
        assert_eq!(relative_spread(&[5.0]), None, "one number does not vary");
        assert!(relative_spread(&[5.0, 5.0]).unwrap().abs() < f64::EPSILON);
        // Standard deviation 1 of 100 numbers around 10: 1.96 * 0.1 / 10.
        let rates: Vec<f64> = (0..100).map(|index| if index % 2 == 0 { 9.0 } else { 11.0 }).collect();
        assert!((relative_spread(&rates).unwrap() - 0.0197).abs() < 1e-4);
    }

    #[test]
    fn seconds_must_make_sense() {
        assert!(seconds("0.5").is_ok());
        for wrong in ["0", "-1", "NaN", "inf", "soon"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
