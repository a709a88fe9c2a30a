//! Rule files with mistakes in `tests/data/rules/bad`, each with all its diagnostics. A case begins with `=== ` and a title;
//! with ` (compatible)` in the title it is checked in that mode, with ` (rules)` the lines are rules of the block GETTURN.
//! `BLESS=1 cargo test -p boardwright-bots --test taroky diagnostics` writes the current diagnostics to the files.

use std::fmt::Write as _;
use std::path::Path;

use boardwright_bots::rules::{CheckOptions, load};
use boardwright_lang::{Diagnostic, Severity, Source, render};

use super::annotated;

fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let (_, column) = source.position(diagnostic.span.start as usize);
    let help = diagnostic.help.as_ref().map(|help| format!("\n{}=> {help}", " ".repeat(column - 1)));
    annotated::mark(source, diagnostic) + &help.unwrap_or_default()
}

fn annotate(title: &str, lines: &[&str]) -> String {
    let [before, after] =
        if title.ends_with("(rules)") { ["PROLOG { fact(1). }\nGETTURN {\n", "\n}\n"] } else { ["", "\n"] };
    let text = format!("{before}{}{after}", lines.join("\n"));
    let source = Source::new("case.tks", text.as_bytes());
    let loaded = load(&source, CheckOptions { is_compatible: title.contains("(compatible)") });
    let has_errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(loaded.rules.is_none(), has_errors, "{title}: rules exactly if there is no error");
    render(&loaded.diagnostics, &[&source], false);
    let first = before.lines().count();
    let line = |diagnostic: &Diagnostic| source.position(diagnostic.span.start as usize).0;
    let mut out = format!("=== {title}\n");
    for (at, text) in lines.iter().enumerate() {
        writeln!(out, "{text}").unwrap();
        for diagnostic in loaded.diagnostics.iter().filter(|diagnostic| line(diagnostic) == first + at + 1) {
            writeln!(out, "{}", mark(&source, diagnostic)).unwrap();
        }
    }
    for diagnostic in &loaded.diagnostics {
        let at = line(diagnostic);
        if at <= first || at > first + lines.len() {
            let at = at as isize - first as isize;
            writeln!(out, "elsewhere: line {at}: {}", mark(&source, diagnostic).trim_start()).unwrap();
        }
    }
    out
}

#[test]
fn rule_files_with_mistakes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/rules/bad");
    let is_written = |line: &str| {
        annotated::is_mark(line) || line.trim_start().starts_with("=> ") || line.starts_with("elsewhere: ")
    };
    let count = annotated::check_folder(&folder, |path| annotated::check_file(path, is_written, annotate));
    assert!(count >= 40, "only {count} cases");
}
