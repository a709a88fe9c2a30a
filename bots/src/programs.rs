//! External programs of scripts: they run without a shell, only if the caller allows them, and within a time limit.

use std::fmt::{self, Display};
use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A way to run programs.
pub trait Programs {
    /// Runs a program with its arguments and returns the first line of its output.
    ///
    /// # Errors
    /// A [`ProgramError`] if the program is not allowed, cannot be started, or gives no line in time.
    fn first_line(&self, words: &[String]) -> Result<String, ProgramError>;
}

/// Reason why a program gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramError {
    /// The program is not in the list of allowed programs.
    NotAllowed(String),
    /// The program could not be started.
    NotStarted(String, String),
    /// The program gave no line in time.
    TooSlow(String, Duration),
    /// The program ended without output.
    NoOutput(String),
    /// The first line is too long or no text.
    NoText(String),
    /// The first line has not the expected form.
    Malformed {
        /// The program.
        program: String,
        /// Its first line.
        line: String,
        /// The expected form.
        expected: &'static str,
    },
}

impl Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAllowed(program) => {
                write!(f, "the program `{program}` is not allowed; allow it with `allow={program}`")
            }
            Self::NotStarted(program, why) => write!(f, "the program `{program}` cannot be started: {why}"),
            Self::TooSlow(program, limit) => {
                write!(f, "the program `{program}` gave no answer within {} s and was ended", limit.as_secs_f64())
            }
            Self::NoOutput(program) => write!(f, "the program `{program}` printed nothing"),
            Self::NoText(program) => {
                write!(f, "the first line of the program `{program}` is no text of at most {MAX_LINE_BYTES} bytes")
            }
            Self::Malformed { program, line, expected } => {
                write!(f, "the program `{program}` printed \"{line}\" instead of {expected}")
            }
        }
    }
}

/// Longest line that is read from a program.
const MAX_LINE_BYTES: usize = 4096;
/// Time limit of a program.
pub const TIME_LIMIT: Duration = Duration::from_secs(2);

/// Runs no programs.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoPrograms;

impl Programs for NoPrograms {
    fn first_line(&self, words: &[String]) -> Result<String, ProgramError> {
        Err(ProgramError::NotAllowed(words.first().cloned().unwrap_or_default()))
    }
}

/// Runs programs of this machine that are allowed.
#[derive(Clone, Debug)]
pub struct LocalPrograms {
    /// Programs that may run, as scripts write them.
    pub allowed: Vec<String>,
    /// Time limit of a program.
    pub time_limit: Duration,
}

impl LocalPrograms {
    /// Allows these programs, with the usual time limit.
    pub fn new(allowed: Vec<String>) -> Self {
        Self { allowed, time_limit: TIME_LIMIT }
    }
}

impl Programs for LocalPrograms {
    fn first_line(&self, words: &[String]) -> Result<String, ProgramError> {
        let [program, arguments @ ..] = words else { return Err(ProgramError::NotAllowed(String::new())) };
        if !self.allowed.contains(program) {
            return Err(ProgramError::NotAllowed(program.clone()));
        }
        let mut command = Command::new(expand_home(program));
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let started = command.spawn();
        let mut child = started.map_err(|error| ProgramError::NotStarted(program.clone(), error.to_string()))?;
        let line = read_line(&mut child, self.time_limit, program);
        // The program has answered or is too slow: it is not needed any more.
        let _ = child.kill();
        let _ = child.wait();
        line
    }
}

/// Reads the first line in a thread of its own, so that a program that stays silent cannot block the caller.
fn read_line(child: &mut Child, limit: Duration, program: &str) -> Result<String, ProgramError> {
    let Some(mut output) = child.stdout.take() else { return Err(ProgramError::NoOutput(program.to_owned())) };
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        let mut buffer = [0; 512];
        while !bytes.contains(&b'\n') && bytes.len() <= MAX_LINE_BYTES {
            match output.read(&mut buffer) {
                Ok(0) | Err(_) => break,
                Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            }
        }
        // The receiver is gone if the time is over.
        let _ = sender.send(bytes);
    });
    let too_slow = |_| ProgramError::TooSlow(program.to_owned(), limit);
    let bytes = receiver.recv_timeout(limit).map_err(too_slow)?;
    if bytes.is_empty() {
        return Err(ProgramError::NoOutput(program.to_owned()));
    }
    let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    if line.len() > MAX_LINE_BYTES {
        return Err(ProgramError::NoText(program.to_owned()));
    }
    let text = str::from_utf8(line).map_err(|_| ProgramError::NoText(program.to_owned()))?;
    Ok(text.trim().to_owned())
}

/// Replaces `~/` at the beginning of a path by the home folder, as a shell would.
fn expand_home(program: &str) -> PathBuf {
    match (program.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(program),
    }
}
