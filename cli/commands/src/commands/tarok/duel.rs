//! `boardwright tarok duel`: one player against others of a kind, in each of the seats with the same cards. A journal
//! keeps the result of each deal, so that an interrupted run goes on. Other players than `random` and `tarokist` meet in
//! tournaments.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use boardwright_library::tarok::{self, Duellist, DuplicateScores, TarokGame};
use serde::{Deserialize, Serialize};

use super::journal;
use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::interrupt;
use crate::output::Output;

/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;
/// Game without the option.
const DEFAULT_GAME: &str = "tarok3";
/// Number of deals between two reports on the terminal.
const REPORT_INTERVAL: usize = 50;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The player: `random`, or `tarokist` with options.
    one: String,
    /// The player at all other seats.
    other: String,
    /// The game: `tarok3`, or `taroky` for four players.
    #[arg(long, value_name = "GAME", default_value = DEFAULT_GAME)]
    game: String,
    /// Number of deals; each is played once for each seat.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// File that keeps the results of the deals; an interrupted run continues with it.
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Number of deals that are played at the same time; all cores by default.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
}

/// Result of a deal: the line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct DealResult {
    #[serde(default = "default_game")]
    game: String,
    one: String,
    other: String,
    seed: u64,
    /// Scores of the player, by seat.
    own: Vec<i32>,
    /// Sums of the scores of the others, by the seat of the player.
    others: Vec<i32>,
}

/// Game of the journals that name none.
fn default_game() -> String {
    DEFAULT_GAME.to_owned()
}

impl DealResult {
    fn scores(&self) -> DuplicateScores {
        DuplicateScores { own: self.own.clone(), others: self.others.clone() }
    }
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let seed = seed.unwrap_or(1);
    let mut results = match &args.journal {
        Some(path) => read_journal(path, args)?,
        None => BTreeMap::new(),
    };
    let open: Vec<u64> = (seed..seed.saturating_add(args.deals)).filter(|seed| !results.contains_key(seed)).collect();
    let game = TarokGame::by_name(&args.game)?;
    let players = (tarok::duellist(game, &args.one)?, tarok::duellist(game, &args.other)?);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize).min(open.len().max(1));
    let (next, (sender, receiver)) = (AtomicU64::new(0), mpsc::channel());
    std::thread::scope(|scope| -> Result<(), Failure> {
        for _ in 0..threads {
            let (sender, open, next) = (sender.clone(), &open, &next);
            scope.spawn(move || {
                while let Some(&deal) = open.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let result = play_deal(game, players, args, deal);
                    let is_failure = result.is_err();
                    if sender.send(result).is_err() || is_failure {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let stop_all = || next.store(open.len() as u64, Ordering::Relaxed);
        for result in receiver {
            let done = result.and_then(|result| {
                if let Some(path) = &args.journal {
                    journal::append(path, &result)?;
                }
                results.insert(result.seed, result);
                Ok(())
            });
            if done.is_err() {
                stop_all();
                return done;
            }
            if results.len() % REPORT_INTERVAL == 0 {
                say(&format!("{}\n", summary(&results)));
            }
        }
        Ok(())
    })?;
    writeln!(out, "{} against {}: {}", args.one, args.other, summary(&results))?;
    Ok(Answer::Yes)
}

/// Plays a deal in all seats, unless the program is interrupted.
fn play_deal(
    game: TarokGame,
    (one, other): (Duellist, Duellist),
    args: &Args,
    seed: u64,
) -> Result<DealResult, Failure> {
    if interrupt::stop_flag().load(Ordering::Relaxed) {
        return Err(Failure::Input("the duel was interrupted".to_owned()));
    }
    let scores = tarok::play_deal(game, one, other, seed);
    let DuplicateScores { own, others } = scores.map_err(|fault| Failure::Input(fault.to_string()))?;
    let game = args.game.clone();
    Ok(DealResult { game, one: args.one.clone(), other: args.other.clone(), seed, own, others })
}

/// Mean difference with its 95 % interval, and mean scores.
fn summary(results: &BTreeMap<u64, DealResult>) -> String {
    let count = results.len() as f64;
    let mean = |value: &dyn Fn(&DealResult) -> f64| results.values().map(value).sum::<f64>() / count;
    let difference = mean(&|result| result.scores().difference());
    let squares = mean(&|result| (result.scores().difference() - difference).powi(2));
    let variance = squares * count / (count - 1.0).max(1.0);
    let seats = results.values().next().map_or(0, |result| result.own.len());
    let sum = |scores: &[i32]| f64::from(scores.iter().sum::<i32>()) / scores.len() as f64;
    let rest = seats.saturating_sub(1) as f64;
    let (own, others) = (mean(&|result| sum(&result.own)), mean(&|result| sum(&result.others) / rest));
    format!(
        "{} deals in {} seats: {difference:.2} ± {:.2} points per deal ({own:.2} and {others:.2})",
        results.len(),
        ["no", "one", "two", "three", "four"].get(seats).unwrap_or(&"all"),
        DEVIATIONS * (variance / count).sqrt()
    )
}

/// Reads the results of an earlier run of the same duel.
fn read_journal(path: &Path, args: &Args) -> Result<BTreeMap<u64, DealResult>, Failure> {
    let mut results = BTreeMap::new();
    for (number, result) in journal::read::<DealResult>(path)? {
        if (&result.game, &result.one, &result.other) != (&args.game, &args.one, &args.other) {
            let players = format!("{}, {} against {}", result.game, result.one, result.other);
            return Err(journal::other_measurement(path, number, &players));
        }
        results.insert(result.seed, result);
    }
    Ok(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_intervals() {
        let deal = |seed, own, others| {
            let (own, others) = (vec![own; 3], vec![others; 3]);
            let result = DealResult { game: default_game(), one: "a".into(), other: "b".into(), seed, own, others };
            (seed, result)
        };
        let results = BTreeMap::from([deal(1, 10, 0), deal(2, 4, 4)]);
        // Differences 10 and 2: mean 6, sample variance 32.
        assert_eq!(summary(&results), "2 deals in three seats: 6.00 ± 7.84 points per deal (7.00 and 1.00)");
    }
}
