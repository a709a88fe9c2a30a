//! Benchmark of the search speed in all shipped games: positions per second of `alphabeta`, playouts per second of `mcts`, with default
//! options and one thread, and random playouts per second without a search. The position is the initial one, or where chance begins
//! the first one with a choice of moves. The results of the searches are ignored.
//!
//! `cargo bench -p boardwright-benches --bench measure -- speed --seconds 2 GAME...`

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use boardwright_benches::matches::game_by_name;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::playout::{Sampler, draw_chance};
use boardwright_games::shipped_games;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::state::State;
use boardwright_players::{Choice, Question, parse};
use clap::Parser;
use cpu_time::ThreadTime;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

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
/// Maximum number of moves of a random playout.
const MAX_PLAYOUT: u64 = 500;

const NO_FAULTS: &str = "shipped games have no faults";

/// The first position of a random game in which a player has a choice of moves.
fn first_choice(game: &CompiledGame) -> Option<State> {
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    let mut random = Pcg64Mcg::seed_from_u64(1);
    loop {
        let mv = match game.legal_moves(&state, &mut moves).expect(NO_FAULTS) {
            Turn::Over(_) => return None,
            Turn::Player(_) if moves.len() > 1 => return Some(state),
            Turn::Player(_) => moves[0],
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect(NO_FAULTS),
        };
        game.apply(&mut state, mv).expect(NO_FAULTS);
    }
}

/// Random playouts per second of processor time from the position of the searches.
fn playout_rate(game: &CompiledGame, seconds: f64) -> Option<f64> {
    let mut sampler = Sampler::new(game, &first_choice(game)?, MAX_PLAYOUT, Pcg64Mcg::seed_from_u64(1));
    let (began, mut playouts) = (ThreadTime::now(), 0_u64);
    while began.elapsed().as_secs_f64() < seconds {
        sampler.play().expect(NO_FAULTS);
        playouts += 1;
    }
    Some(playouts as f64 / began.elapsed().as_secs_f64())
}

/// Work per second of processor time with a budget that doubles until the search takes long enough; `None` if the player does not
/// support the game, or solves it before.
pub fn rate(game: &CompiledGame, text: &str, seconds: f64, count: impl Fn(u64, &Choice<Move>) -> u64) -> Option<f64> {
    let (state, stop) = (first_choice(game)?, AtomicBool::new(false));
    let mut moves = Vec::new();
    let me = game.legal_moves(&state, &mut moves).expect(NO_FAULTS).player()?;
    let mut budget = 100;
    loop {
        let asked = parse(&format!("{text}={budget}")).unwrap_or_else(|error| panic!("{error}"));
        let mut player = asked.make(game, 1).ok()?;
        let limits = asked.limits(&stop);
        let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
        let began = ThreadTime::now();
        let choice = player.choose(&question).expect(NO_FAULTS);
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
    println!("| game | alphabeta: positions/s | mcts: playouts/s | random playouts/s |\n|---|---|---|---|");
    for name in &names {
        let (_, game) = game_by_name(name);
        game.prepare();
        let cell = |rate: Option<f64>| rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"));
        let positions = rate(&game, "alphabeta:nodes", args.seconds, |_, choice| choice.nodes);
        let playouts = rate(&game, "mcts:playouts", args.seconds, |budget, _| budget);
        let random = playout_rate(&game, args.seconds);
        println!("| {name} | {} | {} | {} |", cell(positions), cell(playouts), cell(random));
    }
    ExitCode::SUCCESS
}
