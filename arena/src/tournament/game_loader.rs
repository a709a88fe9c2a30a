//! Interface between a tournament and the loader of games: games by name, with seats for players.

use std::sync::Arc;

use boardwright_players::PlayerSpec;

use crate::evolution::{ContestGame, ContestSetup};
use crate::playable::Playable;
use crate::seat::Seat;

/// A game at which players of this program can be seated.
pub trait TournamentGame: Playable + Send + Sync {
    /// Creates a seat for the requested player; its random choices come from `seed`.
    ///
    /// # Errors
    /// If the player does not support this game.
    fn seat(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Seat>, String>;

    /// Bundle with everything that another machine needs to load the same game and to seat these players, in the format
    /// of the [`GameLoader`]; `None` if the names are enough.
    ///
    /// # Errors
    /// If the game or the file of a player cannot be transferred.
    fn bundle(&self, _players: &[&PlayerSpec]) -> Result<Option<String>, String> {
        Ok(None)
    }
}

/// Loader of games.
pub trait GameLoader {
    /// Loads the game named by `text`, with options behind the name.
    ///
    /// # Errors
    /// If the game cannot be loaded.
    fn load(&self, text: &str) -> Result<Arc<dyn TournamentGame>, String>;

    /// Loads a game from the bundle that [`TournamentGame::bundle`] made on another machine.
    ///
    /// # Errors
    /// If the bundle cannot be loaded here.
    fn load_bundle(&self, text: &str, _parcel: &str) -> Result<Arc<dyn TournamentGame>, String> {
        Err(format!("{text} cannot be loaded from another machine here"))
    }

    /// Loads a game for contests of evolution by what another machine sent.
    ///
    /// # Errors
    /// If the game cannot be loaded, or its contests would be played differently here.
    fn contest_game(&self, setup: &ContestSetup) -> Result<Arc<dyn ContestGame>, String> {
        Err(format!("contests of {} cannot be played here", setup.game))
    }
}
