//! A deadline for the evaluation of rules, one for each thread: an evaluation that takes long polls it and ends with
//! [`FaultKind::Interrupted`](crate::fault::FaultKind::Interrupted). It starts no clock and no thread.
//!
//! Players check their limits between two calls of a game. A single call of a slow game file can take longer than the
//! whole answer may take, so a player also sets a deadline with [`Deadline::set`] while it searches. Games whose calls
//! are always fast need not poll.

use std::cell::Cell;
use std::marker::PhantomData;
use std::time::{Duration, Instant};

/// Desired time between two readings of the clock.
const READING_INTERVAL: Duration = Duration::from_micros(200);
/// Maximum number of polls between two readings.
const MAX_STRIDE: u32 = 256;

thread_local! {
    static CURRENT: Cell<Option<Instant>> = const { Cell::new(None) };
    static READINGS: Cell<Readings> = const { Cell::new(Readings { last: None, stride: 1, left: 0 }) };
}

/// Readings of the clock by [`poll`].
#[derive(Clone, Copy)]
struct Readings {
    last: Option<Instant>,
    /// Number of polls from one reading to the next.
    stride: u32,
    /// Number of polls until the next reading.
    left: u32,
}

/// The deadline of this thread while the value lives; then the previous deadline applies again.
#[derive(Debug)]
pub struct Deadline {
    previous: Option<Instant>,
    /// The value belongs to its thread.
    not_send: PhantomData<*const ()>,
}

impl Deadline {
    /// Sets the deadline of this thread; `None` sets none. An earlier deadline that is already set stays.
    #[must_use = "the deadline ends when the value is dropped"]
    pub fn set(at: Option<Instant>) -> Self {
        let previous = CURRENT.get();
        let earlier = match (previous, at) {
            (Some(previous), Some(at)) => Some(previous.min(at)),
            (previous, at) => previous.or(at),
        };
        CURRENT.set(earlier);
        READINGS.set(Readings { last: None, stride: 1, left: 0 });
        Self { previous, not_send: PhantomData }
    }
}

impl Drop for Deadline {
    fn drop(&mut self) {
        CURRENT.set(self.previous);
        READINGS.set(Readings { last: None, stride: 1, left: 0 });
    }
}

/// Time until the deadline of this thread; `None` without one. Reads the clock.
pub fn time_left() -> Option<Duration> {
    CURRENT.get().map(|at| at.saturating_duration_since(Instant::now()))
}

/// `true` if the deadline of this thread has passed. Reads the clock.
pub fn is_over() -> bool {
    CURRENT.get().is_some_and(|at| Instant::now() >= at)
}

/// `true` if the deadline of this thread has passed, as far as the last reading of the clock shows. Cheap enough for
/// loops: without a deadline it reads one variable, with one it adapts the number of polls between two readings to the
/// time between polls.
#[inline]
pub fn poll() -> bool {
    match CURRENT.get() {
        None => false,
        Some(at) => poll_until(at),
    }
}

fn poll_until(at: Instant) -> bool {
    let Readings { last, stride, left } = READINGS.get();
    if left > 0 {
        READINGS.set(Readings { last, stride, left: left - 1 });
        return false;
    }
    let now = Instant::now();
    let stride = match last.map(|last| now - last) {
        Some(elapsed) if elapsed > READING_INTERVAL => {
            let each = elapsed / stride;
            ((READING_INTERVAL.as_nanos() / each.as_nanos().max(1)) as u32).clamp(1, stride)
        }
        Some(_) => (2 * stride).min(MAX_STRIDE),
        None => 1,
    };
    // After the deadline every poll reads the clock, so that none of them misses it.
    let is_over = now >= at;
    READINGS.set(Readings { last: Some(now), stride, left: if is_over { 0 } else { stride - 1 } });
    is_over
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_applies_while_it_lives() {
        assert!(!is_over() && !poll());
        let now = Instant::now();
        {
            let _hour = Deadline::set(Some(now + Duration::from_hours(1)));
            assert!(!is_over() && !poll());
            {
                let _now = Deadline::set(Some(now));
                assert!(is_over() && poll() && poll());
                let _later = Deadline::set(Some(now + Duration::from_hours(2)));
                assert!(is_over(), "an earlier deadline stays");
                let _none = Deadline::set(None);
                assert!(is_over());
            }
            assert!(!is_over() && !poll());
        }
        assert!(!poll());
    }

    #[test]
    fn every_poll_after_the_deadline_reports_it() {
        let _deadline = Deadline::set(Some(Instant::now()));
        assert!((0..1000).all(|_| poll()));
    }

    #[test]
    fn another_thread_has_no_deadline() {
        let _deadline = Deadline::set(Some(Instant::now()));
        assert!(!std::thread::spawn(is_over).join().expect("it does not panic"));
    }
}
