//! Where the pictures of a game file may lie: beside it, or in a folder for pictures near it.
//! It only says whether they are there; drawing them is another matter.

use std::path::{Path, PathBuf};

use boardwright_lang::Pictures;

/// Folders that are looked through, from the folder of the game file.
const PLACES: [&str; 5] = ["", "images", "pictures", "../images", "../pictures"];

/// The pictures of one game file.
#[derive(Debug)]
pub struct NearFile {
    folder: PathBuf,
}

impl NearFile {
    /// The pictures near the game file at `path`.
    pub fn new(path: &Path) -> Self {
        Self { folder: path.parent().unwrap_or(Path::new("")).to_owned() }
    }
}

impl Pictures for NearFile {
    fn has(&self, file: &str) -> bool {
        PLACES.iter().any(|place| self.folder.join(place).join(file).is_file())
    }
}
