//! `boardwright fmt`: gives game files their one layout, and makes files of 2013 into files of 2026.
//! What the layout is, and what can be converted, is decided in `boardwright-lang`.

use std::io::Write as _;
use std::path::Path;

use boardwright_lang::{Edition, Source};
use boardwright_shelf::files;
use boardwright_shelf::load::read_source;
use clap::ValueEnum;
use serde::Serialize;

use super::Answer;
use crate::failure::{Failure, diagnostics, say};
use crate::output::Output;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game files.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Change nothing; list the files that would change, and exit with 1 if there are any.
    #[arg(long, conflicts_with = "stdout")]
    check: bool,
    /// Make files of an older edition into files of this one.
    #[arg(long, value_enum, value_name = "EDITION")]
    edition: Option<Wanted>,
    /// Write to standard output, and leave the files as they are.
    #[arg(long)]
    stdout: bool,
}

/// Editions that files can be made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// The newest one.
    #[value(name = "2026")]
    E2026,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    /// Whether its layout, or its edition, is another one now, or would be.
    changed: bool,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    if args.stdout && out.is_json() {
        return Err(Failure::Usage("--stdout writes game files, not JSON".to_owned()));
    }
    let mut answer = Answer::Yes;
    for file in &args.files {
        // One file with a mistake is no reason to leave the others.
        match one(args, file, out) {
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

fn one(args: &Args, file: &str, out: &mut Output) -> Result<Answer, Failure> {
    let path = Path::new(file);
    let source = read_source(path)?;
    let made = made(args, file, &source)?;
    // Compared by their bytes: line ends and marks of encodings are a matter of layout.
    let changed = made.as_ref().is_some_and(|text| Source::new(file, text.as_bytes()).hash() != source.hash());
    let text = made.as_deref().unwrap_or(source.text());
    if args.stdout {
        out.write_all(text.as_bytes())?;
        return Ok(Answer::Yes);
    }
    if changed && !args.check {
        // A link stays a link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        files::write(&path, text.as_bytes())?;
    }
    if out.is_json() {
        out.json(&Entry { file, changed })?;
    } else if changed && args.check {
        writeln!(out, "{file}")?;
    } else if changed {
        writeln!(out, "{file}: written")?;
    }
    Ok(if changed && args.check { Answer::No } else { Answer::Yes })
}

/// The file as it should be; `None` if it is left as it is.
fn made(args: &Args, file: &str, source: &Source) -> Result<Option<String>, Failure> {
    let told = |list: Vec<_>| diagnostics(&list, &[source]);
    if boardwright_lang::edition(source) != Some(Edition::E2013) {
        return boardwright_lang::format(source).map(Some).map_err(told);
    }
    if args.edition.is_some() {
        return boardwright_lang::convert(source).map(Some).map_err(told);
    }
    say(&format!(
        "note: {file} is of the edition 2013 and left as it is; `boardwright fmt --edition 2026 {file}` makes one of 2026 of it\n"
    ));
    Ok(None)
}
