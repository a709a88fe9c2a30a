//! Series of games of Carcassonne between computer players, which all measurements use.

use std::sync::atomic::AtomicBool;

use boardwright_arena::series::{Seating, Series, SeriesError, SeriesTally};
use boardwright_arena::tournament::{Budget, Entrant, GameLoader as _, PlayerConfig};

use crate::error::Error;
use crate::tournament_games::LibraryLoader;

/// Surroundings of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Surroundings<'a> {
    /// Flag that ends the measurement.
    pub stop: &'a AtomicBool,
    /// Receives warnings for the user about the game.
    pub warn: fn(&str),
}

impl Surroundings<'_> {
    /// A series of a game, named as on the command line.
    ///
    /// # Errors
    /// If a player is unknown, or the game cannot be loaded.
    pub(super) fn series(self, game: &str, players: &[PlayerConfig]) -> Result<Series, Error> {
        let entrants = players.iter().map(|player| Entrant::new(player, &Budget::default()));
        let entrants = entrants.collect::<Result<Vec<_>, _>>().map_err(Error::Usage)?;
        let game = LibraryLoader { warn: self.warn }.load(game).map_err(Error::Input)?;
        Ok(Series { game, entrants, seating: Seating::default() })
    }

    /// Plays a series of which every game must be finished.
    ///
    /// # Errors
    /// If a game is not finished, or a participant does not support the game.
    pub(super) fn play_all(self, series: &Series, games: u32, seed: u64) -> Result<Vec<SeriesTally>, Error> {
        let results = series.play(games, seed, self.stop, |_, _| Ok::<_, Error>(()))?;
        match results.failures.into_iter().next() {
            None => Ok(results.tallies),
            Some((_, failure)) => Err(Error::Input(failure)),
        }
    }
}

impl From<SeriesError> for Error {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::Seat(reason) => Self::Usage(reason),
            SeriesError::Stopped => Self::Input("the test was interrupted".to_owned()),
            SeriesError::Start(_) | SeriesError::Unfinished { .. } => Self::Input(error.to_string()),
        }
    }
}
