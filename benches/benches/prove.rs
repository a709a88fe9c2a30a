//! How long it takes to prove what positions are worth: `cargo bench -p boardwright-benches --bench prove -- GAME...`

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_engine::game::{Game, words};
use boardwright_players::Limits;
use boardwright_players::solve::proof::{Worth, prove};
use boardwright_players::table::Table;
use boardwright_tests::with_options;
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// MiB of the table.
    #[arg(long, default_value_t = 1024)]
    memory: usize,
    /// Prove the net score instead of who wins.
    #[arg(long)]
    net: bool,
    /// How many threads search.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Moves that are made before, apart by semicolons.
    #[arg(long, default_value = "")]
    line: String,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() {
    let args = Args::parse();
    for name in &args.games {
        let (shipped, options) = name.split_once(':').unwrap_or((name, ""));
        let options: Vec<_> = options.split('+').filter_map(|option| option.split_once('=')).collect();
        let game = with_options(shipped, &options);
        game.prepare();
        let mut state = game.start();
        for text in args.line.split(';').filter(|text| !words(text).is_empty()) {
            let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
            game.apply(&mut state, mv).expect("shipped games have no faults");
        }
        let began = Instant::now();
        let table = Table::new(args.memory);
        let stop = AtomicBool::new(false);
        let worth = if args.net { Worth::Net } else { Worth::Outcome };
        let proof = prove(&game, &state, worth, &table, Limits::none(&stop), args.threads)
            .expect("shipped games have no faults");
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{name}: {:?}, line of {} moves, {} positions, {seconds:.2} s, {:.2} M positions/s",
            proof.value,
            proof.line.len(),
            proof.nodes,
            proof.nodes as f64 / seconds / 1e6
        );
    }
}
