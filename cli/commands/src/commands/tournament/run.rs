//! `boardwright tournament run`: runs a tournament, shows its progress, and explains how to continue if it is stopped.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boardwright_arena::results::journal::JournalError;
use boardwright_arena::tournament::{Progress, RunError, RunOptions, Setup, run as play};
use boardwright_library::tournament_games::LibraryLoader;

use super::config_args::TournamentArgs;
use super::progress_display::{ProgressDisplay, print_results};
use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: TournamentArgs,
    /// Folder for the results.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Continue from the results in the folder. This is the default, so the option may be left out.
    #[arg(long)]
    resume: bool,
    /// Number of threads that search at the same time. Default: the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Play only this part of the games, as in 2/4; `tournament merge` merges the parts.
    #[arg(long, value_name = "I/N", value_parser = parse_shard)]
    shard: Option<(u64, u64)>,
    /// Let workers play the games: `boardwright worker` with the same address, on any number of machines.
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "nats://HOST[:PORT]", conflicts_with_all = ["threads", "shard"])]
    queue: Option<String>,
}

fn parse_shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    parts
        .filter(|(number, count)| (1..=*count).contains(number))
        .ok_or_else(|| "as in 2/4: the second of four parts".to_owned())
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let (config, folder) = args.description.config(seed)?;
    let named = config.out.as_ref().map(|out| folder.join(out));
    let Some(results) = args.out.clone().or(named) else {
        return Err(Failure::Usage("there is no folder for the results: name one with --out".to_owned()));
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map(|threads| threads as usize).or(config.threads).unwrap_or(cores);
    let setup = Arc::new(Setup::new(config, &LibraryLoader { warn: note }, &folder).map_err(Failure::Input)?);
    let continues = boardwright_arena::results::exists(&results);
    let options = RunOptions { out: results, resume: true, shard: args.shard, threads };
    let stop = interrupt::stop_flag();
    let mut live = ProgressDisplay::new(&setup.config, out.is_json(), std::io::stderr().is_terminal());
    let mut failed = None;
    let mut tell = |progress: &Progress<'_>| {
        if let Err(failure) = live.show(progress, out) {
            failed = Some(failure);
            stop.store(true, Ordering::Relaxed);
        }
    };
    #[cfg(feature = "queue")]
    let ended = match &args.queue {
        Some(url) => boardwright_queue::run(&setup, &options, url, stop, &mut tell),
        None => play(&setup, &options, stop, &mut tell),
    };
    #[cfg(not(feature = "queue"))]
    let ended = play(&setup, &options, stop, &mut tell);
    live.end();
    let ended = ended.map_err(|error| {
        let is_other = matches!(error, RunError::Journal(JournalError::WrongTournament { .. }));
        Failure::Input(format!("{error}{}", if is_other { ", named by --out" } else { "" }))
    })?;
    if continues && !args.resume {
        let folder = options.out.display();
        note(&format!(
            "{folder} had results of this tournament already, which count; another --out starts the tournament afresh"
        ));
    }
    print_results(&ended, out)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if ended.complete {
        return Ok(Answer::Yes);
    }
    out.flush()?;
    say(&format!("stopped; the same command continues from the {} games that are there\n", ended.results.ledger.len()));
    Ok(Answer::No)
}
