//! `boardwright bot fmt`: formats scripts.

use std::path::Path;

use boardwright_bots::script::format;
use boardwright_library::load::read_source;

use crate::answer::Answer;
use crate::commands::fmt::{FormatMode, finish_file, for_each_file};
use crate::failure::{Failure, diagnostics};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; list the files that would change, and exit with status 1 if there are any.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Write to standard output and leave the files unchanged.
    #[arg(long)]
    stdout: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.stdout && out.is_json() {
        return Err(Failure::Usage("--stdout writes scripts, not JSON".to_owned()));
    }
    for_each_file(&args.files, |file| {
        let source = read_source(Path::new(file))?;
        let text = format(&source).map_err(|list| diagnostics(&list, &[&source]))?;
        finish_file(FormatMode::of(args.check, args.stdout), &source, (file, Some(&text)), out)
    })
}
