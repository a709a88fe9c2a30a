//! Child processes that read and write lines: started without a shell, ended with the value, and explained when they fail.
//! The protocols are elsewhere.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time limit for a program to exit after its input was closed.
const EXIT_TIMEOUT: Duration = Duration::from_millis(200);

/// A running program. When the value is dropped, the program has a moment to exit, and is killed otherwise; the caller drops
/// its input first.
pub struct ChildProcess {
    child: Child,
    errors: ErrorOutput,
}

impl std::fmt::Debug for ChildProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChildProcess").field("child", &self.child).finish_non_exhaustive()
    }
}

impl ChildProcess {
    /// Starts a program; returns it with the lines of its output, and its input.
    ///
    /// # Errors
    /// If the command is empty, or the program cannot be started.
    pub fn start(command: &[String]) -> Result<(Self, impl BufRead + Send + 'static, ChildStdin), String> {
        let [name, arguments @ ..] = command else { return Err("the command of the program is empty".to_owned()) };
        let piped = || Stdio::piped();
        let started = Command::new(name).args(arguments).stdin(piped()).stdout(piped()).stderr(piped()).spawn();
        let mut child = started.map_err(|error| format!("cannot start {name}: {error}"))?;
        let (Some(from), Some(to), Some(errors)) = (child.stdout.take(), child.stdin.take(), child.stderr.take())
        else {
            unreachable!("all ends are piped");
        };
        let process = Self { child, errors: ErrorOutput::follow(errors) };
        Ok((process, LimitedLines(BufReader::new(from)), to))
    }

    /// Exit status of a program that has failed, if it exits soon.
    fn exit_status(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => std::thread::sleep(POLL_INTERVAL),
                status => return status.ok().flatten(),
            }
        }
    }

    /// Exit status and last lines of standard error of a program that has failed, behind the message of the failure.
    pub fn explained(&mut self, message: &str) -> String {
        let until = Instant::now() + EXIT_TIMEOUT;
        let status = self.exit_status(until).map(|status| format!(" ({status})")).unwrap_or_default();
        let lines = self.errors.last_lines(until);
        let said = if lines.is_empty() { String::new() } else { format!("; standard error: {}", lines.join(" | ")) };
        format!("{message}{status}{said}")
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        let until = Instant::now() + EXIT_TIMEOUT;
        if self.exit_status(until).is_none() {
            // The process may have exited in between; then there is nothing left to do.
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Receives the lines of a program, which a thread reads until the output ends or the receiver is dropped.
pub fn receive_lines(from: impl BufRead + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        for line in from.lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Standard error of a program: it is passed on as it comes, and its last lines explain a crash.
struct ErrorOutput {
    last_lines: Arc<Mutex<VecDeque<String>>>,
    thread: JoinHandle<()>,
}

/// Number of lines of standard error that explain a crash.
const ERROR_LINES: usize = 5;

impl ErrorOutput {
    /// Reads lines in a thread of their own, until the program closes its output.
    fn follow(output: ChildStderr) -> Self {
        let last_lines = Arc::new(Mutex::new(VecDeque::new()));
        let kept = Arc::clone(&last_lines);
        let thread = std::thread::spawn(move || {
            let mut lines = LimitedLines(BufReader::new(output));
            let mut line = String::new();
            // A line that is no text, or too long, is the last one that is read.
            while lines.read_line(&mut line).is_ok_and(|bytes| bytes > 0) {
                // Nobody may listen to the own standard error any more.
                let _ = std::io::stderr().write_all(line.as_bytes());
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() == ERROR_LINES {
                    kept.pop_front();
                }
                kept.push_back(line.trim_end().to_owned());
                line.clear();
            }
            // The program must not wait for its output to be read.
            let _ = std::io::copy(&mut lines, &mut std::io::sink());
        });
        Self { last_lines, thread }
    }

    /// The last lines that are not blank. The output of a program that has exited is read to its end first, unless a program
    /// that it started keeps it open.
    fn last_lines(&self, until: Instant) -> Vec<String> {
        while !self.thread.is_finished() && Instant::now() < until {
            std::thread::sleep(POLL_INTERVAL);
        }
        let lines = self.last_lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.iter().filter(|line| !line.trim().is_empty()).cloned().collect()
    }
}

/// Interval at which an ending program is looked after.
const POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Reader that limits the length of a line: a program that never ends a line must not fill the memory.
struct LimitedLines<R>(R);

const MAX_LINE: u64 = 1 << 20;

impl<R: BufRead> Read for LimitedLines<R> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(bytes)
    }
}

impl<R: BufRead> BufRead for LimitedLines<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.0.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.0.consume(amount);
    }

    fn read_line(&mut self, line: &mut String) -> std::io::Result<usize> {
        let read = self.0.by_ref().take(MAX_LINE).read_line(line)?;
        if read as u64 == MAX_LINE { Err(std::io::ErrorKind::InvalidData.into()) } else { Ok(read) }
    }
}
