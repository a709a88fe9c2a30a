//! Resumable parallel work: runs the parts of a long measurement on all processors and stores each result in a file, so
//! that a later run continues.

use std::fs;
use std::io::{Error, Result};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{available_parallelism, scope};

/// Runs the parts that have no line in the file of this name, in `target`, and returns all lines: the name of a part, a
/// space, and its result.
///
/// # Errors
///
/// If the file can be neither read nor written; existing results are kept.
pub fn run_all(file: &str, parts: &[String], part: impl Fn(usize) -> String + Sync) -> Result<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target").join(file);
    let named = |error: Error| Error::new(error.kind(), format!("{}: {error}", path.display()));
    let before = if path.exists() { fs::read_to_string(&path).map_err(named)? } else { String::new() };
    let lines: Vec<String> = before.lines().map(str::to_owned).collect();
    let missing = |at: &usize| !lines.iter().any(|line| line.starts_with(&format!("{} ", parts[*at])));
    let todo: Vec<usize> = (0..parts.len()).filter(missing).collect();
    let (next, notes) = (AtomicUsize::new(0), Mutex::new(lines));
    let work = || -> Result<()> {
        while let Some(&at) = todo.get(next.fetch_add(1, Ordering::Relaxed)) {
            let line = format!("{} {}", parts[at], part(at));
            let mut notes = notes.lock().expect("no part panics while it holds the notes");
            notes.push(line);
            // Written to a temporary file first: a partly written file would lose hours of results.
            let half = path.with_extension("part");
            fs::write(&half, notes.join("\n") + "\n").and_then(|()| fs::rename(&half, &path)).map_err(named)?;
        }
        Ok(())
    };
    scope(|threads| {
        let workers: Vec<_> =
            (0..available_parallelism().map_or(1, usize::from)).map(|_| threads.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("a part that fails has told why"))
    })?;
    Ok(notes.into_inner().expect("all workers ended well"))
}
