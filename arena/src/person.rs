//! A person at a match. How people are asked is up to the host.

use boardwright_engine::record;

use crate::host::{Host, Hung};
use crate::seat::{Ask, Offer, Reply, Seat, Trouble};

/// A person, who is asked through the host.
#[derive(Clone, Copy, Debug, Default)]
pub struct Person;

impl Person {
    /// What records and command lines call people.
    pub const NAME: &str = "human";
}

impl Seat for Person {
    fn recorded(&self) -> record::Seat {
        record::Seat { player: Self::NAME.to_owned(), parameters: [].into() }
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
