//! Settings of the window that persist between runs. Games and records are stored elsewhere.

use std::path::{Path, PathBuf};

use boardwright_library::files;
use serde::{Deserialize, Serialize};

/// Maximum number of remembered game files.
const MAX_RECENT: usize = 8;

/// Maximum number of remembered records that are not offered again; older records are no longer searched.
const MAX_DISMISSED: usize = 100;

/// The user's settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark theme.
    pub theme: Theme,
    /// Zoom factor of the whole window; 1 is normal.
    pub scale: f32,
    /// `true` if the names of places are shown.
    pub coordinates: bool,
    /// `true` if moving pieces are animated.
    pub motion: bool,
    /// `true` if meeples stay visible, faded, after their feature was scored.
    pub scored_meeples: bool,
    /// Recently opened game files, newest first.
    pub recent: Vec<PathBuf>,
    /// Records of unfinished games that are not offered again, newest first.
    pub dismissed: Vec<PathBuf>,
}

/// Colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// The theme of the desktop.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            scale: 1.0,
            coordinates: false,
            motion: true,
            scored_meeples: false,
            recent: Vec::new(),
            dismissed: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads the settings at `path`. Returns the defaults if the file is missing or damaged.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut settings: Self = serde_json::from_str(&text).unwrap_or_default();
        settings.scale = settings.scale.clamp(0.5, 3.0);
        settings
    }

    /// Writes the settings to `path`.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), String> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        files::write(path, text.as_bytes()).map_err(|error| error.to_string())
    }

    /// Adds a game file to the recently opened ones.
    pub fn add_recent(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(MAX_RECENT);
    }

    /// Offers an unfinished game no longer.
    pub fn dismiss(&mut self, record: PathBuf) {
        self.dismissed.insert(0, record);
        self.dismissed.truncate(MAX_DISMISSED);
    }
}

/// Folders for the files of the window, after the XDG base directory specification; `None` disables writing.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Folder of the settings.
    pub config: Option<PathBuf>,
    /// Folder of records and other data.
    pub data: Option<PathBuf>,
}

impl Folders {
    /// The folders of the current user.
    pub fn for_current_user() -> Self {
        let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = given("HOME");
        let config = given("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
        let data = given("XDG_DATA_HOME").or_else(|| Some(home.as_ref()?.join(".local").join("share")));
        let own = |folder: PathBuf| folder.join("boardwright");
        Self { config: config.map(own), data: data.map(own) }
    }

    /// Path of the settings file.
    pub fn settings(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|folder| folder.join("window.json"))
    }

    /// Folder of the records that are written while games are played.
    pub fn records(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("games"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_back_and_damaged_files_give_defaults() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("window.json");
        let mut settings = Settings { scale: 1.5, theme: Theme::Dark, ..Settings::default() };
        for number in 0..20 {
            settings.add_recent(&PathBuf::from(format!("{}.game", number % 10)));
        }
        assert_eq!((settings.recent.len(), settings.recent[0].clone()), (MAX_RECENT, PathBuf::from("9.game")));
        settings.write(&path).expect("it can be written");
        assert_eq!(Settings::read(&path), settings);
        std::fs::write(&path, "{\"scale\": 100").expect("it can be written");
        assert_eq!(Settings::read(&path), Settings::default());
        std::fs::write(&path, "{\"scale\": 100}").expect("it can be written");
        assert!((Settings::read(&path).scale - 3.0).abs() < f32::EPSILON);
    }
}
