//! Compares the forms of games along random plies of files that were edited or invented at random, until so many were
//! compared as were asked for. What was done is noted in a file, so that a later run goes on behind it.

use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use boardwright_games::shipped;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::edits::edited;
use boardwright_tests::forms::{Compared, agree_once, both};
use boardwright_tests::invented::{edition2013, edition2026};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// How many plies are compared if no number is given.
const PLIES: u64 = 10_000_000;
/// Files between two notes.
const NOTED: u64 = 100;

fn main() -> ExitCode {
    let wanted = match std::env::args().nth(1).map(|plies| plies.parse()) {
        None => PLIES,
        Some(Ok(plies)) => plies,
        Some(Err(_)) => {
            eprintln!("a number of plies is needed");
            return ExitCode::from(2);
        }
    };
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/plies.txt");
    let (mut seed, mut done) = read(&notes);
    while done.plies < wanted {
        match compare_all(seed..seed + NOTED) {
            Ok(more) => done.add(more),
            Err(seed) => {
                println!("the forms differ in the file of seed {seed}:\n{}", text(seed));
                return ExitCode::FAILURE;
            }
        }
        seed += NOTED;
        let Compared { plies, by_machine } = done;
        println!("{seed} files, {plies} plies, {by_machine} of them by machine code too: no difference");
        if let Err(error) = fs::write(&notes, format!("{seed} {plies} {by_machine}\n")) {
            eprintln!("{}: {error}", notes.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Compares the files of some seeds on all processors; an error is a seed in whose file forms differ.
fn compare_all(seeds: Range<u64>) -> Result<Compared, u64> {
    let next = AtomicU64::new(seeds.start);
    let work = || -> Result<Compared, u64> {
        let mut all = Compared::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.end {
                return Ok(all);
            }
            all.add(catch_unwind(AssertUnwindSafe(|| compare(seed))).map_err(|_| seed)?);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let parts = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("panics are caught")).collect::<Vec<_>>()
    });
    let mut all = Compared::default();
    for part in parts {
        all.add(part?);
    }
    Ok(all)
}

/// The seed to go on with, and what was compared before it.
fn read(notes: &Path) -> (u64, Compared) {
    let text = fs::read_to_string(notes).unwrap_or_default();
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [seed, plies, by_machine] => (seed, Compared { plies, by_machine }),
        _ => (0, Compared::default()),
    }
}

/// The file of a seed: a shipped one with some edits, or an invented one of either edition.
fn text(seed: u64) -> String {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    match seed % 4 {
        0 => edition2026::game(&mut random),
        1 => edition2013::game(&mut random),
        _ => {
            let game = &shipped()[random.random_range(0..shipped().len())];
            let edits: [u8; 5] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            edited(text, &edits[..random.random_range(2..=5)])
        }
    }
}

fn compare(seed: u64) -> Compared {
    let Some(rules) = load(&Source::new("compared.game", text(seed).as_bytes()), &AllPictures).rules else {
        return Compared::default();
    };
    let mut all = Compared::default();
    let Some(forms) = both(&rules) else { return all };
    // Large games take long, ply by ply.
    let (games, longest) = if rules.elements.len() * rules.locations.len() > 2_000 { (2, 40) } else { (40, 150) };
    for game in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(game);
        all.add(agree_once(&forms, longest, |count| random.random_range(0..count)));
    }
    all
}
