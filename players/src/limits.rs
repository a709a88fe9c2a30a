//! Limits of a search: time, nodes and depth. The clock is read only at intervals.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright_game::fault::Fault;

/// Limits of the search for one move.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// Start of the search.
    pub start: Instant,
    /// Maximum duration.
    pub time: Option<Duration>,
    /// Maximum number of positions that may be made.
    pub nodes: Option<u64>,
    /// Maximum search depth in plies.
    pub depth: Option<u32>,
    /// Set by another thread to request the answer at once.
    pub stop: &'a AtomicBool,
}

/// Number of positions between two readings of the clock. A reading takes some 30 ns; where the rules are slow, as in
/// Chess, a position takes a hundred microseconds and more.
const CLOCK_INTERVAL: u64 = 4;

impl<'a> Limits<'a> {
    /// No limit but the flag `stop`. The search starts now.
    pub fn none(stop: &'a AtomicBool) -> Self {
        Self { start: Instant::now(), time: None, nodes: None, depth: None, stop }
    }

    /// Returns the limits with the time limit reduced by `by`, which reserves time for the work that follows the
    /// search.
    #[must_use]
    pub fn reduced_by(self, by: Duration) -> Self {
        Self { time: self.time.map(|time| time.saturating_sub(by)), ..self }
    }

    /// `true` if the search must end after `nodes` positions. Reads the clock only every few nodes.
    #[inline]
    pub fn is_reached(&self, nodes: u64) -> bool {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        nodes.is_multiple_of(CLOCK_INTERVAL) && self.is_over()
    }

    /// `true` if the time is over or `stop` is set.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.time.is_some_and(|time| self.start.elapsed() >= time)
    }
}

/// Reason why a search was aborted.
#[derive(Debug)]
pub(crate) enum Halt {
    /// A limit was reached.
    Limit,
    /// The rules of the game failed.
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_is_reached_by_itself() {
        let stop = AtomicBool::new(false);
        let none = Limits::none(&stop);
        assert!(!none.is_reached(0) && !none.is_reached(u64::MAX));
        let nodes = Limits { nodes: Some(5), ..none };
        assert_eq!([4, 5, 6].map(|made| nodes.is_reached(made)), [false, true, true]);
        let time = Limits { time: Some(Duration::ZERO), ..none };
        assert!(time.is_reached(CLOCK_INTERVAL) && time.is_over());
        let hour = Duration::from_hours(1);
        let long = Limits { time: Some(hour), ..none };
        assert!(!long.is_over() && long.reduced_by(hour).is_over() && !none.reduced_by(hour).is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(none.is_over());
    }
}
