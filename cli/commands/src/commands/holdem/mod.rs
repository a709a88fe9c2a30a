//! `boardwright holdem`: hold'em with programs of the Annual Computer Poker Competition (ACPC), and hand histories.

mod connect;
mod history;
mod serve;
mod train;

use boardwright_library::holdem::Chips;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Deal a match to two bots that connect over TCP (ACPC protocol).
    Serve(serve::Args),
    /// Play with a player at a dealer (ACPC protocol).
    Connect(connect::Args),
    /// Train a strategy by MCCFR on an abstraction of the game (player `blueprint`).
    Train(train::Args),
    /// Convert a hand history (PHH) to a record, or a record to hand histories.
    History(history::Args),
}

/// Chips of a match.
#[derive(Clone, Copy, Debug, clap::Args)]
struct ChipArgs {
    /// Chips of each player at the beginning of each hand.
    #[arg(long, value_name = "CHIPS", default_value_t = 20_000)]
    stack: u32,
    /// Small blind.
    #[arg(long, value_name = "CHIPS", default_value_t = 50)]
    small_blind: u32,
    /// Big blind.
    #[arg(long, value_name = "CHIPS", default_value_t = 100)]
    big_blind: u32,
}

impl From<ChipArgs> for Chips {
    fn from(ChipArgs { stack, small_blind, big_blind }: ChipArgs) -> Self {
        Self { stack, small_blind, big_blind }
    }
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Serve(args) => serve::run(args, seed, out),
        Command::Connect(args) => connect::run(args, seed, out),
        Command::Train(args) => train::run(args, seed, out),
        Command::History(args) => history::run(args, out),
    }
}
