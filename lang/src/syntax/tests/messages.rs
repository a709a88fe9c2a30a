//! Mistakes in writing, each with all that is said about it: `mistakes.txt` beside this file holds them.
//! `BLESS=1 cargo test -p boardwright-lang --lib messages` writes what is said now; read the difference before keeping
//! it.

use std::fmt::Write as _;
use std::path::Path;

use super::read;
use crate::{Diagnostic, Source};

fn is_mark(line: &str) -> bool {
    line.trim_start().starts_with("^^^ ")
}

fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.span;
    let said = source.text()[span.start as usize..span.end as usize].replace('\n', "~");
    let (_, column) = source.position(span.start as usize);
    let mut text = format!("^^^ {column} \"{said}\" {}: {}", diagnostic.code, diagnostic.message);
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

/// A case with its marks.
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
fn mistakes_are_told_as_in_the_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/tests/mistakes.txt");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut out = String::new();
    for (number, case) in text.split("\n---\n").enumerate() {
        let lines: Vec<&str> = case.lines().filter(|line| !is_mark(line)).collect();
        let told = run(&lines);
        if number > 0 {
            out.push_str("---\n");
        }
        out.push_str(&told);
    }
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, out).unwrap();
    } else {
        assert_eq!(out, text);
    }
}
