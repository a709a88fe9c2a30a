//! Settings of the window that persist between runs. Games and records are stored elsewhere.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::board::{BoardColours, PieceColours};
use crate::engines::Engines;
use boardwright_library::files;
use serde::{Deserialize, Serialize};

use crate::pages::editor::PanelSizes;
use crate::session::GameTerms;

/// Maximum number of remembered files of each kind.
const MAX_RECENT: usize = 8;

/// Maximum number of remembered folders of tournaments.
const MAX_TOURNAMENTS: usize = 20;

/// Maximum number of remembered records that are not offered again; older records are no longer searched.
const MAX_DISMISSED: usize = 100;

/// Least zoom factor of the window.
pub const MIN_SCALE: f32 = 0.5;
/// Greatest zoom factor of the window.
pub const MAX_SCALE: f32 = 3.0;

/// Width of the side of the page Play at first, in points.
const SIDE_WIDTH: f32 = 360.0;
/// Least width of the side of the page Play.
pub const MIN_SIDE_WIDTH: f32 = 280.0;

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
    /// `true` if moves and the end of a game are heard.
    pub sounds: bool,
    /// `true` if meeples stay visible, faded, after their feature was scored.
    pub scored_meeples: bool,
    /// Sizes of the panels of the editor.
    pub editor: PanelSizes,
    /// Colours of boards of squares.
    pub board_colours: BoardColours,
    /// Colours of pieces.
    pub piece_colours: PieceColours,
    /// `true` if a move can be set while the computer thinks.
    pub premove: bool,
    /// Width of the side of the page Play, in points.
    pub side_width: f32,
    /// Terms of the last game of each kind, by the name of the game.
    pub games: BTreeMap<String, RememberedGame>,
    /// Recently opened game files, newest first.
    pub recent: Vec<PathBuf>,
    /// Recently opened files of recorded games, newest first.
    pub recent_records: Vec<PathBuf>,
    /// External engines that were chosen.
    pub engines: Engines,
    /// Folders of tournaments that were opened and are not among those of the program, newest first.
    pub tournaments: Vec<PathBuf>,
    /// Records of unfinished games that are not offered again, newest first.
    pub dismissed: Vec<PathBuf>,
}

/// Terms and options of a game that was played last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RememberedGame {
    /// The game with its options, as on the command line.
    pub argument: String,
    /// Occupants and time.
    pub terms: GameTerms,
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
            sounds: false,
            scored_meeples: false,
            editor: PanelSizes::default(),
            board_colours: BoardColours::default(),
            piece_colours: PieceColours::default(),
            premove: true,
            side_width: SIDE_WIDTH,
            games: BTreeMap::new(),
            recent: Vec::new(),
            recent_records: Vec::new(),
            engines: Engines::default(),
            tournaments: Vec::new(),
            dismissed: Vec::new(),
        }
    }
}

impl Settings {
    /// Reads the settings at `path`. Returns the defaults if the file is missing or damaged.
    pub fn read(path: &Path) -> Self {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let mut settings: Self = serde_json::from_str(&text).unwrap_or_default();
        settings.side_width = settings.side_width.max(MIN_SIDE_WIDTH);
        settings.scale = settings.scale.clamp(MIN_SCALE, MAX_SCALE);
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

    /// Changes the zoom factor of the window by `factor`, within its limits.
    pub fn zoom(&mut self, factor: f32) {
        self.scale = ((self.scale * factor * 10.0).round() / 10.0).clamp(MIN_SCALE, MAX_SCALE);
    }

    /// Adds a game file to the recently opened ones.
    pub fn add_recent(&mut self, path: &Path) {
        add_first(&mut self.recent, path, MAX_RECENT);
    }

    /// Adds a file of recorded games to the recently opened ones.
    pub fn add_recent_record(&mut self, path: &Path) {
        add_first(&mut self.recent_records, path, MAX_RECENT);
    }

    /// Adds the folder of a tournament to those that are listed.
    pub fn add_tournament(&mut self, folder: &Path) {
        add_first(&mut self.tournaments, folder, MAX_TOURNAMENTS);
    }

    /// Offers an unfinished game no longer.
    pub fn dismiss(&mut self, record: PathBuf) {
        self.dismissed.insert(0, record);
        self.dismissed.truncate(MAX_DISMISSED);
    }
}

/// Adds a file to the beginning of a list.
fn add_first(list: &mut Vec<PathBuf>, path: &Path, most: usize) {
    list.retain(|other| other != path);
    list.insert(0, path.to_owned());
    list.truncate(most);
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

    /// Folder of drawings of games, which are made again if they are missing.
    pub fn drawings(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("drawings"))
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
