//! How long it takes to prove what positions are worth: `cargo bench -p boardwright-benches --bench prove -- GAME...`
//!
//! All positions of a run share one table, as `--each` (what every move is worth) and `--random` (positions after random plies)
//! want it.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_benches::matches::starts;
use boardwright_engine::game::{Game, words};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;
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
    /// Then prove what each move of the position is worth.
    #[arg(long)]
    each: bool,
    /// Prove so many positions after random plies instead, each with an empty table.
    #[arg(long, default_value_t = 0)]
    random: usize,
    /// How many random plies.
    #[arg(long, default_value_t = 12)]
    plies: usize,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// One game with a table.
struct Desk<'a> {
    args: &'a Args,
    game: SpecGame,
    table: Table,
}

impl Desk<'_> {
    /// Proves what a position is worth, says it, and returns the seconds that it took.
    fn prove(&self, name: &str, state: &State) -> f64 {
        let began = Instant::now();
        let stop = AtomicBool::new(false);
        let worth = if self.args.net { Worth::Net } else { Worth::Outcome };
        let proof = prove(&self.game, state, worth, &self.table, Limits::none(&stop), self.args.threads)
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

    /// What each move of a position is worth.
    fn each(&self, name: &str, state: &State) {
        let mut moves = Vec::new();
        self.game.turn(state, &mut moves).expect("shipped games have no faults");
        let mut seconds = 0.0;
        for mv in moves {
            let mut after = state.clone();
            self.game.apply(&mut after, mv).expect("shipped games have no faults");
            seconds += self.prove(&format!("{name} {}", self.game.move_text(state, mv)), &after);
        }
        println!("{name}: all moves in {seconds:.1} s");
    }

    /// Positions after random plies that have not ended the game.
    fn random(&mut self, name: &str) {
        let mut taken = Vec::new();
        for (number, state) in starts(&self.game, self.args.random, self.args.plies).iter().enumerate() {
            self.table = table(self.args.memory);
            taken.push(self.prove(&format!("{name}, random position {number}"), state));
        }
        taken.sort_by(f64::total_cmp);
        let (median, most) = (taken[taken.len() / 2], taken[taken.len() - 1]);
        println!("{name}: {} positions, median {median:.2} s, most {most:.2} s", taken.len());
    }
}

fn table(mib: usize) -> Table {
    Table::new(mib).unwrap_or_else(|error| panic!("{error}"))
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
        let mut desk = Desk { args: &args, game, table: table(args.memory) };
        if args.random > 0 {
            desk.random(name);
            continue;
        }
        desk.prove(name, &state);
        if args.each {
            desk.each(name, &state);
        }
    }
}
