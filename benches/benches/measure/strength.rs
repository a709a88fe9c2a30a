//! Benchmark of playing strength: games between players from random starts, each start played from both sides.
//!
//! `cargo bench -p boardwright-benches --bench measure -- strength --player alphabeta --against monte-carlo,minimax --seconds 0.2 GAME...`

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use boardwright_benches::matches::{MatchConditions, game_by_name, play, start_positions};
use boardwright_players::registry::PlayerArtifacts;
use clap::Parser;

/// Default games.
const GAMES: &str = "connect-four reversi breakthrough draughts dots-and-boxes gomoku mill halma";

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// Player to measure.
    #[arg(long, default_value = "portfolio")]
    player: String,
    /// Opponents, separated by semicolons or commas.
    #[arg(long, default_value = "monte-carlo,minimax")]
    against: String,
    /// Seconds per move of players without a budget of their own.
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Number of games against each opponent.
    #[arg(long = "rounds", default_value_t = 40)]
    rounds: usize,
    /// Number of random plies before the players begin.
    #[arg(long, default_value_t = 4)]
    plies: usize,
    /// Ply after which a game is a draw.
    #[arg(long, default_value_t = 400)]
    most: usize,
    /// Number of games at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Folder of learnt weights, `NAME.json` per game, for the measured player.
    #[arg(long)]
    weights: Option<PathBuf>,
}

/// Adds a time per move to a player without another budget.
fn timed(text: &str, seconds: f64) -> String {
    let bounded = ["seconds=", "nodes=", "depth=", "level="].iter().any(|budget| text.contains(budget));
    match (bounded || text == "random", text.contains(':')) {
        (true, _) => text.to_owned(),
        (false, true) => format!("{text},seconds={seconds}"),
        (false, false) => format!("{text}:seconds={seconds}"),
    }
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let from_args = args.games.iter().map(String::as_str);
    let games: Vec<&str> = if args.games.is_empty() { GAMES.split(' ').collect() } else { from_args.collect() };
    let player = timed(&args.player, args.seconds);
    println!("{player}: games won, drawn, lost; score; plies a game; seconds");
    for name in games {
        let (shipped, game) = game_by_name(name);
        let read_weights = |folder: &PathBuf| {
            let text = std::fs::read_to_string(folder.join(format!("{shipped}.json"))).ok()?;
            Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("weights of {shipped}: {error}")))
        };
        let (artifacts, none) = (
            PlayerArtifacts { weights: args.weights.as_ref().and_then(read_weights), ..PlayerArtifacts::default() },
            PlayerArtifacts::default(),
        );
        let starts = start_positions(&game, args.rounds.div_ceil(2), args.plies);
        for other in args.against.split(';').flat_map(|list| list.split(',')) {
            let other = timed(other, args.seconds);
            let began = Instant::now();
            let next = AtomicUsize::new(0);
            let total = Mutex::new(([0; 3], 0));
            thread::scope(|scope| {
                for _ in 0..args.threads {
                    scope.spawn(|| {
                        loop {
                            let round = next.fetch_add(1, Ordering::Relaxed);
                            if round >= args.rounds {
                                break;
                            }
                            let seat = round % 2;
                            let players = [(&*player, &artifacts), (&*other, &none)];
                            let players = if seat == 0 { players } else { [players[1], players[0]] };
                            let conditions =
                                MatchConditions { seed: round as u64, max_plies: args.most, shuffled: false };
                            let (winner, plies) = play(&game, &starts[round / 2], players, conditions);
                            let result = winner.map_or(1, |winner| if winner.index() == seat { 0 } else { 2 });
                            let mut total = total.lock().expect("nobody panics with it");
                            total.0[result] += 1;
                            total.1 += plies;
                        }
                    });
                }
            });
            let ([won, drawn, lost], plies) = total.into_inner().expect("nobody panicked with it");
            let score = (f64::from(won) + 0.5 * f64::from(drawn)) / args.rounds as f64 * 100.0;
            println!(
                "{name} against {other}: +{won} ={drawn} -{lost}; {score:.1} %; {:.1}; {:.0}",
                plies as f64 / args.rounds as f64,
                began.elapsed().as_secs_f64()
            );
        }
    }
    ExitCode::SUCCESS
}
