//! `times.csv`: what a clock measured, a row for each seat of each game. The only table that differs from run to run.

use super::super::ledger::Ledger;
use super::{csv, rounded};
use crate::tournament::Config;

/// The table.
pub fn times(config: &Config, ledger: &Ledger) -> Vec<u8> {
    let labels = config.labels();
    let header = ["id", "seat", "player", "moves", "seconds", "longest"];
    let rows = ledger.rows().flat_map(|row| {
        let seats = row.job.seats.iter().zip(&row.spent).zip(1..);
        let cells = |((entrant, spent), seat): ((&usize, &super::super::ledger::Spent), i32)| {
            vec![
                row.job.id.to_string(),
                seat.to_string(),
                labels[*entrant].clone(),
                spent.moves.to_string(),
                rounded(spent.seconds, 6),
                rounded(spent.longest, 6),
            ]
        };
        seats.map(cells).collect::<Vec<_>>()
    });
    csv(&header, rows)
}
