//! `boardwright check`: reports all errors and warnings of game files. The checks are defined in `boardwright-lang`.

use std::io::Write as _;
use std::time::Duration;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{GameExt as _, Preparation};
use boardwright_games::ShippedFiles;
use boardwright_lang::{Diagnostic, LoadRequest, Severity, Source};
use boardwright_library::load::{GameSource, check_options, find_game, read_source, split_game};
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_rules::Span;
use clap::ValueEnum;
use serde::Serialize;

use crate::answer::Answer;
use crate::commands::fmt::for_each_file;
use crate::failure::Failure;
use crate::output::{Output, count_text};
use crate::playtest;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Game files, or names of shipped games, optionally with game options.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Treat these diagnostics as errors too.
    #[arg(long, value_enum, value_name = "warnings")]
    deny: Option<Deny>,
}

/// Longest wait for native code before the random games of a check.
const PATIENCE: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Deny {
    /// All warnings.
    Warnings,
}

#[derive(Serialize)]
pub(super) struct DiagnosticEntry<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    /// One past the last character.
    end_column: usize,
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    /// Text at the place of the mistake; may be empty.
    label: &'a str,
    help: Option<&'a str>,
    /// Other places that matter.
    related: Vec<RelatedEntry<'a>>,
}

#[derive(Serialize)]
struct RelatedEntry<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
    label: &'a str,
}

pub fn run(args: &Args, out: &mut Output) -> Result<Answer, Failure> {
    for_each_file(&args.files, |file| {
        let CheckedFile { sources, diagnostics, incomplete } = diagnose(file)?;
        let games = incomplete.map_or_else(String::new, |played| {
            let all = playtest::GAME_COUNT;
            format!(" (the rules are slow: in the time of a check {played} of {all} random games were played)")
        });
        report_file(&sources, &diagnostics, (args.deny, &games), out)
    })
}

/// Reports the diagnostics of a file, and their number with a remark behind it. The answer is no if there are errors, or
/// warnings that are denied.
pub(super) fn report_file(
    sources: &[Source],
    list: &[Diagnostic],
    (deny, remark): (Option<Deny>, &str),
    out: &mut Output,
) -> Result<Answer, Failure> {
    let count = |severity| list.iter().filter(|diagnostic| diagnostic.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    let is_bad = errors > 0 || warnings > 0 && deny == Some(Deny::Warnings);
    if out.is_json() {
        list.iter().try_for_each(|diagnostic| out.json(&entry(sources, diagnostic)))?;
    } else {
        if !list.is_empty() {
            let rendered = boardwright_lang::render(list, &sources.iter().collect::<Vec<_>>(), out.has_colour());
            writeln!(out, "{}\n", rendered.trim_end())?;
        }
        writeln!(out, "{}: {}{remark}", sources[0].name(), summary(errors, warnings))?;
    }
    Ok(if is_bad { Answer::No } else { Answer::Yes })
}

/// Result of checking one file.
struct CheckedFile {
    /// The file with the files that it is based on.
    sources: Vec<Source>,
    /// All diagnostics, including those for the smallest and largest value of each option.
    diagnostics: Vec<Diagnostic>,
    /// Number of random games that were played, if these are not all.
    incomplete: Option<u64>,
}

/// Checks one file.
fn diagnose(argument: &str) -> Result<CheckedFile, Failure> {
    let (name, options) = split_game(argument)?;
    let options: Vec<(String, String)> = options.into_iter().collect();
    let loaded = match find_game(name)? {
        GameSource::Shipped(game) => {
            let request = LoadRequest { options: &options, files: &ShippedFiles, ..LoadRequest::default() };
            boardwright_lang::load_with_extremes(&game.source(), &request)
        }
        GameSource::RustGame(game) => {
            return Err(Failure::Input(format!("{} is not a game file, there is nothing to check", game.info.name)));
        }
        GameSource::File(path) => {
            let files = NearbyFiles::new(path);
            let request = LoadRequest { options: &options, files: &files, pictures: &files };
            boardwright_lang::load_with_extremes(&read_source(path)?, &request)
        }
    };
    check_options(argument, &loaded, &options)?;
    let mut list = loaded.diagnostics;
    // A file without errors can still exceed the limits of the compiler.
    let mut incomplete = None;
    match loaded.rules.map(CompiledGame::compile_quickly) {
        Some(Ok(game)) => {
            // Random games of large files need native code; small files are compiled at once.
            game.prepare_within(Preparation::SingleMoves, PATIENCE);
            let report = playtest::play_test_games(&game);
            list.extend(report.diagnostics);
            incomplete = report.incomplete;
        }
        Some(Err(error)) => list.push(Diagnostic::error("too-large", Span::default(), error.to_string())),
        None => {}
    }
    Ok(CheckedFile { sources: loaded.sources, diagnostics: list, incomplete })
}

pub(super) fn entry<'a>(sources: &'a [Source], diagnostic: &'a Diagnostic) -> DiagnosticEntry<'a> {
    let source = &sources[usize::from(diagnostic.span.source)];
    let (line, column) = source.position(diagnostic.span.start as usize);
    let (end_line, end_column) = source.position(diagnostic.span.end as usize);
    DiagnosticEntry {
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
        label: &diagnostic.label,
        help: diagnostic.help.as_deref(),
        related: diagnostic.related.iter().map(|(span, label)| related_entry(sources, *span, label)).collect(),
    }
}

fn related_entry<'a>(sources: &'a [Source], span: Span, label: &'a str) -> RelatedEntry<'a> {
    let source = &sources[usize::from(span.source)];
    let (line, column) = source.position(span.start as usize);
    let (end_line, end_column) = source.position(span.end as usize);
    RelatedEntry { file: source.name(), line, column, end_line, end_column, label }
}

pub(super) fn summary(errors: usize, warnings: usize) -> String {
    match (errors, warnings) {
        (0, 0) => "nothing is wrong".to_owned(),
        (0, warnings) => count_text(warnings, "warning").to_string(),
        (errors, 0) => count_text(errors, "error").to_string(),
        (errors, warnings) => format!("{}, {}", count_text(errors, "error"), count_text(warnings, "warning")),
    }
}
