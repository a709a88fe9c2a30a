//! Compares the forms of games along random plies of files that were edited or invented at random, until so many were
//! compared as were asked for. What was done is noted in a file, so that a later run goes on behind it.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;

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
const NOTED: u64 = 50;

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
        let Ok(more) = catch_unwind(AssertUnwindSafe(|| compare(seed))) else {
            println!("the forms differ in the file of seed {seed}:\n{}", text(seed));
            return ExitCode::FAILURE;
        };
        done = Compared { plies: done.plies + more.plies, by_machine: done.by_machine + more.by_machine };
        seed += 1;
        if seed.is_multiple_of(NOTED) || done.plies >= wanted {
            let Compared { plies, by_machine } = done;
            println!("{seed} files, {plies} plies, {by_machine} of them by machine code too: no difference");
            if let Err(error) = fs::write(&notes, format!("{seed} {plies} {by_machine}\n")) {
                eprintln!("{}: {error}", notes.display());
                return ExitCode::FAILURE;
            }
        }
    }
    ExitCode::SUCCESS
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
        let Compared { plies, by_machine } = agree_once(&forms, longest, |count| random.random_range(0..count));
        all.plies += plies;
        all.by_machine += by_machine;
    }
    all
}
