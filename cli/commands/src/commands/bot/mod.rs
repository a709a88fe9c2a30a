//! `boardwright bot`: scripts for poker bots in Heads Up Script, and rule files of Taroky. Both languages are defined in
//! `boardwright-bots`.

mod check;
mod console;
mod decide;
mod evaluate;
mod fmt;
mod list;
mod rule_deal;
mod trace;

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
    /// Check scripts and rule files, and report errors and warnings.
    Check(check::Args),
    /// Ask a knowledge base in Prolog, one query a line.
    Console(console::Args),
    /// Print the action of a script in a game state, and why it is chosen; or decisions of a rule file in a deal.
    Decide(decide::Args),
    /// Play rotated deals of Taroky with four rule files, and print their scores.
    Evaluate(evaluate::Args),
    /// Format scripts and rule files.
    Fmt(fmt::Args),
    /// List the shipped scripts or rule files, or print one.
    List(list::Args),
    /// Print the rules of a rule file that fire in a deal, with their bindings.
    Trace(trace::Args),
}

pub fn run(args: &Args, seed: Option<u64>, out: &mut Output) -> Result<Answer, Failure> {
    match &args.command {
        Command::Check(args) => check::run(args, out),
        Command::Console(args) => console::run(args, seed, out),
        Command::Evaluate(args) => evaluate::run(args, seed, out),
        Command::Trace(args) => trace::run(args, out),
        Command::Decide(args) => decide::run(args, seed, out),
        Command::Fmt(args) => fmt::run(args, out),
        Command::List(args) => list::run(args, out),
    }
}
