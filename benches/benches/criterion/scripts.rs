//! Benchmark of Heads Up Script on one thread: decisions of a bot of 50 rules in situations of random hands, with and
//! without binding the situation, and loading of the shipped scripts. Criterion reports elements per second.

use std::fmt::Write as _;
use std::hint::black_box;

use boardwright_bots::evaluation::{DecisionSettings, decide};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::script::{Script, load};
use boardwright_bots::shipped::{SHIPPED_BOTS, ShippedTables};
use boardwright_bots::situation::Situation;
use boardwright_game::deals::Deals;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_games::holdem::{Holdem, HoldemState};
use boardwright_lang::{NoFiles, Source};
use criterion::{Criterion, Throughput, criterion_group};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Number of situations.
const SITUATIONS: usize = 1 << 12;

/// A bot of 50 rules that apply in every phase, so that each decision evaluates all of them.
fn fifty_rules() -> Script {
    let conditions = [
        "herostack >= 3 villainstack, JT+",
        "highpair, !deskhighpair, tocall <= 0.5 pot",
        "flushdraw, villainraise <= 4BB",
        "77+, pot < 20BB",
        "straightdraw, !pair, effectivestack > 10BB",
        "handrank169 <= 40, villainpreflopraisetimes == 1",
        "twopair, rainbow",
        "air, deskpair",
        "Q8s+",
        "villainflopchecktimes > 0, openended",
    ];
    let mut text = String::from("ALWAYS\n");
    for number in 0..50 {
        let [first, second] = [0, 3].map(|shift| conditions[(number + shift) % conditions.len()]);
        let (pot, bet) = (number + 3, number % 7 + 1);
        write!(
            text,
            "RULE\n{first}, pot > {pot}\n{second}\nTHEN RAISE 0.5 {bet}BB, 0.5 pot\nVILLAIN\ntocall <= {bet}BB\nTHEN CALL\n\
             ENDVILLAIN\nENDRULE\n"
        )
        .expect("a string grows");
    }
    text.push_str("ENDALWAYS\n");
    let loaded = load(&Source::new("fifty.hus", text.as_bytes()), &NoFiles);
    loaded.script.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Decisions of random hands, with the player to act.
fn decisions() -> Vec<(HoldemState, Player)> {
    let game = Deals::new(Holdem::default(), 1);
    let (mut random, mut moves, mut found) = (Pcg64Mcg::seed_from_u64(1), Vec::new(), Vec::new());
    while found.len() < SITUATIONS {
        let mut state = game.initial_state();
        loop {
            let turn = game.legal_moves(&state, &mut moves).expect("games in Rust never fail");
            let mv = match turn {
                Turn::Over(_) => break,
                Turn::Chance => game.sample_chance(&state, &mut random).expect("games in Rust never fail"),
                Turn::Player(player) => {
                    found.push((state.deal().clone(), player));
                    game.random_move(&state, &moves, &mut random)
                }
            };
            game.apply(&mut state, mv).expect("games in Rust never fail");
        }
    }
    found.truncate(SITUATIONS);
    found
}

fn scripts(criterion: &mut Criterion) {
    let script = fifty_rules();
    let decisions = decisions();
    let bind = |(hand, player): &(HoldemState, Player)| Situation::of_hand(hand, *player).expect("the cards are known");
    let situations: Vec<Situation> = decisions.iter().map(bind).collect();
    let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
    let mut random = Pcg64Mcg::seed_from_u64(2);
    let mut group = criterion.benchmark_group("scripts/fifty-rules");
    group.throughput(Throughput::Elements(SITUATIONS as u64));
    group.bench_function("decide", |bencher| {
        bencher.iter(|| {
            let decide = |situation| decide(&script, black_box(situation), settings, &mut random).rule_count;
            situations.iter().map(decide).sum::<usize>()
        });
    });
    group.bench_function("bind-and-decide", |bencher| {
        bencher.iter(|| {
            let decide = |at| decide(&script, &bind(black_box(at)), settings, &mut random).rule_count;
            decisions.iter().map(decide).sum::<usize>()
        });
    });
    group.finish();
    let mut group = criterion.benchmark_group("scripts/load");
    group.throughput(Throughput::Elements(SHIPPED_BOTS.len() as u64));
    group.bench_function("shipped", |bencher| {
        bencher.iter(|| SHIPPED_BOTS.iter().all(|bot| load(&bot.source(), &ShippedTables).script.is_some()));
    });
    group.finish();
}

criterion_group! { name = benches; config = Criterion::default().sample_size(20); targets = scripts }
