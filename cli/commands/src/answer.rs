//! Result of a sub-command as an exit status.

use std::process::ExitCode;

/// Result of a sub-command: `Yes` ends the program with status 0, `No` with status 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Yes,
    No,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        match answer {
            Answer::Yes => Self::SUCCESS,
            Answer::No => Self::FAILURE,
        }
    }
}
