//! Plays whole simulated games between a person and an arm with a camera, and checks the table after every turn.
//! Results are stored in a file, so that a later run continues.

mod checkpoint;
#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/simulation/game_loop/setting.rs"]
mod setting;

use std::process::ExitCode;

use setting::Setting;

/// The games, and the number of games of each.
const NAMES: [&str; 8] = ["tic-tac-toe", "connect-four", "nim", "frogs", "mill", "alquerque", "draughts", "halma"];
const GAMES: u64 = 20;

/// Maximum number of turns of a game.
const MOST: usize = 300;

fn main() -> ExitCode {
    let each: Vec<_> = (0..GAMES).flat_map(|number| NAMES.map(|name| (name, number))).collect();
    let parts: Vec<String> = each.iter().map(|(name, number)| format!("{name} {number}")).collect();
    let lines = checkpoint::run_all("loop.txt", &parts, |at| {
        let (name, number) = each[at];
        let mut setting = Setting::new(name, 2_000 + number);
        let turns = setting.play(MOST);
        let said = setting.helper.heard.len();
        println!("{name}, game {number}: {turns} turns, {said} things said");
        format!("{turns} {said}")
    });
    let lines = match lines {
        Ok(lines) => lines,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for name in NAMES {
        let played = lines.iter().filter(|line| line.starts_with(&format!("{name} ")));
        let turns: usize = played.clone().filter_map(|line| line.split(' ').nth(2)?.parse::<usize>().ok()).sum();
        println!("{name}: {} games, {turns} turns, every position right", played.count());
    }
    ExitCode::SUCCESS
}
