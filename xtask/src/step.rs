//! One call of another program, and how it went.
//! It knows nothing of what the calls are for.

use std::fmt;
use std::process::{Command, ExitCode, Stdio};

/// A call of cargo in the folder we were called in, which lies in the workspace; so file names that a person
/// types mean what they should.
#[derive(Debug)]
pub struct Step {
    arguments: Vec<String>,
    linted: bool,
}

/// How a call went.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It said that all is well.
    Done,
    /// It ended with this status.
    Failed(ExitCode),
    /// It could not be started.
    Missing,
}

impl Step {
    /// A call of the cargo that called us.
    pub fn cargo<const N: usize>(arguments: [&str; N]) -> Self {
        Self { arguments: arguments.map(String::from).to_vec(), linted: false }
    }

    /// The same call with more arguments.
    pub fn with(mut self, more: Vec<String>) -> Self {
        self.arguments.extend(more);
        self
    }

    /// The same call, the crates of the workspace built by clippy's compiler: one build says what `cargo clippy` would say, every
    /// warning an error, and makes the programs too.
    pub fn linted(mut self) -> Self {
        self.linted = true;
        self
    }

    /// Whether cargo has this sub-command.
    pub fn has(command: &str) -> bool {
        let mut probe = self::command(&[command.to_owned()]);
        probe.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }

    /// Makes the call, with our own input and output.
    pub fn perform(&self) -> Outcome {
        let mut command = command(&self.arguments);
        if self.linted {
            // What `cargo clippy -- -D warnings` sets; the words are apart as it puts them apart.
            command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
            command.env("CLIPPY_ARGS", "-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__");
        }
        match command.status() {
            Ok(status) if status.success() => Outcome::Done,
            Ok(status) => {
                // No code means that a signal ended it.
                let code = status.code().and_then(|code| u8::try_from(code).ok());
                Outcome::Failed(ExitCode::from(code.unwrap_or(1)))
            }
            Err(error) => {
                eprintln!("{self} could not be started: {error}");
                Outcome::Missing
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cargo {}", self.arguments.join(" "))
    }
}

fn command(arguments: &[String]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments);
    // What is built from nothing and once only takes a seventh less time without what the next build would go on with.
    if std::env::var_os("CI").is_some() && std::env::var_os("CARGO_INCREMENTAL").is_none() {
        command.env("CARGO_INCREMENTAL", "0");
    }
    command
}
