//! The sub-commands, one module each, and their dispatch.

mod analyse;
mod bench;
mod board;
mod bot;
mod camera;
mod carcassonne;
mod check;
mod choose;
mod convert;
mod doc;
mod draw;
mod eval;
mod evolve;
mod explain;
mod exploitability;
mod fmt;
mod games;
mod gui;
mod holdem;
mod lsp;
mod move_terms;
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
mod tarok;
mod tournament;
mod tune;
mod weights;
mod welcome;
mod why;
#[cfg(feature = "queue")]
mod worker;

use std::io::Write as _;

use clap::Subcommand;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::options::CommonOptions;
use crate::output::Output;
use crate::window::Window;

/// Sub-commands of the program.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the shipped games, or describe one game.
    Games(games::Args),
    /// Check game files and report errors and warnings.
    Check(check::Args),
    /// Format game files, or convert files of edition 2013 to edition 2026.
    Fmt(fmt::Args),
    /// Create a small game file to start from.
    New(new::Args),
    /// Explain the words of the game language.
    Doc(doc::Args),
    /// Run a language server (LSP) for editors.
    Lsp(lsp::Args),
    /// Show a position.
    Show(show::Args),
    /// Draw a position as a picture.
    Draw(draw::Args),
    /// List the legal moves of a position.
    Moves(moves::Args),
    /// Explain why a move is legal and what it does, or why it is not legal.
    Why(why::Args),
    /// Count the lines of play, or the positions, of each length.
    Perft(perft::Args),
    /// Evaluate expressions of the game language in a position.
    Eval(eval::Args),
    /// Report how the rules of a game were compiled, and their measured cost.
    Explain(explain::Args),
    /// Measure the speed of random playouts and their results.
    Bench(bench::Args),
    /// List the players with their options.
    Players(players::Args),
    /// Print the move that a player chooses.
    Choose(choose::Args),
    /// Print a player's analysis of a position during its search.
    Analyse(analyse::Args),
    /// Solve a position: the shortest solution of a puzzle, or the game-theoretic value.
    Solve(solve::Args),
    /// Measure the exploitability of a computed strategy.
    Exploitability(exploitability::Args),
    /// Open the window to play, watch and study games.
    Gui(gui::Args),
    /// Play a game at the terminal.
    Play(play::Args),
    /// Learn evaluation weights of a game from self-play.
    Tune(tune::Args),
    /// List the weights of the features of a game, or explain them.
    Weights(weights::Args),
    /// Evolve evaluation weights of a game by a genetic algorithm or CMA-ES.
    Evolve(evolve::Args),
    /// Run tournaments, watch them, and merge their results.
    Tournament(tournament::Args),
    /// Play tournament games from a queue (see `tournament run --queue`).
    #[cfg(feature = "queue")]
    Worker(worker::Args),
    /// Set up, calibrate and test a robot arm.
    Robot(robot::Args),
    /// Print the board of a game.
    Board(board::Args),
    /// Camera tools: markers to print, board localization, lens calibration.
    Camera(camera::Args),
    /// Check, try and format scripts for poker bots (Heads Up Script).
    Bot(bot::Args),
    /// Play on a physical table with a camera.
    Table(table::Args),
    /// Test players of Carcassonne, and check its tiles.
    Carcassonne(carcassonne::Args),
    /// Measure the search of tarok, and play duplicate deals.
    Tarok(tarok::Args),
    /// Play hold'em with poker programs over TCP.
    Holdem(holdem::Args),
    /// Replay a record and verify it.
    Replay(replay::Args),
    /// Convert a record to another notation, or games in another notation to records.
    Convert(convert::Args),
}

/// Runs the sub-command of the command line. Without a sub-command, suggests some.
pub fn run(command: Option<Command>, common: CommonOptions, window: Option<Window>) -> Result<Answer, Failure> {
    let CommonOptions { format, seed } = common;
    let mut out = Output::new(format);
    let Some(command) = command else {
        let answer = welcome::run(window.is_some(), &mut out);
        out.flush()?;
        return answer;
    };
    let answer = match command {
        Command::Games(args) => games::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Fmt(args) => fmt::run(&args, &mut out),
        Command::New(args) => new::run(&args, &mut out),
        Command::Doc(args) => doc::run(&args, &mut out),
        Command::Lsp(args) => Ok(lsp::run(&args)),
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
        Command::Carcassonne(args) => carcassonne::run(&args, seed, &mut out),
        Command::Exploitability(args) => exploitability::run(&args, seed, &mut out),
        Command::Gui(args) => gui::run(args, window),
        Command::Play(args) => play::run(&args, seed, &mut out),
        Command::Tune(args) => tune::run(&args, seed, &mut out),
        Command::Weights(args) => weights::run(&args, seed, &mut out),
        Command::Evolve(args) => evolve::run(&args, seed, &mut out),
        Command::Tournament(args) => tournament::run(args, seed, &mut out),
        #[cfg(feature = "queue")]
        Command::Worker(args) => worker::run(&args),
        Command::Robot(args) => robot::run(&args, &mut out),
        Command::Bot(args) => bot::run(&args, seed, &mut out),
        Command::Board(args) => board::run(&args, &mut out),
        Command::Camera(args) => camera::run(&args, &mut out),
        Command::Table(args) => table::run(&args, seed, &mut out),
        Command::Tarok(args) => tarok::run(&args, seed, &mut out),
        Command::Holdem(args) => holdem::run(&args, seed, &mut out),
        Command::Replay(args) => replay::run(&args, &mut out),
        Command::Convert(args) => convert::run(&args, &mut out),
    };
    // Output that was written before an error is still flushed.
    let flushed = out.flush();
    let answer = answer?;
    flushed?;
    Ok(answer)
}
