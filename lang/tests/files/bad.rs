//! Snapshot tests of diagnostics: game files with mistakes and all diagnostics that they must cause. The folder
//! `tests/bad` is for the edition 2013, `tests/bad2026` for the edition 2026.
//!
//! A case begins with `=== ` and a title. The word ` (alone)` in the title prevents that the small valid game is
//! appended, ` (with name=choice)` chooses an option, and `\x..` in a case stands for a byte. The diagnostics of a line
//! are listed below it: carets under the source range (a `|` for an empty range, `...` after carets that continue in the
//! next line), then severity, code and message. `BLESS=1 cargo test -p boardwright-lang --test files` writes the current
//! diagnostics to the files; review the differences before committing them.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use boardwright_lang::{Diagnostic, Files, LoadRequest, Pictures, Severity, Source, load_with};

/// A game of the edition 2013 without diagnostics.
const VALID_2013: &str = "
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

/// A similar game of the edition 2026 that uses most features.
const VALID_2026: &str = "
[GAME]
edition = 2026
[PLAYERS]
1 = White #eeeeee
2 = Black #222222
[ELEMENT TYPES]
name = man
states = plain, king
draw = disc(owner)
[LOCATION TYPES]
name = cell
shape = circle(30)
[TEXTS]
name = start
rows =
  w.
  .b
[LOCATIONS]
name = a($X: 1..2, $Y: 1..2)
type = cell
point = 60*$X, 60*$Y
[ELEMENTS]
name = m($P: 1..2)
type = man
player = $P
location = a($P,$P)
[DIRECTIONS]
name = dir($A: -1..1, $B: -1..1)
where = $A != 0 OR $B != 0
from = a($X,$Y)
to = a($X+$A,$Y+$B)
[RELATIONS]
name = side
members = a($X,1), a($X,2)
[VARIABLES]
name = count
initial = 0
values = 0..10
[EXPRESSIONS]
Mine($L) = OWNER(CONTENT($L)) == PLAYER
[RULES]
name = go
element = man
from = cell
to = cell
condition = count < 10
  Mine(FROM)
followup = count = count + 1
[END OF GAME]
situation = AT(start,2,1) == \"b\"
  FULL(NEXT(dir(0,1),a(1,1)))
  NEIGHBOURS(side,a(2,2)) == {a(1,1)}
winner = 0
";

/// Provider of the files that a case can be based on.
struct CaseFiles;

impl Files for CaseFiles {
    fn read(&self, name: &str) -> Result<Source, String> {
        let text = match name {
            "sound.game" => VALID_2026,
            "circle.game" => "[GAME]\nedition = 2026\nbase = circle.game\n",
            "old.game" => VALID_2013,
            "wrong.game" => "[GAME]\nedition = 2026\n[PLAYER]\n",
            _ => return Err("it does not exist".to_owned()),
        };
        Ok(Source::new(name, text.as_bytes()))
    }
}

struct BoardPicture;

impl Pictures for BoardPicture {
    fn has(&self, file: &str) -> bool {
        file == "board.svg"
    }
}

fn is_mark(line: &str) -> bool {
    let mark = line.trim_start().trim_start_matches(['^', '|', '.']).trim_start();
    line.trim_start().starts_with(['^', '|']) && (mark.starts_with("error[") || mark.starts_with("warning["))
}

/// Replaces `\x..` by bytes.
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

/// Returns the options chosen in a title.
fn chosen(title: &str) -> Vec<(String, String)> {
    let Some((_, list)) = title.split_once(" (with ") else { return Vec::new() };
    let pairs = list.trim_end_matches(')').split(", ").filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, choice)| (name.to_owned(), choice.to_owned())).collect()
}

/// Returns a case with the diagnostics that it causes.
fn annotate(title: &str, lines: &[&str], sound: &str) -> String {
    let mut text = lines.join("\n");
    if !title.contains(" (alone)") {
        text.push_str(sound);
    }
    let source = Source::new("case.game", &bytes(&text));
    let loaded =
        load_with(&source, &LoadRequest { options: &chosen(title), files: &CaseFiles, pictures: &BoardPicture });
    let errors = loaded.diagnostics.iter().any(|d| d.severity == Severity::Error);
    assert_eq!(loaded.rules.is_none(), errors, "{title}: rules exactly if there is no error");
    let mut out = format!("=== {title}\n");
    let line = |diagnostic: &Diagnostic| source.position(diagnostic.span.start as usize).0;
    let own = |diagnostic: &&Diagnostic| diagnostic.span.source == 0;
    for (at, text) in lines.iter().enumerate() {
        writeln!(out, "{text}").unwrap();
        for diagnostic in loaded.diagnostics.iter().filter(own).filter(|diagnostic| line(diagnostic) == at + 1) {
            writeln!(out, "{}", mark(&source, diagnostic)).unwrap();
        }
    }
    for diagnostic in &loaded.diagnostics {
        if let Some(other) = loaded.sources.get(usize::from(diagnostic.span.source)).filter(|_| !own(&diagnostic)) {
            writeln!(out, "later: in {}: {}", other.name(), mark(other, diagnostic).trim_start()).unwrap();
        } else if line(diagnostic) > lines.len() {
            writeln!(out, "later: {}", mark(&source, diagnostic).trim_start()).unwrap();
        }
    }
    out
}

fn check_file(path: &Path, sound: &str) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n=== ");
    let mut out = format!("{}\n", parts.next().unwrap_or_default());
    let mut count = 0;
    for case in parts {
        let mut lines = case.trim_end().lines();
        let title = lines.next().unwrap_or_default();
        let source: Vec<&str> = lines.filter(|line| !is_mark(line) && !line.starts_with("later: ")).collect();
        out.push_str(&annotate(title, &source, sound));
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

/// Checks all files of a folder. Returns their number of cases.
fn check_folder(path: &str, sound: &str) -> usize {
    let mut files: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| check_file(path, sound)).sum()
}

#[test]
fn edition_2013_diagnostics() {
    let count = check_folder("tests/bad", VALID_2013);
    assert!(count >= 40, "only {count} cases");
}

#[test]
fn edition_2026_diagnostics() {
    let count = check_folder("tests/bad2026", VALID_2026);
    assert!(count >= 80, "only {count} cases");
}

#[test]
fn the_valid_games_have_no_diagnostics() {
    for sound in [VALID_2013, VALID_2026] {
        assert_eq!(annotate("nothing", &[""], sound), "=== nothing\n\n");
    }
}
