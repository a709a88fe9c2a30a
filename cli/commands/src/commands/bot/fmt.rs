//! `boardwright bot fmt`: formats scripts and rule files.

use std::path::Path;

use boardwright_bots::rules::CheckOptions;
use boardwright_bots::{rules, script};
use boardwright_library::load::read_source;
use boardwright_library::rule_files::is_rule_file;

use crate::answer::Answer;
use crate::commands::fmt::{FormatMode, finish_file, for_each_file};
use crate::failure::{Failure, diagnostics};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Scripts and rule files (.tks).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; list the files that would change, and exit with status 1 if there are any.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Write to standard output and leave the files unchanged.
    #[arg(long)]
    stdout: bool,
    /// Read rule files as the published system does, with the quirks of its Prolog.
    #[arg(long)]
    compatible: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.stdout && out.is_json() {
        return Err(Failure::Usage("--stdout writes scripts, not JSON".to_owned()));
    }
    for_each_file(&args.files, |file| {
        let source = read_source(Path::new(file))?;
        let text = if is_rule_file(file) {
            rules::format(&source, CheckOptions { is_compatible: args.compatible })
        } else {
            script::format(&source)
        };
        let text = text.map_err(|list| diagnostics(&list, &[&source]))?;
        finish_file(FormatMode::of(args.check, args.stdout), &source, (file, Some(&text)), out)
    })
}
