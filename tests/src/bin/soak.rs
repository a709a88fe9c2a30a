//! Soak test of the robot: a hundred random games of each game that fits on a table, played on a simulated table by a simulated
//! arm. The results are stored in a file, so a later run continues.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::Game as _;
use boardwright_games::ROBOT_GAMES;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::{ArmConnection, BoardContents, Layout, Rig, Table, Task, plan_tasks};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Number of games of each shipped robot game.
const GAMES: u64 = 100;

/// Maximum number of plies of a game.
const MAX_PLIES: usize = 300;

/// Totals of the games played of one game.
#[derive(Clone, Copy, Debug, Default)]
struct GameTotals {
    games: u64,
    plies: u64,
    carried: u64,
    asked: u64,
    /// Total time of the arm, in milliseconds.
    time: u64,
    /// Longest time to carry one piece, in milliseconds.
    longest: u64,
}

fn main() -> ExitCode {
    let progress_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak.txt");
    let mut all = parse_totals(&fs::read_to_string(&progress_file).unwrap_or_default());
    for (name, options) in ROBOT_GAMES {
        let mut played = all.get(name).copied().unwrap_or_default();
        while played.games < GAMES {
            if let Err(wrong) = play(name, options, played.games, &mut played) {
                println!("{name}, game {}: {wrong}", played.games);
                return ExitCode::FAILURE;
            }
            played.games += 1;
            all.insert(name.to_owned(), played);
            if let Err(error) = fs::write(&progress_file, format_totals(&all)) {
                eprintln!("{}: {error}", progress_file.display());
                return ExitCode::FAILURE;
            }
        }
        let GameTotals { games, plies, carried, asked, time, longest } = played;
        let each = time as f64 / 1000.0 / carried.max(1) as f64;
        println!(
            "{name:<14} {games} games, {plies} moves, {carried} pieces carried, {asked} requests; {each:.1} s a piece, at most {:.1} s",
            longest as f64 / 1000.0
        );
    }
    ExitCode::SUCCESS
}

fn parse_totals(text: &str) -> BTreeMap<String, GameTotals> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let numbers: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let [games, plies, carried, asked, time, longest] = numbers.try_into().ok()?;
        Some((name, GameTotals { games, plies, carried, asked, time, longest }))
    };
    text.lines().filter_map(line).collect()
}

fn format_totals(all: &BTreeMap<String, GameTotals>) -> String {
    let line = |(name, played): (&String, &GameTotals)| {
        let GameTotals { games, plies, carried, asked, time, longest } = played;
        format!("{name} {games} {plies} {carried} {asked} {time} {longest}\n")
    };
    all.iter().map(line).collect()
}

/// Plays one game; the error describes the first deviation of the simulated table.
fn play(name: &str, options: &[(&str, &str)], seed: u64, played: &mut GameTotals) -> Result<(), String> {
    let options: Vec<(String, String)> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let shipped = boardwright_games::shipped_game(name).ok_or("it does not ship")?;
    let loaded = load_with(&shipped.source(), &LoadRequest { options: &options, ..LoadRequest::default() });
    let game = CompiledGame::new(loaded.rules.ok_or("its file has mistakes")?).map_err(|error| error.to_string())?;
    let config = preset("al5d").ok_or("no such arm")?;
    let start = game.initial_state();
    let layout = Layout::for_game(&game, &config).map_err(|misfit| misfit.to_string())?;
    let slots = layout.slots();
    let contents = BoardContents::set_up(&game, &start, &start, slots).map_err(|error| error.to_string())?;
    let baud = if seed.is_multiple_of(2) { Baud::FAST } else { Baud::SLOW };
    let which = ArmConnection::Simulated { baud, real_time: false };
    let stop = EmergencyStop::new();
    let rig = Rig::new(&which, Table::from_plan(&config, layout), contents, Log::default(), &stop);
    let Rig { executor: mut hand, simulation: rehearsal } = rig.map_err(|error| error.to_string())?;
    let mut rehearsal = rehearsal.ok_or("the arm is there")?;
    hand.arm().start().map_err(|error| error.to_string())?;

    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves) = (start, Vec::new());
    for _ in 0..MAX_PLIES {
        game.legal_moves(&state, &mut moves).map_err(|fault| format!("{fault:?}"))?;
        if moves.is_empty() {
            break;
        }
        let mut next = state.clone();
        game.apply(&mut next, moves[rng.random_range(0..moves.len())]).map_err(|fault| format!("{fault:?}"))?;
        for task in plan_tasks(&game, &state, &next, hand.contents()).map_err(|error| error.to_string())? {
            let started = hand.arm().driver().now();
            hand.perform(task, &mut rehearsal).map_err(|error| error.to_string())?;
            let time = hand.arm().driver().now().saturating_sub(started);
            match task {
                Task::Carry { .. } => {
                    played.carried += 1;
                    let time = u64::try_from(Duration::as_millis(&time)).unwrap_or(u64::MAX);
                    played.time += time;
                    played.longest = played.longest.max(time);
                }
                Task::Ask(_) => played.asked += 1,
            }
        }
        let wrong = rehearsal.deviations();
        if !wrong.is_empty() || !hand.contents().matches(&game, &next) {
            return Err(format!("after {} moves: {wrong:?}", played.plies));
        }
        played.plies += 1;
        state = next;
    }
    hand.arm().rest().map_err(|error| error.to_string())?;
    Ok(())
}
