//! `boardwright tournament report`: rebuilds tables and reports from the journal.

use std::path::PathBuf;

use boardwright_arena::tournament::rebuild;

use super::progress_display::print_results;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Folder of the results.
    folder: PathBuf,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let ended = rebuild(&args.folder).map_err(|error| Failure::Input(error.to_string()))?;
    print_results(&ended, out)?;
    Ok(Answer::Yes)
}
