//! `boardwright holdem history`: hand histories (PHH) as records, and records as hand histories.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boardwright_game::record::Record;
use boardwright_games::holdem::phh::HandHistory;
use boardwright_games::holdem::records::{histories_of, record_of};
use boardwright_library::{files, store};

use super::super::replay::select_games;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A hand history (FILE.phh), which becomes a record, or a record, which becomes hand histories.
    file: PathBuf,
    /// Write to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let is_history = args.file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("phh"));
    let text = if is_history { record_text(&args.file)? } else { histories_text(&args.file)? };
    match &args.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(Answer::Yes)
}

/// Text of the record of a hand history.
fn record_text(path: &Path) -> Result<String, Failure> {
    let at = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| Failure::file("read", path, &error))?;
    let history = HandHistory::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| at(error.to_string()))?;
    let record: Record = record_of(&history).map_err(at)?;
    Ok(store::record_text(&record, None))
}

/// Hand histories of the records in a file, separated by empty lines.
fn histories_text(path: &Path) -> Result<String, Failure> {
    let mut texts = Vec::new();
    for stored in select_games(path, None)? {
        let hands = histories_of(&stored.record);
        let hands = hands.map_err(|reason| Failure::Input(format!("{}: {reason}", path.display())))?;
        texts.extend(hands.iter().map(HandHistory::text));
    }
    Ok(texts.join("\n\n") + "\n")
}
