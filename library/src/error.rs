//! Errors of loading and storing games and their data.

use std::io;
use std::path::Path;

use boardwright_lang::{Diagnostic, Source, render};

/// Error of the library.
#[derive(Debug)]
pub enum Error {
    /// The request is invalid.
    Usage(String),
    /// The requested item is missing or invalid.
    Input(String),
    /// The game file has errors.
    #[allow(missing_docs)]
    Diagnostics { list: Vec<Diagnostic>, sources: Vec<Source> },
}

impl Error {
    /// Error of reading or writing a file; `doing` is `read`, `write` or `make`.
    pub fn file(doing: &str, path: &Path, error: &io::Error) -> Self {
        let why = match error.kind() {
            io::ErrorKind::NotFound if doing == "write" => "its folder does not exist".to_owned(),
            io::ErrorKind::NotFound => "it does not exist".to_owned(),
            io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
            io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
            _ => error.to_string(),
        };
        Self::Input(format!("cannot {doing} {}: {why}", path.display()))
    }
}

impl std::fmt::Display for Error {
    /// Formats the error without colours and without a final newline.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Usage(message) | Self::Input(message) => f.write_str(message),
            Self::Diagnostics { list, sources } => {
                f.write_str(render(list, &sources.iter().collect::<Vec<_>>(), false).trim_end())
            }
        }
    }
}

impl std::error::Error for Error {}
