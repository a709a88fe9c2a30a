//! Snapshot tests of diagnostics: scripts with mistakes in `tests/data/bad` and all diagnostics that they must cause.
//!
//! A case begins with `=== ` and a title. With ` (conditions)` in the title, the lines are the conditions of a rule; with
//! ` (action)`, they are the lines after its condition. The diagnostics of a line are listed below it: carets under the
//! source range (a `|` for an empty range), then severity, code and message, and the advice after `=>`. `BLESS=1 cargo
//! test -p boardwright-bots --test strategies diagnostics` writes the current diagnostics to the files; review the
//! differences before committing them.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use boardwright_bots::script::load;
use boardwright_lang::{Diagnostic, Files, Severity, Source, render};

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

fn is_mark(line: &str) -> bool {
    let mark = line.trim_start().trim_start_matches(['^', '|', '.']).trim_start();
    line.trim_start().starts_with(['^', '|']) && (mark.starts_with("error[") || mark.starts_with("warning["))
        || line.trim_start().starts_with("=> ")
}

fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let (_, column) = source.position(diagnostic.span.start as usize);
    let text = &source.text()[diagnostic.span.start as usize..diagnostic.span.end as usize];
    let first = text.split(['\r', '\n']).next().unwrap_or_default();
    let more = if first.len() < text.len() { "..." } else { "" };
    let carets = if text.is_empty() { "|".to_owned() } else { "^".repeat(first.chars().count().max(1)) };
    let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
    let (indent, code, message) = (" ".repeat(column - 1), diagnostic.code, &diagnostic.message);
    let help = diagnostic.help.as_ref().map_or_else(String::new, |help| format!("\n{indent}=> {help}"));
    format!("{indent}{carets}{more} {severity}[{code}]: {message}{help}")
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

/// Checks a file and returns its number of cases.
fn check_file(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n=== ");
    let mut out = format!("{}\n", parts.next().unwrap_or_default());
    let mut count = 0;
    for case in parts {
        let mut lines = case.trim_end().lines();
        let title = lines.next().unwrap_or_default();
        let source: Vec<&str> = lines.filter(|line| !is_mark(line) && !line.starts_with("elsewhere: ")).collect();
        out.push_str(&annotate(title, &source));
        out.push('\n');
        count += 1;
    }
    let out = format!("{}\n", out.trim_end());
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, out).unwrap();
    } else if out != text {
        let line = out.lines().zip(text.lines()).position(|(a, b)| a != b).unwrap_or_default();
        let stretch = |text: &str| text.lines().skip(line.saturating_sub(6)).take(12).collect::<Vec<_>>().join("\n");
        panic!("{}, line {}: expected\n{}\n\nbut got\n{}", path.display(), line + 1, stretch(&text), stretch(&out));
    }
    count
}

#[test]
fn scripts_with_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let count: usize = files.iter().map(|path| check_file(path)).sum();
    assert!(count >= 80, "only {count} cases");
}

#[test]
fn the_frames_have_no_diagnostics() {
    assert_eq!(annotate("sound (conditions)", &["AA"]), "=== sound (conditions)\nAA\n");
    assert_eq!(annotate("sound (action)", &["THEN FOLD"]), "=== sound (action)\nTHEN FOLD\n");
}
