//! The program `boardwright`: board games from text files, played, counted, measured and recorded.
//! Every feature is a sub-command with a file of its own under `commands`; rules and games live in other crates.

mod args;
mod atomic;
mod beside;
mod board;
mod commands;
mod contest;
mod failure;
mod interrupt;
mod line;
mod load;
mod measure;
mod names;
mod output;
#[cfg(feature = "queue")]
mod parcel;
mod pick;
mod pictures;
mod playable;
mod players;
mod progress;
mod seeds;
mod set_up;
mod store;
mod symbols;
mod tables;
mod think;
mod trial;
mod view;

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
