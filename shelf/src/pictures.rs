//! What a game file names and where that may lie: pictures beside it or in a folder for pictures near it, and the file
//! that it is based on beside it or among those that ship. Drawing pictures is another matter.

use std::path::{Path, PathBuf};

use boardwright_games::ShippedFiles;
use boardwright_lang::{Files, Pictures, Source};

use crate::load::Loaded;

/// Folders that are looked through, from the folder of the game file.
const PLACES: [&str; 5] = ["", "images", "pictures", "../images", "../pictures"];

/// What is near one game file.
#[derive(Debug)]
pub struct NearFile {
    folder: PathBuf,
}

impl NearFile {
    /// What is near the game file at `path`.
    pub fn new(path: &Path) -> Self {
        Self { folder: path.parent().unwrap_or(Path::new("")).to_owned() }
    }

    /// What is near the file that a game was loaded from.
    pub fn of(loaded: &Loaded) -> Self {
        Self::new(Path::new(loaded.sources.first().map(Source::name).unwrap_or_default()))
    }

    /// Where the picture of this name is.
    pub fn find(&self, file: &str) -> Option<PathBuf> {
        PLACES.iter().map(|place| self.folder.join(place).join(file)).find(|path| path.is_file())
    }
}

impl Pictures for NearFile {
    fn has(&self, file: &str) -> bool {
        self.find(file).is_some()
    }
}

impl Files for NearFile {
    fn read(&self, name: &str) -> Result<Source, String> {
        let path = self.folder.join(name);
        match std::fs::read(&path) {
            Ok(bytes) => Ok(Source::new(path.display().to_string(), &bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let nowhere = |_| "it is neither beside the file nor among the games that ship".to_owned();
                ShippedFiles.read(name).map_err(nowhere)
            }
            Err(error) if path.is_dir() => Err(format!("it is a folder ({error})")),
            Err(error) => Err(error.to_string()),
        }
    }
}

impl boardwright_draw::Pictures for NearFile {
    fn bytes(&self, file: &str) -> Option<Vec<u8>> {
        std::fs::read(self.find(file)?).ok()
    }
}
