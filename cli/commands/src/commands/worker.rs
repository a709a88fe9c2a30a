//! `boardwright worker`: plays games from the queue of `tournament run --queue` until it is stopped. Only the process that runs
//! the tournament stores results.

use boardwright_library::tournament_games::LibraryLoader;
use boardwright_queue::{WorkerOptions, work};

use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::output::count_text;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Address of the queue server.
    #[arg(value_name = "nats://HOST[:PORT]")]
    server: String,
    /// Number of threads that search at the same time. Default: the number of cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// End when the queue has no more games.
    #[arg(long)]
    once: bool,
    /// Allow tournaments to start external programs as players. Anyone who can reach the server can then run any program on this machine.
    #[arg(long)]
    programs: bool,
}

pub fn run(args: &Args) -> Result<Answer, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let options = WorkerOptions { url: args.server.clone(), threads, once: args.once, allows_programs: args.programs };
    let print_news = |news: &str| say(&format!("note: {news}\n"));
    let games_played = work(&options, &LibraryLoader { warn: note }, interrupt::stop_flag(), print_news)
        .map_err(|error| Failure::Input(error.to_string()))?;
    say(&format!("{} played\n", count_text(usize::try_from(games_played).unwrap_or(usize::MAX), "game")));
    Ok(Answer::Yes)
}
