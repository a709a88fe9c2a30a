//! Records as files of JSON lines: reading them whole or cut off, writing them atomically, and a journal that
//! grows while a game is played; and games in other notations, read as records. What a record is, and whether it is true, is the
//! engine's business.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use boardwright_engine::record::{Clock, Line, Record};
use boardwright_games::notation::{self, Notation};

use crate::error::Error;
use crate::files;

/// A record as it was found on disk.
#[derive(Debug)]
pub struct Kept {
    /// What it says.
    pub record: Record,
    /// The last line, if it was cut off in its middle.
    pub torn: bool,
}

/// Reads the records at `path`, one after another, or the games of a file in another notation.
pub fn read_all(path: &Path) -> Result<Vec<Kept>, Error> {
    let bytes = bytes_of(path)?;
    let text = notation::text_of(&bytes);
    let Some(notation) = Notation::of_file(&path.display().to_string(), &text) else {
        let records = pieces(&bytes).into_iter().map(|(first, piece)| record(path, piece, first));
        return records.collect();
    };
    let read = notation::read(notation, &mut notation::load, &text);
    let records = read.map_err(|error| Error::Input(format!("{}: {error}", path.display())))?;
    Ok(records.into_iter().map(|record| Kept { record, torn: false }).collect())
}

/// Reads the record at `path`.
#[cfg(test)]
pub fn read(path: &Path) -> Result<Kept, Error> {
    record(path, &bytes_of(path)?, 1)
}

/// A record that begins with line number `first` of a file.
fn record(path: &Path, bytes: &[u8], first: usize) -> Result<Kept, Error> {
    parse(bytes, first).map_err(|reason| Error::Input(format!("{}: {reason}", path.display())))
}

/// The records of a file, each with the number of its first line: one begins where the line before a game does.
fn pieces(bytes: &[u8]) -> Vec<(usize, &[u8])> {
    const BEGIN: &[u8] = br#"{"type":"game""#;
    let (mut pieces, mut from, mut at) = (Vec::new(), (1, 0), 0);
    for (line, number) in bytes.split_inclusive(|&byte| byte == b'\n').zip(1..) {
        if at > 0 && line.starts_with(BEGIN) {
            pieces.push((from.0, &bytes[from.1..at]));
            from = (number, at);
        }
        at += line.len();
    }
    pieces.push((from.0, &bytes[from.1..]));
    pieces
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| {
        let part = part_of(path, 1);
        match Error::file("read", path, &error) {
            Error::Input(reason) if error.kind() == io::ErrorKind::NotFound && part.is_file() => {
                Error::Input(format!("{reason}; {} is what an interrupted game left of it", part.display()))
            }
            failure => failure,
        }
    })
}

fn parse(bytes: &[u8], first: usize) -> Result<Kept, String> {
    let whole = bytes.last().is_none_or(|&byte| byte == b'\n');
    let pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let (mut lines, mut torn) = (Vec::new(), false);
    for (index, piece) in pieces.iter().enumerate() {
        if piece.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<Line>(piece) {
            Ok(line) => lines.push(line),
            Err(_) if !whole && index > 0 && index + 1 == pieces.len() => torn = true,
            Err(error) => return Err(format!("line {}: this is no line of a record: {error}", first + index)),
        }
    }
    let (record, _) = Record::from_lines(lines).map_err(|error| error.to_string())?;
    Ok(Kept { record, torn })
}

/// A record, and what a clock measured, as lines.
pub fn lines(record: &Record, clock: Option<&Clock>) -> Vec<Line> {
    record.lines().chain(clock.cloned().map(Line::Clock)).collect()
}

/// Writes a record to `path`, whole or not at all.
pub fn write(path: &Path, record: &Record, clock: Option<&Clock>) -> Result<(), Error> {
    files::write(path, text(record, clock).as_bytes())
}

/// A record as the text of its file.
pub fn text(record: &Record, clock: Option<&Clock>) -> String {
    lines(record, clock).iter().map(json_line).collect()
}

fn json_line(line: &Line) -> String {
    let json = serde_json::to_string(line).expect("a line of a record is always JSON");
    format!("{json}\n")
}

/// Where the journal of the record at `path` is; a later one has another number.
fn part_of(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = if number == 1 { ".part".to_owned() } else { format!(".part{number}") };
    path.with_file_name(format!("{name}{ending}"))
}

/// The record of a game that is still played, beside the place where it will be. It stays there, readable, if
/// the program is stopped.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl Journal {
    /// Begins the journal of the record that is to be at `path`.
    pub fn create(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            return Err(Error::file("write", path, &io::ErrorKind::IsADirectory.into()));
        }
        // What an interrupted game left behind is not touched.
        for number in 1.. {
            let part = part_of(path, number);
            match OpenOptions::new().write(true).create_new(true).open(&part) {
                Ok(file) => return Ok(Self { path: path.to_owned(), part, file }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => {}
                Err(error) => return Err(Error::file("write", &part, &error)),
            }
        }
        unreachable!("the loop ends with its hundredth turn")
    }

    /// Adds a line.
    pub fn add(&mut self, line: &Line) -> Result<(), Error> {
        self.file.write_all(json_line(line).as_bytes()).map_err(|error| Error::file("write", &self.part, &error))
    }

    /// Puts the finished record in its place; the journal has done its work then. Gives what somebody should know if it stays.
    pub fn finish(self, record: &Record, clock: Option<&Clock>) -> Result<Option<String>, Error> {
        write(&self.path, record, clock)?;
        let removed = std::fs::remove_file(&self.part);
        Ok(removed.err().map(|error| format!("cannot remove {}: {error}", self.part.display())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"type":"game","format":1,"game":"nim","name":"nim","hash":null,"players":[],"seed":1}"#;
    const MOVE: &str = r#"{"type":"move","ply":1,"player":1,"move":"a b c"}"#;

    #[test]
    fn a_torn_last_line_is_left_out() {
        for cut in 1..MOVE.len() {
            let text = format!("{GAME}\n{}", &MOVE[..cut]);
            let kept = parse(text.as_bytes(), 1).unwrap();
            assert!(kept.torn && kept.record.moves.is_empty(), "cut after {cut}");
        }
        let kept = parse(format!("{GAME}\n{MOVE}").as_bytes(), 1).unwrap();
        assert!(!kept.torn && kept.record.moves.len() == 1);
    }

    #[test]
    fn records_stand_one_after_another() {
        let text = format!("{GAME}\n{MOVE}\n{GAME}\n{GAME}\n{MOVE}\nnonsense\n{MOVE}\n");
        let pieces = pieces(text.as_bytes());
        assert_eq!(pieces.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(parse(pieces[0].1, 1).unwrap().record.moves.len(), 1);
        assert!(parse(pieces[2].1, pieces[2].0).unwrap_err().starts_with("line 6"));
    }

    #[test]
    fn a_broken_line_in_the_middle_is_an_error() {
        let error = parse(format!("{GAME}\n{{\"type\":\n{MOVE}\n").as_bytes(), 1).unwrap_err();
        assert!(error.starts_with("line 2: this is no line of a record"), "{error}");
        assert_eq!(parse(b"", 1).unwrap_err(), "the record is empty");
        assert!(parse(b"\xff\xfe", 1).unwrap_err().starts_with("line 1"));
    }

    #[test]
    fn a_journal_leaves_an_older_one_alone_and_vanishes_in_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let record = parse(GAME.as_bytes(), 1).unwrap().record;
        let left = Journal::create(&path).unwrap();
        drop(left);
        let mut journal = Journal::create(&path).unwrap();
        journal.add(&Line::Game(record.header.clone())).unwrap();
        assert_eq!(read(&folder.path().join("game.jsonl.part2")).unwrap().record, record);
        journal.finish(&record, None).unwrap();
        assert_eq!(read(&path).unwrap().record, record);
        assert!(!folder.path().join("game.jsonl.part2").exists());
        assert!(folder.path().join("game.jsonl.part").exists());
        std::fs::remove_file(&path).unwrap();
        let Err(Error::Input(reason)) = read(&path) else { panic!("there is no record") };
        assert!(reason.ends_with("game.jsonl.part is what an interrupted game left of it"), "{reason}");
    }
}
