//! Benchmark of playouts of game files against hand-written programs for single games, alternating so that both see the same machine load.
//!
//!     RUSTFLAGS="-C target-cpu=native" cargo bench -p boardwright-benches --bench measure -- ceiling [GAME]
//!
//! Without these flags the programs do not use newer processor instructions, which the native code of game files does.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use boardwright_benches::ceiling::{CEILINGS, Ceiling, LANES, Results};
use boardwright_benches::game;
use boardwright_game::game::Game as _;
use boardwright_game::playout::{PlayoutStatistics, Sampler};
use boardwright_games::shipped_game;
use rand_pcg::Pcg64Mcg;

/// Number of alternating turns of each program, and their duration.
const TURNS: usize = 15;
const TURN_DURATION: Duration = Duration::from_millis(200);

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let names = &arguments[1..];
    if !cfg!(target_feature = "popcnt") {
        println!("built for any processor, with RUSTFLAGS=\"-C target-cpu=native\" the programs by hand are faster\n");
    }
    println!("Games per second, medians of {TURNS} turns; ratios with the least and the greatest of a turn.\n");
    println!("| game | game file | by hand, {LANES} games side by side | ratio | by hand, one by one | ratio |");
    println!("|---|---|---|---|---|---|");
    let mut played = String::new();
    for ceiling in CEILINGS {
        if names.is_empty() || names.iter().any(|word| word == ceiling.game) {
            played += &compare(&ceiling);
        }
    }
    println!(
        "\nMean length and what the first and the second player won, file | side by side | one by one:\n\n{played}"
    );
    ExitCode::SUCCESS
}

/// Prints the rates of a game and returns a line about its results.
fn compare(ceiling: &Ceiling) -> String {
    let game = game(shipped_game(ceiling.game).expect("it ships"));
    let mut sampler = Sampler::new(&game, &game.initial_state(), 1000, Pcg64Mcg::new(1));
    let mut players = [(ceiling.side_by_side)(2), (ceiling.one_by_one)(3)];
    let mut tally = PlayoutStatistics::empty(2);
    let mut results = [Results::default(); 2];
    let mut rates = [const { Vec::new() }; 3];
    sampler.run(100, &mut PlayoutStatistics::empty(2)).expect("shipped games have no faults");
    for _ in 0..TURNS {
        rates[0].push(rate(|| {
            sampler.run(100, &mut tally).expect("shipped games have no faults");
            tally.playouts
        }));
        for ((player, results), rates) in players.iter_mut().zip(&mut results).zip(&mut rates[1..]) {
            rates.push(rate(|| {
                player.run(results);
                results.playouts
            }));
        }
    }
    let [file, side_by_side, one_by_one] = &rates;
    println!(
        "| {} | {:.0} | {:.0} | {} | {:.0} | {} |",
        ceiling.game,
        median(file.clone()),
        median(side_by_side.clone()),
        ratio(file, side_by_side),
        median(one_by_one.clone()),
        ratio(file, one_by_one),
    );
    let share = |winner: usize| tally.results[winner] as f64 / tally.playouts as f64;
    let by_hand = results.map(|results| summary(results.mean_length(), |winner| results.share(winner)));
    let [side_by_side, one_by_one] = by_hand;
    let file = summary(tally.mean_length(), share);
    format!("{:<14} {file} | {side_by_side} | {one_by_one}\n", ceiling.game)
}

fn summary(length: f64, share: impl Fn(usize) -> f64) -> String {
    format!("{length:.2} {:.2} % {:.2} %", 100.0 * share(1), 100.0 * share(2))
}

/// Games per second in one turn; `part` returns the number of games so far.
fn rate(mut part: impl FnMut() -> u64) -> f64 {
    let before = part();
    let began = Instant::now();
    loop {
        let games = part() - before;
        let elapsed = began.elapsed();
        if elapsed >= TURN_DURATION {
            return games as f64 / elapsed.as_secs_f64();
        }
    }
}

/// Median, minimum and maximum of the ratios of the turns.
fn ratio(file: &[f64], hand: &[f64]) -> String {
    let mut ratios: Vec<f64> = file.iter().zip(hand).map(|(file, hand)| file / hand).collect();
    ratios.sort_by(f64::total_cmp);
    format!("{:.3} ({:.3} to {:.3})", ratios[TURNS / 2], ratios[0], ratios[TURNS - 1])
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[TURNS / 2]
}
