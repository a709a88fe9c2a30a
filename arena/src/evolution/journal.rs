//! Journal of a run of evolution (a write-ahead log): the settings, and one line for each contest. Its lines have
//! checksums like those of tournaments; a torn line at the end is cut off when the journal is opened again.

use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use boardwright_game::fault::Fault;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::results::journal::{encode_line, is_locked, parse_line};

/// File name of the journal.
const NAME: &str = "contests.log";

/// Error of a run of evolution.
#[derive(Debug, Error)]
pub enum EvolutionError {
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {error}", path.display())]
    #[allow(missing_docs)]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// A file is corrupt.
    #[error("{}, line {line}: the line is damaged ({why}); restore the file, or remove its folder to start again", path.display())]
    #[allow(missing_docs)]
    Damaged { path: PathBuf, line: usize, why: String },
    /// The folder has a run with other settings.
    #[error(
        "{} has a run with other settings: {differences}; choose another folder, or remove that one",
        folder.display()
    )]
    #[allow(missing_docs)]
    OtherSettings { folder: PathBuf, differences: String },
    /// Another process has locked the journal.
    #[error("{} is in use: another process is running this evolution", .0.display())]
    Locked(PathBuf),
    /// The rules of the game failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Contests cannot be played elsewhere.
    #[error("{0}")]
    Queue(String),
    /// The run was stopped; it can be resumed.
    #[error("the run was stopped")]
    Stopped,
}

/// Result of a contest.
#[derive(Debug, Serialize, Deserialize)]
struct ContestLine {
    batch: usize,
    contest: usize,
    points: Vec<f64>,
}

/// Results of contests, by batch and index.
pub(super) type KnownPoints = HashMap<(usize, usize), Vec<f64>>;

/// Journal that is opened for writing.
#[derive(Debug)]
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Opens the journal of a folder, or creates it. Returns the results that it has.
    pub fn open(folder: &Path, settings: &Value) -> Result<(Self, KnownPoints), EvolutionError> {
        let path = folder.join(NAME);
        let failed = |doing, error| EvolutionError::File { doing, path: path.clone(), error };
        std::fs::create_dir_all(folder).map_err(|error| EvolutionError::File {
            doing: "create",
            path: folder.to_owned(),
            error,
        })?;
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(&path).map_err(|error| failed("open", error))?;
        if is_locked(&file) {
            return Err(EvolutionError::Locked(path));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|error| failed("read", error))?;
        let complete = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        let mut lines = bytes[..complete].split_inclusive(|&byte| byte == b'\n').map(|line| &line[..line.len() - 1]);
        let mut known = KnownPoints::new();
        let damaged = |line, why| EvolutionError::Damaged { path: path.clone(), line, why };
        let is_new = match lines.next() {
            None => true,
            Some(head) => {
                let there: Value = parse_line(head).map_err(|why| damaged(1, why))?;
                let differences = differences(&there, &reread(settings));
                if !differences.is_empty() {
                    return Err(EvolutionError::OtherSettings { folder: folder.to_owned(), differences });
                }
                false
            }
        };
        for (line, number) in lines.zip(2..) {
            let ContestLine { batch, contest, points } = parse_line(line).map_err(|why| damaged(number, why))?;
            known.insert((batch, contest), points);
        }
        let rewound = file.set_len(complete as u64).and_then(|()| file.seek(SeekFrom::Start(complete as u64)));
        rewound.map_err(|error| failed("write", error))?;
        let mut journal = Self { path, file };
        if is_new {
            journal.write(settings)?;
            journal.sync()?;
        }
        Ok((journal, known))
    }

    /// Appends the result of a contest, and returns it as it will be read, so that a resumed run has equal points.
    pub fn add(&mut self, batch: usize, contest: usize, points: Vec<f64>) -> Result<Vec<f64>, EvolutionError> {
        let line = ContestLine { batch, contest, points };
        self.write(&line)?;
        let read: ContestLine = reread(&line);
        Ok(read.points)
    }

    /// Appends a line with one write, so that a killed process leaves at most one torn line.
    fn write(&mut self, line: &impl Serialize) -> Result<(), EvolutionError> {
        let written = self.file.write_all(&encode_line(line));
        written.map_err(|error| EvolutionError::File { doing: "write", path: self.path.clone(), error })
    }

    /// Syncs to the disk.
    pub fn sync(&self) -> Result<(), EvolutionError> {
        self.file.sync_data().map_err(|error| EvolutionError::File { doing: "write", path: self.path.clone(), error })
    }
}

/// A value as it is read from its JSON text; the last digits of numbers may differ.
fn reread<T: for<'a> Deserialize<'a>>(value: &impl Serialize) -> T {
    let json = serde_json::to_vec(value).expect("finite numbers are always JSON");
    serde_json::from_slice(&json).expect("the text was written by the same type")
}

/// Text of the settings that differ, with both values; empty if none do.
fn differences(there: &Value, here: &Value) -> String {
    let (mut old, mut new) = (BTreeMap::new(), BTreeMap::new());
    flatten("", there, &mut old);
    flatten("", here, &mut new);
    let keys: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let text = |value: Option<&String>| value.map_or_else(|| "absent".to_owned(), Clone::clone);
    let changed = keys.into_iter().filter(|key| old.get(*key) != new.get(*key));
    let changed = changed.map(|key| format!("{key} is {} there and {} here", text(old.get(key)), text(new.get(key))));
    changed.collect::<Vec<_>>().join(", ")
}

/// Adds all leaves of a value with their paths.
fn flatten(path: &str, value: &Value, leaves: &mut BTreeMap<String, String>) {
    let child = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, value)| flatten(&child(key), value, leaves)),
        Value::Array(list) => {
            list.iter().zip(1..).for_each(|(value, number)| flatten(&child(&number.to_string()), value, leaves));
        }
        leaf => {
            leaves.insert(path.to_owned(), leaf.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn results_are_read_back_without_a_torn_end() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = json!({ "seed": 1 });
        let (mut journal, known) = Journal::open(folder.path(), &settings).expect("it is created");
        assert!(known.is_empty());
        journal.add(0, 3, vec![1.5, 2.0]).expect("it is written");
        journal.add(1, 0, vec![0.1, 0.2]).expect("it is written");
        assert!(matches!(Journal::open(folder.path(), &settings), Err(EvolutionError::Locked(_))));
        drop(journal);
        let path = folder.path().join(NAME);
        let bytes = std::fs::read(&path).expect("there is a journal");
        for cut in 1..20 {
            std::fs::write(&path, &bytes[..bytes.len() - cut]).expect("it is written");
            let (mut journal, known) = Journal::open(folder.path(), &settings).expect("a torn line is no error");
            assert_eq!(known, KnownPoints::from([((0, 3), vec![1.5, 2.0])]));
            journal.add(1, 0, vec![0.1, 0.2]).expect("it is written");
            drop(journal);
            assert_eq!(std::fs::read(&path).expect("there is a journal"), bytes);
        }
    }

    #[test]
    fn other_settings_and_damaged_lines_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let settings = json!({ "genetic": { "population": 20 }, "range": [0, 1] });
        drop(Journal::open(folder.path(), &settings).expect("it is created"));
        let other = json!({ "genetic": { "population": 15, "elites": 1 }, "range": [0, 1] });
        let error = Journal::open(folder.path(), &other).expect_err("the settings differ").to_string();
        let expected = "genetic.elites is absent there and 1 here, genetic.population is 20 there and 15 here";
        assert!(error.contains(expected), "{error}");
        let path = folder.path().join(NAME);
        let mut bytes = std::fs::read(&path).expect("there is a journal");
        bytes[12] ^= 1;
        std::fs::write(&path, bytes).expect("it is written");
        assert!(matches!(Journal::open(folder.path(), &settings), Err(EvolutionError::Damaged { line: 1, .. })));
    }
}
