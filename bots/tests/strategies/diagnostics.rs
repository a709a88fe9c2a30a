//! Snapshot tests of diagnostics: scripts with mistakes in `tests/data/bad` and all diagnostics that they must cause.
//!
//! A case begins with `=== ` and a title. With ` (conditions)` in the title, the lines are the conditions of a rule; with
//! ` (action)`, they are the lines after its condition. The diagnostics of a line are listed below it: carets under the
//! source range (a `|` for an empty range), then severity, code and message, and the advice after `=>`. `BLESS=1 cargo
//! test -p boardwright-bots --test strategies diagnostics` writes the current diagnostics to the files; review the
//! differences before committing them.

use std::fmt::Write as _;
use std::path::Path;

use boardwright_bots::script::load;
use boardwright_lang::{Diagnostic, Files, Severity, Source, render};

use super::annotated;

/// Provider of the tables that a case can use.
struct CaseFiles;

impl Files for CaseFiles {
    fn read(&self, name: &str) -> Result<Source, String> {
        let row = |cell: &str| vec![cell; 13].join("\t");
        let table = |first: &str| format!("{first}\n{}", vec![row("FOLD"); 12].join("\n"));
        let text = match name {
            "good.txt" => table(&row("RAISE 3BB")),
            "short.txt" => vec![row("FOLD"); 12].join("\n"),
            "narrow.txt" => table("FOLD\tCALL"),
            "cells.txt" => table(&row("CALL").replacen("CALL\tCALL", "BET\tRAISE", 1)),
            "nested.txt" => table(&row("FOLD").replacen("FOLD", "USE TABLE good.txt", 1)),
            _ => return Err("it does not exist".to_owned()),
        };
        Ok(Source::new(name, text.as_bytes()))
    }
}

/// Lines below the source of a diagnostic: its mark and its advice.
fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let (_, column) = source.position(diagnostic.span.start as usize);
    let help = diagnostic.help.as_ref().map(|help| format!("\n{}=> {help}", " ".repeat(column - 1)));
    annotated::mark(source, diagnostic) + &help.unwrap_or_default()
}

/// Lines before and after those of a case.
fn frame(title: &str) -> [&'static str; 2] {
    if title.ends_with(" (conditions)") {
        ["PREFLOP\nRULE\n", "\nTHEN CALL\nENDRULE\nENDPREFLOP\n"]
    } else if title.ends_with(" (action)") {
        ["PREFLOP\nRULE\nQT\n", "\nENDRULE\nENDPREFLOP\n"]
    } else {
        ["", "\n"]
    }
}

/// Returns a case with the diagnostics that it causes.
fn annotate(title: &str, lines: &[&str]) -> String {
    let [before, after] = frame(title);
    let text = format!("{before}{}{after}", lines.join("\n"));
    let source = Source::new("case.hus", text.as_bytes());
    let loaded = load(&source, &CaseFiles);
    let has_errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(loaded.script.is_none(), has_errors, "{title}: a script exactly if there is no error");
    render(&loaded.diagnostics, &loaded.sources.iter().collect::<Vec<_>>(), false);
    let first = before.lines().count();
    let own = |diagnostic: &&Diagnostic| diagnostic.span.source == 0;
    let line = |diagnostic: &Diagnostic| source.position(diagnostic.span.start as usize).0;
    let mut out = format!("=== {title}\n");
    for (at, text) in lines.iter().enumerate() {
        writeln!(out, "{text}").unwrap();
        for diagnostic in loaded.diagnostics.iter().filter(own).filter(|diagnostic| line(diagnostic) == first + at + 1)
        {
            writeln!(out, "{}", mark(&source, diagnostic)).unwrap();
        }
    }
    for diagnostic in &loaded.diagnostics {
        let other = &loaded.sources[usize::from(diagnostic.span.source)];
        let at = line(diagnostic);
        if diagnostic.span.source != 0 {
            let line = other.position(diagnostic.span.start as usize).0;
            writeln!(out, "elsewhere: {}, line {line}: {}", other.name(), mark(other, diagnostic).trim_start())
                .unwrap();
        } else if at <= first || at > first + lines.len() {
            let at = at as isize - first as isize;
            writeln!(out, "elsewhere: line {at}: {}", mark(&source, diagnostic).trim_start()).unwrap();
        }
    }
    out
}

#[test]
fn scripts_with_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad");
    let is_written = |line: &str| {
        annotated::is_mark(line) || line.trim_start().starts_with("=> ") || line.starts_with("elsewhere: ")
    };
    let count = annotated::check_folder(&folder, |path| annotated::check_file(path, is_written, annotate));
    assert!(count >= 80, "only {count} cases");
}

#[test]
fn the_frames_have_no_diagnostics() {
    assert_eq!(annotate("sound (conditions)", &["AA"]), "=== sound (conditions)\nAA\n");
    assert_eq!(annotate("sound (action)", &["THEN FOLD"]), "=== sound (action)\nTHEN FOLD\n");
}
