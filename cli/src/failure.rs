//! Why the program stops early, and which exit status that gives. What is wrong inside a game file is a
//! diagnostic of `boardwright-lang`; here it only arrives, already rendered.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::ExitCode;

use boardwright_lang::{Diagnostic, Source};

use crate::output::colours_wanted;

/// Why the program stops early.
#[derive(Debug)]
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// What it names is missing or wrong.
    Input(String),
    /// Diagnostics, rendered.
    Diagnostics(String),
    /// The answer cannot be written.
    Output(io::Error),
}

impl Failure {
    /// A file that cannot be read or written; `doing` is `read` or `write`.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        boardwright_shelf::Error::file(doing, path, error).into()
    }

    /// Says what is wrong on standard error, and gives the exit status.
    pub fn report(self) -> ExitCode {
        match self {
            Self::Usage(message) => {
                say(&format!("error: {message}\n"));
                ExitCode::from(2)
            }
            Self::Input(message) => {
                say(&format!("error: {message}\n"));
                ExitCode::FAILURE
            }
            Self::Diagnostics(rendered) => {
                say(&rendered);
                ExitCode::FAILURE
            }
            // Whoever read the answer has had enough of it.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                say(&format!("error: cannot write the answer: {error}\n"));
                ExitCode::FAILURE
            }
        }
    }
}

impl std::fmt::Display for Failure {
    /// What is wrong, as it stands in the middle of another message.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(message) | Self::Input(message) => f.write_str(message),
            Self::Diagnostics(rendered) => f.write_str(rendered.trim_end()),
            Self::Output(error) => write!(f, "cannot write the answer: {error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl From<boardwright_shelf::Error> for Failure {
    fn from(error: boardwright_shelf::Error) -> Self {
        use boardwright_shelf::Error;
        match error {
            Error::Usage(message) => Self::Usage(message),
            Error::Input(message) => Self::Input(message),
            Error::Diagnostics { list, sources } => diagnostics(&list, &sources.iter().collect::<Vec<_>>()),
        }
    }
}

/// Diagnostics rendered for standard error.
pub fn diagnostics(list: &[Diagnostic], sources: &[&Source]) -> Failure {
    let colour = io::stderr().is_terminal() && colours_wanted();
    Failure::Diagnostics(boardwright_lang::render(list, sources, colour))
}

/// Writes a message to standard error. If even that fails, nobody is there to be told.
pub fn say(message: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), message.as_bytes());
}

/// Says what somebody should know, and goes on.
pub fn note(message: &str) {
    say(&format!("note: {message}\n"));
}
