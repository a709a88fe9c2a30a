//! The sub-commands, one file each. This list is all that has to know them.

mod analyse;
mod bench;
mod board;
mod camera;
mod check;
mod choose;
mod convert;
mod doc;
mod draw;
mod eval;
mod explain;
mod fmt;
mod games;
#[cfg(feature = "window")]
mod gui;
mod lsp;
mod moves;
mod new;
mod perft;
mod play;
mod players;
mod replay;
mod robot;
mod show;
mod solve;
mod table;
mod tournament;
mod tune;
mod why;
#[cfg(feature = "queue")]
mod worker;

use std::io::Write as _;

use clap::Subcommand;

use crate::args::{Cli, Common};
use crate::failure::Failure;
use crate::output::Output;

/// What can be done.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games that ship with the program, or tell about one game.
    Games(games::Args),
    /// Read game files and say what is wrong with them.
    Check(check::Args),
    /// Give game files their one layout, or make files of 2013 into files of 2026.
    Fmt(fmt::Args),
    /// Write a small game file to begin with.
    New(new::Args),
    /// Explain the words of the game language.
    Doc(doc::Args),
    /// Serve editors, by the Language Server Protocol.
    Lsp(lsp::Args),
    /// Show a position.
    Show(show::Args),
    /// Draw a position as a picture.
    Draw(draw::Args),
    /// List the legal moves of a position.
    Moves(moves::Args),
    /// Tell why a move is legal and what it does, or why it is not.
    Why(why::Args),
    /// Count the lines of play, or the positions, of each length.
    Perft(perft::Args),
    /// Work out expressions of a game file's language in a position.
    Eval(eval::Args),
    /// Tell what the rules of a game became when they were compiled, and what that costs.
    Explain(explain::Args),
    /// Measure how fast random games are played, and how they end.
    Bench(bench::Args),
    /// List who can choose a move, with all options.
    Players(players::Args),
    /// Tell the move that a player would make.
    Choose(choose::Args),
    /// Tell what a player thinks of a position while it thinks.
    Analyse(analyse::Args),
    /// Solve a position: the fewest moves of a puzzle, or what a game is worth for certain.
    Solve(solve::Args),
    /// Open the window: games to be played, watched and studied.
    #[cfg(feature = "window")]
    Gui(gui::Args),
    /// Play a game at the terminal.
    Play(play::Args),
    /// Learn what positions of a game are worth from games that a player plays against itself.
    Tune(tune::Args),
    /// Play tournaments, watch them, and put their results together.
    Tournament(tournament::Args),
    /// Play games of tournaments that others run over a queue.
    #[cfg(feature = "queue")]
    Worker(worker::Args),
    /// Set up, teach and try a robot arm.
    Robot(robot::Args),
    /// Print the board of a game, to be played on.
    Board(board::Args),
    /// See a board with a camera: markers to print, where the board is, what the lens does.
    Camera(camera::Args),
    /// Play on a real table, before a camera.
    Table(table::Args),
    /// Play a record again and prove it.
    Replay(replay::Args),
    /// Write a record in another notation, or games in another notation as records.
    Convert(convert::Args),
}

/// What the exit status says when the work was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

/// Does what the command line says.
pub fn run(cli: Cli) -> Result<Answer, Failure> {
    let Common { format, seed } = cli.common;
    let mut out = Output::new(format);
    let answer = match cli.command {
        Command::Games(args) => games::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Fmt(args) => fmt::run(&args, &mut out),
        Command::New(args) => new::run(&args, &mut out),
        Command::Doc(args) => doc::run(&args, &mut out),
        Command::Lsp(args) => lsp::run(&args),
        Command::Show(args) => show::run(&args, &mut out),
        Command::Draw(args) => draw::run(&args, &mut out),
        Command::Moves(args) => moves::run(&args, &mut out),
        Command::Why(args) => why::run(&args, &mut out),
        Command::Perft(args) => perft::run(&args, &mut out),
        Command::Eval(args) => eval::run(&args, &mut out),
        Command::Explain(args) => explain::run(&args, &mut out),
        Command::Bench(args) => bench::run(&args, seed, &mut out),
        Command::Players(args) => players::run(&args, &mut out),
        Command::Choose(args) => choose::run(&args, seed, &mut out),
        Command::Analyse(args) => analyse::run(&args, seed, &mut out),
        Command::Solve(args) => solve::run(&args, &mut out),
        #[cfg(feature = "window")]
        Command::Gui(args) => gui::run(&args),
        Command::Play(args) => play::run(&args, seed, &mut out),
        Command::Tune(args) => tune::run(&args, seed, &mut out),
        Command::Tournament(args) => tournament::run(args, seed, &mut out),
        #[cfg(feature = "queue")]
        Command::Worker(args) => worker::run(&args),
        Command::Robot(args) => robot::run(&args, &mut out),
        Command::Board(args) => board::run(&args, &mut out),
        Command::Camera(args) => camera::run(&args, &mut out),
        Command::Table(args) => table::run(&args, seed, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Convert(args) => convert::run(&args, &mut out),
    };
    // What was found before something failed is still the answer up to there.
    let flushed = out.flush();
    let answer = answer?;
    flushed?;
    Ok(answer)
}
