//! What a tournament needs of whoever has the games: to load them by name and to seat players at them.

use std::sync::Arc;

use boardwright_players::Asked;

use crate::playable::Playable;
use crate::seat::Seat;

/// A game at which players of this program can be seated.
pub trait Contest: Playable + Send + Sync {
    /// The player that is asked for, its random choices made of `seed`.
    ///
    /// # Errors
    /// Why it does not play this game.
    fn seat(&self, asked: &Asked, seed: u64) -> Result<Box<dyn Seat>, String>;

    /// Everything that another machine needs to have the same game, in whatever words the [`Library`] understands; nothing if the name
    /// is enough.
    ///
    /// # Errors
    /// Why it cannot be given away.
    #[cfg(feature = "queue")]
    fn parcel(&self) -> Result<Option<String>, String> {
        Ok(None)
    }
}

/// Whoever has the games.
pub trait Library {
    /// The game that a text means, with options behind its name.
    ///
    /// # Errors
    /// Why it cannot be loaded.
    fn contest(&self, text: &str) -> Result<Arc<dyn Contest>, String>;

    /// The game that another machine gave away as a [`Contest::parcel`].
    ///
    /// # Errors
    /// Why it cannot be had here.
    #[cfg(feature = "queue")]
    fn unpacked(&self, text: &str, _parcel: &str) -> Result<Arc<dyn Contest>, String> {
        Err(format!("{text} cannot be taken from another machine here"))
    }
}
