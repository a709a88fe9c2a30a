//! Golden test of the syntax errors: `mistakes.txt` in this folder lists inputs with their diagnostics. `BLESS=1 cargo
//! test -p boardwright-lang --lib messages` rewrites the file; review the difference before committing it.

use std::fmt::Write as _;
use std::path::Path;

use super::read;
use crate::{Diagnostic, Source};

fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("^^^ ")
}

fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span;
    let spanned_text = source.text()[span.start as usize..span.end as usize].replace('\n', "~");
    let (_, column) = source.position(span.start as usize);
    let mut text = format!("^^^ {column} \"{spanned_text}\" {}: {}", diagnostic.code, diagnostic.message);
    if !diagnostic.label.is_empty() {
        write!(text, " | {}", diagnostic.label).unwrap();
    }
    for (span, label) in &diagnostic.related {
        let (line, column) = source.position(span.start as usize);
        write!(text, " | {line}:{column} {label}").unwrap();
    }
    if let Some(help) = &diagnostic.help {
        write!(text, " | help: {help}").unwrap();
    }
    text
}

/// Returns the lines of a case, each followed by its diagnostics.
fn run(lines: &[&str]) -> String {
    let text = lines.join("\n");
    let source = Source::new("case.game", text.as_bytes());
    let mut diagnostics = read(&text).diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        writeln!(out, "{line}").unwrap();
        for diagnostic in &diagnostics {
            if source.position(diagnostic.span.start as usize).0 == at + 1 {
                writeln!(out, "{}", mark(&source, diagnostic)).unwrap();
            }
        }
    }
    out
}

#[test]
fn diagnostics_match_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/tests/mistakes.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut out = String::new();
    for (number, case) in text.split("\n---\n").enumerate() {
        let lines: Vec<&str> = case.lines().filter(|line| !is_mark(line)).collect();
        let annotated = run(&lines);
        if number > 0 {
            out.push_str("---\n");
        }
        out.push_str(&annotated);
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, out).unwrap();
    } else {
        assert_eq!(out, text);
    }
}
