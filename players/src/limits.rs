//! Limits of a search: time, nodes and depth. [`Watch`] reads the clock at intervals that suit the speed of the game.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright_game::deadline::Deadline;
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

/// Number of positions between two readings of the clock by [`Limits::is_reached`].
const CLOCK_INTERVAL: u64 = 4;

/// Maximum time to wait for the preparation of a game where the time is limited, and its share of the time.
const MAX_PREPARATION: Duration = Duration::from_millis(200);
const PREPARATION_SHARE: f64 = 0.25;

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

    /// End of the time; `None` without a time limit.
    pub fn end(&self) -> Option<Instant> {
        self.start.checked_add(self.time?)
    }

    /// Time that is left; `None` without a time limit.
    pub fn time_left(&self) -> Option<Duration> {
        self.time.map(|time| time.saturating_sub(self.start.elapsed()))
    }

    /// The limits for a preliminary computation, which may use a share of the time that is left.
    #[must_use]
    pub fn share(&self, share: f64) -> Self {
        let time = self.time_left().map(|left| self.start.elapsed() + left.mul_f64(share));
        Self { time, ..*self }
    }

    /// Time to wait for the [preparation](boardwright_game::game::Acceleration::prepare_within) of a game before the search
    /// begins without it.
    pub fn preparation_time(&self) -> Duration {
        self.time_left().map_or(Duration::MAX, |left| left.mul_f64(PREPARATION_SHARE).min(MAX_PREPARATION))
    }

    /// Sets the end of the time as the [deadline](boardwright_game::deadline) of this thread, so that the evaluation of
    /// rules ends in time too, with a fault for which [`Fault::is_interruption`] is `true`.
    #[must_use = "the deadline ends when the value is dropped"]
    pub fn set_deadline(&self) -> Deadline {
        Deadline::set(self.end())
    }
}

/// Desired time between two readings of the clock. A reading takes some 30 ns.
const READING_INTERVAL: Duration = Duration::from_micros(20);
/// Maximum number of nodes between two readings.
const MAX_STRIDE: u64 = 64;
/// A node that takes longer is anticipated: if the next one would exceed the time limit, the search ends before it.
pub(crate) const SLOW_NODE: Duration = Duration::from_millis(2);

/// Supervision of the limits of one search thread. The interval between two readings of the clock adapts to the time
/// that a node takes: with slow rules the clock is read before every node, and the search ends before a node that would
/// exceed the time limit.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    pub limits: Limits<'a>,
    /// Number of nodes at which the clock is read next.
    next: Cell<u64>,
    /// Last reading: number of nodes, and time.
    last: Cell<(u64, Instant)>,
    /// Time per node: an exponential moving average over the readings.
    pace: Cell<Duration>,
}

impl<'a> Watch<'a> {
    /// Supervises the limits of a search that begins now.
    pub fn new(limits: Limits<'a>) -> Self {
        let (next, last) = (Cell::new(0), Cell::new((0, Instant::now())));
        Self { limits, next, last, pace: Cell::new(Duration::ZERO) }
    }

    /// `true` if the search must end after `nodes` positions. Reads the clock only if it is due.
    #[inline]
    pub fn is_reached(&self, nodes: u64) -> bool {
        if self.limits.nodes.is_some_and(|most| nodes >= most) {
            return true;
        }
        self.is_time_over(nodes)
    }

    /// `true` if the time is over or `stop` is set. Reads the clock only if it is due.
    #[inline]
    pub fn is_time_over(&self, nodes: u64) -> bool {
        nodes >= self.next.get() && self.read(nodes)
    }

    /// `true` if the time or the `stop` flag requires the end after `nodes` positions. Reads the clock.
    pub fn read(&self, nodes: u64) -> bool {
        if self.limits.stop.load(Ordering::Relaxed) {
            return true;
        }
        let Some(end) = self.limits.end() else {
            self.next.set(nodes + 4);
            return false;
        };
        let now = Instant::now();
        let (before, at) = self.last.get();
        if nodes > before {
            let each = (now - at) / (nodes - before).min(u64::from(u32::MAX)) as u32;
            let pace = self.pace.get();
            self.pace.set(if pace.is_zero() { each } else { (3 * pace + each) / 4 });
            self.last.set((nodes, now));
        }
        let pace = self.pace.get();
        let stride = READING_INTERVAL.as_nanos() / pace.as_nanos().max(1);
        let stride = if pace.is_zero() { 1 } else { (stride as u64).clamp(1, MAX_STRIDE) };
        let is_over = now >= end || pace > SLOW_NODE && now + pace > end;
        // After the end every call reads the clock, so that none of them misses it.
        self.next.set(if is_over { 0 } else { nodes + stride });
        is_over
    }

    /// Recent mean of the time per node.
    pub fn pace(&self) -> Duration {
        self.pace.get()
    }
}

/// Result of a part of a search, or `None` if the deadline of the thread interrupted it.
///
/// # Errors
/// The [`Fault`] if the rules of the game failed.
pub(crate) fn unless_interrupted<T>(result: Result<T, Fault>) -> Result<Option<T>, Fault> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(fault) if fault.is_interruption() => Ok(None),
        Err(fault) => Err(fault),
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
        if fault.is_interruption() { Self::Limit } else { Self::Fault(fault) }
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
