//! Loaded games as a tournament wants them, and players that sit down at them. How games are loaded is in [`load`](crate::load).

use std::sync::Arc;

use boardwright_arena::tournament::{Contest, Library};
use boardwright_arena::{Computer, Playable, Seat};
use boardwright_engine::any::{AnyGame, AnyMove};
use boardwright_engine::fault::Fault;
use boardwright_engine::record::{self, Header, Stop};
use boardwright_players::registry::Beside;
use boardwright_players::{Asked, AskedError};

use crate::error::Error;
use crate::load::{Job, Known, Loaded, load};
#[cfg(feature = "queue")]
use crate::parcel;

/// Makes the player that was asked for, with what is kept beside the game.
pub struct Seating<'a> {
    /// What was asked for.
    pub asked: &'a Asked,
    /// From which it draws.
    pub seed: u64,
    /// What is kept beside the game.
    pub beside: &'a Beside,
}

impl Job for Seating<'_> {
    type Output = Result<Computer, AskedError>;

    fn run<G: Known>(self, game: &G) -> Self::Output {
        Computer::asked(game, self.asked, self.seed, self.beside)
    }
}

/// A game with what is kept beside it, read once for all its games.
struct Hall {
    loaded: Loaded,
    beside: Beside,
}

impl Playable for Hall {
    fn game(&self) -> &dyn AnyGame {
        self.loaded.game()
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> Header {
        self.loaded.header(players, seed, opening)
    }

    fn rule(&self, mv: &AnyMove) -> Option<String> {
        self.loaded.rule(mv)
    }

    fn stop(&self, fault: &Fault, text: Option<String>) -> Stop {
        self.loaded.stop(fault, text)
    }
}

impl Contest for Hall {
    fn seat(&self, asked: &Asked, seed: u64) -> Result<Box<dyn Seat>, String> {
        let seated = self.loaded.with(Seating { asked, seed, beside: &self.beside });
        Ok(Box::new(seated.map_err(|error| error.to_string())?))
    }

    #[cfg(feature = "queue")]
    fn parcel(&self) -> Result<Option<String>, String> {
        parcel::packed(&self.loaded, &self.beside).map(Some)
    }
}

/// Games by what they are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// Hears what somebody should know of them.
    pub note: fn(&str),
}

impl Library for Games {
    fn contest(&self, text: &str) -> Result<Arc<dyn Contest>, String> {
        let read = || -> Result<Hall, Error> {
            let loaded = load(text)?;
            let (beside, note) = loaded.beside()?;
            for note in loaded.note.iter().chain(&note) {
                (self.note)(note);
            }
            Ok(Hall { loaded, beside })
        };
        read().map(|hall| Arc::new(hall) as Arc<dyn Contest>).map_err(|failure| failure.to_string())
    }

    #[cfg(feature = "queue")]
    fn unpacked(&self, text: &str, parcel: &str) -> Result<Arc<dyn Contest>, String> {
        let (loaded, beside) = parcel::unpacked(text, parcel)?;
        Ok(Arc::new(Hall { loaded, beside }))
    }
}
