//! Games at random on a table that is not there, made by an arm that is not there: a hundred of each game that fits on a table. What was
//! played is noted in a file, so that a later run goes on behind it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_engine::spec::SpecGame;
use boardwright_games::ON_A_TABLE;
use boardwright_lang::{Request, load_with};
use boardwright_robot::EmergencyStop;
use boardwright_robot::arm::preset;
use boardwright_robot::protocol::Baud;
use boardwright_robot::wire::Log;
use boardwright_table::{Layout, Rig, Standing, Table, Task, Which, tasks};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// How many games of each.
const GAMES: u64 = 100;

/// Where games end that nothing else ends.
const MOST_PLIES: usize = 300;

/// What was played of a game.
#[derive(Clone, Copy, Debug, Default)]
struct Played {
    games: u64,
    plies: u64,
    carried: u64,
    asked: u64,
    /// Of the arm, in milliseconds.
    time: u64,
    /// The longest time of one piece, in milliseconds.
    longest: u64,
}

fn main() -> ExitCode {
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/soak.txt");
    let mut all = read(&fs::read_to_string(&notes).unwrap_or_default());
    for (name, options) in ON_A_TABLE {
        let mut played = all.get(name).copied().unwrap_or_default();
        while played.games < GAMES {
            if let Err(wrong) = play(name, options, played.games, &mut played) {
                println!("{name}, game {}: {wrong}", played.games);
                return ExitCode::FAILURE;
            }
            played.games += 1;
            all.insert(name.to_owned(), played);
            if let Err(error) = fs::write(&notes, write(&all)) {
                eprintln!("{}: {error}", notes.display());
                return ExitCode::FAILURE;
            }
        }
        let Played { games, plies, carried, asked, time, longest } = played;
        let each = time as f64 / 1000.0 / carried.max(1) as f64;
        println!(
            "{name:<14} {games} games, {plies} moves, {carried} pieces carried, {asked} requests; {each:.1} s a piece, at most {:.1} s",
            longest as f64 / 1000.0
        );
    }
    ExitCode::SUCCESS
}

fn read(text: &str) -> BTreeMap<String, Played> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let numbers: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        let [games, plies, carried, asked, time, longest] = numbers.try_into().ok()?;
        Some((name, Played { games, plies, carried, asked, time, longest }))
    };
    text.lines().filter_map(line).collect()
}

fn write(all: &BTreeMap<String, Played>) -> String {
    let line = |(name, played): (&String, &Played)| {
        let Played { games, plies, carried, asked, time, longest } = played;
        format!("{name} {games} {plies} {carried} {asked} {time} {longest}\n")
    };
    all.iter().map(line).collect()
}

/// One game; what is wrong on the table as soon as something is.
fn play(name: &str, options: &[(&str, &str)], seed: u64, played: &mut Played) -> Result<(), String> {
    let options: Vec<(String, String)> =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let shipped = boardwright_games::named(name).ok_or("it does not ship")?;
    let loaded = load_with(&shipped.source(), &Request { options: &options, ..Request::default() });
    let game = SpecGame::new(loaded.rules.ok_or("its file has mistakes")?).map_err(|error| error.to_string())?;
    let config = preset("al5d").ok_or("no such arm")?;
    let start = game.start();
    let layout = Layout::of(&game, &config).map_err(|misfit| misfit.to_string())?;
    let slots = layout.spots.len() - layout.board;
    let standing = Standing::set_up(&game, &start, &start, slots).map_err(|error| error.to_string())?;
    let baud = if seed.is_multiple_of(2) { Baud::FAST } else { Baud::SLOW };
    let which = Which::Simulated { baud, real_time: false };
    let stop = EmergencyStop::new();
    let rig = Rig::new(&which, Table::planned(&config, layout), standing, Log::default(), &stop);
    let Rig { mut hand, rehearsal } = rig.map_err(|error| error.to_string())?;
    let mut rehearsal = rehearsal.ok_or("the arm is there")?;
    hand.arm().start().map_err(|error| error.to_string())?;

    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let (mut state, mut moves) = (start, Vec::new());
    for _ in 0..MOST_PLIES {
        game.turn(&state, &mut moves).map_err(|fault| format!("{fault:?}"))?;
        if moves.is_empty() {
            break;
        }
        let mut next = state.clone();
        game.apply(&mut next, moves[rng.random_range(0..moves.len())]).map_err(|fault| format!("{fault:?}"))?;
        for task in tasks(&game, &state, &next, hand.standing()).map_err(|error| error.to_string())? {
            let begun = hand.arm().driver().now();
            hand.perform(task, &mut rehearsal).map_err(|error| error.to_string())?;
            let time = hand.arm().driver().now().saturating_sub(begun);
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
        let wrong = rehearsal.wrong();
        if !wrong.is_empty() || !hand.standing().agrees(&game, &next) {
            return Err(format!("after {} moves: {wrong:?}", played.plies));
        }
        played.plies += 1;
        state = next;
    }
    hand.arm().rest().map_err(|error| error.to_string())?;
    Ok(())
}
