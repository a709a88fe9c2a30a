//! Results from existing journals: merges the parts of a tournament played in different places, and rebuilds the tables
//! of a folder. It plays no games.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::results::journal::{Journal, JournalHead, JournalReader, read_journal};
use crate::results::ledger::{Ledger, LedgerRow};
use crate::results::{self, Results};
use crate::tournament::run::RunError;
use crate::tournament::{Config, SequentialTest, TournamentEnd};

/// Merges the results folders of several parts into one.
///
/// # Errors
/// If a part cannot be read or is of another tournament, or the folder cannot be written or has results already.
pub fn merge(parts: &[PathBuf], out: &Path) -> Result<TournamentEnd, RunError> {
    let mut contents = parts.iter().map(|part| read_journal(part));
    let first = contents.next().transpose()?.map(|contents| contents.head);
    let Some(first) = first else { unreachable!("the command line requires a part") };
    let head = JournalHead { shard: None, ..first };
    if results::exists(out) {
        return Err(RunError::ResultsExist { folder: out.to_owned(), games: read_journal(out)?.games.len() });
    }
    let config = results::config(&parts[0])?;
    results::create_folder(out)?;
    let mut journal = Journal::create(out, &head, Duration::ZERO)?;
    let mut ledger = Ledger::default();
    for part in parts {
        let part_contents = read_journal(part)?;
        results::check_same_tournament(part, &JournalHead { shard: None, ..part_contents.head }, &head)?;
        let mut reader = JournalReader::open(part)?;
        for (_, place) in part_contents.games {
            let done = reader.game(place)?;
            if !ledger.contains(done.job.id) {
                let place = journal.add(&done)?;
                ledger.add(LedgerRow::new(&done, place));
            }
        }
    }
    journal.sync()?;
    write_results(out, &parts[0], &config, &head, ledger)
}

/// Rebuilds all tables and reports of a folder from its journal.
///
/// # Errors
/// If the journal cannot be read, or the tables cannot be written.
pub fn rebuild(folder: &Path) -> Result<TournamentEnd, RunError> {
    let config = results::config(folder)?;
    let contents = read_journal(folder)?;
    let mut ledger = Ledger::default();
    for (done, place) in contents.games {
        ledger.add(LedgerRow::new(&done, place));
    }
    write_results(folder, folder, &config, &contents.head, ledger)
}

/// Writes all files that are derived from the journal; `from` is the folder of the configuration.
fn write_results(
    out: &Path,
    from: &Path,
    config: &Config,
    head: &JournalHead,
    mut ledger: Ledger,
) -> Result<TournamentEnd, RunError> {
    let missing = head.games.map_or(0, |games| games.saturating_sub(ledger.len() as u64));
    let mut sequential = config.sprt.map(SequentialTest::new);
    let decided = sequential.as_mut().is_some_and(|test| test.update(&ledger));
    if let Some(last) = sequential.as_ref().and_then(SequentialTest::last_game) {
        ledger = ledger.up_to(last);
    }
    // Older folders have no copy of their starts; no table needs it.
    let starts = config.start.lines.as_ref().and_then(|lines| std::fs::read_to_string(from.join(lines)).ok());
    let mut results = Results::create(out, config, head, starts.as_deref())?;
    results.write_all(ledger)?;
    let mut notes = results.notes();
    let complete = missing == 0 || decided;
    if !complete {
        notes.push(format!("{missing} games are still to be played; another start of the tournament plays them"));
    }
    Ok(TournamentEnd { results, complete, notes })
}
