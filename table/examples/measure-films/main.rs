//! Measures how many films of games in folders, as `cargo xtask render` makes them, are read whole.
//!
//! `cargo xtask measure films [light | bump | marker | missed] FOLDER ...`; the words name disturbances of the films.

mod disturbance;
#[path = "../../tests/simulation/camera/film.rs"]
mod film;
#[path = "../checkpoint/proportion.rs"]
mod proportion;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use disturbance::{DISTURBANCES, Disturbance};
use film::{Truth, truth_in, watch_film};
use proportion::print_proportion;

fn main() -> ExitCode {
    let (mut folders, mut disturbances) = (Vec::new(), Vec::new());
    for word in std::env::args().skip(1) {
        match DISTURBANCES.iter().find(|(name, ..)| *name == word) {
            Some((_, description, disturbance)) => disturbances.push((*description, Some(*disturbance))),
            None => folders.push(PathBuf::from(word)),
        }
    }
    if folders.is_empty() {
        eprintln!("measure films needs a folder with films, as `cargo xtask render` makes them");
        return ExitCode::from(2);
    }
    if disturbances.is_empty() {
        disturbances.push(("", None));
    }
    for (description, disturbance) in disturbances {
        for level in ["office", "hard"] {
            let films: Vec<PathBuf> = folders.iter().flat_map(|folder| films_in(folder, level)).collect();
            if !films.is_empty() {
                println!("{level} {description}");
                measure(&films, disturbance);
            }
        }
    }
    ExitCode::SUCCESS
}

/// The films of a level in a folder.
fn films_in(folder: &Path, level: &str) -> Vec<PathBuf> {
    let is_film = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with(level) && path.join("truth.json").is_file()
    };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut films: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_film).collect();
    films.sort();
    films
}

/// Reads films, and prints how many are read whole.
fn measure(films: &[PathBuf], disturbance: Option<Disturbance>) {
    let (mut whole, mut wrong, mut read, mut moves) = (0, 0, 0, 0);
    let (mut hands, mut messages) = (0, 0);
    for path in films {
        let mut truth: Truth = truth_in(path);
        let disturbed = disturbance.map_or(Ok(()), |disturbance| disturbance.disturb(path, &mut truth));
        moves += truth.line.len();
        hands += truth.pictures.iter().filter(|shown| shown.has_hand()).map(|shown| shown.frames).sum::<usize>();
        match disturbed.and_then(|()| watch_film(path, &truth)) {
            Ok(reading) => {
                let is_whole = reading.mistake.is_none() && reading.read == truth.line;
                whole += usize::from(is_whole);
                wrong += usize::from(reading.mistake.is_some());
                read += reading.read.len();
                messages += reading.messages_with_hand.len();
                for text in &reading.messages_with_hand {
                    println!("{}: with a hand: {text}", path.display());
                }
                if !is_whole {
                    let mistake = reading.mistake.unwrap_or_default();
                    println!("{}: {} of {} moves; {mistake}", path.display(), reading.read.len(), truth.line.len());
                    for text in &reading.messages {
                        println!("    {text}");
                    }
                }
            }
            Err(error) => println!("{}: {error}", path.display()),
        }
    }
    print_proportion("films read whole", whole, films.len());
    print_proportion("moves read", read, moves);
    print_proportion("films with a wrong move or one while a hand is in view", wrong, films.len());
    print_proportion("messages in frames with a hand", messages, hands);
}
