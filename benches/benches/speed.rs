//! How fast players look ahead from the start of every game that ships: positions a second of `alphabeta`, playouts a second of `mcts`,
//! with their defaults and one thread. What they find is not looked at.
//!
//! `cargo bench -p boardwright-benches --bench speed -- --seconds 2 GAME...`

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_benches::matches::named;
use boardwright_engine::game::{Game as _, Turn};
use boardwright_engine::spec::{Move, SpecGame};
use boardwright_games::shipped;
use boardwright_players::{Choice, Question, parse};
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options. Without any, all that ship.
    games: Vec<String>,
    /// How long a player is measured at least.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A budget that no game which is worth being measured is through with in a second.
const MOST: u64 = 1 << 32;

/// What a player does within a budget that doubles until it takes long enough, by the second. Nothing where it does not play such
/// games, or is through with them before.
fn rate(game: &SpecGame, text: &str, seconds: f64, count: impl Fn(u64, &Choice<Move>) -> u64) -> Option<f64> {
    let (state, mut moves, stop) = (game.start(), Vec::new(), AtomicBool::new(false));
    let Turn::Player(me) = game.turn(&state, &mut moves).expect("shipped games have no faults") else { return None };
    let mut budget = 100;
    loop {
        let asked = parse(&format!("{text}={budget}")).unwrap_or_else(|error| panic!("{error}"));
        let mut player = asked.make(game, 1).ok()?;
        let limits = asked.limits(&stop);
        let question = Question { game, state: &state, me, moves: &moves, limits, listener: None };
        let began = Instant::now();
        let choice = player.choose(&question).expect("shipped games have no faults");
        let taken = began.elapsed().as_secs_f64();
        if choice.proven.is_some() {
            return None;
        }
        if taken >= seconds {
            return Some(count(budget, &choice) as f64 / taken);
        }
        // Small games are all looked through long before.
        if budget > MOST {
            return None;
        }
        budget *= 2;
    }
}

fn main() {
    let args = Args::parse();
    let all = || shipped().iter().map(|game| game.name.to_owned()).collect();
    let names: Vec<String> = if args.games.is_empty() { all() } else { args.games };
    println!("| game | alphabeta: positions/s | mcts: playouts/s |\n|---|---|---|");
    for name in &names {
        let (_, game) = named(name);
        game.prepare();
        let told = |rate: Option<f64>| rate.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.0}"));
        let positions = rate(&game, "alphabeta:nodes", args.seconds, |_, choice| choice.nodes);
        let playouts = rate(&game, "mcts:playouts", args.seconds, |budget, _| budget);
        println!("| {name} | {} | {} |", told(positions), told(playouts));
    }
}
