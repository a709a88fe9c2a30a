//! `boardwright check`: reads game files and tells everything that is wrong with them. What counts as wrong is
//! decided in `boardwright-lang`.

use std::io::Write as _;

use boardwright_engine::rules::Span;
use boardwright_engine::spec::SpecGame;
use boardwright_games::ShippedFiles;
use boardwright_lang::{Diagnostic, Request, Severity, Source};
use boardwright_shelf::load::{Found, find, read_source, refuse_choices, split_game};
use boardwright_shelf::pictures::NearFile;
use clap::ValueEnum;
use serde::Serialize;

use super::Answer;
use crate::failure::{Failure, say};
use crate::output::{Output, counted};
use crate::trial;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game files, or names of shipped games; their options may follow.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// What else is an error.
    #[arg(long, value_enum, value_name = "warnings")]
    deny: Option<Deny>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deny {
    /// Every warning.
    Warnings,
}

#[derive(Serialize)]
struct Entry<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    /// One past the last character.
    end_column: usize,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    help: Option<&'a str>,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    let mut answer = Answer::Yes;
    for file in &args.files {
        // One file that cannot be read is no reason to keep quiet about the others.
        let (sources, list) = match diagnose(file) {
            Ok(found) => found,
            Err(Failure::Input(message)) => {
                say(&format!("error: {message}\n"));
                answer = Answer::No;
                continue;
            }
            Err(other) => return Err(other),
        };
        let count = |severity| list.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        if errors > 0 || warnings > 0 && args.deny == Some(Deny::Warnings) {
            answer = Answer::No;
        }
        if out.is_json() {
            list.iter().try_for_each(|diagnostic| out.json(&entry(&sources, diagnostic)))?;
            continue;
        }
        if !list.is_empty() {
            let rendered = boardwright_lang::render(&list, &sources.iter().collect::<Vec<_>>(), out.colour());
            writeln!(out, "{}\n", rendered.trim_end())?;
        }
        writeln!(out, "{}: {}", sources[0].name(), summary(errors, warnings))?;
    }
    Ok(answer)
}

/// Everything there is to tell about one file, also with the least and the greatest choice of each option; and the
/// file with those that it is based on.
fn diagnose(asked: &str) -> Result<(Vec<Source>, Vec<Diagnostic>), Failure> {
    let (name, options) = split_game(asked)?;
    let options: Vec<(String, String)> = options.into_iter().collect();
    let loaded = match find(name)? {
        Found::Shipped(game) => {
            let request = Request { options: &options, files: &ShippedFiles, ..Request::default() };
            boardwright_lang::load_extremes(&game.source(), &request)
        }
        Found::Written(game) => {
            return Err(Failure::Input(format!("{} is not a game file, there is nothing to check", game.name)));
        }
        Found::File(path) => {
            let near = NearFile::new(path);
            let request = Request { options: &options, files: &near, pictures: &near };
            boardwright_lang::load_extremes(&read_source(path)?, &request)
        }
    };
    refuse_choices(asked, &loaded, &options)?;
    let mut list = loaded.diagnostics;
    // A file without errors can still describe more than the engine takes.
    match loaded.rules.map(SpecGame::in_a_moment) {
        Some(Ok(game)) => list.extend(trial::tried(&game)),
        Some(Err(error)) => list.push(Diagnostic::error("too-large", Span::default(), error.to_string())),
        None => {}
    }
    Ok((loaded.sources, list))
}

fn entry<'a>(sources: &'a [Source], diagnostic: &'a Diagnostic) -> Entry<'a> {
    let source = &sources[usize::from(diagnostic.span.source)];
    let (line, column) = source.position(diagnostic.span.start as usize);
    let (end_line, end_column) = source.position(diagnostic.span.end as usize);
    Entry {
        file: source.name(),
        line,
        column,
        end_line,
        end_column,
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        code: diagnostic.code,
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
    }
}

fn summary(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "nothing is wrong".to_owned(),
        (0, warnings) => counted(warnings, "warning").to_string(),
        (errors, 0) => counted(errors, "error").to_string(),
        (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}
