//! Simulated hardware: [`Board`] answers byte for byte as the SSC-32U does, [`SimWire`] is a serial line to it in the
//! same process, [`serve`] provides one through a pseudo-terminal. A [`Body`] receives the pulse widths of the servos;
//! objects on the table are simulated outside this module.
//!
//! A [`Clock`](crate::Clock) gives the time: wall-clock time, or virtual time that advances as soon as no answer is
//! outstanding.

mod board;
mod faults;
mod line;
mod parse;
mod servo;
mod terminal;

pub use board::Board;
pub use faults::{Fault, Faults};
pub use line::{SimLine, SimWire};
pub use servo::Shafts;
pub use terminal::{Terminal, serve};

use std::time::Duration;

/// The mechanism that the servos move.
pub trait Body: Send {
    /// Advances the mechanism to `now`. `pulses` are the pulse widths at the servos by channel, in microseconds; `None`
    /// for a servo that gets no pulses and can be turned by hand.
    fn follow(&mut self, now: Duration, pulses: &[Option<f64>; 32]);
}

/// A mechanism that ignores the servos.
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
