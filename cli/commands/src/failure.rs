//! Errors of the program and their exit statuses. Diagnostics of game files come rendered from `boardwright-lang`.

use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::process::ExitCode;

use boardwright_lang::{Diagnostic, Source};
use boardwright_vision::camera::CameraError;
use boardwright_vision::find::FindError;

use crate::colour::colours_allowed;

/// Error that ends the program.
#[derive(Debug)]
pub enum Failure {
    /// Invalid command line.
    Usage(String),
    /// Missing or invalid input that the command line names.
    Input(String),
    /// Rendered diagnostics.
    Diagnostics(String),
    /// Standard output cannot be written.
    Output(io::Error),
}

impl Failure {
    /// File that cannot be read or written; `doing` is `read` or `write`.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        boardwright_library::Error::file(doing, path, error).into()
    }

    /// Prints the error to standard error and returns the exit status.
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
            // The reader has closed the pipe, which is no error.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                say(&format!("error: cannot write the answer: {error}\n"));
                ExitCode::FAILURE
            }
        }
    }
}

impl std::fmt::Display for Failure {
    /// Formats the message without a prefix, for use inside another message.
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

impl From<boardwright_library::Error> for Failure {
    fn from(error: boardwright_library::Error) -> Self {
        use boardwright_library::Error;
        match error {
            Error::Usage(message) => Self::Usage(message),
            Error::Input(message) => Self::Input(message),
            Error::Diagnostics { list, sources } => diagnostics(&list, &sources.iter().collect::<Vec<_>>()),
        }
    }
}

impl From<CameraError> for Failure {
    fn from(error: CameraError) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<FindError> for Failure {
    fn from(error: FindError) -> Self {
        Self::Input(error.to_string())
    }
}

/// Renders diagnostics for standard error.
pub fn diagnostics(list: &[Diagnostic], sources: &[&Source]) -> Failure {
    let colour = io::stderr().is_terminal() && colours_allowed();
    Failure::Diagnostics(boardwright_lang::render(list, sources, colour))
}

/// Writes a message to standard error; errors are ignored.
pub fn say(message: &str) {
    let _ = io::Write::write_all(&mut io::stderr(), message.as_bytes());
}

/// Writes a note to standard error.
pub fn note(message: &str) {
    say(&format!("note: {message}\n"));
}
