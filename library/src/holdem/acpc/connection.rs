//! Lines over a TCP connection, with a time limit for each.

use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// Longest line in bytes; the longest line of a hand with stacks of 200 big blinds is much shorter.
const MAX_LINE: usize = 1 << 16;

/// A connection that carries lines.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    /// Bytes that were received after the last line.
    buffer: Vec<u8>,
}

/// Result of waiting for a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reception {
    /// A complete line, without its end.
    Line(String),
    /// The connection is closed or broken; the text of an incomplete line before it.
    Closed(String),
    /// No complete line arrived in time; the text of an incomplete one.
    TimedOut(String),
}

impl Connection {
    /// Carries lines over a stream.
    ///
    /// # Errors
    /// If the stream cannot be set up.
    pub fn new(stream: TcpStream) -> io::Result<Self> {
        // Each line waits for an answer: small packets must not be delayed.
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the connection is closed or broken.
    pub fn send(&mut self, line: &str) -> io::Result<()> {
        self.stream.write_all(format!("{line}\r\n").as_bytes())
    }

    /// Waits for a line at most until `until`.
    pub fn receive(&mut self, until: Instant) -> Reception {
        let mut bytes = [0; 4096];
        loop {
            if let Some(end) = self.buffer.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                return Reception::Line(text(&line));
            }
            if self.buffer.len() > MAX_LINE {
                return Reception::Closed(text(&self.buffer[..80]));
            }
            let left = until.saturating_duration_since(Instant::now());
            // A time-out of zero would mean none.
            if left.is_zero() || self.stream.set_read_timeout(Some(left.max(Duration::from_millis(1)))).is_err() {
                return Reception::TimedOut(text(&self.buffer));
            }
            match self.stream.read(&mut bytes) {
                Ok(0) => return Reception::Closed(text(&self.buffer)),
                Ok(count) => self.buffer.extend(&bytes[..count]),
                Err(error) => match error.kind() {
                    ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => {}
                    _ => return Reception::Closed(text(&self.buffer)),
                },
            }
        }
    }
}

/// Bytes as text without the end of the line.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches(['\r', '\n']).to_owned()
}
