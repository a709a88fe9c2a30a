//! Benchmark of hold'em on one thread: hands of seven cards that are evaluated, and random complete hands that are played.
//! Criterion reports elements per second.

use std::hint::black_box;

use boardwright_game::deals::Deals;
use boardwright_game::game::Game as _;
use boardwright_game::playout::Sampler;
use boardwright_games::holdem::strength::strength;
use boardwright_games::holdem::{Card, CardSet, Holdem, PartialHand, draw_cards};
use criterion::{Criterion, Throughput, criterion_group};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Number of different hands of seven cards: more than branch predictors remember.
const HANDS: usize = 1 << 14;
/// Number of random complete hands of a measurement.
const PLAYOUTS: u64 = 1000;

fn evaluations(criterion: &mut Criterion) {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let hands: Vec<[Card; 7]> = (0..HANDS).map(|_| draw_cards(CardSet::EMPTY, &mut random)).collect();
    let mut group = criterion.benchmark_group("holdem/seven-cards");
    group.throughput(Throughput::Elements(HANDS as u64));
    group.bench_function("all-cards", |bencher| {
        bencher.iter(|| hands.iter().map(|hand| strength(black_box(hand))).max());
    });
    // As in showdowns: the board is added up once for two hands.
    group.throughput(Throughput::Elements(2 * HANDS as u64));
    group.bench_function("two-hands-on-a-board", |bencher| {
        bencher.iter(|| {
            let others = hands.iter().skip(1).chain(&hands[..1]);
            let pairs = hands.iter().zip(others).map(|(hand, other)| {
                let board = PartialHand::default().with_all(black_box(&hand[..5]));
                (board.with_all(&hand[5..]).strength(), board.with_all(black_box(&other[5..])).strength())
            });
            pairs.filter(|(one, other)| one > other).count()
        });
    });
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    let game = Deals::new(Holdem::default(), 1);
    let start = game.initial_state();
    let mut group = criterion.benchmark_group("holdem/random-hands");
    group.throughput(Throughput::Elements(PLAYOUTS));
    for (name, is_step_by_step) in [("playout", false), ("step-by-step", true)] {
        let sampler = Sampler::new(&game, &start, u64::MAX, Pcg64Mcg::seed_from_u64(2));
        let mut sampler = if is_step_by_step { sampler.step_by_step() } else { sampler };
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for _ in 0..PLAYOUTS {
                    sampler.play().expect("games in Rust never fail");
                }
            });
        });
    }
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = evaluations, playouts }
