//! `boardwright camera replay`: repeats the image analysis of a recorded table session and compares the readings.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_table::perception::session::replay;
use serde_json::json;

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the recorded session: see `boardwright table play --keep`.
    folder: PathBuf,
    /// Also print the messages and results recorded in the session.
    #[arg(long)]
    notes: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let replayed = replay(&args.folder).map_err(|error| Failure::Input(error.to_string()))?;
    let answer = if replayed.differences.is_empty() { Answer::Yes } else { Answer::No };
    if out.is_json() {
        let otherwise = |difference: &boardwright_table::perception::session::ReadingDifference| json!({ "picture": difference.image_file, "then": difference.recorded, "now": difference.replayed });
        out.json(&json!({
            "pictures": replayed.frames,
            "readings": replayed.readings,
            "notes": replayed.notes,
            "otherwise": replayed.differences.iter().map(otherwise).collect::<Vec<_>>(),
        }))?;
        return Ok(answer);
    }
    for (pictures, note) in replayed.notes.iter().filter(|_| args.notes) {
        writeln!(out, "after {pictures} pictures: {note}")?;
    }
    for difference in &replayed.differences {
        writeln!(out, "{}: then {}; now {}", difference.image_file, difference.recorded, difference.replayed)?;
    }
    let (pictures, readings) = (replayed.frames, replayed.readings);
    let otherwise = replayed.differences.len();
    writeln!(out, "{pictures} pictures, {readings} of them read; {otherwise} differ from the recorded readings")?;
    Ok(answer)
}
