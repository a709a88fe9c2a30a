//! A simulated board behind a pseudo-terminal: a file that any program opens as if it were a serial port.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use serialport::{SerialPort as _, TTYPort};

use super::line::Line;
use crate::clock::Clock;

/// How long the board's end sleeps when nothing happens, by the wall's clock.
const NAP: Duration = Duration::from_millis(1);

/// A pseudo-terminal with a board behind it, until it is dropped.
#[derive(Debug)]
pub struct Terminal {
    name: String,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Kept open: the terminal hangs up when its last user goes, and the next one should find it.
    _kept: File,
}

impl Terminal {
    /// The file that is opened as a port.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so itself.
            let _ = thread.join();
        }
    }
}

/// Puts a board behind a pseudo-terminal. Whoever opens it and shares the clock gets the time right.
///
/// # Errors
///
/// When the system gives no pseudo-terminal.
pub fn serve(mut line: Line, clock: Clock) -> serialport::Result<Terminal> {
    let (mut ours, other) = TTYPort::pair()?;
    ours.set_timeout(Duration::ZERO)?;
    let name = other.name().unwrap_or_default();
    // As a plain file: as a port it would be locked, and nobody else could open it.
    let kept = File::options().read(true).write(true).custom_flags(libc::O_NOCTTY).open(&name)?;
    drop(other);
    let ends = Arc::new(AtomicBool::new(false));
    let over = Arc::clone(&ends);
    let thread = std::thread::spawn(move || {
        while !over.load(Ordering::Relaxed) {
            if !step(&mut line, &mut ours, &clock) {
                break;
            }
        }
    });
    Ok(Terminal { name, ends, thread: Some(thread), _kept: kept })
}

/// One look at the line; whether it is still there.
fn step(line: &mut Line, port: &mut TTYPort, clock: &Clock) -> bool {
    if let Clock::Wall(_) = clock {
        line.run_until(clock.now());
    }
    let mut bytes = [0; 256];
    match port.read(&mut bytes) {
        Ok(0) => return false,
        // Whoever speaks at another speed is not understood.
        Ok(count) if port.baud_rate().is_ok_and(|baud| baud != line.baud().0) => {
            clock.taken(count);
            return true;
        }
        Ok(count) => {
            for byte in &bytes[..count] {
                // Answers to earlier bytes may fall due while later ones pass.
                line.send(*byte);
                clock.move_to(line.now());
            }
            if !speak(line, port, clock) {
                return false;
            }
            clock.taken(count);
            return true;
        }
        Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        Err(_) => return false,
    }
    if !speak(line, port, clock) {
        return false;
    }
    match (clock, clock.idle_until()) {
        (Clock::Virtual(_), Some(until)) => {
            let to = line.next_byte().unwrap_or(until).min(until);
            line.run_until(to);
            let spoken = speak(line, port, clock);
            clock.move_to(line.now());
            spoken
        }
        (Clock::Virtual(_), None) => {
            std::thread::yield_now();
            true
        }
        (Clock::Wall(_), _) => {
            std::thread::sleep(NAP);
            true
        }
    }
}

/// Gives the line what the board has said by now.
fn speak(line: &mut Line, port: &mut TTYPort, clock: &Clock) -> bool {
    while let Some(byte) = line.receive() {
        clock.said(1);
        if port.write_all(&[byte]).is_err() {
            return false;
        }
    }
    true
}
