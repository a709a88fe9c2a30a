//! Journals of measurements: one line of JSON for each result, so that an interrupted run goes on.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::failure::Failure;

fn wrong(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Reads the results of earlier runs with the number of the line of each; none if there is no file. An incomplete last line,
/// which an interruption left, is removed.
pub fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<(usize, T)>, Failure> {
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read_to_string(path).map_err(|error| wrong(path, &error))?;
    let complete = text.rfind('\n').map_or(0, |last| last + 1);
    if complete < text.len() {
        let file = fs::OpenOptions::new().write(true).open(path);
        file.and_then(|file| file.set_len(complete as u64)).map_err(|error| wrong(path, &error))?;
    }
    let parse = |(number, line): (usize, &str)| {
        let result = serde_json::from_str(line);
        let invalid = |error| wrong(path, &format!("line {number}: {error}; remove the file or choose another one"));
        result.map(|result| (number, result)).map_err(invalid)
    };
    (1..).zip(text[..complete].lines()).map(parse).collect()
}

/// The error for a result of another measurement.
pub fn other_measurement(path: &Path, number: usize, what: &str) -> Failure {
    wrong(path, &format!("line {number}: the results are of {what}; choose another journal"))
}

/// Appends a result with one write.
pub fn append<T: Serialize>(path: &Path, result: &T) -> Result<(), Failure> {
    let line = serde_json::to_string(result).map_err(|error| wrong(path, &error))? + "\n";
    let file = fs::OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes())).map_err(|error| wrong(path, &error))
}
