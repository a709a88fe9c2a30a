//! Runs cargo and reports the outcome. It does not know the purpose of the calls.

use std::fmt;
use std::process::{Command, ExitCode, Stdio};

/// A call of cargo in the current folder, so that relative file names given by the user stay valid.
#[derive(Debug)]
pub struct CargoCall {
    arguments: Vec<String>,
    /// Environment variables with their values.
    variables: Vec<(&'static str, String)>,
}

/// Outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Success.
    Done,
    /// The process ended with this status.
    Failed(ExitCode),
    /// The process could not be started.
    Missing,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Failed(status) => status,
            Outcome::Missing => Self::FAILURE,
        }
    }
}

impl CargoCall {
    /// A call of the cargo that started this program.
    pub fn cargo<const N: usize>(arguments: [&str; N]) -> Self {
        Self { arguments: arguments.map(String::from).to_vec(), variables: Vec::new() }
    }

    /// The same call with more arguments.
    pub fn with(mut self, more: impl IntoIterator<Item = String>) -> Self {
        self.arguments.extend(more);
        self
    }

    /// The same call with an environment variable.
    pub fn with_variable(mut self, name: &'static str, value: String) -> Self {
        self.variables.push((name, value));
        self
    }

    /// `true` if cargo has this sub-command.
    pub fn has_subcommand(command: &str) -> bool {
        let mut probe = self::command(&[command.to_owned()]);
        probe.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        probe.status().is_ok_and(|status| status.success())
    }

    /// Runs the call and returns its standard output; `None` if it fails.
    pub fn output(&self) -> Option<String> {
        let output = command(&self.arguments).stderr(Stdio::inherit()).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs the call with inherited input and output.
    pub fn run(&self) -> Outcome {
        let mut command = command(&self.arguments);
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        match command.status() {
            Ok(status) if status.success() => Outcome::Done,
            Ok(status) => {
                // No code means that a signal ended the process.
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

impl fmt::Display for CargoCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cargo {}", self.arguments.join(" "))
    }
}

fn command(arguments: &[String]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments);
    // A clean build takes a fifth less time without the data for incremental builds and debuggers.
    if std::env::var_os("CI").is_some() {
        for (name, value) in [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "false")] {
            if std::env::var_os(name).is_none() {
                command.env(name, value);
            }
        }
    }
    command
}
