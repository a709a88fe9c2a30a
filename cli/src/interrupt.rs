//! Ctrl-C: a flag for whoever can stop in good order. It stops nothing itself, unless it is asked a second time.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::failure::say;

static STOP: AtomicBool = AtomicBool::new(false);
static CAUGHT: Once = Once::new();

/// What shells expect of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Set by the first Ctrl-C from now on; the second one ends the program at once.
pub fn flag() -> &'static AtomicBool {
    CAUGHT.call_once(|| {
        let caught = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(INTERRUPTED);
            }
        });
        if let Err(error) = caught {
            say(&format!("note: Ctrl-C will end the program at once: {error}\n"));
        }
    });
    &STOP
}
