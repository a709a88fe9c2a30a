//! A real serial port, or a pseudo-terminal in place of one.

use std::io::{ErrorKind, Read as _, Write as _};
use std::time::Duration;

use serialport::{ClearBuffer, SerialPort};

use super::{Wire, WireError, list_ports};
use crate::clock::Clock;
use crate::protocol::Baud;

/// Read timeout: a deadline is met to within this time.
const READ_TIMEOUT: Duration = Duration::from_millis(1);

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

/// Opens a port with eight data bits, no parity, one stop bit and no flow control. `clock` is a wall clock unless a
/// simulation behind a pseudo-terminal shares its own.
///
/// # Errors
///
/// [`WireError`] when the port does not exist, may not be opened, or is in use.
pub fn open_port(port: &str, baud: Baud, clock: Clock) -> Result<SerialWire, WireError> {
    let opened =
        serialport::new(port, baud.0).timeout(READ_TIMEOUT).open().map_err(|error| open_error(port, &error))?;
    let mut wire = SerialWire { port: opened, name: port.to_owned(), baud, clock };
    wire.discard_buffers()?;
    Ok(wire)
}

fn open_error(port: &str, error: &serialport::Error) -> WireError {
    let port = port.to_owned();
    match error.kind() {
        serialport::ErrorKind::Io(ErrorKind::NotFound) => {
            WireError::PortNotFound { port, available: list_ports().into_iter().map(|port| port.name).collect() }
        }
        serialport::ErrorKind::NoDevice if !std::path::Path::new(&port).exists() => {
            WireError::PortNotFound { port, available: list_ports().into_iter().map(|port| port.name).collect() }
        }
        serialport::ErrorKind::Io(ErrorKind::PermissionDenied) => WireError::Forbidden(port),
        // ENOTTY: the file is no terminal.
        _ if error.description.contains("typewriter") => WireError::NotASerialPort(port),
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
        self.clock.count_sent_to_board(bytes.len());
        let left = self.clock.now() + self.baud.transmission_time(bytes.len());
        self.port.write_all(bytes).map_err(|error| WireError::Gone(error.to_string()))?;
        self.clock.wait(left);
        Ok(())
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        let mut byte = [0];
        self.clock.set_waiting_until(Some(until));
        let read = loop {
            match self.port.read(&mut byte) {
                Ok(1..) => {
                    self.clock.count_read_from_board(1);
                    break Ok(Some(byte[0]));
                }
                Ok(0) => break Err(WireError::Gone("the connection was closed".to_owned())),
                Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {
                    if self.clock.now() >= until {
                        break Ok(None);
                    }
                }
                Err(error) => break Err(WireError::Gone(error.to_string())),
            }
        };
        self.clock.set_waiting_until(None);
        read
    }

    fn wait(&mut self, until: Duration) {
        self.clock.wait(until);
    }

    fn discard_buffers(&mut self) -> Result<(), WireError> {
        if let Clock::Virtual(_) = self.clock {
            // Bytes sent by a simulation must be read, or its virtual clock would not advance.
            let mut byte = [0];
            while self.clock.has_unread_bytes() {
                match self.port.read(&mut byte) {
                    Ok(0) => return Err(WireError::Gone("the connection was closed".to_owned())),
                    Ok(_) => self.clock.count_read_from_board(1),
                    Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::Interrupted) => {}
                    Err(error) => return Err(WireError::Gone(error.to_string())),
                }
            }
            return Ok(());
        }
        self.port.clear(ClearBuffer::All).map_err(|error| WireError::Gone(error.to_string()))
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        // Only a failed port is reopened: the open port is locked exclusively and cannot be opened twice.
        if self.port.bytes_to_read().is_ok() {
            return Ok(());
        }
        *self = open_port(&self.name, self.baud, self.clock.clone())?;
        Ok(())
    }
}
