//! Snapshot tests of diagnostics: game files with mistakes and all diagnostics that they must cause. The folder
//! `tests/bad` is for the edition 2013, `tests/bad2026` for the edition 2026.
//!
//! A case begins with `=== ` and a title. The word ` (alone)` in the title prevents that the small valid game is
//! appended, ` (with name=choice)` chooses an option, and `\x..` in a case stands for a byte. The diagnostics of a line
//! are listed below it: carets under the source range (a `|` for an empty range, `...` after carets that continue in the
//! next line), then severity, code and message. `BLESS=1 cargo test -p boardwright-lang --test files` writes the current
//! diagnostics to the files; review the differences before committing them.

use std::fmt::Write;
use std::path::Path;

use boardwright_lang::{Diagnostic, Files, LoadRequest, Pictures, Severity, Source, load_with};

use super::annotated::{check_file, check_folder, is_mark, mark};

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

/// Checks all files of a folder. Returns their number of cases.
fn check_cases(folder: &str, sound: &str) -> usize {
    let is_written = |line: &str| is_mark(line) || line.starts_with("later: ");
    check_folder(Path::new(folder), |path| check_file(path, is_written, |title, lines| annotate(title, lines, sound)))
}

#[test]
fn edition_2013_diagnostics() {
    let count = check_cases("tests/bad", VALID_2013);
    assert!(count >= 40, "only {count} cases");
}

#[test]
fn edition_2026_diagnostics() {
    let count = check_cases("tests/bad2026", VALID_2026);
    assert!(count >= 80, "only {count} cases");
}

#[test]
fn the_valid_games_have_no_diagnostics() {
    for sound in [VALID_2013, VALID_2026] {
        assert_eq!(annotate("nothing", &[""], sound), "=== nothing\n\n");
    }
}
