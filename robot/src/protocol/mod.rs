//! The SSC-32U protocol: commands and queries as bytes, the formats of the answers, and the durations of moves. The
//! SSC-32U is a controller for up to 32 hobby servos. This module opens no port and knows nothing about arms.
//!
//! A command is a line of ASCII text that ends with a carriage return. The controller acknowledges no move, uses no
//! checksum, and answers queries only. Source: the SSC-32 manual and the SSC-32U user guide, pages 24 to 39.

mod command;
mod group;
mod numbers;

pub use command::{AnswerFormat, Command};
pub use group::{GroupMove, ServoMove};
pub use numbers::{Baud, Channel, Pulse};

/// The byte that ends every command.
pub const CARRIAGE_RETURN: u8 = 13;

/// The byte that discards a partly received command; a running move continues.
pub const ESCAPE: u8 = 27;
