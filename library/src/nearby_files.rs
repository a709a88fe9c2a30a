//! Resolution of the names in a game file: pictures in its folder or a picture folder near it, and the base game file
//! in its folder or among the shipped ones. Pictures are not drawn here.

use std::path::{Path, PathBuf};

use boardwright_games::ShippedFiles;
use boardwright_lang::{Files, Pictures, Source};

use crate::load::LoadedGame;

/// Folders that are searched, relative to the folder of the game file.
const PICTURE_FOLDERS: [&str; 5] = ["", "images", "pictures", "../images", "../pictures"];

/// Files near one game file.
#[derive(Debug)]
pub struct NearbyFiles {
    folder: PathBuf,
}

impl NearbyFiles {
    /// Files near the game file at `path`.
    pub fn new(path: &Path) -> Self {
        Self { folder: path.parent().unwrap_or(Path::new("")).to_owned() }
    }

    /// Files near the file of a loaded game.
    pub fn of_game(loaded: &LoadedGame) -> Self {
        Self::new(Path::new(loaded.sources.first().map(Source::name).unwrap_or_default()))
    }

    /// Path of the picture of this name.
    pub fn find(&self, file: &str) -> Option<PathBuf> {
        PICTURE_FOLDERS.iter().map(|place| self.folder.join(place).join(file)).find(|path| path.is_file())
    }
}

impl Pictures for NearbyFiles {
    fn has(&self, file: &str) -> bool {
        self.find(file).is_some()
    }
}

impl Files for NearbyFiles {
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

impl boardwright_draw::Pictures for NearbyFiles {
    fn bytes(&self, file: &str) -> Option<Vec<u8>> {
        std::fs::read(self.find(file)?).ok()
    }
}
