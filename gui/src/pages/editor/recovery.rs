//! Recovery files: unsaved texts of the editor, kept below the data folder until they are saved. The name of such a file is
//! the path of the edited one.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Characters that stand for themselves in no file name, with their codes; the sign of a code is the first.
const CODES: [(char, &str); 4] = [('%', "%25"), ('/', "%2F"), ('\\', "%5C"), (':', "%3A")];

/// Folder of the recovery files.
pub fn recovery_folder(data: &Path) -> PathBuf {
    data.join("unsaved")
}

/// Path of the recovery file of an unsaved text.
pub fn recovery_path(data: &Path, path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name = CODES.iter().fold(path.display().to_string(), |name, (letter, code)| name.replace(*letter, code));
    recovery_folder(data).join(name)
}

/// Path of the edited file of a recovery file.
fn edited_path(recovery: &Path) -> Option<PathBuf> {
    let name = recovery.file_name()?.to_str()?.to_owned();
    let name = CODES.iter().rev().fold(name, |name, (letter, code)| name.replace(code, &letter.to_string()));
    Some(PathBuf::from(name))
}

/// Paths of the files with unsaved texts, the text that was changed last first.
pub fn unsaved_texts(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(recovery_folder(data)).into_iter().flatten().flatten();
    let is_text = |name: &str| !name.starts_with('.');
    let mut texts: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| is_text(&entry.file_name().to_string_lossy()))
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, edited_path(&entry.path())?)))
        .collect();
    texts.sort();
    texts.into_iter().rev().map(|(_, path)| path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_the_edited_file_is_found_again() {
        for path in ["/home/ann/own.game", "/a/50%/x%2F.game", "/C:/b\\c.hus", "/\u{e9} \u{4e2d}.game"] {
            let recovery = recovery_path(Path::new("/data"), Path::new(path));
            assert_eq!(recovery.parent(), Some(Path::new("/data/unsaved")));
            assert_eq!(edited_path(&recovery).as_deref(), Some(Path::new(path)));
        }
        assert!(recovery_path(Path::new("/data"), Path::new("own.game")).display().to_string().contains("%2F"));
    }
}
