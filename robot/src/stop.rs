//! The emergency stop: once pressed it stays pressed until somebody says that it is safe again.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A latch that keys, buttons and signals share. Whoever moves an arm looks at it all the time.
#[derive(Clone, Debug, Default)]
pub struct EmergencyStop(Arc<AtomicBool>);

impl EmergencyStop {
    /// Not pressed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops everything, from any thread.
    pub fn press(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether it is pressed.
    pub fn is_pressed(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// A person has looked and says that it is safe again.
    pub fn release(&self) {
        self.0.store(false, Ordering::Release);
    }
}
