//! `boardwright tournament watch`: follows a tournament from its folder, wherever it is played. It changes nothing there.

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use boardwright_arena::results::journal::{Kept, look};
use boardwright_arena::results::ledger::{Ledger, Row};
use boardwright_arena::results::{config, is_there};
use boardwright_arena::tournament::{Config, Progress};

use super::live::{Live, standings};
use crate::commands::Answer;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the results.
    folder: PathBuf,
    /// Tell how far it is now, and end.
    #[arg(long)]
    once: bool,
}

/// How often to look.
const TICK: Duration = Duration::from_secs(1);

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if !is_there(&args.folder) {
        let folder = args.folder.display();
        return Err(Failure::Input(format!("{folder} has no results of a tournament")));
    }
    let failed = |error: &dyn std::fmt::Display| Failure::Input(error.to_string());
    let config = config(&args.folder).map_err(|error| failed(&error))?;
    let terminal = std::io::IsTerminal::is_terminal(&std::io::stderr());
    let mut live = Live::new(&config, out.is_json(), terminal && !args.once);
    let (began, stop) = (Instant::now(), interrupt::flag());
    let mut first = None;
    loop {
        let kept = look(&args.folder).map_err(|error| failed(&error))?;
        let (games, ledger) = read(kept);
        let first = *first.get_or_insert(ledger.len());
        let played = ((ledger.len() - first) as u64, began.elapsed());
        let progress = Progress {
            ledger: &ledger,
            games: games.unwrap_or(ledger.len() as u64),
            open: games.is_none(),
            played,
            news: None,
        };
        live.show(&progress, out)?;
        let over = games.is_some_and(|games| ledger.len() as u64 >= games);
        if over || args.once || stop.load(Ordering::Relaxed) {
            live.end();
            told(&config, &ledger, games, out)?;
            return Ok(Answer::Yes);
        }
        std::thread::sleep(TICK);
    }
}

fn read(kept: Kept) -> (Option<u64>, Ledger) {
    let mut ledger = Ledger::default();
    for (done, place) in kept.games {
        ledger.add(Row::new(&done, place));
    }
    (kept.head.games, ledger)
}

fn told(config: &Config, ledger: &Ledger, games: Option<u64>, out: &mut Output) -> Result<(), Failure> {
    if !out.is_json() {
        writeln!(out, "{}", standings(config, ledger, usize::MAX).trim_end())?;
        let of = games.map_or_else(String::new, |games| format!(" of {games}"));
        writeln!(out, "\n{}{of} games", ledger.len())?;
    }
    Ok(())
}
