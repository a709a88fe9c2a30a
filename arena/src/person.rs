//! Human players. The host decides how people are asked or observed.

use boardwright_game::record;

use crate::host::{Host, HostUnavailable};
use crate::seat::{DrawOffer, MoveRequest, Reply, Seat, SeatError};

/// A human player, whose moves come through the host.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Person {
    /// Asked for moves by the user interface.
    #[default]
    Interactive,
    /// Moves on a real board, observed by a camera.
    OnCamera,
}

impl Person {
    /// Name in records and on command lines of people who are asked.
    pub const NAME: &str = "human";
    /// Name in records and on command lines of people observed by a camera.
    pub const CAMERA: &str = "camera";
}

impl Seat for Person {
    fn record_seat(&self) -> record::Seat {
        let player = match self {
            Self::Interactive => Self::NAME,
            Self::OnCamera => Self::CAMERA,
        };
        record::Seat { player: player.to_owned(), parameters: [].into() }
    }

    fn is_person(&self) -> bool {
        true
    }

    fn decide(&mut self, request: &MoveRequest<'_>, host: &mut dyn Host) -> Result<Reply, SeatError> {
        host.request_move(request).map(Reply::from)
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, host: &mut dyn Host) -> Result<bool, HostUnavailable> {
        host.accepts_draw(offer)
    }
}
