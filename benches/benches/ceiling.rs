//! Random games of game files beside programs for one game alone, in turns, so that both meet the same machine.
//!
//!     cargo bench -p boardwright-benches --bench ceiling [GAME]

use std::time::{Duration, Instant};

use boardwright_benches::game;
use boardwright_engine::game::Game as _;
use boardwright_engine::playout::{Sampler, Tally};
use boardwright_games::named;
use rand_pcg::Pcg64Mcg;

#[path = "../ceiling/mod.rs"]
mod ceiling;

use ceiling::{Played, breakthrough, connect_four, gomoku, reversi, tic_tac_toe};

type Play = fn(&mut Pcg64Mcg) -> Played;

const GAMES: [(&str, Play); 5] = [
    ("tic-tac-toe", tic_tac_toe::play),
    ("connect-four", connect_four::play),
    ("reversi", reversi::play),
    ("breakthrough", breakthrough::play),
    ("gomoku", gomoku::play),
];
/// Turns of each program, and how long one is.
const TURNS: usize = 10;
const TURN: Duration = Duration::from_millis(300);

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    println!("game              game file      by hand  ratio  mean length, first and second player win");
    for (name, play) in GAMES {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            compare(name, play);
        }
    }
}

fn compare(name: &str, play: Play) {
    let game = game(named(name).expect("it ships"));
    let mut sampler = Sampler::new(&game, &game.start(), 1000, Pcg64Mcg::new(1));
    let mut random = Pcg64Mcg::new(2);
    let (mut file, mut hand) = (Tally::none(2), Tally::none(2));
    let (mut rates, mut ceilings) = (Vec::new(), Vec::new());
    sampler.run(100, &mut Tally::none(2)).expect("shipped games have no faults");
    for _ in 0..TURNS {
        rates.push(turn(&mut file, |tally| sampler.run(100, tally).expect("shipped games have no faults")));
        ceilings.push(turn(&mut hand, |tally| {
            for _ in 0..100 {
                let Played { length, winner } = play(&mut random);
                tally.playouts += 1;
                tally.moves += u64::from(length);
                tally.results[winner] += 1;
            }
        }));
    }
    let (rate, ceiling) = (median(rates), median(ceilings));
    let told = |tally: &Tally| {
        let share = |winner: usize| 100.0 * tally.results[winner] as f64 / tally.playouts as f64;
        format!("{:.2} {:.1} % {:.1} %", tally.mean_length(), share(1), share(2))
    };
    println!("{name:<14} {rate:>12.0} {ceiling:>12.0} {:>6.2}  {} | {}", rate / ceiling, told(&file), told(&hand));
}

/// Games per second.
fn turn(tally: &mut Tally, mut some: impl FnMut(&mut Tally)) -> f64 {
    let (began, before) = (Instant::now(), tally.playouts);
    while began.elapsed() < TURN {
        some(tally);
    }
    (tally.playouts - before) as f64 / began.elapsed().as_secs_f64()
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
