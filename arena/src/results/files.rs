//! Files of a folder of results: written whole or not at all, and never over something that another hand has changed.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::tournament::digest;

/// Which files this program wrote, with the hashes of what it wrote.
const LIST: &str = "written.json";

/// Puts `bytes` into the file at `path`: to a temporary name in its folder, synced, then renamed. What was there under its name
/// stays until the new file is complete.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".boardwright-");
    #[cfg(unix)]
    {
        // As for any new file: what the user's mask leaves.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A folder in which files are brought up to date.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// By name: the hashes of what was written last and before.
    written: BTreeMap<String, Vec<String>>,
    /// Files that were found changed, and where they are now.
    pub edited: Vec<(String, PathBuf)>,
}

impl Folder {
    /// A folder that is there.
    ///
    /// # Errors
    /// If its list of files cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let written = match std::fs::read(path.join(LIST)) {
            // A list that says nothing says that every file was changed: all are kept.
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => BTreeMap::new(),
            Err(error) => return Err(error),
        };
        Ok(Self { path: path.to_owned(), written, edited: Vec::new() })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Brings a file up to date. If somebody has changed what was there, that is kept under another name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path.join(name);
        let hash = digest::of_bytes(bytes);
        match std::fs::read(&path) {
            Ok(there) if there == bytes => return self.note(name, &hash),
            Ok(there) => {
                let known = self.written.get(name);
                if known.is_none_or(|known| !known.contains(&digest::of_bytes(&there))) {
                    let kept = unused(&path);
                    std::fs::rename(&path, &kept)?;
                    self.edited.push((name.to_owned(), kept));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
            }
            Err(error) => return Err(error),
        }
        // First the list: a crash between the two must not make the file look changed.
        self.note(name, &hash)?;
        write_whole(&path, bytes)
    }

    fn note(&mut self, name: &str, hash: &str) -> io::Result<()> {
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
        write_whole(&self.path.join(LIST), &list)
    }
}

/// A name for what was changed that nothing has.
fn unused(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let numbered = (1..).map(|number| path.with_file_name(format!("{name}.edited-{number}")));
    let mut free = numbered.filter(|path| !path.exists());
    free.next().expect("there is no end of numbers")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_another_hand_has_changed_is_kept() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        folder.put("a.csv", b"one").unwrap();
        folder.put("a.csv", b"two").unwrap();
        assert!(folder.edited.is_empty());
        std::fs::write(place.path().join("a.csv"), b"mine").unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        folder.put("a.csv", b"three").unwrap();
        assert_eq!(std::fs::read(place.path().join("a.csv")).unwrap(), b"three");
        assert_eq!(std::fs::read(place.path().join("a.csv.edited-1")).unwrap(), b"mine");
        assert_eq!(folder.edited.len(), 1);
    }

    #[test]
    fn a_crash_between_list_and_file_is_no_change() {
        let place = tempfile::tempdir().unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        folder.put("a.csv", b"one").unwrap();
        folder.note("a.csv", &digest::of_bytes(b"two")).unwrap();
        let mut folder = Folder::open(place.path()).unwrap();
        folder.put("a.csv", b"three").unwrap();
        assert!(folder.edited.is_empty());
    }

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
