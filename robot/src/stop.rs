//! The emergency stop: a latch that stays pressed until a person confirms that it is safe to continue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A latch shared by keys, buttons and signal handlers. Everything that moves an arm polls it.
#[derive(Clone, Debug, Default)]
pub struct EmergencyStop(Arc<AtomicBool>);

impl EmergencyStop {
    /// Creates a stop that is not pressed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Presses the stop, from any thread.
    pub fn press(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// `true` if the stop is pressed.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// Releases the stop: a person has confirmed that it is safe to continue.
    pub fn release(&self) {
        self.0.store(false, Ordering::Release);
    }
}
