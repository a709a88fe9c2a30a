//! `games.csv`: one row for each game.

use boardwright_game::game::Outcome;

use super::super::ledger::Ledger;
use super::super::records::locations;
use super::{csv, format_number};
use crate::tournament::{Config, reason_name};

/// Returns the table as CSV.
pub fn games(config: &Config, ledger: &Ledger) -> Vec<u8> {
    let labels = config.labels();
    let seats = ledger.rows().map(|row| row.job.seats.len()).max().unwrap_or(2);
    let numbered = |name: &'static str| (1..=seats).map(move |seat| format!("{name}{seat}"));
    let mut header: Vec<String> = ["id", "round", "game", "start", "seating", "seed"].map(str::to_owned).to_vec();
    header.extend(config.duplicates.then(|| "deck".to_owned()));
    header.extend(numbered("player").chain(numbered("points")).chain(numbered("score")));
    header.extend(["winner", "reason", "by", "plies", "opening", "note", "record"].map(str::to_owned));
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    csv(
        &header,
        ledger.rows().zip(locations(ledger)).map(|(row, record)| {
            let job = &row.job;
            let mut cells = vec![
                job.id.to_string(),
                job.round.to_string(),
                config.games[job.game].clone(),
                (job.start + 1).to_string(),
                (job.seating + 1).to_string(),
                job.seed.to_string(),
            ];
            cells.extend(config.duplicates.then(|| job.chance_seed().to_string()));
            // Games with fewer players have empty cells.
            let mut fill = |of: &dyn Fn(usize) -> Option<String>| {
                cells.extend((0..seats).map(|seat| of(seat).unwrap_or_default()));
            };
            let gained = row.game_points();
            fill(&|seat| job.seats.get(seat).map(|&entrant| labels[entrant].clone()));
            fill(&|seat| gained.0.get(seat).map(|&points| format_number(points)));
            fill(&|seat| row.end.scores.get(seat).map(|&score| format_number(score)));
            let winner = match row.end.outcome {
                Some(Outcome::Won(winner)) => winner.to_string(),
                Some(Outcome::Draw) => "0".to_owned(),
                None => String::new(),
            };
            let by = row.end.by.map_or_else(String::new, |player| player.to_string());
            let record = if config.records { record } else { String::new() };
            let note = row.end.note.clone().unwrap_or_default();
            cells.extend([
                winner,
                reason_name(row.end.reason).to_owned(),
                by,
                row.plies().to_string(),
                row.opening.to_string(),
                note,
                record,
            ]);
            cells
        }),
    )
}
