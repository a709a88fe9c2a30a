//! `times.csv`: measured times, one row for each seat of each game. It is the only table that differs between runs.

use super::super::ledger::Ledger;
use super::{csv, format_rounded};
use crate::tournament::Config;

/// Returns the table as CSV.
pub fn times(config: &Config, ledger: &Ledger) -> Vec<u8> {
    let labels = config.labels();
    let header = ["id", "seat", "player", "moves", "seconds", "longest"];
    let rows = ledger.rows().flat_map(|row| {
        let seats = row.job.seats.iter().zip(&row.usage).zip(1..);
        let cells = |((entrant, spent), seat): ((&usize, &super::super::ledger::SeatUsage), i32)| {
            vec![
                row.job.id.to_string(),
                seat.to_string(),
                labels[*entrant].clone(),
                spent.moves.to_string(),
                format_rounded(spent.seconds, 6),
                format_rounded(spent.longest, 6),
            ]
        };
        seats.map(cells).collect::<Vec<_>>()
    });
    csv(&header, rows)
}
