//! Reads lines from standard input in a thread, with a stop flag and a timeout. It does not interpret the lines.
//! [`line_editor`](crate::line_editor) edits lines at a terminal.

use std::io::{self, BufRead as _, IsTerminal as _, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use boardwright_game::game::normalize_spaces;

use crate::failure::Failure;
use crate::interrupt;
use crate::line_editor::{Completions, EditedLine, LineEditor};

/// Interval at which the stop flag and the timeout are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Result of waiting for a line.
#[derive(Debug)]
pub enum LineInput {
    /// A line, with single blanks between its words.
    Line(String),
    /// End of input.
    End,
    /// The stop flag was set, or the time has run out.
    Interrupted,
}

/// Standard input, read by a separate thread because a blocking read cannot be interrupted.
#[derive(Debug, Default)]
pub struct Keyboard {
    lines: Option<Receiver<io::Result<String>>>,
    editor: Option<LineEditor>,
}

impl Keyboard {
    /// The keyboard of a terminal with line editing. All lines must be read by [`Keyboard::ask`].
    pub fn with_line_editor() -> Self {
        Self { lines: None, editor: Some(LineEditor::start()) }
    }

    /// Prints a prompt and returns the next line, unless `stop` is set or `deadline` passes first.
    pub fn ask(
        &mut self,
        prompt: &str,
        completions: impl FnOnce() -> Completions,
        ui: &mut dyn Write,
        (stop, deadline): (&AtomicBool, Option<Instant>),
    ) -> Result<LineInput, Failure> {
        let Some(editor) = self.editor.as_mut() else {
            write!(ui, "{prompt}")?;
            ui.flush()?;
            return self.line(stop, deadline);
        };
        // The editor prints the prompt, unless it still reads a line after an interruption.
        if editor.is_pending() {
            write!(ui, "{prompt}")?;
        }
        ui.flush()?;
        match editor.line(prompt, completions(), stop, deadline) {
            EditedLine::Line(line) => Ok(LineInput::Line(normalize_spaces(&line))),
            EditedLine::End => Ok(LineInput::End),
            EditedLine::Interrupted => Ok(LineInput::Interrupted),
            EditedLine::Failed(reason) => Err(Failure::Input(format!("cannot read from the terminal: {reason}"))),
        }
    }

    /// Returns a line that has been typed, if there is one.
    pub fn typed_line(&mut self) -> Option<String> {
        self.lines.get_or_insert_with(start_reader).try_recv().ok()?.ok()
    }

    /// Returns the next line, unless `stop` is set or `until` passes first.
    pub fn line(&mut self, stop: &AtomicBool, deadline: Option<Instant>) -> Result<LineInput, Failure> {
        let lines = self.lines.get_or_insert_with(start_reader);
        while !stop.load(Ordering::Relaxed) && deadline.is_none_or(|deadline| Instant::now() <= deadline) {
            match lines.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(line)) => return Ok(LineInput::Line(line)),
                Ok(Err(error)) => return Err(Failure::Input(format!("cannot read standard input: {error}"))),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(LineInput::End),
            }
        }
        Ok(LineInput::Interrupted)
    }
}

/// Starts the reader thread.
fn start_reader() -> Receiver<io::Result<String>> {
    let (sender, lines) = channel();
    let is_terminal = io::stdin().is_terminal();
    std::thread::spawn(move || {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = io::stdin().lock().read_until(b'\n', &mut line);
            let failed = read.is_err();
            // A closed terminal ends the input like Ctrl-D, but there is nobody any more to watch what follows.
            if is_terminal && !io::stdin().is_terminal() {
                interrupt::interrupt();
            }
            match read {
                Ok(0) => break,
                read => {
                    let line = read.map(|_| normalize_spaces(&String::from_utf8_lossy(&line)));
                    if sender.send(line).is_err() || failed {
                        break;
                    }
                }
            }
        }
    });
    lines
}
