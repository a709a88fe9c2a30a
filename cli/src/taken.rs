//! Games taken from the shelf for the command line: what somebody should know of them is said at once.

use boardwright_players::registry::Beside;
use boardwright_shelf::load::{self, Loaded, Options};

use crate::failure::{Failure, note};

/// Loads the game that `asked` means.
pub fn load(asked: &str) -> Result<Loaded, Failure> {
    load_again(asked, &Options::new())
}

/// Loads the game that `asked` means, with other options if it has none behind its name: those of a record.
pub fn load_again(asked: &str, otherwise: &Options) -> Result<Loaded, Failure> {
    let loaded = load::load_again(asked, otherwise)?;
    if let Some(text) = &loaded.note {
        note(text);
    }
    Ok(loaded)
}

/// What is kept beside a game.
pub fn beside(loaded: &Loaded) -> Result<Beside, Failure> {
    let (beside, said) = loaded.beside()?;
    if let Some(text) = said {
        note(&text);
    }
    Ok(beside)
}
