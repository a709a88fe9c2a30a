//! Snapshot files of diagnostics: cases of source text, each line followed by the diagnostics that it causes. The tests of
//! game files and of scripts share this module.

use std::fs;
use std::path::Path;

use boardwright_lang::{Diagnostic, Severity, Source};

/// `true` for a line that [`mark`] has written.
pub fn is_mark(line: &str) -> bool {
    let mark = line.trim_start().trim_start_matches(['^', '|', '.']).trim_start();
    line.trim_start().starts_with(['^', '|']) && (mark.starts_with("error[") || mark.starts_with("warning["))
}

/// Line below the source of a diagnostic: carets under the range (a `|` for an empty range, `...` after carets that continue
/// in the next line), then severity, code and message.
pub fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let (_, column) = source.position(diagnostic.span.start as usize);
    let text = &source.text()[diagnostic.span.start as usize..diagnostic.span.end as usize];
    let first = text.split(['\r', '\n']).next().unwrap_or_default();
    let more = if first.len() < text.len() { "..." } else { "" };
    let carets = if text.is_empty() { "|".to_owned() } else { "^".repeat(first.chars().count().max(1)) };
    let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
    format!("{}{carets}{more} {severity}[{}]: {}", " ".repeat(column - 1), diagnostic.code, diagnostic.message)
}

/// Checks a file and returns its number of cases. A case begins with `=== ` and a title; `is_written` recognizes the lines
/// that `annotate` adds to the lines of a case. With `BLESS=1` the file is written anew.
pub fn check_file(path: &Path, is_written: impl Fn(&str) -> bool, annotate: impl Fn(&str, &[&str]) -> String) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n=== ");
    let mut out = format!("{}\n", parts.next().unwrap_or_default());
    let mut count = 0;
    for case in parts {
        let mut lines = case.trim_end().lines();
        let title = lines.next().unwrap_or_default();
        let source: Vec<&str> = lines.filter(|line| !is_written(line)).collect();
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

/// Checks all files of a folder with `check` and returns their number of cases.
pub fn check_folder(folder: &Path, check: impl Fn(&Path) -> usize) -> usize {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| check(path)).sum()
}
