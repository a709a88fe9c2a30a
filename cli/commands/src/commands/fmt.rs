//! `boardwright fmt`: formats game files, and converts files of edition 2013 to edition 2026.
//! The format and the conversion are defined in `boardwright-lang`.

use std::io::Write as _;
use std::path::Path;

use boardwright_lang::{Edition, Source};
use boardwright_library::files;
use boardwright_library::load::read_source;
use clap::ValueEnum;
use serde::Serialize;

use crate::answer::Answer;
use crate::failure::{Failure, diagnostics, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; list the files that would change, and exit with status 1 if there are any.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Convert files of an older edition to this edition.
    #[arg(long, value_enum, value_name = "EDITION")]
    edition: Option<TargetEdition>,
    /// Write to standard output and leave the files unchanged.
    #[arg(long)]
    stdout: bool,
}

/// Target editions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TargetEdition {
    /// The newest edition.
    #[value(name = "2026")]
    E2026,
}

#[derive(Serialize)]
struct FileEntry<'a> {
    file: &'a str,
    /// `true` if its layout or edition has changed, or would change with `--check`.
    changed: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.stdout && out.is_json() {
        return Err(Failure::Usage("--stdout writes game files, not JSON".to_owned()));
    }
    for_each_file(&args.files, |file| {
        let source = read_source(Path::new(file))?;
        let formatted = formatted_text(args, file, &source)?;
        finish_file(FormatMode::of(args.check, args.stdout), &source, (file, formatted.as_deref()), out)
    })
}

/// Processes files one by one. An error in one file is reported and does not stop the others.
pub(super) fn for_each_file(
    files: &[String],
    mut process: impl FnMut(&str) -> Result<Answer, Failure>,
) -> Result<Answer, Failure> {
    let mut answer = Answer::Yes;
    for file in files {
        match process(file) {
            Ok(Answer::Yes) => {}
            Ok(Answer::No) => answer = Answer::No,
            Err(Failure::Input(message)) => {
                say(&format!("error: {message}\n"));
                answer = Answer::No;
            }
            Err(Failure::Diagnostics(rendered)) => {
                say(&rendered);
                answer = Answer::No;
            }
            Err(other) => return Err(other),
        }
    }
    Ok(answer)
}

/// Destination of formatted files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormatMode {
    /// The file is written.
    Write,
    /// Nothing is written; files that would change are listed.
    Check,
    /// Standard output.
    Stdout,
}

impl FormatMode {
    /// The mode of the options `--check` and `--stdout`, which exclude each other.
    pub(super) fn of(is_check: bool, is_stdout: bool) -> Self {
        match (is_check, is_stdout) {
            (true, _) => Self::Check,
            (false, true) => Self::Stdout,
            (false, false) => Self::Write,
        }
    }
}

/// Writes and reports a file with its formatted text; `None` leaves the file unchanged.
pub(super) fn finish_file(
    mode: FormatMode,
    source: &Source,
    (file, formatted): (&str, Option<&str>),
    out: &mut Output,
) -> Result<Answer, Failure> {
    // Compares the hashes of the undecoded bytes: line ends and encoding marks are part of the layout.
    let changed = formatted.is_some_and(|text| Source::new(file, text.as_bytes()).hash() != source.hash());
    let text = formatted.unwrap_or(source.text());
    if mode == FormatMode::Stdout {
        out.write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    let is_check = mode == FormatMode::Check;
    if changed && !is_check {
        // Write through a symbolic link instead of replacing it.
        let path = Path::new(file).canonicalize().unwrap_or_else(|_| file.into());
        files::write(&path, text.as_bytes())?;
    }
    if out.is_json() {
        out.json(&FileEntry { file, changed })?;
    } else if changed && is_check {
        writeln!(out, "{file}")?;
    } else if changed {
        writeln!(out, "{file}: written")?;
    }
    Ok(if changed && is_check { Answer::No } else { Answer::Yes })
}

/// Formatted or converted text of a file; `None` if the file is left unchanged.
fn formatted_text(args: &Args, file: &str, source: &Source) -> Result<Option<String>, Failure> {
    let failure = |list: Vec<_>| diagnostics(&list, &[source]);
    if boardwright_lang::edition(source) != Some(Edition::E2013) {
        return boardwright_lang::format(source).map(Some).map_err(failure);
    }
    if args.edition.is_some() {
        return boardwright_lang::convert(source).map(Some).map_err(failure);
    }
    say(&format!(
        "note: {file} has edition 2013 and is left unchanged; `boardwright fmt --edition 2026 {file}` converts it to edition 2026\n"
    ));
    Ok(None)
}
