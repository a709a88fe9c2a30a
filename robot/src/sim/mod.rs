//! A board and an arm that are not there: [`Board`] answers byte for byte as the SSC-32U does, [`SimWire`] is a serial line to it in
//! the process, [`serve`] one through a pseudo-terminal. What the servos move is told to a [`Body`]; what stands on the table is
//! none of its business.
//!
//! Time is what [`Clock`](crate::Clock) says: that of the wall, or one that goes on as soon as nothing is left to be answered.

mod board;
mod faults;
mod line;
mod parse;
mod servo;
mod terminal;

pub use board::Board;
pub use faults::{Fault, Faults};
pub use line::{Line, SimWire};
pub use servo::Shafts;
pub use terminal::{Terminal, serve};

use std::time::Duration;

/// Something that servos move.
pub trait Body: Send {
    /// Time has gone on to `now`; these are the pulses that the servos get, by channel, in microseconds: none where a servo gets
    /// none and can be turned by hand.
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]);
}

/// Nothing is moved.
#[derive(Debug)]
pub struct NoBody;

impl Body for NoBody {
    fn follow(&mut self, _now: Duration, _pulses: &[Option<f64>; 32]) {}
}

impl<B: Body> Body for std::sync::Arc<std::sync::Mutex<B>> {
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]) {
        self.lock().unwrap_or_else(std::sync::PoisonError::into_inner).follow(now, pulses);
    }
}
