//! Game files with mistakes, each with all that must be said about it; the files of `tests/bad` hold those of the
//! edition 2013, the files of `tests/bad2026` the others.
//!
//! A case begins with `=== ` and a title; ` (alone)` after that keeps the small sound game from being put behind it,
//! ` (with name=choice)` chooses an option, and `\x..` in a case stands for a byte. Under a line stand its diagnostics:
//! carets under the place (a `|` for a place between characters, `...` after carets that go on in the next line), then
//! severity, code and message. `BLESS=1 cargo test -p boardwright-lang --test bad` writes what is said now; read the
//! difference before keeping it.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use boardwright_lang::{Diagnostic, Files, Pictures, Request, Severity, Source, load_with};

/// A game of the edition 2013 without anything to tell about.
const SOUND_2013: &str = "
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

/// The same in the edition 2026, with one of everything.
const SOUND_2026: &str = "
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

/// Other files that a case may be based on.
struct Beside;

impl Files for Beside {
    fn read(&self, name: &str) -> Result<Source, String> {
        let text = match name {
            "sound.game" => SOUND_2026,
            "circle.game" => "[GAME]\nedition = 2026\nbase = circle.game\n",
            "old.game" => SOUND_2013,
            "wrong.game" => "[GAME]\nedition = 2026\n[PLAYER]\n",
            _ => return Err("it does not exist".to_owned()),
        };
        Ok(Source::new(name, text.as_bytes()))
    }
}

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

/// The options that a title chooses.
fn chosen(title: &str) -> Vec<(String, String)> {
    let Some((_, list)) = title.split_once(" (with ") else { return Vec::new() };
    let pairs = list.trim_end_matches(')').split(", ").filter_map(|pair| pair.split_once('='));
    pairs.map(|(name, choice)| (name.to_owned(), choice.to_owned())).collect()
}

/// A case with the marks that it gets.
fn run(title: &str, lines: &[&str], sound: &str) -> String {
    let mut text = lines.join("\n");
    if !title.contains(" (alone)") {
        text.push_str(sound);
    }
    let source = Source::new("case.game", &bytes(&text));
    let loaded = load_with(&source, &Request { options: &chosen(title), files: &Beside, pictures: &Board });
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

fn cases(path: &Path, sound: &str) -> usize {
    let text = fs::read_to_string(path).unwrap();
    let mut parts = text.split("\n=== ");
    let mut out = format!("{}\n", parts.next().unwrap_or_default());
    let mut count = 0;
    for case in parts {
        let mut lines = case.trim_end().lines();
        let title = lines.next().unwrap_or_default();
        let source: Vec<&str> = lines.filter(|line| !is_mark(line) && !line.starts_with("later: ")).collect();
        out.push_str(&run(title, &source, sound));
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

/// How many cases the files of a folder hold.
fn folder(path: &str, sound: &str) -> usize {
    let mut files: Vec<_> = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|path| cases(path, sound)).sum()
}

#[test]
fn every_mistake_of_2013_gets_its_message() {
    let count = folder("tests/bad", SOUND_2013);
    assert!(count >= 40, "only {count} cases");
}

#[test]
fn every_mistake_of_2026_gets_its_message() {
    let count = folder("tests/bad2026", SOUND_2026);
    assert!(count >= 80, "only {count} cases");
}

#[test]
fn the_sound_games_are_sound() {
    for sound in [SOUND_2013, SOUND_2026] {
        assert_eq!(run("nothing", &[""], sound), "=== nothing\n\n");
    }
}
