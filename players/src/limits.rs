//! What may be spent on a move: time, positions, depth. Time is looked at only now and then.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright_engine::fault::Fault;

/// What may be spent on a move.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// When thinking began.
    pub began: Instant,
    /// How long it may last.
    pub time: Option<Duration>,
    /// How many positions may be made.
    pub nodes: Option<u64>,
    /// How many moves deep to look.
    pub depth: Option<u32>,
    /// Set by somebody else who wants the answer now.
    pub stop: &'a AtomicBool,
}

/// How many positions are made between two looks at the clock. A look takes some 30 ns; where the rules are slow, as in Chess, a position
/// takes a hundred microseconds and more.
const PATIENCE: u64 = 4;

impl<'a> Limits<'a> {
    /// No limit but `stop`, from now on.
    pub fn none(stop: &'a AtomicBool) -> Self {
        Self { began: Instant::now(), time: None, nodes: None, depth: None, stop }
    }

    /// The same with an answer that much earlier: what is left to be done afterwards takes time too.
    #[must_use]
    pub fn earlier(self, by: Duration) -> Self {
        Self { time: self.time.map(|time| time.saturating_sub(by)), ..self }
    }

    /// Whether so many positions are enough.
    #[inline]
    pub fn reached(&self, nodes: u64) -> bool {
        if self.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        nodes.is_multiple_of(PATIENCE) && self.is_over()
    }

    /// Whether the time is over, or somebody wants the answer now.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.time.is_some_and(|time| self.began.elapsed() >= time)
    }
}

/// Why a search was broken off.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Its limits were reached.
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
        assert!(!none.reached(0) && !none.reached(u64::MAX));
        let nodes = Limits { nodes: Some(5), ..none };
        assert_eq!([4, 5, 6].map(|made| nodes.reached(made)), [false, true, true]);
        let time = Limits { time: Some(Duration::ZERO), ..none };
        assert!(time.reached(PATIENCE) && time.is_over());
        let hour = Duration::from_hours(1);
        let long = Limits { time: Some(hour), ..none };
        assert!(!long.is_over() && long.earlier(hour).is_over() && !none.earlier(hour).is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(none.is_over());
    }
}
