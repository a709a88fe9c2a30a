//! Tables that were worked out of a game: what they bear, and where they lie if nobody says. What is in them is known to
//! `boardwright-players`.

use std::path::PathBuf;

use boardwright_players::solve::checksum;

use crate::error::Error;
use crate::load::Loaded;

/// What tables bear: the hash of the game file, and the same with what was chosen for every option.
pub fn identity(loaded: &Loaded) -> (String, String) {
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

/// Where a table of a game that was made by a method lies, if nobody says: `boardwright` in the folder that is for programs' data (the
/// XDG base directories), named by a hash of what it bears. The folder is made if it is not there.
pub fn place(loaded: &Loaded, method: &str) -> Result<PathBuf, Error> {
    let folder = folder().ok_or_else(|| {
        Error::Usage("neither XDG_DATA_HOME nor HOME is set; give --save the name of a file".to_owned())
    })?;
    std::fs::create_dir_all(&folder).map_err(|error| Error::file("make", &folder, &error))?;
    Ok(folder.join(name(loaded, method)))
}

/// A table that lies there, if one does.
pub fn kept(loaded: &Loaded, method: &str) -> Option<PathBuf> {
    folder().map(|folder| folder.join(name(loaded, method))).filter(|path| path.is_file())
}

fn folder() -> Option<PathBuf> {
    let given = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = given("XDG_DATA_HOME").or_else(|| Some(given("HOME")?.join(".local").join("share")))?;
    Some(data.join("boardwright"))
}

fn name(loaded: &Loaded, method: &str) -> String {
    // A name need only tell games apart; what the table is of stands in it.
    let hash = checksum(identity(loaded).1.as_bytes());
    format!("{}-{hash:016x}-{method}.table", loaded.name)
}
