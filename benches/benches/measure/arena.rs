//! Benchmark of the tournament overhead: games between players that make the first legal move at once.
//!
//! `cargo bench -p boardwright-benches --bench measure -- arena --games 20000 --threads 1 tic-tac-toe`

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_arena::tournament::{
    Config, GameLoader, PlayerConfig, RunOptions, Setup, TournamentGame, run as run_tournament,
};
use boardwright_arena::{
    Decision, DrawOffer, Host, HostUnavailable, MoveRequest, NamedGame, Playable, Reply, Seat, SeatError,
};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyGame;
use boardwright_game::record::{self, RecordHeader};
use boardwright_players::PlayerSpec;
use boardwright_tests::compiled;
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Games.
    #[arg(default_value = "tic-tac-toe")]
    names: Vec<String>,
    /// Number of games of each.
    #[arg(long, default_value_t = 20_000)]
    games: u32,
    /// Number of games at the same time.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Keep records.
    #[arg(long)]
    records: bool,
}

/// A game whose players always make the first legal move.
struct FirstMoveGame(String, CompiledGame);

struct FirstMoveSeat;

impl Seat for FirstMoveSeat {
    fn record_seat(&self) -> record::Seat {
        record::Seat { player: "first".to_owned(), parameters: [].into() }
    }

    fn decide(&mut self, ask: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        Ok(Decision::Move(ask.moves[0].clone()).into())
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        Ok(false)
    }
}

impl Playable for FirstMoveGame {
    fn game(&self) -> &dyn AnyGame {
        &self.1
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        NamedGame { name: &self.0, game: &self.1 }.header(players, seed, opening)
    }
}

impl TournamentGame for FirstMoveGame {
    fn seat(&self, _: &PlayerSpec, _: u64) -> Result<Box<dyn Seat>, String> {
        Ok(Box::new(FirstMoveSeat))
    }
}

struct ShippedGameLoader;

impl GameLoader for ShippedGameLoader {
    fn load(&self, name: &str) -> Result<Arc<dyn TournamentGame>, String> {
        Ok(Arc::new(FirstMoveGame(name.to_owned(), compiled(name))))
    }
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    for name in &args.names {
        let players = ["random", "greedy"].map(PlayerConfig::player).to_vec();
        let mut config = Config::with_defaults(vec![name.clone()], players);
        (config.games_per_pairing, config.records) = (args.games, args.records);
        config.adjudication.max_moves = Some(200);
        let setup =
            Arc::new(Setup::new(config, &ShippedGameLoader, Path::new("")).unwrap_or_else(|error| panic!("{error}")));
        let folder = tempfile::tempdir().expect("a folder for the results");
        let conduct = RunOptions { out: folder.path().to_owned(), resume: false, shard: None, threads: args.threads };
        let began = Instant::now();
        let ended = run_tournament(&setup, &conduct, &AtomicBool::new(false), &mut |_| {})
            .unwrap_or_else(|error| panic!("{error}"));
        let seconds = began.elapsed().as_secs_f64();
        let moves: usize = ended.results.ledger.rows().map(|row| row.moves).sum();
        println!(
            "{name}: {} games, {moves} moves, {seconds:.2} s; {:.1} microseconds a move, tables included",
            args.games,
            1e6 * seconds / moves as f64
        );
    }
    ExitCode::SUCCESS
}
