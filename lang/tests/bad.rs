//! Game files with mistakes, each with all that must be said about it; the files of `tests/bad` hold them.
//!
//! A case begins with `=== ` and a title; ` (alone)` after that keeps the small sound game from being put behind it,
//! and `\x..` in a case stands for a byte. Under a line stand its diagnostics: carets under the place (a `|` for a
//! place between characters, `...` after carets that go on in the next line), then severity, code and message.
//! `BLESS=1 cargo test -p boardwright-lang --test bad` writes what is said now; read the difference before keeping it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use boardwright_lang::{Diagnostic, Pictures, Severity, Source, load};

/// A game without anything to tell about.
const SOUND: &str = "
[PLAYER NAMES]
1=White
2=Black
[ELEMENT TYPES]
name=man
states=2
[LOCATION TYPES]
name=cell
[LOCATIONS]
name=a(1)
type=cell
point=0,0
name=a(2)
type=cell
point=0,0
[MOVABLE ELEMENTS]
name=m(1)
type=man
location=a(1)
player=1
[GAME RULES]
name=step
element=m($N)
from=a($F)
to=a($T)
followup=NEXTPLAYER
";

struct Board;

impl Pictures for Board {
    fn has(&self, file: &str) -> bool {
        file == "board.svg"
    }
}

fn is_mark(line: &str) -> bool {
    let mark = line.trim_start().trim_start_matches(['^', '|', '.']).trim_start();
    line.trim_start().starts_with(['^', '|']) && (mark.starts_with("error[") || mark.starts_with("warning["))
}

/// `\x..` to bytes.
fn bytes(text: &str) -> Vec<u8> {
    let mut parts = text.split("\\x");
    let mut out = parts.next().unwrap_or_default().as_bytes().to_vec();
    for part in parts {
        out.push(u8::from_str_radix(&part[..2], 16).expect("two digits"));
        out.extend_from_slice(&part.as_bytes()[2..]);
    }
    out
}

fn mark(source: &Source, diagnostic: &Diagnostic) -> String {
    let (_, column) = source.position(diagnostic.span.start as usize);
    let text = &source.text()[diagnostic.span.start as usize..diagnostic.span.end as usize];
    let first = text.split(['\r', '\n']).next().unwrap_or_default();
    let more = if first.len() < text.len() { "..." } else { "" };
    let carets = if text.is_empty() { "|".to_owned() } else { "^".repeat(first.chars().count().max(1)) };
    let severity = if diagnostic.severity == Severity::Error { "error" } else { "warning" };
    format!("{}{carets}{more} {severity}[{}]: {}", " ".repeat(column - 1), diagnostic.code, diagnostic.message)
}

/// A case with the marks that it gets.
fn run(title: &str, lines: &[&str]) -> String {
    let mut text = lines.join("\n");
    if !title.ends_with(" (alone)") {
        text.push_str(SOUND);
    }
    let source = Source::new("case.game", &bytes(&text));
    let loaded = load(&source, &Board);
    let errors = loaded.diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(loaded.rules.is_none(), errors, "{title}: rules exactly if there is no error");
    let mut out = format!("=== {title}\n");
    for (at, line) in lines.iter().enumerate() {
        writeln!(out, "{line}").unwrap();
        for diagnostic in &loaded.diagnostics {
            if source.position(diagnostic.span.start as usize).0 == at + 1 {
                writeln!(out, "{}", mark(&source, diagnostic)).unwrap();
            }
        }
    }
    for diagnostic in &loaded.diagnostics {
        if source.position(diagnostic.span.start as usize).0 > lines.len() {
            writeln!(out, "later: {}", mark(&source, diagnostic).trim_start()).unwrap();
        }
    }
    out
}

fn cases(path: &Path) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n=== ");
    let mut out = format!("{}\n", parts.next().unwrap_or_default());
    let mut count = 0;
    for case in parts {
        let mut lines = case.trim_end().lines();
        let title = lines.next().unwrap_or_default();
        let source: Vec<&str> = lines.filter(|line| !is_mark(line) && !line.starts_with("later: ")).collect();
        out.push_str(&run(title, &source));
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
fn every_mistake_gets_its_message() {
    let mut files: Vec<_> = fs::read_dir("tests/bad").unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let count: usize = files.iter().map(|path| cases(path)).sum();
    assert!(count >= 40, "only {count} cases");
}

#[test]
fn the_sound_game_is_sound() {
    assert_eq!(run("nothing", &[""]), "=== nothing\n\n");
}
