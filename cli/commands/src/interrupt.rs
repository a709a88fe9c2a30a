//! Ctrl-C handler: the first signal sets a flag for a graceful stop, the second one ends the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::say;

static STOP: AtomicBool = AtomicBool::new(false);
static HANDLER: Once = Once::new();

/// Exit status of an interrupted program (128 + SIGINT).
const EXIT_INTERRUPTED: i32 = 130;

/// Returns the flag that the first Ctrl-C sets; installs the handler on the first call.
pub fn stop_flag() -> &'static AtomicBool {
    HANDLER.call_once(|| {
        let caught = ctrlc::set_handler(request_stop);
        if let Err(error) = caught {
            say(&format!("note: Ctrl-C will end the program at once: {error}\n"));
        }
    });
    &STOP
}

/// Requests a graceful stop; a second request ends the program.
pub fn request_stop() {
    if STOP.swap(true, Ordering::Relaxed) {
        std::process::exit(EXIT_INTERRUPTED);
    }
}
