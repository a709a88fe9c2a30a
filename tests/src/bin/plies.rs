//! Long differential test: compares the compiled form with the interpreter along random plies of mutated and generated game files,
//! until the number of plies given on the command line has been compared. The progress is stored in a file, so a later run continues.

use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use boardwright_games::shipped_games;
use boardwright_lang::{AllPictures, Source, load};
use boardwright_tests::differential::{ComparedPlies, assert_forms_agree, compile_both_forms};
use boardwright_tests::generated_games::{edition2013, edition2026};
use boardwright_tests::mutations::mutate;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Default number of plies to compare.
const PLIES: u64 = 10_000_000;
/// Number of files between two writes of the progress file.
const PROGRESS_INTERVAL: u64 = 100;

fn main() -> ExitCode {
    let target_plies = match std::env::args().nth(1).map(|plies| plies.parse()) {
        None => PLIES,
        Some(Ok(plies)) => plies,
        Some(Err(_)) => {
            eprintln!("error: the argument must be a number of plies");
            return ExitCode::from(2);
        }
    };
    let progress_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/plies.txt");
    let (mut seed, mut total) = read_progress(&progress_file);
    while total.plies < target_plies {
        match compare_all(seed..seed + PROGRESS_INTERVAL) {
            Ok(more) => total.add(more),
            Err(seed) => {
                println!(
                    "error: interpreter and compiled form differ in the generated file of seed {seed}:\n{}",
                    game_text(seed)
                );
                return ExitCode::FAILURE;
            }
        }
        seed += PROGRESS_INTERVAL;
        let ComparedPlies { plies, native_plies, scalar_plies } = total;
        println!(
            "{seed} files, {plies} plies, {native_plies} of them by bit-parallel code and {scalar_plies} by scalar code: no difference"
        );
        if let Err(error) = fs::write(&progress_file, format!("{seed} {plies} {native_plies} {scalar_plies}\n")) {
            eprintln!("{}: {error}", progress_file.display());
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Compares the files of the given seeds on all processors; the error is a seed whose file gives different results.
fn compare_all(seeds: Range<u64>) -> Result<ComparedPlies, u64> {
    let next = AtomicU64::new(seeds.start);
    let work = || -> Result<ComparedPlies, u64> {
        let mut all = ComparedPlies::default();
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
    let mut all = ComparedPlies::default();
    for part in parts {
        all.add(part?);
    }
    Ok(all)
}

/// Reads the next seed and the counts so far from the progress file.
fn read_progress(progress_file: &Path) -> (u64, ComparedPlies) {
    let text = fs::read_to_string(progress_file).unwrap_or_default();
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    match numbers[..] {
        [seed, plies, native_plies, scalar_plies] => (seed, ComparedPlies { plies, native_plies, scalar_plies }),
        _ => (0, ComparedPlies::default()),
    }
}

/// Text of the file of a seed: a mutated shipped file, or a generated file of either edition.
fn game_text(seed: u64) -> String {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    match seed % 4 {
        0 => edition2026::generate_game(&mut random),
        1 => edition2013::generate_game(&mut random),
        _ => {
            let game = &shipped_games()[random.random_range(0..shipped_games().len())];
            let edits: [u8; 5] = random.random();
            let text = std::str::from_utf8(game.text).expect("shipped games are UTF-8");
            mutate(text, &edits[..random.random_range(2..=5)])
        }
    }
}

fn compare(seed: u64) -> ComparedPlies {
    let Some(rules) = load(&Source::new("compared.game", game_text(seed).as_bytes()), &AllPictures).rules else {
        return ComparedPlies::default();
    };
    let mut all = ComparedPlies::default();
    let Some(forms) = compile_both_forms(&rules) else { return all };
    // Every ply of a large game takes long.
    let (games, longest) = if rules.elements.len() * rules.locations.len() > 2_000 { (2, 40) } else { (40, 150) };
    for game in 0..games {
        let mut random = Pcg64Mcg::seed_from_u64(game);
        all.add(assert_forms_agree(&forms, longest, |count| random.random_range(0..count)));
    }
    all
}
