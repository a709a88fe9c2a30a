//! Benchmark of three-handed tarok on one thread: complete random deals per second, and the time of the published player's
//! decisions in the play.
//!
//! `cargo bench -p boardwright-benches --bench measure -- tarok --seconds 5`

use std::process::ExitCode;
use std::time::Duration;

use boardwright_game::game::{Acceleration as _, OwnPlayer as _};
use boardwright_games::tarok::three::search::constants::Settings;
use boardwright_games::tarok::three::search::measure::first_card_state;
use boardwright_games::tarok::three::search::tarokist::Tarokist;
use boardwright_games::tarok::three::{Stage, Three, deal_cards, random_card};
use clap::Parser;
use cpu_time::ThreadTime;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

#[derive(Parser)]
struct Args {
    /// Seconds of processor time for each row.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let duration = Duration::from_secs_f64(args.seconds);
    let game = Three::default();
    let report = |name: &str, play: &mut dyn FnMut(u64)| {
        let (start, mut deals) = (ThreadTime::now(), 0);
        while start.elapsed() < duration {
            play(deals);
            deals += 1;
        }
        println!("{name:<36} {:>12.0} deals/s", deals as f64 / start.elapsed().as_secs_f64());
    };
    let (first, mut random) = (first_card_state(1), Pcg64Mcg::seed_from_u64(1));
    report("all 48 cards at random", &mut |_| {
        let mut state = first;
        state.hands = deal_cards(&mut random).hands;
        while let Stage::Play(_) = state.stage {
            if let Some(card) = random_card(state.legal_cards(game.options()), &mut random) {
                state.play(card, game.options());
            }
        }
    });
    let (start, mut last) = (boardwright_game::game::Game::initial_state(&game), first);
    report("random deals with auction", &mut |_| {
        assert!(game.play_out(&start, &mut last, u64::MAX, &mut random).is_some());
    });
    decisions(game, duration);
    ExitCode::SUCCESS
}

/// Prints the processor time of the decisions in the play of solo, by the number of cards in the hand.
fn decisions(game: Three, duration: Duration) {
    let mut player = Tarokist::new(game.options(), Settings::default(), Pcg64Mcg::seed_from_u64(1));
    let (mut times, mut counts) = ([0.0; 17], [0_u32; 17]);
    let start = ThreadTime::now();
    for seed in 1.. {
        if start.elapsed() >= duration {
            break;
        }
        let mut state = first_card_state(seed);
        while let Stage::Play(mover) = state.stage {
            let legal = state.legal_cards(game.options());
            let begin = ThreadTime::now();
            let rating = player.rate(&state, mover, &|_| false).expect("the hidden cards can be sampled");
            if legal.len() > 1 {
                let cards = state.hands[mover.index()].len() as usize;
                times[cards] += begin.elapsed().as_secs_f64();
                counts[cards] += 1;
            }
            state.act(rating.moves[0].0, game.options());
        }
    }
    for cards in (2..=16).rev().filter(|&cards| counts[cards] > 0) {
        println!("decision with {cards:>2} cards {:>29.2} ms", 1000.0 * times[cards] / f64::from(counts[cards]));
    }
    let (time, count) = (times.iter().sum::<f64>(), counts.iter().sum::<u32>());
    println!("mean of {count} decisions {:>28.2} ms", 1000.0 * time / f64::from(count.max(1)));
}
