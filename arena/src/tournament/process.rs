//! Programs outside as players: starting them for a game, and ending them with it. What is said to them is in
//! [`Program`](crate::Program).

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use boardwright_engine::any::AnyGame;
use boardwright_engine::record;

use crate::host::{Host, Hung};
use crate::program::Program;
use crate::seat::{Ask, Offer, Reply, Seat, Trouble};

/// How long a program may take to end by itself once nothing more is said to it.
const FAREWELL: Duration = Duration::from_millis(200);

/// A program at a seat, which ends with the game.
struct Running {
    /// It goes first: the end of its input tells the program to end.
    program: Option<Program>,
    child: Child,
}

/// Starts a program, to play one game.
///
/// # Errors
/// If it cannot be started, or something is hidden in the game.
pub(super) fn started(game: &dyn AnyGame, command: &[String], recorded: record::Seat) -> Result<Box<dyn Seat>, String> {
    let [name, arguments @ ..] = command else { return Err("there is no program".to_owned()) };
    let started = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut child = started.map_err(|error| format!("cannot start {name}: {error}"))?;
    let (Some(from), Some(to)) = (child.stdout.take(), child.stdin.take()) else {
        unreachable!("both ends were asked for");
    };
    let program = Program::new(game, recorded, Lines(BufReader::new(from)), to);
    let hidden = program.is_none();
    // From here on it is ended whatever happens.
    let running = Running { program, child };
    if hidden {
        return Err("programs outside do not play games in which something is hidden".to_owned());
    }
    Ok(Box::new(running))
}

/// Lines of at most so many bytes: a program that never ends one must not fill the memory.
struct Lines<R>(R);

const LONGEST: u64 = 1 << 20;

impl<R: BufRead> Read for Lines<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<R: BufRead> BufRead for Lines<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }

    fn read_line(&mut self, line: &mut String) -> std::io::Result<usize> {
        let read = self.0.by_ref().take(LONGEST).read_line(line)?;
        if read as u64 == LONGEST { Err(std::io::ErrorKind::InvalidData.into()) } else { Ok(read) }
    }
}

impl Running {
    fn program(&mut self) -> &mut Program {
        self.program.as_mut().expect("it is there until the game is over")
    }
}

impl Seat for Running {
    fn recorded(&self) -> record::Seat {
        self.program.as_ref().expect("it is there until the game is over").recorded()
    }

    fn decide(&mut self, ask: &Ask<'_>, host: &mut dyn Host) -> Result<Reply, Trouble> {
        self.program().decide(ask, host)
    }

    fn answer(&mut self, offer: &Offer<'_>, host: &mut dyn Host) -> Result<bool, Hung> {
        self.program().answer(offer, host)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.program = None;
        let until = Instant::now() + FAREWELL;
        while matches!(self.child.try_wait(), Ok(None)) {
            if Instant::now() >= until {
                // It may have ended in between; then there is nothing left to do.
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}
