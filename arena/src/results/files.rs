//! Files of a results folder: written atomically, and never over changes by other hands.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::tournament::digest;

/// Name of the list of files written by this program, with hashes of their contents.
const HASH_LIST: &str = "written.json";

/// Beginning of the names of temporary files. A file of this name is left over if the program ends during a write.
pub const TEMPORARY_PREFIX: &str = ".boardwright-";

/// Writes `bytes` to the file at `path` atomically: to a temporary file in the same folder, which is synced and
/// renamed. An existing file stays until the new one is complete.
///
/// # Errors
/// If the file cannot be written.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(TEMPORARY_PREFIX);
    #[cfg(unix)]
    {
        // Default permissions of a new file, to be limited by the user's umask.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A folder whose files are updated.
#[derive(Debug)]
pub struct ResultsFolder {
    path: PathBuf,
    /// Hashes of the last two contents written, by file name.
    written: BTreeMap<String, Vec<String>>,
    /// Files that were changed by other hands, with their new paths.
    pub edited: Vec<(String, PathBuf)>,
}

impl ResultsFolder {
    /// Opens an existing folder.
    ///
    /// # Errors
    /// If its list of files cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let written = match std::fs::read(path.join(HASH_LIST)) {
            // With an invalid list every file counts as changed by hand, and is preserved.
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        Ok(Self { path: path.to_owned(), written, edited: Vec::new() })
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Updates a file. An existing file that was changed by hand is preserved under another name.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(name);
        let hash = digest::digest_bytes(bytes);
        match std::fs::read(&path) {
            Ok(there) if there == bytes => return self.note_hash(name, &hash),
            Ok(there) => {
                let known = self.written.get(name);
                if known.is_none_or(|known| !known.contains(&digest::digest_bytes(&there))) {
                    let preserved = unused_path(&path);
                    std::fs::rename(&path, &preserved)?;
                    self.edited.push((name.to_owned(), preserved));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
            }
            Err(error) => return Err(error),
        }
        // The list is written first: a crash between the two must not make the file look changed by hand.
        self.note_hash(name, &hash)?;
        write_atomically(&path, bytes)
    }

    fn note_hash(&mut self, name: &str, hash: &str) -> io::Result<()> {
        let hashes = self.written.entry(name.to_owned()).or_default();
        if hashes.last().is_some_and(|last| last == hash) {
            return Ok(());
        }
        hashes.retain(|known| known != hash);
        hashes.push(hash.to_owned());
        if hashes.len() > 2 {
            hashes.remove(0);
        }
        let list = serde_json::to_vec_pretty(&self.written)?;
        write_atomically(&self.path.join(HASH_LIST), &list)
    }
}

/// Unused path for a file that was changed by hand.
fn unused_path(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = (1..).map(|number| path.with_file_name(format!("{name}.edited-{number}")));
    let mut free = numbered.filter(|path| !path.exists());
    free.next().expect("there is no end of numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_changed_by_hand_are_preserved() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = ResultsFolder::open(place.path()).unwrap();
        folder.put("a.csv", b"one").unwrap();
        folder.put("a.csv", b"two").unwrap();
        assert!(folder.edited.is_empty());
        std::fs::write(place.path().join("a.csv"), b"mine").unwrap();
        let mut folder = ResultsFolder::open(place.path()).unwrap();
        folder.put("a.csv", b"three").unwrap();
        assert_eq!(std::fs::read(place.path().join("a.csv")).unwrap(), b"three");
        assert_eq!(std::fs::read(place.path().join("a.csv.edited-1")).unwrap(), b"mine");
        assert_eq!(folder.edited.len(), 1);
    }

    #[test]
    fn a_crash_between_list_and_file_does_not_count_as_a_change() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = ResultsFolder::open(place.path()).unwrap();
        folder.put("a.csv", b"one").unwrap();
        folder.note_hash("a.csv", &digest::digest_bytes(b"two")).unwrap();
        let mut folder = ResultsFolder::open(place.path()).unwrap();
        folder.put("a.csv", b"three").unwrap();
        assert!(folder.edited.is_empty());
    }

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
