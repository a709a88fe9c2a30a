//! `boardwright holdem history`: hand histories (PHH) as records, and records as hand histories.

use std::io::Write as _;
use std::path::PathBuf;

use boardwright_library::files;
use boardwright_library::holdem::histories::{HandMessage, convert};

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
    let mut answer = Answer::Yes;
    let text = convert(&args.file, &mut |message| match message {
        HandMessage::LeftOut(message) => {
            say(&format!("error: {message}\n"));
            answer = Answer::No;
        }
        HandMessage::Note(message) => note(&message),
    })?;
    match &args.out {
        Some(path) => files::write(path, text.as_bytes())?,
        None => out.write_all(text.as_bytes())?,
    }
    Ok(answer)
}
