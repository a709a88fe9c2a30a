//! The journal of a tournament (a write-ahead log): one line for each finished game, in the order of finishing,
//! appended with one write each. All other files of a results folder are derived from it. A torn line at its end, left
//! by a crash, is cut off when the journal is opened again, and its game is played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::tournament::{FinishedGame, Identity};

/// File name of the journal.
pub const NAME: &str = "journal.log";

/// Version of the journal and table formats that this program writes and reads.
pub const SCHEMA: u32 = 1;

/// First line of a journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalHead {
    /// Format version: [`SCHEMA`].
    pub schema: u32,
    /// Identity of the tournament.
    pub identity: Identity,
    /// Number of games, if it is known in advance.
    pub games: Option<u64>,
    /// Shard of the games that is played here, as `2/4`; `None` for all games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// Error of a journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("cannot {doing} {}: {error}", path.display())]
    #[allow(missing_docs)]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// A line is corrupt.
    #[error(
        "{}, line {line}: the line is damaged ({why}); restore it, or delete it to play the game again",
        path.display()
    )]
    #[allow(missing_docs)]
    Damaged { path: PathBuf, line: usize, why: String },
    /// The journal is of another tournament.
    #[error("{} is of another tournament: {what}; choose another folder for the results", path.display())]
    #[allow(missing_docs)]
    WrongTournament { path: PathBuf, what: String },
    /// Another process has locked the journal.
    #[error("{} is in use: another process is playing this tournament", path.display())]
    #[allow(missing_docs)]
    Locked { path: PathBuf },
}

/// Position of a line in the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JournalPosition {
    offset: u64,
    bytes: u32,
}

/// A journal opened for writing.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    sync: Duration,
    /// Time of the first write that is not synced.
    dirty: Option<Instant>,
}

/// Contents of a journal when it was opened.
#[derive(Debug)]
pub struct JournalContents {
    /// First line.
    pub head: JournalHead,
    /// Finished games, with their positions.
    pub games: Vec<(FinishedGame, JournalPosition)>,
    /// Number of bytes at the end that were not a complete line.
    pub torn_bytes: u64,
}

/// Encodes a line: CRC-32 checksum in hexadecimal, blank, JSON.
pub(crate) fn encode_line(value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_vec(value).expect("what stands in a journal is always JSON");
    let mut line = format!("{:08x} ", crc32fast::hash(&json)).into_bytes();
    line.extend(json);
    line.push(b'\n');
    line
}

/// JSON of a line after verification of its checksum.
fn verify_line(line: &[u8]) -> Result<&[u8], String> {
    let (sum, rest) = line.split_at_checked(8).ok_or("it is too short")?;
    let json = rest.strip_prefix(b" ").ok_or("it has no checksum")?;
    let sum = str::from_utf8(sum).ok().and_then(|sum| u32::from_str_radix(sum, 16).ok()).ok_or("it has no checksum")?;
    if crc32fast::hash(json) == sum { Ok(json) } else { Err("its checksum does not match".to_owned()) }
}

/// Parses a line after verification of its checksum.
pub(crate) fn parse_line<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(verify_line(line)?).map_err(|error| error.to_string())
}

impl Journal {
    /// Creates the journal of a folder that has none.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(folder: &Path, head: &JournalHead, sync: Duration) -> Result<Self, JournalError> {
        let path = folder.join(NAME);
        let failed = |error| JournalError::File { doing: "write", path: path.clone(), error };
        // Written under another name first: a journal without a complete first line would belong to no tournament.
        let begun = folder.join(format!("{NAME}.new"));
        let mut file = File::create(&begun).map_err(failed)?;
        let first = encode_line(head);
        file.write_all(&first).and_then(|()| file.sync_all()).map_err(failed)?;
        std::fs::rename(&begun, &path).map_err(failed)?;
        lock(&file, &path)?;
        Ok(Self { length: first.len() as u64, path, file, sync, dirty: None })
    }

    /// Opens the journal of a folder for appending; a torn end is cut off.
    ///
    /// # Errors
    /// If the file cannot be read, is corrupt elsewhere than at its end, or is locked by another process.
    pub fn open(folder: &Path, sync: Duration) -> Result<(Self, JournalContents), JournalError> {
        let path = folder.join(NAME);
        let failed = |doing, error| JournalError::File { doing, path: path.clone(), error };
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(|error| failed("open", error))?;
        lock(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failed("read", error))?;
        let contents = parse_journal(&path, &bytes)?;
        let length = bytes.len() as u64 - contents.torn_bytes;
        file.set_len(length).map_err(|error| failed("write", error))?;
        file.seek(SeekFrom::Start(length)).map_err(|error| failed("write", error))?;
        Ok((Self { path, file, length, sync, dirty: None }, contents))
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// If the file cannot be written; earlier lines stay complete.
    pub fn add(&mut self, done: &FinishedGame) -> Result<JournalPosition, JournalError> {
        let line = encode_line(done);
        if let Err(error) = self.file.write_all(&line) {
            // Removes the partial line, which would disturb concurrent readers.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::File { doing: "write", path: self.path.clone(), error });
        }
        let place = JournalPosition { offset: self.length, bytes: line.len() as u32 };
        self.length += line.len() as u64;
        self.dirty.get_or_insert_with(Instant::now);
        Ok(place)
    }

    /// Syncs to the disk, if the oldest unsynced line is old enough.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync_when_due(&mut self) -> Result<(), JournalError> {
        if self.dirty.is_some_and(|since| since.elapsed() >= self.sync) { self.sync() } else { Ok(()) }
    }

    /// Syncs to the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.dirty = None;
        self.file.sync_data().map_err(|error| JournalError::File { doing: "write", path: self.path.clone(), error })
    }
}

/// Locks the file against other processes, until it is closed; `true` if another process has locked it. File systems
/// without locks do not prevent concurrent writers.
pub(crate) fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Locks the file against other processes, until it is closed.
fn lock(file: &File, path: &Path) -> Result<(), JournalError> {
    if is_locked(file) { Err(JournalError::Locked { path: path.to_owned() }) } else { Ok(()) }
}

/// `true` if this or another process is playing the tournament of a folder.
pub fn is_in_use(folder: &Path) -> bool {
    File::open(folder.join(NAME)).is_ok_and(|file| is_locked(&file))
}

/// Reads the journal of a folder without locking it; another process may be writing it.
///
/// # Errors
/// If the file cannot be read, or is corrupt elsewhere than at its end.
pub fn read_journal(folder: &Path) -> Result<JournalContents, JournalError> {
    let path = folder.join(NAME);
    match std::fs::read(&path) {
        Ok(bytes) => parse_journal(&path, &bytes),
        Err(error) => Err(JournalError::File { doing: "read", path, error }),
    }
}

/// Progress of the tournament of a folder, without its games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JournalProgress {
    /// Number of finished games.
    pub done: u64,
    /// Number of games, if it is known in advance.
    pub games: Option<u64>,
    /// Time of the last change.
    pub changed: SystemTime,
}

/// Reads the progress of the tournament of a folder: the first line of its journal, and the number of the others.
///
/// # Errors
/// If the file cannot be read, or its first line is corrupt.
pub fn read_progress(folder: &Path) -> Result<JournalProgress, JournalError> {
    let path = folder.join(NAME);
    let failed = |error| JournalError::File { doing: "read", path: path.clone(), error };
    let changed = std::fs::metadata(&path).and_then(|data| data.modified()).map_err(failed)?;
    let mut reader = BufReader::new(File::open(&path).map_err(failed)?);
    let mut line = Vec::new();
    reader.read_until(b'\n', &mut line).map_err(failed)?;
    let first = line.strip_suffix(b"\n").unwrap_or(&line);
    let head: JournalHead =
        parse_line(first).map_err(|why| JournalError::Damaged { path: path.clone(), line: 1, why })?;
    let mut done = 0;
    loop {
        let bytes = reader.fill_buf().map_err(failed)?;
        if bytes.is_empty() {
            return Ok(JournalProgress { done, games: head.games, changed });
        }
        done += bytes.split(|byte| *byte == b'\n').skip(1).count() as u64;
        let length = bytes.len();
        reader.consume(length);
    }
}

fn parse_journal(path: &Path, bytes: &[u8]) -> Result<JournalContents, JournalError> {
    let damaged = |line, why| JournalError::Damaged { path: path.to_owned(), line, why };
    let mut lines = Vec::new();
    let mut offset = 0;
    for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
        lines.push((offset as u64, piece));
        offset += piece.len();
    }
    let text = |piece: &[u8]| piece.strip_suffix(b"\n").map(<[u8]>::to_vec);
    let first = lines.first().and_then(|(_, piece)| text(piece)).unwrap_or_default();
    let head: JournalHead = parse_line(&first).map_err(|why| damaged(1, why))?;
    if head.schema != SCHEMA {
        let what = format!("it has edition {}, and this program reads edition {SCHEMA}", head.schema);
        return Err(JournalError::WrongTournament { path: path.to_owned(), what });
    }
    let (mut games, mut bad) = (Vec::new(), None);
    for (index, (offset, piece)) in lines.iter().enumerate().skip(1) {
        let whole = piece.strip_suffix(b"\n").ok_or_else(|| "it is cut off".to_owned());
        match (whole.and_then(parse_line::<FinishedGame>), &bad) {
            (Ok(done), None) => games.push((done, JournalPosition { offset: *offset, bytes: piece.len() as u32 })),
            (Err(why), None) => bad = Some((index + 1, *offset, why)),
            // A valid line after a corrupt one: no crash causes that.
            (Ok(_), Some((line, _, why))) => return Err(damaged(*line, why.clone())),
            (Err(_), Some(_)) => {}
        }
    }
    let torn_bytes = bad.map_or(0, |(_, offset, _)| bytes.len() as u64 - offset);
    Ok(JournalContents { head, games, torn_bytes })
}

/// Random access to the games of a journal.
#[derive(Debug)]
pub struct JournalReader {
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
}

impl JournalReader {
    /// Opens the journal of a folder for reading.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn open(folder: &Path) -> Result<Self, JournalError> {
        let path = folder.join(NAME);
        match File::open(&path) {
            Ok(file) => Ok(Self { path, file, buffer: Vec::new() }),
            Err(error) => Err(JournalError::File { doing: "read", path, error }),
        }
    }

    /// Reads the game at a position.
    ///
    /// # Errors
    /// If the file cannot be read, or the line is corrupt.
    pub fn game(&mut self, place: JournalPosition) -> Result<FinishedGame, JournalError> {
        let failed = |error| JournalError::File { doing: "read", path: self.path.clone(), error };
        self.file.seek(SeekFrom::Start(place.offset)).map_err(failed)?;
        self.buffer.resize(place.bytes as usize, 0);
        self.file.read_exact(&mut self.buffer).map_err(failed)?;
        let text = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        parse_line(text).map_err(|why| failed(io::Error::new(io::ErrorKind::InvalidData, why)))
    }
}
