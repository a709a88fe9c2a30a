//! Whole games between a person, a camera, a player and an arm, none of which is there; everything is looked at after each turn. What was
//! played is noted in a file, so that a later run goes on behind it.

mod noted;
#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/looped/setting.rs"]
mod setting;

use std::process::ExitCode;

use setting::Setting;

/// The games, and how many of each.
const NAMES: [&str; 8] = ["tic-tac-toe", "connect-four", "nim", "frogs", "mill", "alquerque", "draughts", "halma"];
const GAMES: u64 = 20;

/// Where games end that nothing else ends.
const MOST: usize = 300;

fn main() -> ExitCode {
    let each: Vec<_> = (0..GAMES).flat_map(|number| NAMES.map(|name| (name, number))).collect();
    let parts: Vec<String> = each.iter().map(|(name, number)| format!("{name} {number}")).collect();
    let lines = noted::all("loop.txt", &parts, |at| {
        let (name, number) = each[at];
        let mut setting = Setting::new(name, 2_000 + number);
        let turns = setting.play(MOST);
        let said = setting.company.heard.len();
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
