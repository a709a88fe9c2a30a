//! Measures the accuracy of board reading, move recognition and occlusion detection on thousands of synthetic camera
//! images. Results are stored in a file, so that a later run continues.

mod checkpoint;
#[path = "checkpoint/proportion.rs"]
mod proportion;
#[path = "../tests/simulation/camera/trial.rs"]
mod trial;

use std::process::ExitCode;

use boardwright_games::ROBOT_GAMES;
use boardwright_table::simulation::{Difficulty, ParameterSet};
use proportion::print_proportion;
use trial::{Counts, Trial};

/// Number of sessions for each difficulty: together 3,000 moves and 10,000 images with a hand, and a few more.
const SESSIONS: u64 = 77;

/// Number of boards and of images with a hand in each session.
const BOARDS: usize = 20;
const HANDS: usize = 65;

const LEVELS: [(Difficulty, &str); 2] = [(Difficulty::Office, "office"), (Difficulty::Hard, "hard")];

fn main() -> ExitCode {
    let each: Vec<_> = (0..SESSIONS).flat_map(|session| LEVELS.map(|level| (session, level))).collect();
    let named = |(session, (_, called)): &(u64, (Difficulty, &str))| format!("{called} {session}");
    let parts: Vec<String> = each.iter().map(named).collect();
    let lines = checkpoint::run_all("vision.txt", &parts, |at| {
        let (session, (level, _)) = each[at];
        let name = ROBOT_GAMES[session as usize % ROBOT_GAMES.len()];
        let mut trial = Trial::new(name, level, ParameterSet::Evaluation, (1280, 720), 1_000_000 + session);
        let mut counts = Counts::default();
        if let Err(poor) = trial.session(BOARDS, HANDS, &mut counts) {
            println!("{}, {}: {poor}", parts[at], name.0);
        }
        format!("{} {}", name.0, counts.all().map(|count| count.to_string()).join(" "))
    });
    let lines = match lines {
        Ok(lines) => lines,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    for (_, called) in LEVELS {
        let mut sum = [0_usize; 8];
        for line in lines.iter().filter(|line| line.starts_with(&format!("{called} "))) {
            let numbers = line.split(' ').skip(3).map(|number| number.parse::<usize>().unwrap_or(0));
            sum.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        }
        let [places, all_places, boards, all_boards, moves, wrong, hands, reported] = sum;
        println!("{called}:");
        print_proportion("places read correctly", places, all_places);
        print_proportion("boards read without an error", boards, all_boards);
        print_proportion("moves recognised", moves, all_boards);
        print_proportion("moves mistaken for others", wrong, all_boards);
        print_proportion("moves reported with a hand in the picture", reported, hands);
    }
    ExitCode::SUCCESS
}
