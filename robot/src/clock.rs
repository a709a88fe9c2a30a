//! What time it is for a simulated line, and for whoever speaks over it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// That of the wall, or one that the simulation moves on.
#[derive(Clone, Debug)]
pub enum Clock {
    /// Time since an instant.
    Wall(Instant),
    /// Goes on when everything that was said has been heard on both sides.
    Virtual(Arc<Shared>),
}

/// A clock that both ends of a line share.
#[derive(Debug, Default)]
pub struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    now: Duration,
    /// Bytes to the board that it has not taken yet.
    to_board: i64,
    /// Bytes from the board that nobody has read yet.
    from_board: i64,
    /// Until when somebody waits.
    waits: Option<Duration>,
}

impl Clock {
    /// The wall's.
    pub fn wall() -> Self {
        Self::Wall(Instant::now())
    }

    /// One that begins at nothing and is moved on by the simulation.
    pub fn moved() -> Self {
        Self::Virtual(Arc::default())
    }

    /// The time.
    pub fn now(&self) -> Duration {
        match self {
            Self::Wall(start) => start.elapsed(),
            Self::Virtual(shared) => shared.lock().now,
        }
    }

    /// Waits.
    pub fn wait(&self, until: Duration) {
        match self {
            Self::Wall(start) => std::thread::sleep(until.saturating_sub(start.elapsed())),
            Self::Virtual(shared) => {
                let mut state = shared.lock();
                while state.now < until {
                    state.waits = Some(until);
                    shared.changed.notify_all();
                    state = shared.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                state.waits = None;
            }
        }
    }

    /// So many bytes have been given to the line, towards the board.
    pub(crate) fn sent(&self, bytes: usize) {
        self.count(|state| state.to_board += bytes as i64);
    }

    /// The board has taken bytes.
    pub(crate) fn taken(&self, bytes: usize) {
        self.count(|state| state.to_board -= bytes as i64);
    }

    /// The board has given bytes to the line.
    pub(crate) fn said(&self, bytes: usize) {
        self.count(|state| state.from_board += bytes as i64);
    }

    /// Bytes from the board have been read.
    pub(crate) fn heard(&self, bytes: usize) {
        self.count(|state| state.from_board -= bytes as i64);
    }

    /// Whether the board has said something that nobody has read yet.
    pub(crate) fn unheard(&self) -> bool {
        match self {
            Self::Wall(_) => false,
            Self::Virtual(shared) => shared.lock().from_board > 0,
        }
    }

    /// Somebody waits for a byte from the board, at most until a time.
    pub(crate) fn listens(&self, until: Option<Duration>) {
        self.count(|state| state.waits = until);
    }

    fn count(&self, change: impl FnOnce(&mut State)) {
        if let Self::Virtual(shared) = self {
            change(&mut shared.lock());
            shared.changed.notify_all();
        }
    }

    /// Where the board's end may move the clock to: until when the other end waits, when nothing is on the line; none while the other
    /// end is at work.
    pub(crate) fn idle_until(&self) -> Option<Duration> {
        match self {
            Self::Wall(_) => Some(self.now()),
            Self::Virtual(shared) => {
                let state = shared.lock();
                let quiet = state.to_board <= 0 && state.from_board <= 0;
                state.waits.filter(|_| quiet)
            }
        }
    }

    /// Moves a virtual clock on; never back.
    pub(crate) fn move_to(&self, to: Duration) {
        self.count(|state| state.now = state.now.max(to));
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
