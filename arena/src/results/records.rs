//! Record files of a tournament: a thousand games to a file, in the order of their ids, each in the format of a single
//! record.

use boardwright_game::record::Record;
use serde_json::to_string;

use super::journal::{JournalError, JournalPosition, JournalReader};
use super::ledger::{Ledger, LedgerRow};

/// Number of games in a file.
const GAMES_PER_FILE: u64 = 1000;

/// Name of the file of a game.
fn file_name(id: u64) -> String {
    let first = (id - 1) / GAMES_PER_FILE * GAMES_PER_FILE + 1;
    format!("records/{first:07}-{:07}.jsonl", first + GAMES_PER_FILE - 1)
}

/// Location of each game's record, in the order of the ledger: file name and number within the file.
pub fn locations(ledger: &Ledger) -> impl Iterator<Item = String> + '_ {
    let mut last = (String::new(), 0);
    ledger.rows().map(move |row| {
        let name = file_name(row.job.id);
        last = if last.0 == name { (name, last.1 + 1) } else { (name, 1) };
        format!("{}#{}", last.0, last.1)
    })
}

/// Iterates over the files: names and contents. `labels` are the names of the participants.
///
/// # Errors
/// If the journal cannot be read.
pub fn files<'a>(
    ledger: &'a Ledger,
    reader: &'a mut JournalReader,
    labels: &'a [String],
) -> impl Iterator<Item = Result<(String, Vec<u8>), JournalError>> + 'a {
    let mut rows = ledger.rows().peekable();
    std::iter::from_fn(move || {
        let name = file_name(rows.peek()?.job.id);
        let mut bytes = Vec::new();
        while let Some(row) = rows.next_if(|row| file_name(row.job.id) == name) {
            if let Err(error) = append(&mut bytes, row, reader, labels) {
                return Some(Err(error));
            }
        }
        Some(Ok((name, bytes)))
    })
}

/// Reads the record of a finished game with the names of its players; `None` if the tournament keeps no records.
///
/// # Errors
/// If the journal cannot be read.
pub fn record_of(
    reader: &mut JournalReader,
    position: JournalPosition,
    labels: &[String],
) -> Result<Option<Record>, JournalError> {
    let done = reader.game(position)?;
    let names = done.job.seats.iter().map(|&entrant| labels.get(entrant).cloned().unwrap_or_default()).collect();
    Ok(done.record().map(|mut record| {
        record.header.metadata.labels = names;
        record
    }))
}

fn append(
    bytes: &mut Vec<u8>,
    row: &LedgerRow,
    reader: &mut JournalReader,
    labels: &[String],
) -> Result<(), JournalError> {
    let Some(record) = record_of(reader, row.position, labels)? else { return Ok(()) };
    for line in record.lines() {
        bytes.extend(to_string(&line).expect("a line of a record is always JSON").bytes());
        bytes.push(b'\n');
    }
    Ok(())
}
