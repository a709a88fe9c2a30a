//! `boardwright tournament run`: plays it, shows how far it is, and says how to go on if it is stopped.

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use boardwright_arena::tournament::{Conduct, Progress, Setup, run as play};
use boardwright_shelf::contest::Games;

use super::describe::Description;
use super::live::{Live, close};
use crate::commands::Answer;
use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    description: Description,
    /// The folder of the results.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Go on with the results that are there.
    #[arg(long)]
    resume: bool,
    /// How many threads search at the same time; without this as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    threads: Option<u32>,
    /// Play this part of the games only, as in 2/4; `tournament merge` puts the parts together.
    #[arg(long, value_name = "I/N", value_parser = shard)]
    shard: Option<(u64, u64)>,
    /// Have the games played by workers: `boardwright worker` with the same address, on any number of machines.
    #[cfg(feature = "queue")]
    #[arg(long, value_name = "nats://HOST[:PORT]", conflicts_with_all = ["threads", "shard"])]
    queue: Option<String>,
}

fn shard(text: &str) -> Result<(u64, u64), String> {
    let parts = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    parts
        .filter(|(number, count)| (1..=*count).contains(number))
        .ok_or_else(|| "as in 2/4: the second of four parts".to_owned())
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    let (config, folder) = args.description.config(seed)?;
    let named = config.out.as_ref().map(|out| folder.join(out));
    let Some(results) = args.out.clone().or(named) else {
        return Err(Failure::Usage("where do the results go? --out names a folder".to_owned()));
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map(|threads| threads as usize).or(config.threads).unwrap_or(cores);
    let setup = Arc::new(Setup::new(config, &Games { note }, &folder).map_err(Failure::Input)?);
    let conduct = Conduct { out: results, resume: args.resume, shard: args.shard, threads };
    let stop = interrupt::flag();
    let mut live = Live::new(&setup.config, out.is_json(), std::io::stderr().is_terminal());
    let mut failed = None;
    let mut tell = |progress: &Progress<'_>| {
        if let Err(failure) = live.show(progress, out) {
            failed = Some(failure);
            stop.store(true, Ordering::Relaxed);
        }
    };
    #[cfg(feature = "queue")]
    let ended = match &args.queue {
        Some(url) => boardwright_arena::queue::run(&setup, &conduct, url, stop, &mut tell),
        None => play(&setup, &conduct, stop, &mut tell),
    };
    #[cfg(not(feature = "queue"))]
    let ended = play(&setup, &conduct, stop, &mut tell);
    live.end();
    let ended = ended.map_err(|error| Failure::Input(error.to_string()))?;
    close(&ended, out)?;
    if let Some(failure) = failed {
        return Err(failure);
    }
    if ended.complete {
        return Ok(Answer::Yes);
    }
    out.flush()?;
    say(&format!(
        "stopped; the same command with --resume goes on from the {} games that are there\n",
        ended.results.ledger.len()
    ));
    Ok(Answer::No)
}
