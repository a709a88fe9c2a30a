//! The serial line to a controller: bytes in both directions and the line's clock. The meaning of the bytes belongs to
//! [`crate::protocol`].

mod log;
mod ports;
mod serial;

pub use log::{Direction, Log, LogEntry, LogError};
pub use ports::{PortInfo, list_ports};
pub use serial::{SerialWire, open_port};

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::protocol::Baud;

/// A serial line to a controller.
pub trait Wire: Send {
    /// The current time since an arbitrary start.
    fn now(&self) -> Duration;

    /// The baud rate.
    fn baud(&self) -> Baud;

    /// Sends bytes and returns once they have left, so that no more than these bytes are ever queued.
    ///
    /// # Errors
    ///
    /// [`WireError`] when the line fails.
    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError>;

    /// Receives the next byte; `None` when `until` has passed.
    ///
    /// # Errors
    ///
    /// [`WireError`] when the line fails.
    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError>;

    /// Waits until a time.
    fn wait(&mut self, until: Duration);

    /// Discards received bytes that were not read and queued bytes that were not sent.
    ///
    /// # Errors
    ///
    /// [`WireError`] when the line fails.
    fn discard_buffers(&mut self) -> Result<(), WireError>;

    /// Opens the line again after it failed.
    ///
    /// # Errors
    ///
    /// [`WireError`] when the line is still missing.
    fn reopen(&mut self) -> Result<(), WireError>;
}

/// A line with shared ownership.
impl<W: Wire> Wire for Arc<Mutex<W>> {
    fn now(&self) -> Duration {
        lock(self).now()
    }

    fn baud(&self) -> Baud {
        lock(self).baud()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        lock(self).send(bytes)
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        lock(self).receive(until)
    }

    fn wait(&mut self, until: Duration) {
        lock(self).wait(until);
    }

    fn discard_buffers(&mut self) -> Result<(), WireError> {
        lock(self).discard_buffers()
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        lock(self).reopen()
    }
}

fn lock<W>(wire: &Arc<Mutex<W>>) -> MutexGuard<'_, W> {
    wire.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An error of the serial line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The line failed after it was opened.
    #[error("the connection to the servo controller is lost: {0}; plug the cable in and connect again")]
    Gone(String),
    /// The port does not exist.
    #[error("there is no port `{port}`{}; `boardwright robot ports` lists the available ports", list_available(.available))]
    PortNotFound {
        /// The requested port.
        port: String,
        /// The available ports.
        available: Vec<String>,
    },
    /// The user lacks the permission to open the port.
    #[error(
        "port `{0}` may not be opened by this user: add the user to the group that owns it (on most Linux systems `sudo usermod -aG dialout $USER`) and log in again"
    )]
    Forbidden(String),
    /// The file is not a serial port.
    #[error("`{0}` is not a serial port; `boardwright robot ports` lists the available ports")]
    NotASerialPort(String),
    /// Another program uses the port.
    #[error("port `{port}` cannot be opened: {why}; close other programs that use it")]
    Busy {
        /// The requested port.
        port: String,
        /// The reason given by the system.
        why: String,
    },
}

/// The list of available ports for an error message.
fn list_available(available: &[String]) -> String {
    if available.is_empty() {
        " (this machine has none)".to_owned()
    } else {
        format!(" (there are {})", available.join(", "))
    }
}
