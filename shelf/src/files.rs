//! Writing a file whole or not at all: to a temporary name in its folder, synced, then renamed.
//! What was there under its name stays until the new file is complete.

use std::io;
use std::path::Path;

use boardwright_arena::results::files::write_whole;

use crate::error::Error;

/// Puts `bytes` into the file at `path`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_whole(path, bytes).map_err(|error| Error::file("write", path, &error))
}

/// What would only be found out when the work is done is found out before.
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
