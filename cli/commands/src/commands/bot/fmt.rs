//! `boardwright bot fmt`: formats scripts.

use std::io::Write as _;
use std::path::Path;

use boardwright_bots::script::format;
use boardwright_lang::Source;
use boardwright_library::files;
use boardwright_library::load::read_source;
use serde::Serialize;

use crate::answer::Answer;
use crate::commands::fmt::format_each;
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

#[derive(Serialize)]
struct FileEntry<'a> {
    file: &'a str,
    /// `true` if its layout has changed, or would change with `--check`.
    changed: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.stdout && out.is_json() {
        return Err(Failure::Usage("--stdout writes scripts, not JSON".to_owned()));
    }
    format_each(&args.files, |file| format_file(args, file, out))
}

fn format_file(args: &Args, file: &str, out: &mut Output) -> Result<Answer, Failure> {
    let path = Path::new(file);
    let source = read_source(path)?;
    let text = format(&source).map_err(|list| diagnostics(&list, &[&source]))?;
    if args.stdout {
        out.write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    // Compares the hashes of the undecoded bytes: line ends and encoding marks are part of the layout.
    let changed = Source::new(file, text.as_bytes()).hash() != source.hash();
    if changed && !args.check {
        // Write through a symbolic link instead of replacing it.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        files::write(&path, text.as_bytes())?;
    }
    if out.is_json() {
        out.json(&FileEntry { file, changed })?;
    } else if changed && args.check {
        writeln!(out, "{file}")?;
    } else if changed {
        writeln!(out, "{file}: written")?;
    }
    Ok(if changed && args.check { Answer::No } else { Answer::Yes })
}
