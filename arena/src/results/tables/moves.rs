//! `moves.csv`: one row for each move of a player or of chance.

use super::super::journal::{JournalError, JournalReader};
use super::super::ledger::Ledger;
use super::{csv, format_number};
use crate::tournament::Config;

/// Returns the table as CSV; the moves are read from the journal.
///
/// # Errors
/// If the journal cannot be read.
pub fn moves(config: &Config, ledger: &Ledger, reader: &mut JournalReader) -> Result<Vec<u8>, JournalError> {
    let labels = config.labels();
    let header = ["id", "ply", "seat", "player", "move", "nodes", "depth", "value"];
    let mut rows = Vec::new();
    for row in ledger.rows() {
        let done = reader.game(row.position)?;
        for (played, report) in done.moves.iter().zip(&done.reports) {
            let seat = played.player;
            let player = seat.and_then(|seat| row.job.seats.get(seat.index())).map(|&entrant| labels[entrant].clone());
            let cell =
                |of: &dyn Fn(&crate::tournament::MoveReport) -> String| report.as_ref().map_or_else(String::new, of);
            rows.push(vec![
                row.job.id.to_string(),
                played.ply.to_string(),
                seat.map_or_else(String::new, |seat| seat.to_string()),
                player.unwrap_or_default(),
                played.text.clone(),
                cell(&|report| report.nodes.to_string()),
                cell(&|report| report.depth.to_string()),
                cell(&|report| report.value.map_or_else(String::new, format_number)),
            ]);
        }
    }
    Ok(csv(&header, rows))
}
