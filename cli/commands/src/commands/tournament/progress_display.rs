//! Progress display of a tournament, on the terminal or as JSON events, and the final standings.

use std::io::Write as _;
use std::time::{Duration, Instant};

use boardwright_arena::results::ledger::Ledger;
use boardwright_arena::results::{Standing, Standings};
use boardwright_arena::tournament::{Config, Progress, TournamentEnd};
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::failure::{Failure, say};
use crate::output::{Output, group_digits};

/// Interval at which the standings are recomputed during the tournament.
const STANDINGS_INTERVAL: Duration = Duration::from_secs(2);
/// Maximum number of players shown on the terminal during the tournament.
const MAX_SHOWN: usize = 12;

/// Progress event in JSON output.
#[derive(Serialize)]
struct ProgressEvent {
    #[serde(rename = "event")]
    kind: &'static str,
    games: u64,
    of: Option<u64>,
    games_per_second: f64,
    seconds_left: Option<f64>,
}

/// Progress display.
pub struct ProgressDisplay {
    config: Config,
    json: bool,
    bar: Option<(MultiProgress, ProgressBar, ProgressBar)>,
    last: Option<Instant>,
}

impl ProgressDisplay {
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

    /// Updates the display.
    pub fn show(&mut self, progress: &Progress<'_>, out: &mut Output) -> Result<(), Failure> {
        if let Some(notice) = progress.notice {
            match &self.bar {
                // A closed terminal is no error.
                Some((all, _, _)) => drop(all.println(format!("note: {notice}"))),
                None => say(&format!("note: {notice}\n")),
            }
        }
        let done = progress.ledger.len() as u64;
        let (new, time) = progress.played;
        let rate = if time.is_zero() { 0.0 } else { new as f64 / time.as_secs_f64() };
        let left = (rate > 0.0 && !progress.open).then(|| progress.games.saturating_sub(done) as f64 / rate);
        if self.json {
            let of = (!progress.open).then_some(progress.games);
            out.json(&ProgressEvent { kind: "progress", games: done, of, games_per_second: rate, seconds_left: left })?;
            out.flush()?;
        }
        let Some((_, table, bar)) = &self.bar else { return Ok(()) };
        bar.set_length(progress.games);
        bar.set_position(done);
        let left = left.map_or_else(String::new, |left| format!(", {} left", duration_text(left)));
        bar.set_message(format!("{rate:.1}/s{left}"));
        if self.last.is_none_or(|last| last.elapsed() >= STANDINGS_INTERVAL) {
            self.last = Some(Instant::now());
            table.set_message(standings_text(&self.config, progress.ledger, MAX_SHOWN));
        }
        Ok(())
    }

    /// Clears the progress display from the terminal.
    pub fn end(&mut self) {
        if let Some((all, table, bar)) = self.bar.take() {
            table.finish_and_clear();
            bar.finish_and_clear();
            // A closed terminal is no error.
            let _ = all.clear();
        }
    }
}

/// Duration in words.
fn duration_text(seconds: f64) -> String {
    let rounded = seconds.round() as u64;
    match rounded {
        0..60 => format!("{rounded} s"),
        60..3600 => format!("{} min {} s", rounded / 60, rounded % 60),
        _ => format!("{} h {} min", rounded / 3600, rounded % 3600 / 60),
    }
}

/// Standings as text tables, with at most `most` players each.
pub fn standings_text(config: &Config, ledger: &Ledger, most: usize) -> String {
    let standings = Standings::compute(config, ledger);
    let mut text = String::new();
    // During the tournament only the first table is shown.
    let displayed: Vec<&Standing> = standings.all().take(if most < usize::MAX { 1 } else { usize::MAX }).collect();
    for standing in displayed {
        let table = standings.table(standing);
        let name = if standing.seats == 0 { "all games together" } else { &standing.game };
        let lines: Vec<&str> = table.lines().take(most.saturating_add(2)).collect();
        text.extend([name, "\n", &lines.join("\n"), "\n"]);
        if most == usize::MAX {
            text.push_str(&standings.score_tables(standing));
        }
    }
    text
}

/// Final standing of a player in JSON output.
#[derive(Serialize)]
struct FinalStanding<'a> {
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
    #[serde(skip_serializing_if = "Option::is_none")]
    score_per_deal: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_error_95: Option<f64>,
}

/// Prints the results and the folder that contains them.
pub fn print_results(ended: &TournamentEnd, out: &mut Output) -> Result<(), Failure> {
    let standings = ended.results.standings();
    if out.is_json() {
        for standing in standings.all() {
            for (player, rank) in standing.order().into_iter().zip(1..) {
                let (scored, rating) = (&standing.scores[player], standing.ratings.get(player));
                let mean = standing.score_means.as_ref().map(|scores| scores.players[player].observations);
                out.json(&FinalStanding {
                    kind: "standing",
                    game: &standing.game,
                    player: &standings.player_names[player],
                    rank,
                    elo: rating.map(|rating| rating.elo),
                    low: rating.map(|rating| rating.low),
                    high: rating.map(|rating| rating.high),
                    games: scored.games(),
                    wins: scored.wins,
                    draws: scored.draws,
                    losses: scored.losses,
                    points: scored.points,
                    score_per_deal: mean.map(|mean| mean.mean()),
                    score_error_95: mean.and_then(|mean| mean.error_95()),
                })?;
            }
        }
    } else {
        writeln!(out, "{}", standings_text(ended.results.config(), &ended.results.ledger, usize::MAX).trim_end())?;
        let (games, folder) = (group_digits(ended.results.ledger.len() as u64), ended.results.path().display());
        writeln!(out, "\n{games} games; tables and report.html are in {folder}")?;
    }
    for note in &ended.notes {
        say(&format!("note: {note}\n"));
    }
    Ok(())
}
