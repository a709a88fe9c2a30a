//! What a tournament costs beside the players: games between players that take the first move at once.
//!
//! `cargo bench -p boardwright-benches --bench arena -- --games 20000 --threads 1 tic-tac-toe`

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_arena::tournament::{Conduct, Config, Contest, Entry, Library, Setup, run};
use boardwright_arena::{Ask, Bare, Decision, Host, Hung, Offer, Playable, Reply, Seat, Trouble};
use boardwright_engine::any::AnyGame;
use boardwright_engine::record::{self, Header};
use boardwright_engine::spec::SpecGame;
use boardwright_players::Asked;
use boardwright_tests::fast;
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Games.
    #[arg(default_value = "tic-tac-toe")]
    names: Vec<String>,
    /// How many games of each.
    #[arg(long, default_value_t = 20_000)]
    games: u32,
    /// How many at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Whether records are kept.
    #[arg(long)]
    records: bool,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A game at which everybody takes the first move.
struct Instantly(String, SpecGame);

struct First;

impl Seat for First {
    fn recorded(&self) -> record::Seat {
        record::Seat { player: "first".to_owned(), parameters: [].into() }
    }

    fn decide(&mut self, ask: &Ask<'_>, _: &mut dyn Host) -> Result<Reply, Trouble> {
        Ok(Decision::Move(ask.moves[0].clone()).into())
    }

    fn answer(&mut self, _: &Offer<'_>, _: &mut dyn Host) -> Result<bool, Hung> {
        Ok(false)
    }
}

impl Playable for Instantly {
    fn game(&self) -> &dyn AnyGame {
        &self.1
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> Header {
        Bare { name: &self.0, game: &self.1 }.header(players, seed, opening)
    }
}

impl Contest for Instantly {
    fn seat(&self, _: &Asked, _: u64) -> Result<Box<dyn Seat>, String> {
        Ok(Box::new(First))
    }
}

struct Shipped;

impl Library for Shipped {
    fn contest(&self, name: &str) -> Result<Arc<dyn Contest>, String> {
        Ok(Arc::new(Instantly(name.to_owned(), fast(name))))
    }
}

fn main() {
    let args = Args::parse();
    for name in &args.names {
        let players = ["random", "greedy"].map(Entry::player).to_vec();
        let mut config = Config::usual(vec![name.clone()], players);
        (config.games_per_pairing, config.records) = (args.games, args.records);
        config.adjudication.max_moves = Some(200);
        let setup = Arc::new(Setup::new(config, &Shipped, Path::new("")).unwrap_or_else(|error| panic!("{error}")));
        let folder = tempfile::tempdir().expect("a folder for the results");
        let conduct = Conduct { out: folder.path().to_owned(), resume: false, shard: None, threads: args.threads };
        let began = Instant::now();
        let ended =
            run(&setup, &conduct, &AtomicBool::new(false), &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        let seconds = began.elapsed().as_secs_f64();
        let moves: usize = ended.results.ledger.rows().map(|row| row.moves).sum();
        println!(
            "{name}: {} games, {moves} moves, {seconds:.2} s; {:.1} microseconds a move, tables included",
            args.games,
            1e6 * seconds / moves as f64
        );
    }
}
