//! `boardwright tournament report`: tables and reports made again from the journal.

use std::path::PathBuf;

use boardwright_arena::tournament::remake;

use super::live::close;
use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the results.
    folder: PathBuf,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let ended = remake(&args.folder).map_err(|error| Failure::Input(error.to_string()))?;
    close(&ended, out)?;
    Ok(Answer::Yes)
}
