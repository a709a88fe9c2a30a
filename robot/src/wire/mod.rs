//! The line to a board: bytes there and back, and what time it is on it. What they mean is not known here.

mod log;
mod ports;
mod serial;

pub use log::{Entry, Log, LogError, Towards};
pub use ports::{PortInfo, ports};
pub use serial::{SerialWire, open};

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::protocol::Baud;

/// A line to a board.
pub trait Wire: Send {
    /// The time, from some beginning.
    fn now(&self) -> Duration;

    /// How fast bytes pass.
    fn baud(&self) -> Baud;

    /// Sends bytes, and comes back when they have left: so no more than these ever wait.
    ///
    /// # Errors
    ///
    /// When the line is gone.
    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError>;

    /// The next byte, or none by a time.
    ///
    /// # Errors
    ///
    /// When the line is gone.
    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError>;

    /// Waits.
    fn wait(&mut self, until: Duration);

    /// Forgets what has come and what has not left yet.
    ///
    /// # Errors
    ///
    /// When the line is gone.
    fn forget(&mut self) -> Result<(), WireError>;

    /// Opens the line again after it was gone.
    ///
    /// # Errors
    ///
    /// When it is still gone.
    fn reopen(&mut self) -> Result<(), WireError>;
}

/// A line that somebody else keeps too.
impl<W: Wire> Wire for Arc<Mutex<W>> {
    fn now(&self) -> Duration {
        kept(self).now()
    }

    fn baud(&self) -> Baud {
        kept(self).baud()
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), WireError> {
        kept(self).send(bytes)
    }

    fn receive(&mut self, until: Duration) -> Result<Option<u8>, WireError> {
        kept(self).receive(until)
    }

    fn wait(&mut self, until: Duration) {
        kept(self).wait(until);
    }

    fn forget(&mut self) -> Result<(), WireError> {
        kept(self).forget()
    }

    fn reopen(&mut self) -> Result<(), WireError> {
        kept(self).reopen()
    }
}

fn kept<W>(wire: &Arc<Mutex<W>>) -> MutexGuard<'_, W> {
    wire.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why there is no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// It was there, and is no more.
    #[error("the line to the board is gone: {0}; plug the cable in and connect again")]
    Gone(String),
    /// No such port.
    #[error("there is no port `{port}`{}; `boardwright robot ports` lists those there are", near(.known))]
    Missing {
        /// What was asked for.
        port: String,
        /// What there is.
        known: Vec<String>,
    },
    /// The system does not let us.
    #[error(
        "port `{0}` may not be opened by this user: add the user to the group that owns it (on most Linux systems `sudo usermod -aG dialout $USER`) and log in again"
    )]
    Forbidden(String),
    /// It is something else.
    #[error("`{0}` is no serial port; `boardwright robot ports` lists those there are")]
    NoPort(String),
    /// Something else has it.
    #[error("port `{port}` cannot be opened: {why}; close other programs that use it")]
    Busy {
        /// What was asked for.
        port: String,
        /// What the system says.
        why: String,
    },
}

/// The ports there are, for a message.
fn near(known: &[String]) -> String {
    if known.is_empty() {
        " (this machine shows none)".to_owned()
    } else {
        format!(" (there are {})", known.join(", "))
    }
}
