//! What the window remembers from one time to the next. Games and records are not kept here.

use std::path::{Path, PathBuf};

use boardwright_shelf::files;
use serde::{Deserialize, Serialize};

/// How many game files are remembered.
const RECENT: usize = 8;

/// What a person has set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Light or dark.
    pub theme: Theme,
    /// How large everything is, 1 being usual.
    pub scale: f32,
    /// Whether the names of places are shown.
    pub coordinates: bool,
    /// Whether pieces are seen on their way.
    pub motion: bool,
    /// Game files that were opened, the last one first.
    pub recent: Vec<PathBuf>,
}

/// Light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// As the desktop is.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl Default for Settings {
    fn default() -> Self {
        Self { theme: Theme::default(), scale: 1.0, coordinates: false, motion: true, recent: Vec::new() }
    }
}

impl Settings {
    /// What was remembered at `path`. A file that is missing or broken is as good as none: it holds nothing that anybody would miss.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut settings: Self = serde_json::from_str(&text).unwrap_or_default();
        settings.scale = settings.scale.clamp(0.5, 3.0);
        settings
    }

    /// Remembers it at `path`.
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

    /// A game file was opened.
    pub fn opened(&mut self, path: &Path) {
        self.recent.retain(|other| other != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }
}

/// Where the window keeps its files: the folders that are for that (the XDG base directories), or none.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Of its settings.
    pub config: Option<PathBuf>,
    /// Of records and what else it saves by itself.
    pub data: Option<PathBuf>,
}

impl Folders {
    /// Those of the person who runs the program.
    pub fn usual() -> Self {
        let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let home = given("HOME");
        let config = given("XDG_CONFIG_HOME").or_else(|| Some(home.as_ref()?.join(".config")));
        let data = given("XDG_DATA_HOME").or_else(|| Some(home.as_ref()?.join(".local").join("share")));
        let own = |folder: PathBuf| folder.join("boardwright");
        Self { config: config.map(own), data: data.map(own) }
    }

    /// The file of the settings.
    pub fn settings(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|folder| folder.join("window.json"))
    }

    /// The folder of records that are kept while games are played.
    pub fn records(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("games"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_set_is_remembered_and_what_is_broken_is_not_missed() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("deep").join("window.json");
        let mut settings = Settings { scale: 1.5, theme: Theme::Dark, ..Settings::default() };
        for number in 0..20 {
            settings.opened(&PathBuf::from(format!("{}.game", number % 10)));
        }
        assert_eq!((settings.recent.len(), settings.recent[0].clone()), (RECENT, PathBuf::from("9.game")));
        settings.write(&path).expect("it can be written");
        assert_eq!(Settings::read(&path), settings);
        std::fs::write(&path, "{\"scale\": 100").expect("it can be written");
        assert_eq!(Settings::read(&path), Settings::default());
        std::fs::write(&path, "{\"scale\": 100}").expect("it can be written");
        assert!((Settings::read(&path).scale - 3.0).abs() < f32::EPSILON);
    }
}
