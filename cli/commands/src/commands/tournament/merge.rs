//! `boardwright tournament merge`: merges the result folders of several parts into one.

use std::path::PathBuf;

use boardwright_arena::tournament::merge;

use super::progress_display::print_results;
use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Result folders of the parts.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// Folder of the merged results.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let ended = merge(&args.parts, &args.out).map_err(|error| Failure::Input(error.to_string()))?;
    print_results(&ended, out)?;
    Ok(if ended.complete { Answer::Yes } else { Answer::No })
}
