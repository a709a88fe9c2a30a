//! Record files (JSON lines): reading of complete or truncated files, atomic writing, and a journal that grows while a
//! game is played. Records are defined and verified by the engine; games in other formats are in
//! [`game_files`](crate::game_files).

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::{files, game_files};
use boardwright_game::record::{MoveTimes, Record, RecordLine};

/// A record read from a file.
#[derive(Debug)]
pub struct StoredRecord {
    /// The record.
    pub record: Record,
    /// Times of the moves, if the file has them.
    pub clock: Option<MoveTimes>,
    /// `true` if the last line was truncated.
    pub is_truncated: bool,
}

impl StoredRecord {
    /// Record of a file that is not truncated and has no times.
    pub(crate) fn whole(record: Record) -> Self {
        Self { record, clock: None, is_truncated: false }
    }
}

/// Reads all games of the file at `path`, in whatever format, all of which have to be valid.
pub fn read_all(path: &Path) -> Result<Vec<StoredRecord>, Error> {
    game_files::read_games(path)?.into_iter().map(|game| game.record.map_err(Error::Input)).collect()
}

/// Reads the record at `path`.
#[cfg(test)]
pub fn read(path: &Path) -> Result<StoredRecord, Error> {
    parse(&read_bytes(path)?, 1).map_err(Error::Input)
}

/// Splits a file into records, each with the number of its first line; a record begins at each `game` line.
pub(crate) fn split_records(bytes: &[u8]) -> Vec<(usize, &[u8])> {
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

pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Error> {
    std::fs::read(path).map_err(|error| {
        let part = journal_path(path, 1);
        match Error::file("read", path, &error) {
            Error::Input(reason) if error.kind() == io::ErrorKind::NotFound && part.is_file() => {
                Error::Input(format!("{reason}; {} is what an interrupted game left of it", part.display()))
            }
            failure => failure,
        }
    })
}

pub(crate) fn parse(bytes: &[u8], first: usize) -> Result<StoredRecord, String> {
    let whole = bytes.last().is_none_or(|&byte| byte == b'\n');
    let pieces: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    let (mut lines, mut is_truncated) = (Vec::new(), false);
    for (index, piece) in pieces.iter().enumerate() {
        if piece.trim_ascii().is_empty() {
            continue;
        }
        match serde_json::from_slice::<RecordLine>(piece) {
            Ok(line) => lines.push(line),
            Err(_) if !whole && index > 0 && index + 1 == pieces.len() => is_truncated = true,
            Err(error) => return Err(format!("line {}: this is no line of a record: {error}", first + index)),
        }
    }
    let (record, clock) = Record::from_lines(lines).map_err(|error| error.to_string())?;
    Ok(StoredRecord { record, clock, is_truncated })
}

/// Lines of a record, with the measured times.
pub fn lines(record: &Record, clock: Option<&MoveTimes>) -> Vec<RecordLine> {
    record.lines().chain(clock.cloned().map(RecordLine::Clock)).collect()
}

/// Writes a record to `path` atomically.
pub fn write(path: &Path, record: &Record, clock: Option<&MoveTimes>) -> Result<(), Error> {
    files::write(path, record_text(record, clock).as_bytes())
}

/// Text of a record file.
pub fn record_text(record: &Record, clock: Option<&MoveTimes>) -> String {
    lines(record, clock).iter().map(json_line).collect()
}

fn json_line(line: &RecordLine) -> String {
    let json = serde_json::to_string(line).expect("a line of a record is always JSON");
    format!("{json}\n")
}

/// Path of journal number `number` for the record at `path`.
pub fn journal_path(path: &Path, number: u32) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = if number == 1 { ".part".to_owned() } else { format!(".part{number}") };
    path.with_file_name(format!("{name}{ending}"))
}

/// Journal of a game in progress, in a file beside the later record. It stays there, readable, if the program is
/// stopped. The file is locked while the program runs, so that others can distinguish it from one that was left behind.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    part: PathBuf,
    file: File,
}

impl Journal {
    /// Creates the journal of the record that is to be at `path`.
    pub fn create(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            return Err(Error::file("write", path, &io::ErrorKind::IsADirectory.into()));
        }
        // Journals of interrupted games are preserved.
        for number in 1.. {
            let part = journal_path(path, number);
            match OpenOptions::new().write(true).create_new(true).open(&part) {
                Ok(file) => {
                    // Where files cannot be locked, the journal counts as left behind.
                    let _ = file.try_lock();
                    return Ok(Self { path: path.to_owned(), part, file });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => {}
                Err(error) => return Err(Error::file("write", &part, &error)),
            }
        }
        unreachable!("the loop ends with its hundredth turn")
    }

    /// Appends a line.
    pub fn add(&mut self, line: &RecordLine) -> Result<(), Error> {
        self.file.write_all(json_line(line).as_bytes()).map_err(|error| Error::file("write", &self.part, &error))
    }

    /// Writes the finished record and removes the journal. Returns a warning if the journal cannot be removed.
    pub fn finish(self, record: &Record, clock: Option<&MoveTimes>) -> Result<Option<String>, Error> {
        write(&self.path, record, clock)?;
        Ok(self.discard())
    }

    /// Removes the journal of a game that is not recorded. Returns a warning if it cannot be removed.
    pub fn discard(self) -> Option<String> {
        let removed = std::fs::remove_file(&self.part);
        removed.err().map(|error| format!("cannot remove {}: {error}", self.part.display()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = r#"{"type":"game","format":1,"game":"nim","name":"nim","hash":null,"players":[],"seed":1}"#;
    const MOVE: &str = r#"{"type":"move","ply":1,"player":1,"move":"a b c"}"#;

    #[test]
    fn a_truncated_last_line_is_ignored() {
        for cut in 1..MOVE.len() {
            let text = format!("{GAME}\n{}", &MOVE[..cut]);
            let stored = parse(text.as_bytes(), 1).unwrap();
            assert!(stored.is_truncated && stored.record.moves.is_empty(), "cut after {cut}");
        }
        let stored = parse(format!("{GAME}\n{MOVE}").as_bytes(), 1).unwrap();
        assert!(!stored.is_truncated && stored.record.moves.len() == 1);
    }

    #[test]
    fn a_file_may_have_several_records() {
        let text = format!("{GAME}\n{MOVE}\n{GAME}\n{GAME}\n{MOVE}\nnonsense\n{MOVE}\n");
        let pieces = split_records(text.as_bytes());
        assert_eq!(pieces.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(parse(pieces[0].1, 1).unwrap().record.moves.len(), 1);
        assert!(parse(pieces[2].1, pieces[2].0).unwrap_err().starts_with("line 6"));
    }

    #[test]
    fn variations_nested_as_deep_as_they_may_be_come_back() {
        use boardwright_game::record::{MAX_NESTING, Note, Variation, VariationMove};
        let deepest = (0..MAX_NESTING).fold(Vec::new(), |notes, _| {
            let moves = vec![VariationMove { player: None, text: "a b c".to_owned(), notes }];
            let comment = Note::Comment("a \"b\"\n".to_owned());
            vec![comment, Note::Mark("!?".to_owned()), Note::Variation(Variation { back: 1, before: vec![], moves })]
        });
        let mut record = parse(format!("{GAME}\n{MOVE}\n").as_bytes(), 1).unwrap().record;
        assert!(!record_text(&record, None).contains("annotations"));
        record.header.metadata.annotations.before.push("first".to_owned());
        record.header.metadata.annotations.moves.insert(1, deepest);
        assert_eq!(parse(record_text(&record, None).as_bytes(), 1).unwrap().record, record);
    }

    #[test]
    fn an_invalid_line_in_the_middle_is_an_error() {
        let error = parse(format!("{GAME}\n{{\"type\":\n{MOVE}\n").as_bytes(), 1).unwrap_err();
        assert!(error.starts_with("line 2: this is no line of a record"), "{error}");
        assert_eq!(parse(b"", 1).unwrap_err(), "the record is empty");
        assert!(parse(b"\xff\xfe", 1).unwrap_err().starts_with("line 1"));
    }

    #[test]
    fn a_journal_preserves_older_ones_and_is_removed_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let record = parse(GAME.as_bytes(), 1).unwrap().record;
        let left = Journal::create(&path).unwrap();
        drop(left);
        let mut journal = Journal::create(&path).unwrap();
        journal.add(&RecordLine::Game(record.header.clone())).unwrap();
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
