//! External engines that the user can choose: those that were chosen before, and those that are installed under usual names.
//! Engines are started by the player `uci`.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

/// File names of engines that speak UCI, as distributions install them.
const NAMES: [&str; 12] = [
    "berserk",
    "ethereal",
    "ethereal-chess",
    "fairy-stockfish",
    "fruit",
    "glaurung",
    "komodo",
    "lc0",
    "obsidian",
    "rubichess",
    "stockfish",
    "toga2",
];
/// Folder of games on some systems, which the search path may lack.
const GAMES_FOLDER: &str = "/usr/games";
/// Maximum number of engines that are remembered.
const MAX_USED: usize = 12;

/// Engines that the user has chosen, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Engines {
    used: Vec<PathBuf>,
}

impl Engines {
    /// Remembers an engine.
    pub fn add(&mut self, path: &Path) {
        self.used.retain(|other| other != path);
        self.used.insert(0, path.to_owned());
        self.used.truncate(MAX_USED);
    }

    /// All known engines, those that were chosen before first.
    pub fn known(&self) -> impl Iterator<Item = &Path> {
        let others = installed().iter().filter(|path| !self.used.contains(path));
        self.used.iter().chain(others).map(PathBuf::as_path)
    }
}

/// Engines in the search path, found once.
fn installed() -> &'static [PathBuf] {
    static INSTALLED: OnceLock<Vec<PathBuf>> = OnceLock::new();
    INSTALLED.get_or_init(|| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> = std::env::split_paths(&path).chain([PathBuf::from(GAMES_FOLDER)]).collect();
        let find = |name: &str| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file());
        NAMES.into_iter().filter_map(find).collect()
    })
}

/// Name of an engine for people: that of its file. The text may be a command with arguments.
pub fn engine_name(command: &str) -> String {
    let words = boardwright_arena::split_command(command).unwrap_or_default();
    let program = words.first().map_or(command, String::as_str);
    Path::new(program).file_stem().map_or_else(|| command.to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_remembered_once_and_named_by_their_files() {
        let mut engines = Engines::default();
        for number in 0..20 {
            engines.add(&PathBuf::from(format!("/engines/{}", number % 15)));
        }
        let known: Vec<&Path> = engines.known().take(2).collect();
        assert_eq!(known, [Path::new("/engines/4"), Path::new("/engines/3")]);
        assert_eq!(engines.used.len(), MAX_USED);
        assert_eq!(engine_name("/usr/games/stockfish"), "stockfish");
        assert_eq!(engine_name("'/my engines/strong.sh' fast"), "strong");
    }
}
