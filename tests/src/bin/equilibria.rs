//! Measures how much players lose against an equilibrium of Kuhn and Leduc poker, exactly over all deals. It is not part
//! of the test run: `cargo run --release -p boardwright-tests --bin equilibria -- 2000 mcts:nodes=1000 mcts:nodes=4000`.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

// Linked for the players that it compiles: generic code of a dependency is not compiled again.
use boardwright_game::game::Game;
use boardwright_games::{kuhn::Kuhn, leduc::Leduc};
use boardwright_library as _;
use boardwright_players::Limits;
use boardwright_players::cfr::{Cfr, StrategyEvaluator};
use boardwright_tests::strategies::{Loss, loss_against};
use rand_pcg::Pcg64Mcg;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some((Ok(samples), players)) = arguments.split_first().map(|(first, rest)| (first.parse::<u64>(), rest)) else {
        eprintln!("error: the number of samples is missing; usage: equilibria SAMPLES PLAYER...");
        return ExitCode::from(2);
    };
    measure("kuhn", &Kuhn, samples, players);
    measure("leduc", &Leduc, samples / 20, players);
    ExitCode::SUCCESS
}

fn measure<G>(name: &str, game: &G, samples: u64, players: &[String])
where
    G: Game + Sync,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let stop = AtomicBool::new(false);
    let evaluator = StrategyEvaluator::new(game, &Limits::none(&stop)).expect("it is small");
    let mut equilibrium = Cfr::new(game, 0.001, Pcg64Mcg::new(1)).expect("it is small");
    equilibrium.improve(|nodes| nodes > 200_000_000);
    for player in players {
        let start = Instant::now();
        let Loss { mean, interval } = loss_against(game, player, samples, (&equilibrium, &evaluator));
        let seconds = start.elapsed().as_secs_f64();
        println!("{name} {player}: loses {mean:.4} ± {interval:.4} a deal ({samples} samples, {seconds:.1} s)");
    }
}
