//! `boardwright worker`: plays games of tournaments that `tournament run --queue` puts into a queue, until it is stopped. It writes
//! nothing down; whoever runs the tournament does.

use boardwright_arena::queue::{Shift, work};
use boardwright_shelf::contest::Games;

use super::Answer;
use crate::failure::{Failure, note, say};
use crate::interrupt;
use crate::output::counted;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The server of the queue.
    #[arg(value_name = "nats://HOST[:PORT]")]
    server: String,
    /// How many threads search at the same time; without this as many as there are cores.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096))]
    threads: Option<u32>,
    /// End when no games are left in the queue.
    #[arg(long)]
    once: bool,
    /// Start programs outside that a tournament names as players. Whoever reaches the server can then start any program here.
    #[arg(long)]
    programs: bool,
}

pub fn run(args: &Args) -> Result<Answer, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, |threads| threads as usize);
    let shift = Shift { url: args.server.clone(), threads, once: args.once, programs: args.programs };
    let told = |news: &str| say(&format!("note: {news}\n"));
    let played =
        work(&shift, &Games { note }, interrupt::flag(), told).map_err(|error| Failure::Input(error.to_string()))?;
    say(&format!("{} played\n", counted(usize::try_from(played).unwrap_or(usize::MAX), "game")));
    Ok(Answer::Yes)
}
