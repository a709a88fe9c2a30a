//! How late players answer: they have so many milliseconds for a move, measured from handing over the question to having the answer.
//! Answers that come early, because nothing is left to find out, are counted and left out. Where others use the machine, what a player
//! waits for a processor counts too; the least is then nearest to what it causes itself.
//!
//! `cargo bench -p boardwright-benches --bench lateness -- --moves 10000 --players mcts GAME...`

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use boardwright_benches::matches::{named, random_move};
use boardwright_engine::game::{Game as _, Turn};
use boardwright_players::{Question, parse};
use clap::Parser;
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Games that are played without being told: small and large ones, short and long ones.
const GAMES: &str =
    "connect-four reversi breakthrough draughts dots-and-boxes gomoku mill halma chess amazons hex alquerque";

/// Before a player's first question, so many random plies at most.
const MOST_PLIES: u64 = 40;
/// So many questions in one game are put to the same player, each after its move and a random one.
const QUESTIONS: usize = 5;

#[derive(Parser)]
struct Args {
    /// Games; `name:option=value+option=value` for options.
    games: Vec<String>,
    /// Who is measured, apart by commas, or by semicolons where there are options.
    #[arg(long, default_value = "alphabeta,mcts,portfolio,monte-carlo")]
    players: String,
    /// How many answers of each player are measured, in all games together.
    #[arg(long, default_value_t = 240)]
    moves: usize,
    /// How long a player may think.
    #[arg(long, default_value_t = 100)]
    milliseconds: u64,
    /// Where positions and random choices come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Told by cargo.
    #[arg(long, hide = true)]
    bench: bool,
}

/// By how many milliseconds answers were late, and how many came early.
#[derive(Default)]
struct Late {
    by: Vec<f64>,
    early: usize,
}

impl Late {
    /// The share of answers that are at most so late.
    fn share(&self, share: f64) -> f64 {
        let last = self.by.len().saturating_sub(1);
        self.by.get((last as f64 * share).ceil() as usize).copied().unwrap_or(0.0)
    }

    fn tell(&mut self, of: &str) {
        self.by.sort_by(f64::total_cmp);
        let (late, early) = (self.by.len(), self.early);
        let [least, half, most, worst] = [0.0, 0.5, 0.999, 1.0].map(|share| self.share(share));
        println!(
            "{of}: least {least:.2} ms, median {half:.2} ms, 99.9 % {most:.2} ms, worst {worst:.2} ms late of {late}; {early} early"
        );
        let _ = std::io::stdout().flush();
    }
}

/// Asks a player along one game, at most so often.
fn measure(name: &str, player: &str, milliseconds: u64, most: usize, random: &mut Pcg64Mcg, late: &mut Late) {
    const NO_FAULTS: &str = "shipped games have no faults";
    let (_, game) = named(name);
    let budget = milliseconds as f64 / 1000.0;
    let between = if player.contains(':') { ',' } else { ':' };
    let asked = parse(&format!("{player}{between}seconds={budget}")).unwrap_or_else(|error| panic!("{error}"));
    let mut measured = 0;
    while measured < most {
        let mut state = game.start();
        for _ in 0..random.next_u64() % MOST_PLIES {
            random_move(&game, &mut state, random);
        }
        let mut seat = asked.make(&game, random.next_u64()).unwrap_or_else(|error| panic!("{error}"));
        let mut moves = Vec::new();
        for _ in 0..QUESTIONS.min(most - measured) {
            let Turn::Player(me) = game.turn(&state, &mut moves).expect(NO_FAULTS) else { break };
            let stop = AtomicBool::new(false);
            let began = Instant::now();
            let limits = asked.limits(&stop);
            let question = Question { game: &game, state: &state, me, moves: &moves, limits, listener: None };
            let choice = seat.choose(&question).expect(NO_FAULTS);
            let took = began.elapsed().as_secs_f64();
            measured += 1;
            if took >= budget {
                late.by.push((took - budget) * 1000.0);
            } else {
                late.early += 1;
            }
            game.apply(&mut state, choice.mv).expect(NO_FAULTS);
            random_move(&game, &mut state, random);
        }
    }
}

fn main() {
    let args = Args::parse();
    let given = args.games.iter().map(String::as_str);
    let games: Vec<&str> = if args.games.is_empty() { GAMES.split(' ').collect() } else { given.collect() };
    let between = if args.players.contains([';', ':']) { ';' } else { ',' };
    for player in args.players.split(between) {
        let mut random = Pcg64Mcg::seed_from_u64(args.seed);
        let mut all = Late::default();
        for name in &games {
            let mut late = Late::default();
            measure(name, player, args.milliseconds, args.moves.div_ceil(games.len()), &mut random, &mut late);
            late.tell(&format!("{player} in {name}"));
            all.by.append(&mut late.by);
            all.early += late.early;
        }
        all.tell(&format!("{player} in all"));
    }
}
