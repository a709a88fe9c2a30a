//! `moves.csv`: a row for each move of a player or of chance.

use super::super::journal::{JournalError, Reader};
use super::super::ledger::Ledger;
use super::{csv, number};
use crate::tournament::Config;

/// The table; the moves are read from the journal.
///
/// # Errors
/// If the journal cannot be read.
pub fn moves(config: &Config, ledger: &Ledger, reader: &mut Reader) -> Result<Vec<u8>, JournalError> {
    let labels = config.labels();
    let header = ["id", "ply", "seat", "player", "move", "nodes", "depth", "value"];
    let mut rows = Vec::new();
    for row in ledger.rows() {
        let done = reader.game(row.place)?;
        for (played, told) in done.moves.iter().zip(&done.told) {
            let seat = played.player;
            let player = seat.and_then(|seat| row.job.seats.get(seat.index())).map(|&entrant| labels[entrant].clone());
            let told = |of: &dyn Fn(&crate::tournament::Told) -> String| told.as_ref().map_or_else(String::new, of);
            rows.push(vec![
                row.job.id.to_string(),
                played.ply.to_string(),
                seat.map_or_else(String::new, |seat| seat.to_string()),
                player.unwrap_or_default(),
                played.text.clone(),
                told(&|told| told.nodes.to_string()),
                told(&|told| told.depth.to_string()),
                told(&|told| told.value.map_or_else(String::new, number)),
            ]);
        }
    }
    Ok(csv(&header, rows))
}
