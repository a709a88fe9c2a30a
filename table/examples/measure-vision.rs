//! How well boards are read, moves understood and hands noticed, in thousands of pictures that are worked out. What was counted is noted in a
//! file, so that a later run goes on behind it.

mod noted;
#[path = "../tests/camera/trial.rs"]
mod trial;

use std::process::ExitCode;

use boardwright_games::ON_A_TABLE;
use boardwright_table::world::{Level, Ranges};
use trial::{Counts, Trial};

/// How many sessions of each level: together 3,000 moves and 10,000 pictures with a hand, and a few more.
const SESSIONS: u64 = 77;

/// Of each session.
const BOARDS: usize = 20;
const HANDS: usize = 65;

const LEVELS: [(Level, &str); 2] = [(Level::Office, "office"), (Level::Hard, "hard")];

fn main() -> ExitCode {
    let each: Vec<_> = (0..SESSIONS).flat_map(|session| LEVELS.map(|level| (session, level))).collect();
    let named = |(session, (_, called)): &(u64, (Level, &str))| format!("{called} {session}");
    let parts: Vec<String> = each.iter().map(named).collect();
    let lines = noted::all("vision.txt", &parts, |at| {
        let (session, (level, _)) = each[at];
        let name = ON_A_TABLE[session as usize % ON_A_TABLE.len()];
        let mut trial = Trial::new(name, level, Ranges::Measuring, (1280, 720), 1_000_000 + session);
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
        tell("places read rightly", places, all_places);
        tell("boards without a mistake", boards, all_boards);
        tell("moves understood", moves, all_boards);
        tell("moves taken for others", wrong, all_boards);
        tell("moves reported with a hand in the picture", reported, hands);
    }
    ExitCode::SUCCESS
}

/// A count with its share and the bounds of that, with 95% certainty (Wilson 1927).
fn tell(what: &str, count: usize, all: usize) {
    const Z: f64 = 1.96;
    let (share, number) = (count as f64 / all.max(1) as f64, all.max(1) as f64);
    let middle = share + Z * Z / (2.0 * number);
    let far = Z * (share * (1.0 - share) / number + Z * Z / (4.0 * number * number)).sqrt();
    let bound = |end: f64| 100.0 * end / (1.0 + Z * Z / number);
    println!(
        "  {what}: {count} of {all}, {:.3} % ({:.3} to {:.3} %)",
        100.0 * share,
        bound(middle - far).max(0.0),
        bound(middle + far).min(100.0)
    );
}
