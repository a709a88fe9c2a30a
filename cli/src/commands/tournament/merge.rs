//! `boardwright tournament merge`: one folder of results of several parts.

use std::path::PathBuf;

use boardwright_arena::tournament::merge;

use super::live::close;
use crate::commands::Answer;
use crate::failure::Failure;
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folders of the parts.
    #[arg(required = true)]
    parts: Vec<PathBuf>,
    /// The folder of all together.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let ended = merge(&args.parts, &args.out).map_err(|error| Failure::Input(error.to_string()))?;
    close(&ended, out)?;
    Ok(if ended.complete { Answer::Yes } else { Answer::No })
}
