//! What is typed, line by line, waited for no longer than it counts. What it means is not known here.

use std::io::{self, BufRead as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use boardwright_engine::game::words;

use crate::failure::Failure;

/// How long to wait between two looks at whether a line still counts.
const PATIENCE: Duration = Duration::from_millis(20);

/// What came of waiting for a line.
#[derive(Debug)]
pub enum Typed {
    /// A line, with single blanks between its words.
    Line(String),
    /// There are no more lines.
    End,
    /// Nothing that would count any more.
    Nothing,
}

/// Standard input, read by a thread of its own: a line that is waited for cannot be interrupted otherwise.
#[derive(Debug, Default)]
pub struct Keyboard {
    lines: Option<Receiver<io::Result<String>>>,
}

impl Keyboard {
    /// The next line, unless `stop` is set or `until` is past before it comes.
    pub fn line(&mut self, stop: &AtomicBool, until: Option<Instant>) -> Result<Typed, Failure> {
        let lines = self.lines.get_or_insert_with(listen);
        while !stop.load(Ordering::Relaxed) && until.is_none_or(|until| Instant::now() <= until) {
            match lines.recv_timeout(PATIENCE) {
                Ok(Ok(line)) => return Ok(Typed::Line(line)),
                Ok(Err(error)) => return Err(Failure::Input(format!("cannot read what is typed: {error}"))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(Typed::End),
            }
        }
        Ok(Typed::Nothing)
    }
}

/// Lines until there are no more.
fn listen() -> Receiver<io::Result<String>> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = io::stdin().lock().read_until(b'\n', &mut line);
            let failed = read.is_err();
            match read {
                Ok(0) => break,
                read => {
                    let line = read.map(|_| words(&String::from_utf8_lossy(&line)));
                    if sender.send(line).is_err() || failed {
                        break;
                    }
                }
            }
        }
    });
    lines
}
