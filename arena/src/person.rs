//! A person at a match. How people are asked, or watched, is up to the host.

use boardwright_engine::record;

use crate::host::{Host, Hung};
use crate::seat::{Ask, Offer, Reply, Seat, Trouble};

/// A person, whose moves come through the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Person {
    /// One who is asked.
    #[default]
    Asked,
    /// One whose moves a camera sees.
    Seen,
}

impl Person {
    /// What records and command lines call people who are asked.
    pub const NAME: &str = "human";
    /// What they call those whom a camera sees.
    pub const CAMERA: &str = "camera";
}

impl Seat for Person {
    fn recorded(&self) -> record::Seat {
        let player = match self {
            Self::Asked => Self::NAME,
            Self::Seen => Self::CAMERA,
        };
        record::Seat { player: player.to_owned(), parameters: [].into() }
    }

    fn is_person(&self) -> bool {
        true
    }

    fn decide(&mut self, ask: &Ask<'_>, host: &mut dyn Host) -> Result<Reply, Trouble> {
        host.ask(ask).map(Reply::from)
    }

    fn answer(&mut self, offer: &Offer<'_>, host: &mut dyn Host) -> Result<bool, Hung> {
        host.accepts(offer)
    }
}
