//! Benchmark of complete games of Carcassonne for two: games of the random player, and games between sets of weights.
//!
//! `cargo bench -p boardwright-benches --bench measure -- carcassonne --seconds 5`

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_game::features::{WeightSet, shipped_weights};
use boardwright_game::game::{Game, Turn};
use boardwright_game::playout::draw_chance;
use boardwright_games::carcassonne::{Carcassonne, CarcassonneOptions};
use boardwright_players::feature_player::FeaturePlayer;
use boardwright_players::limits::Limits;
use boardwright_players::player::{Player, Question};
use clap::Parser;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

#[derive(Parser)]
struct Args {
    /// Seconds for each row.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let game = Carcassonne::new(CarcassonneOptions::default());
    let duration = Duration::from_secs_f64(args.seconds);
    let report = |name: &str, mut play: Box<dyn FnMut(u64) -> usize + '_>| {
        let (start, mut games, mut moves) = (Instant::now(), 0, 0);
        while start.elapsed() < duration {
            moves += play(games);
            games += 1;
        }
        let seconds = start.elapsed().as_secs_f64();
        println!("{name:<24} {:>10.1} games/s {:>12.0} moves/s", games as f64 / seconds, moves as f64 / seconds);
    };
    report("random", Box::new(|seed| random_game(&game, seed)));
    for (one, other) in
        [("greedy", "greedy"), ("weighted", "weighted"), ("19/3-pr", "weighted"), ("expected", "19/3-pr")]
    {
        let sets = [one, other].map(|name| shipped_weights(&game, name).expect("these weights come with the game"));
        report(&format!("{one} / {other}"), Box::new(|seed| game_of_weights(&game, &sets, seed)));
    }
    ExitCode::SUCCESS
}

/// Plays a game of the random player; returns the number of moves and draws.
fn random_game(game: &Carcassonne, seed: u64) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    for count in 0.. {
        let mv = match game.legal_moves(&state, &mut moves).expect("no faults") {
            Turn::Over(_) => return count,
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect("no faults"),
            Turn::Player(_) => game.random_move(&state, &moves, &mut random),
        };
        game.apply(&mut state, mv).expect("no faults");
    }
    unreachable!("the game ends")
}

/// Plays a game of one-ply search by two sets of weights; returns the number of moves and draws.
fn game_of_weights(game: &Carcassonne, sets: &[WeightSet; 2], seed: u64) -> usize {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let seat = |set: &WeightSet| FeaturePlayer::with_weights(game, set.clone(), Pcg64Mcg::seed_from_u64(seed));
    let mut seats: Vec<_> = sets.iter().map(|set| seat(set).expect("the weights fit")).collect();
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    let stop = AtomicBool::new(false);
    for count in 0.. {
        let mv = match game.legal_moves(&state, &mut moves).expect("no faults") {
            Turn::Over(_) => return count,
            Turn::Chance => draw_chance(game, &state, &moves, &mut chances, &mut random).expect("no faults"),
            Turn::Player(me) => {
                let (state, moves, limits) = (&state, &moves[..], Limits::none(&stop));
                let question = Question { game, state, me, moves, limits, listener: None, clocks: &[] };
                seats[me.index()].choose(&question).expect("no faults").mv
            }
        };
        game.apply(&mut state, mv).expect("no faults");
    }
    unreachable!("the game ends")
}
