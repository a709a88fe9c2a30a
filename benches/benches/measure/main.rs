//! Measurements that are programs with arguments of their own. The first argument is the name of one:
//!
//!     cargo bench -p boardwright-benches --bench measure -- NAME [ARGUMENTS]
//!
//! Without a name it lists them. The benchmark `load` is not among them: it counts allocations, and the allocator that does so is
//! slower for every program that it is linked with.

mod arena;
mod carcassonne;
mod ceiling;
mod deadlines;
mod growth;
mod lateness;
mod perft;
mod prove;
mod published;
mod speed;
mod strength;
mod tables;
mod tarok;

use std::process::ExitCode;

/// A measurement.
struct Measurement {
    name: &'static str,
    /// Description in one line.
    about: &'static str,
    /// Runs it with the arguments of a program: the name comes first.
    run: fn(&[String]) -> ExitCode,
}

/// All measurements, sorted by name.
const MEASUREMENTS: &[Measurement] = &[
    Measurement { name: "arena", about: "time of a tournament per move, without that of the players", run: arena::run },
    Measurement { name: "carcassonne", about: "complete games of Carcassonne per second", run: carcassonne::run },
    Measurement { name: "ceiling", about: "playouts of game files against programs by hand", run: ceiling::run },
    Measurement { name: "deadlines", about: "delays of a player's answers in every game", run: deadlines::run },
    Measurement { name: "growth", about: "time of a random move by board size", run: growth::run },
    Measurement { name: "lateness", about: "delays of several players with a time limit", run: lateness::run },
    Measurement { name: "perft", about: "lines per second when positions are counted", run: perft::run },
    Measurement { name: "prove", about: "time of proofs of a game's value", run: prove::run },
    Measurement { name: "published", about: "the round robin on Connect Four published in 2013", run: published::run },
    Measurement { name: "speed", about: "positions and playouts per second of searches", run: speed::run },
    Measurement { name: "strength", about: "games of a player against others", run: strength::run },
    Measurement { name: "tables", about: "the table of docs/performance.md, for every game", run: tables::run },
    Measurement { name: "tarok", about: "random deals of tarok per second, and time of decisions", run: tarok::run },
];

/// The measurements with their descriptions, one on each line.
fn list() -> String {
    let line = |measurement: &Measurement| format!("  {:<12} {}", measurement.name, measurement.about);
    format!("the measurements are:\n\n{}", MEASUREMENTS.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn main() -> ExitCode {
    // `cargo bench` adds `--bench` at the end.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let Some(name) = arguments.first() else {
        // Runs of all benchmarks come here, and must not fail.
        println!("{}", list());
        return ExitCode::SUCCESS;
    };
    match MEASUREMENTS.iter().find(|measurement| measurement.name == name) {
        Some(measurement) => (measurement.run)(&arguments),
        None => {
            eprintln!("no measurement is called \"{name}\"; {}", list());
            ExitCode::from(2)
        }
    }
}
