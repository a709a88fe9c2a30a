//! Why something cannot be taken from the shelf, or put there.

use std::io;
use std::path::Path;

use boardwright_lang::{Diagnostic, Source, render};

/// Why something cannot be had.
#[derive(Debug)]
pub enum Error {
    /// It was asked for in a way that makes no sense.
    Usage(String),
    /// What was asked for is missing or wrong.
    Input(String),
    /// A game file with mistakes.
    #[allow(missing_docs)]
    Diagnostics { list: Vec<Diagnostic>, sources: Vec<Source> },
}

impl Error {
    /// A file that cannot be read or written; `doing` is `read` or `write`.
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
    /// What is wrong, without colours and without a line's end.
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
