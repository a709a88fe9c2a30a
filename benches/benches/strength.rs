//! How strong a player is against others: games from random starts, each start played from both sides.
//!
//! `cargo bench -p boardwright-benches --bench strength -- --player alphabeta --against monte-carlo,minimax --seconds 0.2 GAME...`

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use boardwright_benches::matches::{Course, named, play, starts};
use boardwright_players::registry::Beside;
use clap::Parser;

/// Games that are played without being told.
const GAMES: &str = "connect-four reversi breakthrough draughts dots-and-boxes gomoku mill halma";

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// Who is measured.
    #[arg(long, default_value = "portfolio")]
    player: String,
    /// Against whom, apart by semicolons or commas.
    #[arg(long, default_value = "monte-carlo,minimax")]
    against: String,
    /// How long each may think about a move; not used for a player with a budget of its own.
    #[arg(long, default_value_t = 0.2)]
    seconds: f64,
    /// Games against each.
    #[arg(long = "rounds", default_value_t = 40)]
    rounds: usize,
    /// Random plies before the players begin.
    #[arg(long, default_value_t = 4)]
    plies: usize,
    /// After so many plies a game is drawn.
    #[arg(long, default_value_t = 400)]
    most: usize,
    /// How many games are played at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// A folder of weights that were learnt, `NAME.json`, for the player that is measured.
    #[arg(long)]
    weights: Option<PathBuf>,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// Gives a player a time for each move, if it has no other budget.
fn timed(text: &str, seconds: f64) -> String {
    let bounded = ["seconds=", "nodes=", "depth=", "level="].iter().any(|budget| text.contains(budget));
    match (bounded || text == "random", text.contains(':')) {
        (true, _) => text.to_owned(),
        (false, true) => format!("{text},seconds={seconds}"),
        (false, false) => format!("{text}:seconds={seconds}"),
    }
}

fn main() {
    let args = Args::parse();
    let given = args.games.iter().map(String::as_str);
    let games: Vec<&str> = if args.games.is_empty() { GAMES.split(' ').collect() } else { given.collect() };
    let player = timed(&args.player, args.seconds);
    println!("{player}: games won, drawn, lost; score; plies a game; seconds");
    for name in games {
        let (shipped, game) = named(name);
        let learnt = |folder: &PathBuf| {
            let text = std::fs::read_to_string(folder.join(format!("{shipped}.json"))).ok()?;
            Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("weights of {shipped}: {error}")))
        };
        let (beside, none) =
            (Beside { weights: args.weights.as_ref().and_then(learnt), ..Beside::default() }, Beside::default());
        let starts = starts(&game, args.rounds.div_ceil(2), args.plies);
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
                            let players = [(&*player, &beside), (&*other, &none)];
                            let players = if seat == 0 { players } else { [players[1], players[0]] };
                            let course = Course { seed: round as u64, most: args.most, shuffled: false };
                            let (winner, plies) = play(&game, &starts[round / 2], players, course);
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
}
