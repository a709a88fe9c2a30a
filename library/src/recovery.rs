//! Recovery of what interrupted programs left in a folder: journals of games become records, and temporary files of atomic
//! writes are removed. Files of programs that are still running stay.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use boardwright_arena::results::files::TEMPORARY_PREFIX;
use boardwright_game::record::Record;

use crate::error::Error;
use crate::store;

/// Mark in the file name of a journal, after the name of the record.
const JOURNAL_MARK: &str = ".part";

/// Age from which a temporary file belongs to a write that was interrupted; a write takes milliseconds.
const STRAY_AGE: Duration = Duration::from_mins(1);

/// Makes records of the journals that interrupted games left in a folder, and removes temporary files of interrupted
/// writes. Returns the records, and an error for each journal that cannot be read, which stays.
pub fn recover(folder: &Path) -> Vec<Result<PathBuf, Error>> {
    remove_stray_files(folder);
    let mut journals: Vec<(PathBuf, PathBuf)> = files_of(folder).filter_map(|part| Some((record_path(&part)?, part))).collect();
    journals.sort();
    journals.iter().filter_map(|(record, part)| recover_journal(record, part).transpose()).collect()
}

/// Removes temporary files of interrupted writes from a folder.
pub fn remove_stray_files(folder: &Path) {
    let is_temporary =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(TEMPORARY_PREFIX));
    let is_old = |path: &PathBuf| {
        let age = fs::metadata(path).and_then(|data| data.modified()).ok().and_then(|time| time.elapsed().ok());
        age.is_some_and(|age| age >= STRAY_AGE)
    };
    for path in files_of(folder).filter(is_temporary).filter(is_old) {
        // A file that another program has removed meanwhile is no failure.
        let _ = fs::remove_file(path);
    }
}

/// Files of a folder; none if it cannot be read.
fn files_of(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).filter(|path| path.is_file())
}

/// `true` if a file is the journal of a game in progress, by its name.
pub fn is_journal(path: &Path) -> bool {
    record_path(path).is_some()
}

/// Path of the record to which a journal belongs; `None` for other files.
fn record_path(part: &Path) -> Option<PathBuf> {
    let name = part.file_name()?.to_str()?;
    let (record, number) = name.rsplit_once(JOURNAL_MARK)?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && !record.is_empty()).then(|| part.with_file_name(record))
}

/// Makes a record of a journal; `None` if its game is still played, or has no moves.
fn recover_journal(path: &Path, part: &Path) -> Result<Option<PathBuf>, Error> {
    let failed = |error: &std::io::Error| Error::file("read", part, error);
    let file = File::open(part).map_err(|error| failed(&error))?;
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Ok(None);
    }
    let bytes = fs::read(part).map_err(|error| failed(&error))?;
    let remove = || fs::remove_file(part).map_err(|error| Error::file("remove", part, &error));
    // A journal without a complete line was cut off within its header.
    if !bytes.contains(&b'\n') {
        return remove().map(|()| None);
    }
    let stored = store::parse(&bytes, 1);
    let record = stored.map_err(|reason| Error::Input(format!("{}: {reason}", part.display())))?.record;
    if record.moves.is_empty() {
        return remove().map(|()| None);
    }
    let path = free_path(path, &record);
    store::write(&path, &record, None)?;
    remove().map(|()| Some(path))
}

/// Path of the record, or of a numbered one beside it where it would replace another game.
fn free_path(path: &Path, record: &Record) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = (2..).map(|number: u32| path.with_file_name(format!("{stem}-{number}.{ending}")));
    let mut paths = std::iter::once(path.to_owned()).chain(numbered);
    paths.find(|path| !path.exists() || is_earlier_part(path, record)).expect("there are infinitely many")
}

/// `true` if the file contains the beginning of the same game, which was resumed.
fn is_earlier_part(path: &Path, record: &Record) -> bool {
    let Ok(stored) = fs::read(path).map_err(|error| error.to_string()).and_then(|bytes| store::parse(&bytes, 1)) else {
        return false;
    };
    stored.record.header == record.header && record.moves.starts_with(&stored.record.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Journal;

    const GAME: &str = r#"{"type":"game","format":1,"game":"nim","name":"nim","hash":null,"players":[],"seed":1}"#;

    fn line(ply: usize) -> String {
        format!("{{\"type\":\"move\",\"ply\":{ply},\"player\":1,\"move\":\"a b c\"}}\n")
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            files_of(folder).map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Number of moves of the recovered record, or its error.
    fn moves(recovered: &Result<PathBuf, Error>) -> Result<usize, String> {
        let path = recovered.as_ref().map_err(ToString::to_string)?;
        Ok(store::read(path).map_err(|error| error.to_string())?.record.moves.len())
    }

    #[test]
    fn journals_of_interrupted_games_become_records() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
        write("a.jsonl.part", format!("{GAME}\n{}{}", line(1), line(2)));
        // The last line was cut off.
        write("b.jsonl.part2", format!("{GAME}\n{}{{\"type\":\"mo", line(1)));
        // Without a move, or without a whole header, there is no game.
        write("c.jsonl.part", format!("{GAME}\n"));
        write("d.jsonl.part", GAME[..30].to_owned());
        write("e.jsonl.part", String::new());
        write("notes.part.txt", "no journal".to_owned());
        let recovered = recover(folder.path());
        assert_eq!(recovered.iter().map(moves).collect::<Vec<_>>(), [Ok(2), Ok(1)]);
        assert_eq!(names(folder.path()), ["a.jsonl", "b.jsonl", "notes.part.txt"]);
        assert!(recover(folder.path()).is_empty());
    }

    #[test]
    fn a_record_is_replaced_by_its_continuation_only() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: String| fs::write(folder.path().join(name), text).unwrap();
        write("a.jsonl", format!("{GAME}\n{}", line(1)));
        write("a.jsonl.part", format!("{GAME}\n{}{}", line(1), line(2)));
        write("b.jsonl", format!("{GAME}\n{}{}", line(1), line(2)));
        write("b.jsonl.part", format!("{GAME}\n{}", line(1)));
        let recovered = recover(folder.path());
        assert_eq!(recovered.iter().map(moves).collect::<Vec<_>>(), [Ok(2), Ok(1)]);
        assert_eq!(names(folder.path()), ["a.jsonl", "b-2.jsonl", "b.jsonl"]);
    }

    #[test]
    fn the_journal_of_a_running_game_stays() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.jsonl");
        let journal = Journal::create(&path).unwrap();
        assert!(recover(folder.path()).is_empty());
        assert_eq!(names(folder.path()), ["a.jsonl.part"]);
        drop(journal);
        assert!(recover(folder.path()).is_empty());
        assert!(names(folder.path()).is_empty(), "it has no moves");
    }

    #[test]
    fn a_damaged_journal_is_reported_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.jsonl.part"), format!("{GAME}\nnonsense\n{}", line(1))).unwrap();
        let recovered = recover(folder.path());
        let message = moves(&recovered[0]).unwrap_err();
        assert!(message.contains("a.jsonl.part: line 2: this is no line of a record"), "{message}");
        assert_eq!(names(folder.path()), ["a.jsonl.part"]);
    }

    #[test]
    fn old_temporary_files_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        for name in [".boardwright-old", ".boardwright-new", "old"] {
            let file = File::create(folder.path().join(name)).unwrap();
            if name.ends_with("old") {
                file.set_modified(std::time::SystemTime::now() - 2 * STRAY_AGE).unwrap();
            }
        }
        remove_stray_files(folder.path());
        assert_eq!(names(folder.path()), [".boardwright-new", "old"]);
    }
}
