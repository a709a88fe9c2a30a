//! Benchmark of the search speed from the initial state of all shipped games: positions per second of `alphabeta`, playouts per second
//! of `mcts`, with default options and one thread. The results of the searches are ignored.
//!
//! `cargo bench -p boardwright-benches --bench measure -- speed --seconds 2 GAME...`

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use boardwright_benches::matches::game_by_name;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, Turn};
use boardwright_games::shipped_games;
use boardwright_interpreter::moves::Move;
use boardwright_players::{Choice, Question, parse};
use clap::Parser;
use cpu_time::ThreadTime;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options. Default: all shipped games.
    games: Vec<String>,
    /// Minimum duration of a measurement in seconds.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

/// Largest budget: no game that is worth measuring finishes it within a second.
const MAX_BUDGET: u64 = 1 << 32;

/// Work per second of processor time with a budget that doubles until the search takes long enough; `None` if the player does not support the game, or
/// solves it before.
pub fn rate(game: &CompiledGame, text: &str, seconds: f64, count: impl Fn(u64, &Choice<Move>) -> u64) -> Option<f64> {
    let (state, mut moves, stop) = (game.initial_state(), Vec::new(), AtomicBool::new(false));
    let Turn::Player(me) = game.legal_moves(&state, &mut moves).expect("shipped games have no faults") else {
        return None;
    };
    let mut budget = 100;
    loop {
        let asked = parse(&format!("{text}={budget}")).unwrap_or_else(|error| panic!("{error}"));
        let mut player = asked.make(game, 1).ok()?;
        let limits = asked.limits(&stop);
        let question = Question { game, state: &state, me, moves: &moves, limits, listener: None };
        let began = ThreadTime::now();
        let choice = player.choose(&question).expect("shipped games have no faults");
        let elapsed = began.elapsed().as_secs_f64();
        if choice.proven.is_some() {
            return None;
        }
        if elapsed >= seconds {
            return Some(count(budget, &choice) as f64 / elapsed);
        }
        // Small games are searched completely long before.
        if budget > MAX_BUDGET {
            return None;
        }
        budget *= 2;
    }
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let all = || shipped_games().iter().map(|game| game.name.to_owned()).collect();
    let names: Vec<String> = if args.games.is_empty() { all() } else { args.games };
    println!("| game | alphabeta: positions/s | mcts: playouts/s |\n|---|---|---|");
    for name in &names {
        let (_, game) = game_by_name(name);
        game.prepare();
        let cell = |rate: Option<f64>| rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"));
        let positions = rate(&game, "alphabeta:nodes", args.seconds, |_, choice| choice.nodes);
        let playouts = rate(&game, "mcts:playouts", args.seconds, |budget, _| budget);
        println!("| {name} | {} | {} |", cell(positions), cell(playouts));
    }
    ExitCode::SUCCESS
}
