//! A simulated controller behind a pseudo-terminal, which any program opens as a serial port.

use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use serialport::{SerialPort as _, TTYPort};

use super::line::SimLine;
use crate::clock::Clock;

/// Sleep of the controller's end when the line is idle, in wall-clock time.
const IDLE_SLEEP: Duration = Duration::from_millis(1);

/// A pseudo-terminal with a simulated controller behind it, until it is dropped.
#[derive(Debug)]
pub struct Terminal {
    name: String,
    should_stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    /// Kept open: the terminal hangs up when its last user closes it, and the next user must still find it.
    _keep_open: File,
}

impl Terminal {
    /// The path of the file to open as a serial port.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.should_stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has already printed its message.
            let _ = thread.join();
        }
    }
}

/// Serves a simulated controller behind a pseudo-terminal. The program that opens it must share `clock` for correct
/// times.
///
/// # Errors
///
/// When the system provides no pseudo-terminal.
pub fn serve(mut line: SimLine, clock: Clock) -> serialport::Result<Terminal> {
    let (mut ours, other) = TTYPort::pair()?;
    ours.set_timeout(Duration::ZERO)?;
    let name = other.name().unwrap_or_default();
    // Opened as a plain file: a serial port would be locked, and no other program could open it.
    let keep_open = File::options().read(true).write(true).custom_flags(libc::O_NOCTTY).open(&name)?;
    drop(other);
    let should_stop = Arc::new(AtomicBool::new(false));
    let stop_requested = Arc::clone(&should_stop);
    let thread = std::thread::spawn(move || {
        while !stop_requested.load(Ordering::Relaxed) {
            if !process_pending(&mut line, &mut ours, &clock) {
                break;
            }
        }
    });
    Ok(Terminal { name, should_stop, thread: Some(thread), _keep_open: keep_open })
}

/// Processes the pending bytes once; returns `false` when the terminal is closed.
fn process_pending(line: &mut SimLine, port: &mut TTYPort, clock: &Clock) -> bool {
    if let Clock::Wall(_) = clock {
        line.run_until(clock.now());
    }
    let mut bytes = [0; 256];
    match port.read(&mut bytes) {
        Ok(0) => return false,
        // Bytes sent at another baud rate are unreadable.
        Ok(count) if port.baud_rate().is_ok_and(|baud| baud != line.baud().0) => {
            clock.count_received_by_board(count);
            return true;
        }
        Ok(count) => {
            for byte in &bytes[..count] {
                // Answers to earlier bytes may fall due while later bytes pass.
                line.send(*byte);
                clock.advance_to(line.now());
            }
            if !write_due_answers(line, port, clock) {
                return false;
            }
            clock.count_received_by_board(count);
            return true;
        }
        Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::WouldBlock | ErrorKind::Interrupted) => {}
        Err(_) => return false,
    }
    if !write_due_answers(line, port, clock) {
        return false;
    }
    match (clock, clock.idle_until()) {
        (Clock::Virtual(_), Some(until)) => {
            let to = line.next_byte_time().unwrap_or(until).min(until);
            line.run_until(to);
            let spoken = write_due_answers(line, port, clock);
            clock.advance_to(line.now());
            spoken
        }
        (Clock::Virtual(_), None) => {
            std::thread::yield_now();
            true
        }
        (Clock::Wall(_), _) => {
            std::thread::sleep(IDLE_SLEEP);
            true
        }
    }
}

/// Writes the controller's bytes that are due by now to the terminal.
fn write_due_answers(line: &mut SimLine, port: &mut TTYPort, clock: &Clock) -> bool {
    while let Some(byte) = line.receive() {
        clock.count_sent_by_board(1);
        if port.write_all(&[byte]).is_err() {
            return false;
        }
    }
    true
}
