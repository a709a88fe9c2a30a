//! External programs in tournaments: starts a program for a game, reports how it failed, and ends it afterwards. The protocol
//! is in [`Program`].

use boardwright_game::record;
use boardwright_players::child::ChildProcess;

use crate::host::{Host, HostUnavailable};
use crate::program::Program;
use crate::seat::{Decision, DrawOffer, MoveRequest, Reply, Seat, SeatError};

/// Seat of a running program, which ends with the game.
struct RunningProgram {
    /// Dropped first: the end of its input tells the program to exit.
    program: Program,
    process: ChildProcess,
}

/// Starts a program to play one game.
///
/// # Errors
/// If the program cannot be started.
pub(super) fn start_program(command: &[String], recorded: record::Seat) -> Result<Box<dyn Seat>, String> {
    let (process, from, to) = ChildProcess::start(command)?;
    Ok(Box::new(RunningProgram { program: Program::new(recorded, from, to), process }))
}

impl Seat for RunningProgram {
    fn record_seat(&self) -> record::Seat {
        self.program.record_seat()
    }

    fn decide(&mut self, request: &MoveRequest<'_>, host: &mut dyn Host) -> Result<Reply, SeatError> {
        let mut reply = self.program.decide(request, host)?;
        if let Decision::Failed(message) = &mut reply.decision {
            *message = self.process.explained(message);
        }
        Ok(reply)
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, host: &mut dyn Host) -> Result<bool, HostUnavailable> {
        self.program.accepts_draw(offer, host)
    }
}
