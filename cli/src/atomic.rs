//! Writing a file whole or not at all: to a temporary name in its folder, synced, then renamed.
//! What was there under its name stays until the new file is complete.

use std::io::{self, Write as _};
use std::path::Path;

use crate::failure::Failure;

/// Puts `bytes` into the file at `path`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write_all(path, bytes).map_err(|error| Failure::file("write", path, &error))
}

/// What would only be found out when the work is done is found out before.
pub fn can_be_written(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let wrong = |kind: io::ErrorKind| Err(Failure::file("write", path, &kind.into()));
    if path.is_dir() {
        return wrong(io::ErrorKind::IsADirectory);
    }
    if folder.is_dir() { Ok(()) } else { wrong(io::ErrorKind::NotFound) }
}

fn write_all(path: &Path, bytes: &[u8]) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_a_file_and_leaves_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write(&path, b"one").unwrap();
        write(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let Err(Failure::Input(message)) = write(folder.path(), b"") else { panic!("it must be refused") };
        assert!(message.ends_with("it is a folder"), "{message}");
    }
}
