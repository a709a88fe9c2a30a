//! A real serial port, or a pseudo-terminal that looks like one.

use std::io::{ErrorKind, Read as _, Write as _};
use std::time::Duration;

use serialport::{ClearBuffer, SerialPort};

use super::{Wire, WireError, ports};
use crate::clock::Clock;
use crate::protocol::Baud;

/// How long a look for a byte takes at most: a deadline is kept to within this.
const LOOK: Duration = Duration::from_millis(1);

/// A line over a serial port.
pub struct SerialWire {
    port: Box<dyn SerialPort>,
    name: String,
    baud: Baud,
    clock: Clock,
}

impl std::fmt::Debug for SerialWire {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("SerialWire").field("port", &self.name).field("baud", &self.baud).finish_non_exhaustive()
    }
}

/// Opens a port: eight data bits, no parity, one stop bit, no flow control. The clock is the wall's unless a simulation behind a
/// pseudo-terminal shares its own.
///
/// # Errors
///
/// When there is no such port, it may not be opened, or something else has it.
pub fn open(port: &str, baud: Baud, clock: Clock) -> Result<SerialWire, WireError> {
    let opened = serialport::new(port, baud.0).timeout(LOOK).open().map_err(|error| refused(port, &error))?;
    let mut wire = SerialWire { port: opened, name: port.to_owned(), baud, clock };
    wire.forget()?;
    Ok(wire)
}

fn refused(port: &str, error: &serialport::Error) -> WireError {
    let port = port.to_owned();
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => {
            WireError::Missing { port, known: ports().into_iter().map(|known| known.name).collect() }
        }
        serialport::ErrorKind::NoDevice if !std::path::Path::new(&port).exists() => {
            WireError::Missing { port, known: ports().into_iter().map(|known| known.name).collect() }
        }
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => WireError::Forbidden(port),
        // A file that is no terminal.
        _ if error.description.contains("typewriter") => WireError::NoPort(port),
        _ => WireError::Busy { port, why: error.description.clone() },
    }
}

impl Wire for SerialWire {
    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn baud(&self) -> Baud {
        self.baud
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        self.clock.sent(bytes.len());
        let left = self.clock.now() + self.baud.time(bytes.len());
        self.port.write_all(bytes).map_err(|error| WireError::Gone(error.to_string()))?;
        self.clock.wait(left);
        Ok(())
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        let mut byte = [0];
        self.clock.listens(Some(until));
        let read = loop {
            match self.port.read(&mut byte) {
                Ok(1..) => {
                    self.clock.heard(1);
                    break Ok(Some(byte[0]));
                }
                Ok(0) => break Err(WireError::Gone("it was hung up".to_owned())),
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                    if self.clock.now() >= until {
                        break Ok(None);
                    }
                }
                Err(error) => break Err(WireError::Gone(error.to_string())),
            }
        };
        self.clock.listens(None);
        read
    }

    fn wait(&mut self, until: Duration) {
        self.clock.wait(until);
    }

    fn forget(&mut self) -> Result<(), WireError> {
        if let Clock::Virtual(_) = self.clock {
            // What a simulation has said must be heard, or its clock would wait for that.
            let mut byte = [0];
            while self.clock.unheard() {
                match self.port.read(&mut byte) {
                    Ok(0) => return Err(WireError::Gone("it was hung up".to_owned())),
                    Ok(_) => self.clock.heard(1),
                    Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
                    Err(error) => return Err(WireError::Gone(error.to_string())),
                }
            }
            return Ok(());
        }
        self.port.clear(ClearBuffer::All).map_err(|error| WireError::Gone(error.to_string()))
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        // Only when the port is gone: it is held by us alone, so it cannot be opened twice.
        if self.port.bytes_to_read().is_ok() {
            return Ok(());
        }
        *self = open(&self.name, self.baud, self.clock.clone())?;
        Ok(())
    }
}
