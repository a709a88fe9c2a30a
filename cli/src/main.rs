//! The program `boardwright`: board games from text files, played, counted, measured and recorded.
//! Each sub-command has a module under `commands`; rules and games are in other crates.

mod answer;
mod arguments;
mod arm;
mod board;
mod board_geometry;
mod clicks;
mod colour;
mod commands;
mod failure;
mod interrupt;
mod keyboard;
mod line_editor;
mod load_game;
mod move_times;
mod options;
mod orientation;
mod output;
mod page;
mod player_list;
mod playtest;
mod position;
mod progress;
mod seeds;
mod symbols;
mod view;
mod voice;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Cli, guard_expressions};

fn main() -> ExitCode {
    let Cli { common, command } = Cli::parse_from(guard_expressions(std::env::args_os()));
    match commands::run(command, common) {
        Ok(answer) => answer.into(),
        Err(failure) => failure.report(),
    }
}
