//! The journal of a tournament: one line for each finished game, in the order of finishing, written with one write each. Everything
//! else in a folder of results is made of it. What a crash tears off its end is cut away when it is opened again, and played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::tournament::{Done, Identity};

/// The name of the file.
pub const NAME: &str = "journal.log";

/// The edition of journals and tables that this program writes and reads.
pub const SCHEMA: u32 = 1;

/// What the first line says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The edition: [`SCHEMA`].
    pub schema: u32,
    /// Which tournament it is.
    pub identity: Identity,
    /// How many games there will be, if that is known.
    pub games: Option<u64>,
    /// Which part of the games is played here, as `2/4`; all of them without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
pub enum JournalError {
    /// It cannot be read or written.
    #[error("cannot {doing} {}: {error}", path.display())]
    #[allow(missing_docs)]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// A line is not as it was written.
    #[error(
        "{}, line {line}: it is not as it was written ({why}); put the line back, or delete it and the game is played again",
        path.display()
    )]
    #[allow(missing_docs)]
    Damaged { path: PathBuf, line: usize, why: String },
    /// It is of another tournament.
    #[error("{} is of another tournament: {what}; choose another folder with --out", path.display())]
    #[allow(missing_docs)]
    Other { path: PathBuf, what: String },
    /// Somebody else writes it.
    #[error("{} is in use: another process plays this tournament", path.display())]
    #[allow(missing_docs)]
    Busy { path: PathBuf },
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    offset: u64,
    bytes: u32,
}

/// A journal that is written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    length: u64,
    sync: Duration,
    /// Since when something is not on the disk.
    dirty: Option<Instant>,
}

/// What a journal held when it was opened.
#[derive(Debug)]
pub struct Kept {
    /// Its first line.
    pub head: Head,
    /// The finished games, with their places.
    pub games: Vec<(Done, Place)>,
    /// Bytes at the end that were not a whole line.
    pub torn: u64,
}

/// A line: the checksum of its text, and its text.
fn line(value: &impl Serialize) -> Vec<u8> {
    let json = serde_json::to_vec(value).expect("what stands in a journal is always JSON");
    let mut line = format!("{:08x} ", crc32fast::hash(&json)).into_bytes();
    line.extend(json);
    line.push(b'\n');
    line
}

/// The text of a line, if it is as it was written.
fn checked(line: &[u8]) -> Result<&[u8], String> {
    let (sum, rest) = line.split_at_checked(8).ok_or("it is too short")?;
    let json = rest.strip_prefix(b" ").ok_or("it has no checksum")?;
    let sum = str::from_utf8(sum).ok().and_then(|sum| u32::from_str_radix(sum, 16).ok()).ok_or("it has no checksum")?;
    if crc32fast::hash(json) == sum { Ok(json) } else { Err("its checksum is another".to_owned()) }
}

fn parsed<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Result<T, String> {
    serde_json::from_slice(checked(line)?).map_err(|error| error.to_string())
}

impl Journal {
    /// Begins a journal in a folder that has none.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(folder: &Path, head: &Head, sync: Duration) -> Result<Self, JournalError> {
        let path = folder.join(NAME);
        let failed = |error| JournalError::File { doing: "write", path: path.clone(), error };
        // Under another name until its first line is whole: a journal without one would be of no tournament.
        let begun = folder.join(format!("{NAME}.new"));
        let mut file = File::create(&begun).map_err(failed)?;
        let first = line(head);
        file.write_all(&first).and_then(|()| file.sync_all()).map_err(failed)?;
        std::fs::rename(&begun, &path).map_err(failed)?;
        locked(&file, &path)?;
        Ok(Self { length: first.len() as u64, path, file, sync, dirty: None })
    }

    /// Opens the journal of a folder to go on with it; what is torn at its end is cut off.
    ///
    /// # Errors
    /// If it cannot be read, is damaged elsewhere than at its end, or is written by another process.
    pub fn open(folder: &Path, sync: Duration) -> Result<(Self, Kept), JournalError> {
        let path = folder.join(NAME);
        let failed = |doing, error| JournalError::File { doing, path: path.clone(), error };
        let mut file = OpenOptions::new().read(true).write(true).open(&path).map_err(|error| failed("open", error))?;
        locked(&file, &path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failed("read", error))?;
        let kept = read(&path, &bytes)?;
        let length = bytes.len() as u64 - kept.torn;
        file.set_len(length).map_err(|error| failed("write", error))?;
        file.seek(SeekFrom::Start(length)).map_err(|error| failed("write", error))?;
        Ok((Self { path, file, length, sync, dirty: None }, kept))
    }

    /// Adds a finished game.
    ///
    /// # Errors
    /// If it cannot be written; what was written before is whole.
    pub fn add(&mut self, done: &Done) -> Result<Place, JournalError> {
        let line = line(done);
        if let Err(error) = self.file.write_all(&line) {
            // Half a line would only be in the way of those who read along.
            let _ = self.file.set_len(self.length);
            return Err(JournalError::File { doing: "write", path: self.path.clone(), error });
        }
        let place = Place { offset: self.length, bytes: line.len() as u32 };
        self.length += line.len() as u64;
        self.dirty.get_or_insert_with(Instant::now);
        Ok(place)
    }

    /// Sees to it that what was written is on the disk, if that was long enough ago.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync_when_due(&mut self) -> Result<(), JournalError> {
        if self.dirty.is_some_and(|since| since.elapsed() >= self.sync) { self.sync() } else { Ok(()) }
    }

    /// Sees to it that what was written is on the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        self.dirty = None;
        self.file.sync_data().map_err(|error| JournalError::File { doing: "write", path: self.path.clone(), error })
    }
}

/// Keeps other processes from writing it, as long as the file is open.
fn locked(file: &File, path: &Path) -> Result<(), JournalError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(JournalError::Busy { path: path.to_owned() }),
        // Where files cannot be locked, nobody is kept out.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// The journal of a folder as it stands, which may be written by somebody else.
///
/// # Errors
/// If it cannot be read, or is damaged elsewhere than at its end.
pub fn look(folder: &Path) -> Result<Kept, JournalError> {
    let path = folder.join(NAME);
    match std::fs::read(&path) {
        Ok(bytes) => read(&path, &bytes),
        Err(error) => Err(JournalError::File { doing: "read", path, error }),
    }
}

fn read(path: &Path, bytes: &[u8]) -> Result<Kept, JournalError> {
    let damaged = |line, why| JournalError::Damaged { path: path.to_owned(), line, why };
    let mut lines = Vec::new();
    let mut offset = 0;
    for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
        lines.push((offset as u64, piece));
        offset += piece.len();
    }
    let text = |piece: &[u8]| piece.strip_suffix(b"\n").map(<[u8]>::to_vec);
    let first = lines.first().and_then(|(_, piece)| text(piece)).unwrap_or_default();
    let head: Head = parsed(&first).map_err(|why| damaged(1, why))?;
    if head.schema != SCHEMA {
        let what = format!("it has edition {}, and this program reads edition {SCHEMA}", head.schema);
        return Err(JournalError::Other { path: path.to_owned(), what });
    }
    let (mut games, mut bad) = (Vec::new(), None);
    for (index, (offset, piece)) in lines.iter().enumerate().skip(1) {
        let whole = piece.strip_suffix(b"\n").ok_or_else(|| "it is cut off".to_owned());
        match (whole.and_then(parsed::<Done>), &bad) {
            (Ok(done), None) => games.push((done, Place { offset: *offset, bytes: piece.len() as u32 })),
            (Err(why), None) => bad = Some((index + 1, *offset, why)),
            // A good line behind a bad one: no crash does that.
            (Ok(_), Some((line, _, why))) => return Err(damaged(*line, why.clone())),
            (Err(_), Some(_)) => {}
        }
    }
    let torn = bad.map_or(0, |(_, offset, _)| bytes.len() as u64 - offset);
    Ok(Kept { head, games, torn })
}

/// Reads single games again.
#[derive(Debug)]
pub struct Reader {
    path: PathBuf,
    file: File,
    buffer: Vec<u8>,
}

impl Reader {
    /// A reader of the journal of a folder.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn open(folder: &Path) -> Result<Self, JournalError> {
        let path = folder.join(NAME);
        match File::open(&path) {
            Ok(file) => Ok(Self { path, file, buffer: Vec::new() }),
            Err(error) => Err(JournalError::File { doing: "read", path, error }),
        }
    }

    /// The game at a place.
    ///
    /// # Errors
    /// If it cannot be read, or is not what was there.
    pub fn game(&mut self, place: Place) -> Result<Done, JournalError> {
        let failed = |error| JournalError::File { doing: "read", path: self.path.clone(), error };
        self.file.seek(SeekFrom::Start(place.offset)).map_err(failed)?;
        self.buffer.resize(place.bytes as usize, 0);
        self.file.read_exact(&mut self.buffer).map_err(failed)?;
        let text = self.buffer.strip_suffix(b"\n").unwrap_or(&self.buffer);
        parsed(text).map_err(|why| failed(io::Error::new(io::ErrorKind::InvalidData, why)))
    }
}
