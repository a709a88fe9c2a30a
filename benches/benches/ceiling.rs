//! Random games of game files beside programs for one game alone, in turns, so that both meet the same machine.
//!
//!     RUSTFLAGS="-C target-cpu=native" cargo bench -p boardwright-benches --bench ceiling [GAME]
//!
//! Without these flags the programs do without what newer processors can, which the machine code of game files uses.

use std::time::{Duration, Instant};

use boardwright_benches::ceiling::{CEILINGS, Ceiling, LANES, Results};
use boardwright_benches::game;
use boardwright_engine::game::Game as _;
use boardwright_engine::playout::{Sampler, Tally};
use boardwright_games::named;
use rand_pcg::Pcg64Mcg;

/// Turns of each program, and how long one is.
const TURNS: usize = 15;
const TURN: Duration = Duration::from_millis(200);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !cfg!(target_feature = "popcnt") {
        println!("built for any processor, with RUSTFLAGS=\"-C target-cpu=native\" the programs by hand are faster\n");
    }
    println!("Games per second, medians of {TURNS} turns; ratios with the least and the greatest of a turn.\n");
    println!("| game | game file | by hand, {LANES} games side by side | ratio | by hand, one by one | ratio |");
    println!("|---|---|---|---|---|---|");
    let mut played = String::new();
    for ceiling in CEILINGS {
        if wanted.is_empty() || wanted.iter().any(|word| word == ceiling.game) {
            played += &compare(&ceiling);
        }
    }
    println!(
        "\nMean length and what the first and the second player won, file | side by side | one by one:\n\n{played}"
    );
}

/// Prints the rates of a game, and tells what all these games came to.
fn compare(ceiling: &Ceiling) -> String {
    let game = game(named(ceiling.game).expect("it ships"));
    let mut sampler = Sampler::new(&game, &game.start(), 1000, Pcg64Mcg::new(1));
    let mut players = [(ceiling.side_by_side)(2), (ceiling.one_by_one)(3)];
    let mut tally = Tally::none(2);
    let mut results = [Results::default(); 2];
    let mut rates = [const { Vec::new() }; 3];
    sampler.run(100, &mut Tally::none(2)).expect("shipped games have no faults");
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
    let by_hand = results.map(|results| told(results.mean_length(), |winner| results.share(winner)));
    let [side_by_side, one_by_one] = by_hand;
    let file = told(tally.mean_length(), share);
    format!("{:<14} {file} | {side_by_side} | {one_by_one}\n", ceiling.game)
}

fn told(length: f64, share: impl Fn(usize) -> f64) -> String {
    format!("{length:.2} {:.2} % {:.2} %", 100.0 * share(1), 100.0 * share(2))
}

/// Games per second of a turn, of what tells after each part how many games there were so far.
fn rate(mut part: impl FnMut() -> u64) -> f64 {
    let before = part();
    let began = Instant::now();
    loop {
        let games = part() - before;
        let elapsed = began.elapsed();
        if elapsed >= TURN {
            return games as f64 / elapsed.as_secs_f64();
        }
    }
}

/// The median of the ratios of turns, and the least and the greatest.
fn ratio(file: &[f64], hand: &[f64]) -> String {
    let mut ratios: Vec<f64> = file.iter().zip(hand).map(|(file, hand)| file / hand).collect();
    ratios.sort_by(f64::total_cmp);
    format!("{:.3} ({:.3} to {:.3})", ratios[TURNS / 2], ratios[0], ratios[TURNS - 1])
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[TURNS / 2]
}
