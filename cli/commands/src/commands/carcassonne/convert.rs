//! `boardwright carcassonne convert`: text records of the thesis to records of this program, and back.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::carcassonne::records;
use boardwright_library::files;

use crate::answer::Answer;
use crate::failure::{Failure, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// A text record, or a record of this program; it becomes the other kind.
    record: PathBuf,
    /// Game of a text record with its options, such as carcassonne:small-city-2=1; by default the usual rules.
    #[arg(long)]
    game: Option<String>,
    /// Write to this file.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let converted = records::convert(&args.record, args.game.as_deref())?;
    match &args.out {
        Some(path) => {
            files::write(path, converted.as_bytes())?;
            say(&format!("the game is in {}\n", path.display()));
        }
        None => out.write_all(converted.as_bytes())?,
    }
    Ok(Answer::Yes)
}
