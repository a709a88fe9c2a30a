//! How far a tournament is, on the terminal or as events for programs; and what came out, at its end.

use std::io::Write as _;
use std::time::{Duration, Instant};

use boardwright_arena::results::ledger::Ledger;
use boardwright_arena::results::{Standing, Standings};
use boardwright_arena::tournament::{Config, Ended, Progress};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::{Failure, say};
use crate::output::{Output, grouped};

/// How often the standings are worked out while it goes on.
const STANDINGS: Duration = Duration::from_secs(2);
/// How many players stand on the terminal while it goes on.
const SHOWN: usize = 12;

/// What programs are told.
#[derive(Serialize)]
struct Event {
    #[serde(rename = "event")]
    kind: &'static str,
    games: u64,
    of: Option<u64>,
    games_per_second: f64,
    seconds_left: Option<f64>,
}

/// Shows how far a tournament is.
pub struct Live {
    config: Config,
    json: bool,
    bar: Option<(MultiProgress, ProgressBar, ProgressBar)>,
    last: Option<Instant>,
}

impl Live {
    pub fn new(config: &Config, json: bool, terminal: bool) -> Self {
        let bar = (terminal && !json).then(|| {
            let all = MultiProgress::new();
            let style = |template| ProgressStyle::with_template(template).expect("a template that does not change");
            let table = all.add(ProgressBar::new_spinner().with_style(style("{msg}")));
            let bar = all.add(ProgressBar::new(0).with_style(style("{bar:30} {pos}/{len} games {msg}")));
            (all, table, bar)
        });
        Self { config: config.clone(), json, bar, last: None }
    }

    /// Shows it.
    pub fn show(&mut self, progress: &Progress<'_>, out: &mut Output) -> Result<(), Failure> {
        if let Some(news) = progress.news {
            match &self.bar {
                // A terminal that is gone need not be told.
                Some((all, _, _)) => drop(all.println(format!("note: {news}"))),
                None => say(&format!("note: {news}\n")),
            }
        }
        let done = progress.ledger.len() as u64;
        let (new, time) = progress.played;
        let rate = if time.is_zero() { 0.0 } else { new as f64 / time.as_secs_f64() };
        let left = (rate > 0.0 && !progress.open).then(|| progress.games.saturating_sub(done) as f64 / rate);
        if self.json {
            let of = (!progress.open).then_some(progress.games);
            out.json(&Event { kind: "progress", games: done, of, games_per_second: rate, seconds_left: left })?;
            out.flush()?;
        }
        let Some((_, table, bar)) = &self.bar else { return Ok(()) };
        bar.set_length(progress.games);
        bar.set_position(done);
        let left = left.map_or_else(String::new, |left| format!(", {} left", told(left)));
        bar.set_message(format!("{rate:.1}/s{left}"));
        if self.last.is_none_or(|last| last.elapsed() >= STANDINGS) {
            self.last = Some(Instant::now());
            table.set_message(standings(&self.config, progress.ledger, SHOWN));
        }
        Ok(())
    }

    /// Leaves the terminal.
    pub fn end(&mut self) {
        if let Some((all, table, bar)) = self.bar.take() {
            table.finish_and_clear();
            bar.finish_and_clear();
            // A terminal that is gone need not be cleared.
            let _ = all.clear();
        }
    }
}

/// Seconds for people.
fn told(seconds: f64) -> String {
    let whole = seconds.round() as u64;
    match whole {
        0..60 => format!("{whole} s"),
        60..3600 => format!("{} min {} s", whole / 60, whole % 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

/// Who stands where, for people.
pub fn standings(config: &Config, ledger: &Ledger, most: usize) -> String {
    let standings = Standings::of(config, ledger);
    let mut text = String::new();
    // While it goes on one table is enough.
    let shown: Vec<&Standing> = standings.all().take(if most < usize::MAX { 1 } else { usize::MAX }).collect();
    for standing in shown {
        let table = standings.table(standing);
        let name = if standing.seats == 0 { "all games together" } else { &standing.game };
        let lines: Vec<&str> = table.lines().take(most.saturating_add(2)).collect();
        text.extend([name, "\n", &lines.join("\n"), "\n"]);
    }
    text
}

/// What a player came to, for programs.
#[derive(Serialize)]
struct Final<'a> {
    #[serde(rename = "event")]
    kind: &'static str,
    game: &'a str,
    player: &'a str,
    rank: usize,
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points: f64,
}

/// Tells what came out, and where it is.
pub fn close(ended: &Ended, out: &mut Output) -> Result<(), Failure> {
    let standings = ended.results.standings();
    if out.is_json() {
        for standing in standings.all() {
            for (player, rank) in standing.order().into_iter().zip(1..) {
                let (scored, rating) = (&standing.scored[player], standing.ratings.get(player));
                out.json(&Final {
                    kind: "standing",
                    game: &standing.game,
                    player: &standings.labels[player],
                    rank,
                    elo: rating.map(|rating| rating.elo),
                    low: rating.map(|rating| rating.low),
                    high: rating.map(|rating| rating.high),
                    games: scored.games(),
                    wins: scored.wins,
                    draws: scored.draws,
                    losses: scored.losses,
                    points: scored.points,
                })?;
            }
        }
    } else {
        writeln!(
            out,
            "{}",
            super::live::standings(ended.results.config(), &ended.results.ledger, usize::MAX).trim_end()
        )?;
        let (games, folder) = (grouped(ended.results.ledger.len() as u64), ended.results.path().display());
        writeln!(out, "\n{games} games; tables and report.html are in {folder}")?;
    }
    for note in &ended.notes {
        say(&format!("note: {note}\n"));
    }
    Ok(())
}
