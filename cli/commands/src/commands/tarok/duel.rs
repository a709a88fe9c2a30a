//! `boardwright tarok duel`: one player against two others of a kind, in each of the three seats with the same cards. A journal
//! keeps the result of each deal, so that an interrupted run goes on.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;

use boardwright_arena::tournament::{Budget, Entrant, GameLoader as _, PlayerConfig, TournamentGame};
use boardwright_arena::{Ending, Match, NullHost, Start, SystemWatch, Terms};
use boardwright_library::tournament_games::LibraryLoader;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::output::Output;
use crate::{interrupt, seeds};

/// Number of seats.
const SEATS: usize = 3;
/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;
/// Number of deals between two reports on the terminal.
const REPORT_INTERVAL: usize = 50;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The player, like `tarokist:nodes=1000000000` (a limit of nodes makes it independent of the clock).
    one: String,
    /// The player at both other seats.
    other: String,
    /// Number of deals; each is played three times.
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    deals: u64,
    /// Options of the game, like `doublings=0`.
    #[arg(long, value_name = "OPTIONS", default_value = "")]
    options: String,
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
    one: String,
    other: String,
    seed: u64,
    /// Scores of the player, by seat.
    own: [f64; SEATS],
    /// Mean scores of the two others, by the seat of the player.
    others: [f64; SEATS],
}

impl DealResult {
    /// Mean over the seats of the score of the player less the mean of the others.
    fn difference(&self) -> f64 {
        self.own.iter().zip(&self.others).map(|(own, others)| own - others).sum::<f64>() / SEATS as f64
    }
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let seed = seed.unwrap_or(1);
    let mut results = match &args.journal {
        Some(path) if path.exists() => read_journal(path, args)?,
        _ => BTreeMap::new(),
    };
    let open: Vec<u64> = (seed..seed.saturating_add(args.deals)).filter(|seed| !results.contains_key(seed)).collect();
    let name = if args.options.is_empty() { "tarok3".to_owned() } else { format!("tarok3:{}", args.options) };
    let game = LibraryLoader { warn: note }.load(&name).map_err(Failure::Input)?;
    let [one, other] = [("one", &args.one), ("other", &args.other)].map(|(label, player)| {
        let config = PlayerConfig { label: Some(format!("{label} {player}")), ..PlayerConfig::player(player) };
        Entrant::new(&config, &Budget::default()).map_err(Failure::Usage)
    });
    let entrants = [one?, other?];
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize).min(open.len().max(1));
    let (next, (sender, receiver)) = (AtomicU64::new(0), mpsc::channel());
    std::thread::scope(|scope| -> Result<(), Failure> {
        for _ in 0..threads {
            let (sender, open, game, entrants, next) = (sender.clone(), &open, &game, &entrants, &next);
            scope.spawn(move || {
                while let Some(&deal) = open.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
                    let result = play_deal(game, entrants, args, deal);
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
                    append(path, &result)?;
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

/// Plays a deal three times.
fn play_deal(
    game: &Arc<dyn TournamentGame>,
    entrants: &[Entrant; 2],
    args: &Args,
    seed: u64,
) -> Result<DealResult, Failure> {
    let (mut own, mut others) = ([0.0; SEATS], [0.0; SEATS]);
    for place in 0..SEATS {
        let seats = (0..SEATS).map(|seat| {
            let entrant = &entrants[usize::from(seat != place)];
            entrant.create_seat(&**game, seeds::derive_seed(seed, seat as u64 + 1))
        });
        let seats = seats.collect::<Result<Vec<_>, _>>().map_err(Failure::Usage)?;
        let start = Start { seed, ..Start::default() };
        let watch = SystemWatch::start();
        let played = Match::new(&**game, seats, &start, Terms::default(), &watch, interrupt::stop_flag());
        let finished = played.map_err(|error| Failure::Input(error.to_string()))?.play(&mut NullHost);
        let end = finished.record.end.as_ref().filter(|_| matches!(finished.ending, Ending::Finished(_)));
        let Some(end) = end else {
            return Err(Failure::Input(format!("deal {seed} did not end: {:?}", finished.ending)));
        };
        own[place] = end.scores[place];
        others[place] = (end.scores.iter().sum::<f64>() - end.scores[place]) / (SEATS - 1) as f64;
    }
    Ok(DealResult { one: args.one.clone(), other: args.other.clone(), seed, own, others })
}

/// Mean difference with its 95 % interval, and mean scores.
fn summary(results: &BTreeMap<u64, DealResult>) -> String {
    let count = results.len() as f64;
    let mean = |value: &dyn Fn(&DealResult) -> f64| results.values().map(value).sum::<f64>() / count;
    let difference = mean(&DealResult::difference);
    let variance = mean(&|result| (result.difference() - difference).powi(2)) * count / (count - 1.0).max(1.0);
    let sum = |scores: &[f64; SEATS]| scores.iter().sum::<f64>() / SEATS as f64;
    let (own, others) = (mean(&|result| sum(&result.own)), mean(&|result| sum(&result.others)));
    format!(
        "{} deals in three seats: {difference:.2} ± {:.2} points per deal ({own:.2} and {others:.2})",
        results.len(),
        DEVIATIONS * (variance / count).sqrt()
    )
}

/// Reads the results of an earlier run. An incomplete last line is left out.
fn read_journal(path: &Path, args: &Args) -> Result<BTreeMap<u64, DealResult>, Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let mut results = BTreeMap::new();
    for (number, line) in (1..).zip(text.split_inclusive('\n')).filter(|(_, line)| line.ends_with('\n')) {
        let result: DealResult = serde_json::from_str(line)
            .map_err(|error| wrong(&format!("line {number}: {error}; remove the file or choose another one")))?;
        if (&result.one, &result.other) != (&args.one, &args.other) {
            let players = format!("{} against {}", result.one, result.other);
            return Err(wrong(&format!("line {number}: the results are of {players}; choose another journal")));
        }
        results.insert(result.seed, result);
    }
    Ok(results)
}

fn append(path: &Path, result: &DealResult) -> Result<(), Failure> {
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", path.display()));
    let line = serde_json::to_string(result).map_err(|error| wrong(&error))? + "\n";
    let file = fs::OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| wrong(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_have_intervals() {
        let deal = |seed, own, others| {
            let result = DealResult { one: "a".into(), other: "b".into(), seed, own: [own; 3], others: [others; 3] };
            (seed, result)
        };
        let results = BTreeMap::from([deal(1, 10.0, 0.0), deal(2, 4.0, 2.0)]);
        // Differences 10 and 2: mean 6, sample variance 32.
        assert_eq!(summary(&results), "2 deals in three seats: 6.00 ± 7.84 points per deal (7.00 and 1.00)");
    }
}
