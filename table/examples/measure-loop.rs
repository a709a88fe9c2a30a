//! Whole games between a person, a camera, a player and an arm, none of which is there; everything is looked at after each turn. What was
//! played is noted in a file, so that a later run goes on behind it.

#[allow(dead_code, reason = "tests look at more of it")]
#[path = "../tests/looped/setting.rs"]
mod setting;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use setting::Setting;

/// The games, and how many of each.
const NAMES: [&str; 8] = ["tic-tac-toe", "connect-four", "nim", "frogs", "mill", "alquerque", "draughts", "halma"];
const GAMES: u64 = 20;

/// Where games end that nothing else ends.
const MOST: usize = 300;

fn main() -> ExitCode {
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/loop.txt");
    let mut lines: Vec<String> = fs::read_to_string(&notes).unwrap_or_default().lines().map(str::to_owned).collect();
    for number in 0..GAMES {
        for name in NAMES {
            let key = format!("{name} {number} ");
            if lines.iter().any(|line| line.starts_with(&key)) {
                continue;
            }
            let mut setting = Setting::new(name, 2_000 + number);
            let turns = setting.play(MOST);
            println!("{name}, game {number}: {turns} turns, {} things said", setting.company.heard.len());
            lines.push(format!("{key}{turns} {}", setting.company.heard.len()));
            if let Err(error) = fs::write(&notes, lines.join("\n") + "\n") {
                eprintln!("{}: {error}", notes.display());
                return ExitCode::FAILURE;
            }
        }
    }
    for name in NAMES {
        let played = lines.iter().filter(|line| line.starts_with(&format!("{name} ")));
        let turns: usize = played.clone().filter_map(|line| line.split(' ').nth(2)?.parse::<usize>().ok()).sum();
        println!("{name}: {} games, {turns} turns, every position right", played.count());
    }
    ExitCode::SUCCESS
}
