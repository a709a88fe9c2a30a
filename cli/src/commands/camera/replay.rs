//! `boardwright camera replay`: what a camera saw in a game, looked at again.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_table::eye::session::replay;
use serde_json::json;

use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder in which it was kept: see `boardwright table play --keep`.
    folder: PathBuf,
    /// Also tell what was said and understood then.
    #[arg(long)]
    notes: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let replayed = replay(&args.folder).map_err(|error| Failure::Input(error.to_string()))?;
    let answer = if replayed.otherwise.is_empty() { Answer::Yes } else { Answer::No };
    if out.is_json() {
        let otherwise = |one: &boardwright_table::eye::session::Otherwise| json!({ "picture": one.picture, "then": one.then, "now": one.now });
        out.json(&json!({
            "pictures": replayed.pictures,
            "readings": replayed.readings,
            "notes": replayed.notes,
            "otherwise": replayed.otherwise.iter().map(otherwise).collect::<Vec<_>>(),
        }))?;
        return Ok(answer);
    }
    for (pictures, note) in replayed.notes.iter().filter(|_| args.notes) {
        writeln!(out, "after {pictures} pictures: {note}")?;
    }
    for one in &replayed.otherwise {
        writeln!(out, "{}: then {}; now {}", one.picture, one.then, one.now)?;
    }
    let (pictures, readings) = (replayed.pictures, replayed.readings);
    let otherwise = replayed.otherwise.len();
    writeln!(out, "{pictures} pictures, {readings} of them read; {otherwise} are read otherwise than then")?;
    Ok(answer)
}
