//! Processes of external programs: starts a program for a game and ends it afterwards. The protocol is in
//! [`Program`].

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boardwright_game::record;

use crate::host::{Host, HostUnavailable};
use crate::program::Program;
use crate::seat::{DrawOffer, MoveRequest, Reply, Seat, SeatError};

/// Time limit for a program to exit after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// Seat of a running program, which ends with the game.
struct RunningProgram {
    /// Dropped first: the end of its input tells the program to exit.
    program: Option<Program>,
    child: Child,
}

/// Starts a program to play one game.
///
/// # Errors
/// If the program cannot be started.
pub(super) fn start_program(command: &[String], recorded: record::Seat) -> Result<Box<dyn Seat>, String> {
    let [name, arguments @ ..] = command else { return Err("the command of the program is empty".to_owned()) };
    let started = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| format!("cannot start {name}: {error}"))?;
    let (Some(from), Some(to)) = (child.stdout.take(), child.stdin.take()) else {
        unreachable!("both ends are piped");
    };
    let program = Program::new(recorded, LimitedLines(BufReader::new(from)), to);
    Ok(Box::new(RunningProgram { program: Some(program), child }))
}

/// Reader that limits the length of a line: a program that never ends a line must not fill the memory.
struct LimitedLines<R>(R);

const MAX_LINE: u64 = 1 << 20;

impl<R: BufRead> Read for LimitedLines<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<R: BufRead> BufRead for LimitedLines<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }

    fn read_line(&mut self, line: &mut String) -> std::io::Result<usize> {
        let read = self.0.by_ref().take(MAX_LINE).read_line(line)?;
        if read as u64 == MAX_LINE { Err(std::io::ErrorKind::InvalidData.into()) } else { Ok(read) }
    }
}

impl RunningProgram {
    fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("it is there until the game is over")
    }
}

impl Seat for RunningProgram {
    fn record_seat(&self) -> record::Seat {
        self.program.as_ref().expect("it is there until the game is over").record_seat()
    }

    fn decide(&mut self, request: &MoveRequest<'_>, host: &mut dyn Host) -> Result<Reply, SeatError> {
        self.program().decide(request, host)
    }

    fn accepts_draw(&mut self, offer: &DrawOffer<'_>, host: &mut dyn Host) -> Result<bool, HostUnavailable> {
        self.program().accepts_draw(offer, host)
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        self.program = None;
        let until = Instant::now() + EXIT_TIMEOUT;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // The process may have exited in between; then there is nothing left to do.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
