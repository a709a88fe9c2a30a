//! Atomic writing of files: to a temporary file in the same folder, which is synced and renamed. An existing file stays
//! until the new one is complete.

use std::io;
use std::path::Path;

use boardwright_arena::results::files::write_atomically;

use crate::error::Error;

/// Writes `bytes` to the file at `path` atomically.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_atomically(path, bytes).map_err(|error| Error::file("write", path, &error))
}

/// Checks in advance that a file can be created at `path`, before long work whose result is stored there.
pub fn can_be_written(path: &Path) -> Result<(), Error> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = |kind: io::ErrorKind| Err(Error::file("write", path, &kind.into()));
    if path.is_dir() {
        return wrong(io::ErrorKind::IsADirectory);
    }
    if folder.is_dir() { Ok(()) } else { wrong(io::ErrorKind::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let Err(Error::Input(message)) = write(folder.path(), b"") else { panic!("it must be refused") };
        assert!(message.ends_with("it is a folder"), "{message}");
    }
}
