//! Storage of solution tables: identity and default paths. The table formats are defined in `boardwright-players`.

use std::path::PathBuf;

use boardwright_players::solve::checksum;

use crate::error::Error;
use crate::load::LoadedGame;

/// Identity of a game's tables: the hash of the game file, and the hash with the values of all options.
pub fn identity(loaded: &LoadedGame) -> (String, String) {
    let Some(spec) = loaded.spec() else {
        return (loaded.name.clone(), format!("{} {:?}", loaded.name, loaded.options));
    };
    let rules = spec.rules();
    let mut whole = rules.hash.clone();
    for option in &rules.options {
        whole.push(';');
        whole.push_str(&option.name);
        whole.push('=');
        whole.push_str(&option.value);
    }
    (rules.hash.clone(), whole)
}

/// Default path of the table of a game made by a method: in the folder `boardwright` of the user's data folder (XDG
/// base directories), with a name derived from the identity. The folder is created if missing.
pub fn default_path(loaded: &LoadedGame, method: &str) -> Result<PathBuf, Error> {
    let folder = data_folder().ok_or_else(|| {
        Error::Usage("neither XDG_DATA_HOME nor HOME is set; give --save the name of a file".to_owned())
    })?;
    std::fs::create_dir_all(&folder).map_err(|error| Error::file("make", &folder, &error))?;
    Ok(folder.join(file_name(loaded, method)))
}

/// Path of the stored table of a game, if it exists.
pub fn existing_path(loaded: &LoadedGame, method: &str) -> Option<PathBuf> {
    data_folder().map(|folder| folder.join(file_name(loaded, method))).filter(|path| path.is_file())
}

/// The folder `boardwright` of the user's data folder.
pub(crate) fn data_folder() -> Option<PathBuf> {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = given("XDG_DATA_HOME").or_else(|| Some(given("HOME")?.join(".local").join("share")))?;
    Some(data.join("boardwright"))
}

fn file_name(loaded: &LoadedGame, method: &str) -> String {
    // The hash only keeps names distinct; the table itself contains its full identity.
    let hash = checksum(identity(loaded).1.as_bytes());
    format!("{}-{hash:016x}-{method}.table", loaded.name)
}
