//! The program `boardwright`: board games from text files, played, counted, measured and recorded.
//! Every feature is a sub-command with a file of its own under `commands`; rules and games live in other crates.

mod args;
mod arm;
mod board;
mod commands;
mod failure;
mod interrupt;
mod keyboard;
mod laid;
mod line;
mod measure;
mod output;
mod paper;
mod players;
mod progress;
mod seeds;
mod symbols;
mod taken;
mod trial;
mod view;
mod voice;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let cli = args::Cli::parse_from(args::guarded(std::env::args_os()));
    match commands::run(cli) {
        Ok(commands::Answer::Yes) => ExitCode::SUCCESS,
        Ok(commands::Answer::No) => ExitCode::FAILURE,
        Err(failure) => failure.report(),
    }
}
