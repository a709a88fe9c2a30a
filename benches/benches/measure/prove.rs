//! Benchmark of the proof search: `cargo bench -p boardwright-benches --bench measure -- prove GAME...`
//!
//! All positions of a run with `--each` (the value of every move) share one table; with `--random` (positions after random plies) each
//! starts with an empty one.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_benches::matches::start_positions;
use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _, normalize_spaces};
use boardwright_interpreter::state::State;
use boardwright_players::Limits;
use boardwright_players::solve::proof::{Payoff, prove};
use boardwright_players::table::TranspositionTable;
use boardwright_tests::with_options;
use clap::Parser;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// Size of the table in MiB.
    #[arg(long, default_value_t = 1024)]
    memory: usize,
    /// Prove the score difference instead of the winner.
    #[arg(long)]
    net: bool,
    /// Number of search threads.
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Moves made first, separated by semicolons.
    #[arg(long, default_value = "")]
    line: String,
    /// Then prove the value of each move of the position.
    #[arg(long)]
    each: bool,
    /// Prove this many positions after random plies instead, each with an empty table.
    #[arg(long, default_value_t = 0)]
    random: usize,
    /// Number of random plies.
    #[arg(long, default_value_t = 12)]
    plies: usize,
}

/// One game with its table.
struct ProofRun<'a> {
    args: &'a Args,
    game: CompiledGame,
    table: TranspositionTable,
}

impl ProofRun<'_> {
    /// Proves the value of a position, prints it, and returns the time in seconds.
    fn prove(&self, name: &str, state: &State) -> f64 {
        let began = Instant::now();
        let stop = AtomicBool::new(false);
        let payoff = if self.args.net { Payoff::ScoreDifference } else { Payoff::Outcome };
        let proof = prove(&self.game, state, payoff, &self.table, Limits::none(&stop), self.args.threads)
            .expect("shipped games have no faults");
        let seconds = began.elapsed().as_secs_f64();
        println!(
            "{name}: {:?}, line of {} moves, {} positions, {seconds:.2} s, {:.2} M positions/s",
            proof.value,
            proof.line.len(),
            proof.nodes,
            proof.nodes as f64 / seconds / 1e6
        );
        seconds
    }

    /// Proves the value of each move of a position.
    fn prove_moves(&self, name: &str, state: &State) {
        let mut moves = Vec::new();
        self.game.legal_moves(state, &mut moves).expect("shipped games have no faults");
        let mut seconds = 0.0;
        for mv in moves {
            let mut after = state.clone();
            self.game.apply(&mut after, mv).expect("shipped games have no faults");
            seconds += self.prove(&format!("{name} {}", self.game.move_text(state, mv)), &after);
        }
        println!("{name}: all moves in {seconds:.1} s");
    }

    /// Proves positions after random plies that do not end the game.
    fn prove_random(&mut self, name: &str) {
        let mut times = Vec::new();
        for (number, state) in start_positions(&self.game, self.args.random, self.args.plies).iter().enumerate() {
            self.table = table(self.args.memory);
            times.push(self.prove(&format!("{name}, random position {number}"), state));
        }
        times.sort_by(f64::total_cmp);
        let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name}: {} positions, median {median:.2} s, most {most:.2} s", times.len());
    }
}

fn table(mib: usize) -> TranspositionTable {
    TranspositionTable::new(mib).unwrap_or_else(|error| panic!("{error}"))
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    for name in &args.games {
        let (shipped, options) = name.split_once(':').unwrap_or((name, ""));
        let options: Vec<_> = options.split('+').filter_map(|option| option.split_once('=')).collect();
        let game = with_options(shipped, &options);
        game.prepare();
        let mut state = game.initial_state();
        for text in args.line.split(';').filter(|text| !normalize_spaces(text).is_empty()) {
            let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{error}"));
            game.apply(&mut state, mv).expect("shipped games have no faults");
        }
        let mut run = ProofRun { args: &args, game, table: table(args.memory) };
        if args.random > 0 {
            run.prove_random(name);
            continue;
        }
        run.prove(name, &state);
        if args.each {
            run.prove_moves(name, &state);
        }
    }
    ExitCode::SUCCESS
}
