//! `boardwright holdem history`: hand histories (PHH) as records, and records as hand histories.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_games::holdem::phh::{NamedHand, parse_all, text_of_all};
use boardwright_games::holdem::records::{histories_of, record_of};
use boardwright_library::{files, store};

use crate::answer::Answer;
use crate::failure::{Failure, note, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Hand histories (FILE.phh, FILE.phhs), which become records, or records, which become hand histories.
    file: PathBuf,
    /// Write to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let is_history = args
        .file
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("phh") || ending.eq_ignore_ascii_case("phhs"));
    let (text, answer) =
        if is_history { record_texts(&args.file)? } else { (histories_text(&args.file)?, Answer::Yes) };
    match &args.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(answer)
}

/// Texts of the records of the hands in a file. Hands that cannot be read are named and left out.
fn record_texts(path: &Path) -> Result<(String, Answer), Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    let at = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let hands = parse_all(&String::from_utf8_lossy(&bytes)).map_err(|error| at(error.to_string()))?;
    let is_single = hands.len() == 1;
    let (mut texts, mut answer) = (String::new(), Answer::Yes);
    for NamedHand { name, history } in hands {
        let place = if is_single { path.display().to_string() } else { format!("{}, hand {name}", path.display()) };
        let history = history.map_err(|error| error.to_string());
        let notes = history.as_ref().map_or_else(|_| Vec::new(), |history| history.notes.clone());
        match history.and_then(|history| record_of(&history)) {
            Ok(record) => texts.push_str(&store::record_text(&record, None)),
            Err(reason) if is_single => return Err(Failure::Input(format!("{place}: {reason}"))),
            Err(reason) => {
                say(&format!("error: {place} is left out: {reason}\n"));
                answer = Answer::No;
            }
        }
        notes.iter().for_each(|text| note(&format!("{place}: {text}")));
    }
    Ok((texts, answer))
}

/// Hand histories of the records in a file: a single hand, or a table for each hand.
fn histories_text(path: &Path) -> Result<String, Failure> {
    let mut all = Vec::new();
    for stored in store::read_all(path)? {
        let hands = histories_of(&stored.record);
        all.extend(hands.map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?);
    }
    Ok(text_of_all(&all))
}
