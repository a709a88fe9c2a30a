//! Results from journals that are there: one folder put together of parts that were played in different places, or the tables of a
//! folder made again. It plays nothing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::results::journal::{Head, Journal, Reader, look};
use crate::results::ledger::{Ledger, Row};
use crate::results::{self, Results};
use crate::tournament::run::RunError;
use crate::tournament::{Config, Ended, Sequential};

/// Makes one folder of results of those of several parts.
///
/// # Errors
/// If a part cannot be read or is of another tournament, or the folder cannot be written or has results already.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<Ended, RunError> {
    let mut kept = parts.iter().map(|part| look(part));
    let first = kept.next().transpose()?.map(|kept| kept.head);
    let Some(first) = first else { unreachable!("a part is asked for on the command line") };
    let head = Head { shard: None, ..first };
    if results::is_there(out) {
        return Err(RunError::There { folder: out.to_owned(), games: look(out)?.games.len() });
    }
    let config = results::config(&parts[0])?;
    results::make(out)?;
    let mut journal = Journal::create(out, &head, Duration::ZERO)?;
    let mut ledger = Ledger::default();
    for part in parts {
        let there = look(part)?;
        results::same(part, &Head { shard: None, ..there.head }, &head)?;
        let mut reader = Reader::open(part)?;
        for (_, place) in there.games {
            let done = reader.game(place)?;
            if !ledger.has(done.job.id) {
                let place = journal.add(&done)?;
                ledger.add(Row::new(&done, place));
            }
        }
    }
    journal.sync()?;
    close(out, &config, &head, ledger)
}

/// Makes all tables and reports of a folder again from its journal.
///
/// # Errors
/// If the journal cannot be read, or the tables cannot be written.
pub fn remake(folder: &Path) -> Result<Ended, RunError> {
    let config = results::config(folder)?;
    let kept = look(folder)?;
    let mut ledger = Ledger::default();
    for (done, place) in kept.games {
        ledger.add(Row::new(&done, place));
    }
    close(folder, &config, &kept.head, ledger)
}

/// Writes everything that is made of the games.
fn close(out: &Path, config: &Config, head: &Head, mut ledger: Ledger) -> Result<Ended, RunError> {
    let missing = head.games.map_or(0, |games| games.saturating_sub(ledger.len() as u64));
    let mut sequential = config.sprt.map(Sequential::new);
    let decided = sequential.as_mut().is_some_and(|test| test.see(&ledger));
    if let Some(last) = sequential.as_ref().and_then(Sequential::last) {
        ledger = ledger.up_to(last);
    }
    let mut results = Results::begin(out, config, head)?;
    results.all(ledger)?;
    let mut notes = results.notes();
    let complete = missing == 0 || decided;
    if !complete {
        notes.push(format!("{missing} games are still to be played; `tournament run` with --resume plays them"));
    }
    Ok(Ended { results, complete, notes })
}
