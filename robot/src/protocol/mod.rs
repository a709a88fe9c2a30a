//! The language of the SSC-32U, a board that drives up to 32 hobby servos: commands as bytes, and how long a move takes.
//! No port is opened here, and nothing is known of arms.
//!
//! A command is a line of ASCII that ends with a carriage return. The board acknowledges no move and has no checksum; it answers
//! questions only. Source: the SSC-32 manual and the SSC-32U user guide, pages 24 to 39.

mod command;
mod group;
mod numbers;

pub use command::{Answer, Command};
pub use group::{Group, ServoMove};
pub use numbers::{Baud, Channel, Pulse};

/// Ends every command.
pub const CARRIAGE_RETURN: u8 = 13;

/// Forgets the part of a command that has been received; a move that runs goes on.
pub const ESCAPE: u8 = 27;
