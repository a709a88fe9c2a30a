//! `boardwright tournament watch`: follows a running tournament from its result folder, read-only.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_arena::results::journal::{JournalContents, read_journal};
use boardwright_arena::results::ledger::{Ledger, LedgerRow};
use boardwright_arena::results::{config, exists};
use boardwright_arena::tournament::{Config, Progress};

use super::progress_display::{ProgressDisplay, standings_text};
use crate::answer::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the results.
    folder: PathBuf,
    /// Print the current state once and end.
    #[arg(long)]
    once: bool,
}

/// Polling interval.
const TICK: Duration = Duration::from_secs(1);

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if !exists(&args.folder) {
        let folder = args.folder.display();
        return Err(Failure::Input(format!("{folder} has no results of a tournament")));
    }
    let failure = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let config = config(&args.folder).map_err(|error| failure(&error))?;
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mut live = ProgressDisplay::new(&config, out.is_json(), terminal && !args.once);
    let (began, stop) = (Instant::now(), interrupt::stop_flag());
    let mut first = None;
    loop {
        let contents = read_journal(&args.folder).map_err(|error| failure(&error))?;
        let (games, ledger) = ledger_of(contents);
        let first = *first.get_or_insert(ledger.len());
        let played = ((ledger.len() - first) as u64, began.elapsed());
        let progress = Progress {
            ledger: &ledger,
            games: games.unwrap_or(ledger.len() as u64),
            open: games.is_none(),
            played,
            notice: None,
        };
        live.show(&progress, out)?;
        let is_over = games.is_some_and(|games| ledger.len() as u64 >= games);
        if is_over || args.once || stop.load(Ordering::Relaxed) {
            live.end();
            print_standings(&config, &ledger, games, out)?;
            return Ok(Answer::Yes);
        }
        std::thread::sleep(TICK);
    }
}

fn ledger_of(contents: JournalContents) -> (Option<u64>, Ledger) {
    let mut ledger = Ledger::default();
    for (done, place) in contents.games {
        ledger.add(LedgerRow::new(&done, place));
    }
    (contents.head.games, ledger)
}

fn print_standings(config: &Config, ledger: &Ledger, games: Option<u64>, out: &mut Output) -> Result<(), Failure> {
    if !out.is_json() {
        writeln!(out, "{}", standings_text(config, ledger, usize::MAX).trim_end())?;
        let of = games.map_or_else(String::new, |games| format!(" of {games}"));
        writeln!(out, "\n{}{of} games", ledger.len())?;
    }
    Ok(())
}
