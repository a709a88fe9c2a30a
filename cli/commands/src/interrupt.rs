//! Interruption of the program: the first Ctrl-C sets a flag for a graceful stop, the second one ends the program. Commands
//! that move an arm are also interrupted by a request to terminate and by a closed terminal, and every interruption presses
//! the emergency stop of the arm.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Once};

use boardwright_robot::EmergencyStop;

use crate::failure::say;

static STOP: AtomicBool = AtomicBool::new(false);
static ARM_STOP: LazyLock<EmergencyStop> = LazyLock::new(EmergencyStop::new);

/// Exit status of an interrupted program (128 + SIGINT).
const EXIT_INTERRUPTED: i32 = 130;

/// Returns the flag that the first Ctrl-C sets; installs the handler on the first call.
pub fn stop_flag() -> &'static AtomicBool {
    static HANDLER: Once = Once::new();
    HANDLER.call_once(|| {
        let caught = ctrlc::set_handler(request_stop);
        if let Err(error) = caught {
            say(&format!("note: Ctrl-C will end the program at once: {error}\n"));
        }
    });
    &STOP
}

/// `true` after an interruption.
pub fn is_interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Requests a graceful stop; a second request ends the program.
pub fn request_stop() {
    if interrupt() {
        std::process::exit(EXIT_INTERRUPTED);
    }
}

/// Requests a graceful stop; returns `true` if one was requested before.
pub fn interrupt() -> bool {
    let before = STOP.swap(true, Ordering::SeqCst);
    ARM_STOP.press();
    before
}

/// Returns the emergency stop of the arm, which every interruption presses; installs the handlers on the first call.
pub fn emergency_stop() -> EmergencyStop {
    static HANDLER: Once = Once::new();
    stop_flag();
    HANDLER.call_once(watch_termination);
    ARM_STOP.clone()
}

/// Releases the emergency stop, because a person has confirmed that it is safe to continue. After an interruption it stays
/// pressed.
pub fn release(stop: &EmergencyStop) {
    stop.release();
    if STOP.load(Ordering::SeqCst) {
        stop.press();
    }
}

/// Lets signals that end a program, such as that of a closed terminal, interrupt it instead, so that the arm is halted
/// first. They may come twice, from the shell and from the system, so the second one does not end the program at once.
#[cfg(unix)]
fn watch_termination() {
    use signal_hook::consts::{SIGHUP, SIGQUIT, SIGTERM};
    match signal_hook::iterator::Signals::new([SIGHUP, SIGQUIT, SIGTERM]) {
        Ok(mut signals) => {
            std::thread::spawn(move || {
                for _ in signals.forever() {
                    interrupt();
                }
            });
        }
        Err(error) => say(&format!("note: only Ctrl-C stops the arm, the end of the terminal does not: {error}\n")),
    }
}

#[cfg(not(unix))]
fn watch_termination() {}
