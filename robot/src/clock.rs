//! The clock of a serial line: wall-clock time, or the virtual time of a simulation.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Wall-clock time, or virtual time advanced by a simulation.
#[derive(Clone, Debug)]
pub enum Clock {
    /// Time since an instant.
    Wall(Instant),
    /// Virtual time, which advances once both ends have read all bytes that were sent.
    Virtual(Arc<SharedClock>),
}

/// The virtual clock that both ends of a line share.
#[derive(Debug, Default)]
pub struct SharedClock {
    state: Mutex<ClockState>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct ClockState {
    now: Duration,
    /// Number of bytes sent to the controller that it has not received yet.
    bytes_to_board: i64,
    /// Number of bytes sent by the controller that the host has not read yet.
    bytes_from_board: i64,
    /// The time until which the host waits; `None` while it is not waiting.
    waiting_until: Option<Duration>,
}

impl Clock {
    /// A wall clock that starts now.
    pub fn wall() -> Self {
        Self::Wall(Instant::now())
    }

    /// A virtual clock that starts at zero and is advanced by the simulation.
    pub fn virtual_time() -> Self {
        Self::Virtual(Arc::default())
    }

    /// The current time since the start of the clock.
    pub fn now(&self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Virtual(shared) => shared.lock().now,
        }
    }

    /// Blocks until a time.
    pub fn wait(&self, until: Duration) {
        match self {
            Self::Wall(start) => std::thread::sleep(until.saturating_sub(start.elapsed())),
            Self::Virtual(shared) => {
                let mut state = shared.lock();
                while state.now < until {
                    state.waiting_until = Some(until);
                    shared.changed.notify_all();
                    state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                state.waiting_until = None;
            }
        }
    }

    /// Counts bytes sent to the controller.
    pub(crate) fn count_sent_to_board(&self, bytes: usize) {
        self.update(|state| state.bytes_to_board += bytes as i64);
    }

    /// Counts bytes received by the controller.
    pub(crate) fn count_received_by_board(&self, bytes: usize) {
        self.update(|state| state.bytes_to_board -= bytes as i64);
    }

    /// Counts bytes sent by the controller.
    pub(crate) fn count_sent_by_board(&self, bytes: usize) {
        self.update(|state| state.bytes_from_board += bytes as i64);
    }

    /// Counts bytes of the controller read by the host.
    pub(crate) fn count_read_from_board(&self, bytes: usize) {
        self.update(|state| state.bytes_from_board -= bytes as i64);
    }

    /// `true` if the controller has sent bytes that the host has not read yet.
    pub(crate) fn has_unread_bytes(&self) -> bool {
        match self {
            Self::Wall(_) => false,
            Self::Virtual(shared) => shared.lock().bytes_from_board > 0,
        }
    }

    /// Records that the host waits for a byte until a time; `None` when it no longer waits.
    pub(crate) fn set_waiting_until(&self, until: Option<Duration>) {
        self.update(|state| state.waiting_until = until);
    }

    fn update(&self, change: impl FnOnce(&mut ClockState)) {
        if let Self::Virtual(shared) = self {
            change(&mut shared.lock());
            shared.changed.notify_all();
        }
    }

    /// The time to which the simulation may advance the clock: the deadline of the waiting host while no byte is on the
    /// line; `None` while the host is computing.
    pub(crate) fn idle_until(&self) -> Option<Duration> {
        match self {
            Self::Wall(_) => Some(self.now()),
            Self::Virtual(shared) => {
                let state = shared.lock();
                let quiet = state.bytes_to_board <= 0 && state.bytes_from_board <= 0;
                state.waiting_until.filter(|_| quiet)
            }
        }
    }

    /// Advances a virtual clock, never backwards.
    pub(crate) fn advance_to(&self, to: Duration) {
        self.update(|state| state.now = state.now.max(to));
    }
}

impl SharedClock {
    fn lock(&self) -> MutexGuard<'_, ClockState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
