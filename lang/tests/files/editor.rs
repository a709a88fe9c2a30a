//! Snapshot tests of quick fixes, semantic tokens and folds of game files. The folder `tests/fixes` holds files with mistakes
//! and the changes that each quick fix makes, `tests/tokens` files with the class of each word and with the folds.
//! `BLESS=1 cargo test -p boardwright-lang --test files` writes the current answers; review the differences before
//! committing them.

use std::fmt::Write;
use std::path::Path;

use boardwright_lang::analysis::{Analysis, SemanticToken, apply};
use boardwright_lang::{AllPictures, NoFiles, Severity, Source};

use boardwright_rules::Span;

use super::annotated::{check_file, check_folder};

/// Sections that complete a case to a valid game, unless the case has them.
const REST: [(&str, &str); 7] = [
    ("PLAYERS", "1 = White #eeeeee\n2 = Black #222222\n"),
    ("ELEMENT TYPES", "name = man\nstates = plain, king\ndraw = disc(owner)\n"),
    ("LOCATION TYPES", "name = cell\nshape = circle(30)\n"),
    ("LOCATIONS", "name = a($X: 1..3)\ntype = cell\npoint = 60*$X, 0\n"),
    ("ELEMENTS", "name = m($P: 1..2)\ntype = man\nplayer = $P\nlocation = a($P)\n"),
    ("RULES", "name = go\nelement = man\nfrom = cell\nto = cell\n"),
    ("END OF GAME", "situation = FULL(a(3))\nwinner = 0\n"),
];

fn analysis(text: &str) -> Analysis {
    Analysis::new(&Source::new("case.game", text.as_bytes()), &NoFiles, &AllPictures)
}

/// The text of a case. Unless its title has the word ` (alone)`, sections that it lacks are appended.
fn completed(title: &str, lines: &[&str]) -> String {
    let mut text = lines.join("\n") + "\n";
    if title.contains(" (alone)") {
        text = text.trim_end().to_owned();
    }
    if !title.contains(" (alone)") {
        if !text.contains("[GAME]") {
            text.insert_str(0, "[GAME]\nedition = 2026\n");
        }
        for (section, entry) in REST {
            if !text.contains(&format!("[{section}]")) {
                let _ = write!(text, "[{section}]\n{entry}");
            }
        }
    }
    text
}

/// Number of errors and of all diagnostics.
fn counts(text: &str) -> (usize, usize) {
    let analysis = analysis(text);
    let list = analysis.diagnostics();
    (list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count(), list.len())
}

fn annotate_fixes(title: &str, lines: &[&str]) -> String {
    let text = completed(title, lines);
    let analysis = analysis(&text);
    let mut out = format!("=== {title}\n{}\n", lines.join("\n"));
    let before = counts(&text);
    let all = analysis.quick_fixes(Span::new(0, text.len()));
    for diagnostic in analysis.diagnostics() {
        let _ = writeln!(out, "| {}", diagnostic.message);
        let own = |fix: &&boardwright_lang::analysis::QuickFix| analysis.diagnostics()[fix.diagnostic] == *diagnostic;
        for fix in all.iter().filter(own) {
            let new = apply(&text, &fix.edits);
            let after = counts(&new);
            let _ = writeln!(out, "| -> {}: {before:?} to {after:?}", fix.title);
            assert!(after < before || text.is_empty(), "{title}: {} mends nothing\n{new}", fix.title);
            let (old_lines, new_lines): (Vec<_>, Vec<_>) = (text.lines().collect(), new.lines().collect());
            let same = old_lines.iter().zip(&new_lines).take_while(|(a, b)| a == b).count();
            let rest = old_lines.len().min(new_lines.len()) - same;
            let back =
                old_lines.iter().rev().zip(new_lines.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
            for line in &old_lines[same..old_lines.len() - back] {
                let _ = writeln!(out, "|    - {line}");
            }
            for line in &new_lines[same..new_lines.len() - back] {
                let _ = writeln!(out, "|    + {line}");
            }
        }
    }
    out
}

fn annotate_tokens(title: &str, lines: &[&str]) -> String {
    let text = lines.join("\n") + "\n";
    let analysis = analysis(&text);
    let tokens = analysis.tokens();
    for two in tokens.windows(2) {
        assert!(two[0].span.end <= two[1].span.start, "{title}: {two:?} overlap");
    }
    let mut out = format!("=== {title}\n");
    let mut at = 0;
    for line in text.lines() {
        let _ = writeln!(out, "{line}");
        let range = at..at + line.len();
        let inside = |token: &&SemanticToken| range.contains(&(token.span.start as usize));
        let words = tokens.iter().filter(inside).map(|token| {
            let word = &text[token.span.start as usize..token.span.end as usize];
            let declares = if token.is_declaration { "!" } else { "" };
            format!("{word} {:?}{declares}", token.class)
        });
        let words: Vec<String> = words.collect();
        if !words.is_empty() {
            let _ = writeln!(out, "| {}", words.join(", "));
        }
        at += line.len() + 1;
    }
    let line = |at: u32| text[..at as usize].matches('\n').count() + 1;
    for fold in analysis.folds() {
        let _ = writeln!(out, "| fold of lines {} to {}: {:?}", line(fold.span.start), line(fold.span.end), fold.kind);
    }
    out
}

#[test]
fn every_quick_fix_mends_its_mistake() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixes");
    let cases = check_folder(&folder, |path| check_file(path, |line| line.starts_with("| "), annotate_fixes));
    assert!(cases >= 20, "the cases are not where they are looked for");
}

#[test]
fn words_are_classified() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tokens");
    let cases = check_folder(&folder, |path| check_file(path, |line| line.starts_with("| "), annotate_tokens));
    assert!(cases >= 4, "the cases are not where they are looked for");
}
