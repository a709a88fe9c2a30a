//! The command line of the program `boardwright`: every feature is a sub-command with a module under `commands`. Rules and
//! games are in other crates. The window is a crate beside this one, which the program passes in as a [`Window`]: both are
//! compiled at the same time.

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
mod tile_text;
mod view;
mod voice;
mod window;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::{Cli, guard_expressions};

pub use window::{Window, WindowRequest};

/// Runs the sub-command that the arguments of the process name; `window` is the window if the program has one.
pub fn main(window: Option<Window>) -> ExitCode {
    let Cli { common, command } = Cli::parse_from(guard_expressions(std::env::args_os()));
    match commands::run(command, common, window) {
        Ok(answer) => answer.into(),
        Err(failure) => failure.report(),
    }
}
