//! Benchmark of deadlines: how late a player answers in every shipped game and in the game files of given folders. Each answer
//! includes the construction of the player, with its preparation of the game, and in games with hidden information the search for
//! what the player may know. On a loaded machine the waiting time for a processor is included.
//!
//! `cargo xtask measure deadlines FOLDER...`

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use boardwright_game::deadline::{self, Deadline};
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_game::playout::{random_below, random_weighted_index};
use boardwright_games::rust_games::RUST_GAMES;
use boardwright_games::shipped_games;
use boardwright_library::load::load;
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Choice, Player, PlayerSpec, Question, parse, state_to_ask};
use clap::Parser;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

#[derive(Parser)]
struct Args {
    /// Game files, and folders with game files, in addition to the shipped games.
    paths: Vec<PathBuf>,
    /// Player to measure, with a time limit.
    #[arg(long, default_value = "portfolio:seconds=0.5")]
    player: String,
    /// Numbers of random plies before each position, separated by commas.
    #[arg(long, default_value = "0,7,26,40", value_delimiter = ',')]
    plies: Vec<usize>,
    /// Measures only the given files and folders.
    #[arg(long)]
    only: bool,
    /// Seed of positions and random choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Maximum time for the random plies before a position: slow rules get fewer.
const MAX_OPENING: Duration = Duration::from_secs(2);
/// Delay that a player may have.
const TOLERANCE: f64 = 0.050;

/// Answers of a player in one game.
#[derive(Default)]
struct Answers {
    /// Duration of each answer in seconds.
    seconds: Vec<f64>,
    min_depth: Option<u32>,
    /// Number of answers without a value, and without a search.
    without_value: usize,
    without_search: usize,
    /// Description of how the player plays the game.
    about: Option<String>,
}

impl Answers {
    fn add<M>(&mut self, choice: &Choice<M>, seconds: f64) {
        self.seconds.push(seconds);
        self.min_depth = Some(self.min_depth.map_or(choice.depth, |least| least.min(choice.depth)));
        self.without_value += usize::from(choice.value.is_none());
        self.without_search += usize::from(choice.nodes == 0);
    }

    fn worst(&self) -> f64 {
        self.seconds.iter().copied().fold(0.0, f64::max)
    }
}

/// Measures the answers in one game.
struct Measurement<'a> {
    args: &'a Args,
    spec: &'a PlayerSpec,
}

impl GameOperation for Measurement<'_> {
    type Output = Result<Answers, String>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self { args, spec } = self;
        let mut random = Pcg64Mcg::seed_from_u64(args.seed);
        let mut answers = Answers::default();
        for &plies in &args.plies {
            let mut state = opening(game, plies, &mut random).map_err(|fault| fault.to_string())?;
            let mut moves = Vec::new();
            let turn = game.legal_moves(&state, &mut moves).map_err(|fault| fault.to_string())?;
            let Turn::Player(me) = turn else { continue };
            let stop = AtomicBool::new(false);
            let limits = spec.limits(&stop);
            let player = spec.make_within(game, args.seed, &PlayerArtifacts::default(), &limits);
            let mut player = player.map_err(|error| error.to_string())?;
            let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
            let choice = ask(&mut *player, &question).map_err(|fault| fault.to_string())?;
            // A player does not search where there is a single legal move.
            if moves.len() > 1 {
                answers.add(&choice, limits.start.elapsed().as_secs_f64());
            }
            answers.about = player.description();
            // The next move of the same player.
            game.apply(&mut state, choice.mv).map_err(|fault| fault.to_string())?;
            if let Turn::Player(me) = game.legal_moves(&state, &mut moves).map_err(|fault| fault.to_string())?
                && moves.len() > 1
            {
                let limits = spec.limits(&stop);
                let question = Question { game, state: &state, me, moves: &moves, limits, listener: None, clocks: &[] };
                let choice = ask(&mut *player, &question).map_err(|fault| fault.to_string())?;
                answers.add(&choice, limits.start.elapsed().as_secs_f64());
            }
        }
        Ok(answers)
    }
}

/// The answer of a player, which gets nothing that it may not see.
fn ask<G: Game>(player: &mut dyn Player<G>, question: &Question<'_, G>) -> Result<Choice<G::Move>, Fault> {
    match state_to_ask(player, question)? {
        Some(state) => player.choose(&Question { state: &state, ..*question }),
        None => Ok(Choice::without_search(question.moves[0])),
    }
}

/// The position after some random plies: the last one in which a player is to move.
fn opening<G: Game>(game: &G, plies: usize, random: &mut Pcg64Mcg) -> Result<G::State, Fault> {
    let _deadline = Deadline::set(Instant::now().checked_add(MAX_OPENING));
    let (mut state, mut moves, mut chances) = (game.initial_state(), Vec::new(), Vec::new());
    let mut last = state.clone();
    let mut made = 0;
    loop {
        let index = match game.legal_moves(&state, &mut moves) {
            Ok(Turn::Player(_)) => {
                last.clone_from(&state);
                if made >= plies || deadline::is_over() {
                    return Ok(last);
                }
                random_below(moves.len(), random)
            }
            Ok(Turn::Chance) => {
                game.chance_probabilities(&state, &mut chances);
                random_weighted_index(&chances, random)
            }
            Ok(Turn::Over(_)) => return Ok(last),
            Err(fault) if fault.is_interruption() => return Ok(last),
            Err(fault) => return Err(fault),
        };
        match game.apply(&mut state, moves[index]) {
            Ok(()) => made += 1,
            Err(fault) if fault.is_interruption() => return Ok(last),
            Err(fault) => return Err(fault),
        }
    }
}

/// The game files at a path: the file itself, or those in the folder, sorted.
fn game_files(path: &Path) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(path) else { return vec![path.display().to_string()] };
    let files = folder.filter_map(|entry| Some(entry.ok()?.path()));
    let files = files.filter(|file| file.extension().is_some_and(|extension| extension == "game"));
    let mut names: Vec<String> = files.map(|file| file.display().to_string()).collect();
    names.sort();
    names
}

/// Runs the benchmark with the arguments of a program.
pub fn run(arguments: &[String]) -> ExitCode {
    let args = Args::parse_from(arguments);
    let stop = AtomicBool::new(false);
    let spec = parse(&args.player).unwrap_or_else(|error| panic!("{error}"));
    let Some(limit) = spec.limits(&stop).time else {
        eprintln!("{} has no time limit; add `seconds=...`", args.player);
        return ExitCode::from(2);
    };
    let shipped = shipped_games()
        .iter()
        .map(|game| game.name.to_owned())
        .chain(RUST_GAMES.iter().map(|game| game.info.name.to_owned()));
    let mut names: Vec<String> = if args.only { Vec::new() } else { shipped.collect() };
    names.extend(args.paths.iter().flat_map(|path| game_files(path)));
    println!("{} in milliseconds; a negative delay is an early answer", args.player);
    println!(
        "{:<40} {:>8} {:>11} {:>6} {:>8} {:>9}  player",
        "game", "answers", "worst delay", "depth", "no value", "no search"
    );
    let mut worst: Vec<(f64, String)> = Vec::new();
    for name in names {
        let loaded = match load(&name) {
            Ok(loaded) => loaded,
            Err(error) => {
                println!("{name:<40} cannot be loaded: {error:?}");
                continue;
            }
        };
        match loaded.run(Measurement { args: &args, spec: &spec }) {
            Ok(answers) => {
                let delay = answers.worst() - limit.as_secs_f64();
                let shown = name.rsplit('/').next().unwrap_or(&name);
                println!(
                    "{shown:<40} {:>8} {:>11.1} {:>6} {:>8} {:>9}  {}",
                    answers.seconds.len(),
                    delay * 1000.0,
                    answers.min_depth.map_or_else(|| "-".to_owned(), |depth| depth.to_string()),
                    answers.without_value,
                    answers.without_search,
                    answers.about.unwrap_or_default(),
                );
                worst.push((delay, name));
            }
            Err(error) => println!("{name:<40} cannot be played: {error}"),
        }
        let _ = std::io::stdout().flush();
    }
    worst.sort_by(|one, other| other.0.total_cmp(&one.0));
    let late = worst.iter().filter(|(delay, _)| *delay > TOLERANCE).count();
    if let Some((delay, name)) = worst.first() {
        println!("\nworst delay: {:.1} ms in {name}; {late} games over {:.0} ms", delay * 1000.0, TOLERANCE * 1000.0);
    }
    ExitCode::from(u8::from(late > 0))
}
