//! The records of a tournament: a thousand games to a file, each game as it would stand in a file of its own, in the order of ids.

use serde_json::to_string;

use super::journal::{JournalError, Reader};
use super::ledger::{Ledger, Row};

/// How many games stand in a file.
const GAMES: u64 = 1000;

/// The name of the file in which a game is.
fn file(id: u64) -> String {
    let first = (id - 1) / GAMES * GAMES + 1;
    format!("records/{first:07}-{:07}.jsonl", first + GAMES - 1)
}

/// The place of each game's record, in the order of the ledger: the file, and which of its games it is.
pub fn places(ledger: &Ledger) -> impl Iterator<Item = String> + '_ {
    let mut last = (String::new(), 0);
    ledger.rows().map(move |row| {
        let name = file(row.job.id);
        last = if last.0 == name { (name, last.1 + 1) } else { (name, 1) };
        format!("{}#{}", last.0, last.1)
    })
}

/// The files, one after another, with their names.
///
/// # Errors
/// If the journal cannot be read.
pub fn files<'a>(
    ledger: &'a Ledger,
    reader: &'a mut Reader,
) -> impl Iterator<Item = Result<(String, Vec<u8>), JournalError>> + 'a {
    let mut rows = ledger.rows().peekable();
    std::iter::from_fn(move || {
        let name = file(rows.peek()?.job.id);
        let mut bytes = Vec::new();
        while let Some(row) = rows.next_if(|row| file(row.job.id) == name) {
            if let Err(error) = append(&mut bytes, row, reader) {
                return Some(Err(error));
            }
        }
        Some(Ok((name, bytes)))
    })
}

fn append(bytes: &mut Vec<u8>, row: &Row, reader: &mut Reader) -> Result<(), JournalError> {
    let Some(record) = reader.game(row.place)?.record() else { return Ok(()) };
    for line in record.lines() {
        bytes.extend(to_string(&line).expect("a line of a record is always JSON").bytes());
        bytes.push(b'\n');
    }
    Ok(())
}
