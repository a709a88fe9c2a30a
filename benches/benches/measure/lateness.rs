//! Benchmark of time control: how late players answer with a time limit in milliseconds, measured from the request to the answer. Early
//! answers, given because nothing is left to search, are counted and left out. On a loaded machine the waiting time for a processor
//! is included; the minimum is then closest to the player's own delay.
//!
//! `cargo bench -p boardwright-benches --bench measure -- lateness --moves 10000 --players mcts GAME...`

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_benches::matches::{game_by_name, random_move};
use boardwright_game::game::{Game as _, Turn};
use boardwright_players::{Question, parse};
use clap::Parser;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Default games: small and large ones, short and long ones.
const GAMES: &str =
    "connect-four reversi breakthrough draughts dots-and-boxes gomoku mill halma chess amazons hex alquerque";

/// Maximum number of random plies before a player's first move.
const MAX_OPENING_PLIES: u64 = 40;
/// Number of moves requested from the same player in one game; after each a random move follows.
const MOVES_PER_GAME: usize = 5;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// Players to measure, separated by commas, or by semicolons if there are options.
    #[arg(long, default_value = "alphabeta,mcts,portfolio,monte-carlo")]
    players: String,
    /// Number of answers measured per player, over all games.
    #[arg(long, default_value_t = 240)]
    moves: usize,
    /// Time limit per move in milliseconds.
    #[arg(long, default_value_t = 100)]
    milliseconds: u64,
    /// Seed of positions and random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Delays of the answers in milliseconds, and number of early answers.
#[derive(Default)]
struct Delays {
    milliseconds: Vec<f64>,
    early: usize,
}

impl Delays {
    /// Quantile of the delays.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.milliseconds.len().saturating_sub(1);
        self.milliseconds.get((last as f64 * share).ceil() as usize).copied().unwrap_or(0.0)
    }

    fn print(&mut self, of: &str) {
        self.milliseconds.sort_by(f64::total_cmp);
        let (delays, early) = (self.milliseconds.len(), self.early);
        let [least, half, most, worst] = [0.0, 0.5, 0.999, 1.0].map(|share| self.quantile(share));
        println!(
            "{of}: least {least:.2} ms, median {half:.2} ms, 99.9 % {most:.2} ms, worst {worst:.2} ms late of {delays}; {early} early"
        );
        let _ = std::io::stdout().flush();
    }
}

/// Measures a player along one game, with at most `most` requests.
fn measure(name: &str, player: &str, milliseconds: u64, most: usize, random: &mut Pcg64Mcg, delays: &mut Delays) {
    const NO_FAULTS: &str = "shipped games have no faults";
    let (_, game) = game_by_name(name);
    let budget = milliseconds as f64 / 1000.0;
    let between = if player.contains(':') { ',' } else { ':' };
    let spec = parse(&format!("{player}{between}seconds={budget}")).unwrap_or_else(|error| panic!("{error}"));
    let mut measured = 0;
    while measured < most {
        let mut state = game.initial_state();
        for _ in 0..random.next_u64() % MAX_OPENING_PLIES {
            random_move(&game, &mut state, random);
        }
        let mut seat = spec.make(&game, random.next_u64()).unwrap_or_else(|error| panic!("{error}"));
        let mut moves = Vec::new();
        for _ in 0..MOVES_PER_GAME.min(most - measured) {
            let Turn::Player(me) = game.legal_moves(&state, &mut moves).expect(NO_FAULTS) else { break };
            let stop = AtomicBool::new(false);
            let began = Instant::now();
            let limits = spec.limits(&stop);
            let question =
                Question { game: &game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
            let choice = seat.choose(&question).expect(NO_FAULTS);
            let elapsed = began.elapsed().as_secs_f64();
            measured += 1;
            if elapsed >= budget {
                delays.milliseconds.push((elapsed - budget) * 1000.0);
            } else {
                delays.early += 1;
            }
            game.apply(&mut state, choice.mv).expect(NO_FAULTS);
            random_move(&game, &mut state, random);
        }
    }
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let from_args = args.games.iter().map(String::as_str);
    let games: Vec<&str> = if args.games.is_empty() { GAMES.split(' ').collect() } else { from_args.collect() };
    let between = if args.players.contains([';', ':']) { ';' } else { ',' };
    for player in args.players.split(between) {
        let mut random = Pcg64Mcg::seed_from_u64(args.seed);
        let mut all = Delays::default();
        for name in &games {
            let mut delays = Delays::default();
            measure(name, player, args.milliseconds, args.moves.div_ceil(games.len()), &mut random, &mut delays);
            delays.print(&format!("{player} in {name}"));
            all.milliseconds.append(&mut delays.milliseconds);
            all.early += delays.early;
        }
        all.print(&format!("{player} in all"));
    }
    ExitCode::SUCCESS
}
