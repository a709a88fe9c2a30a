//! The process of a UCI engine: handshake, options, and one search at a time, each with time limits. It knows no game.

use std::io::Write as _;
use std::path::Path;
use std::process::ChildStdin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::info::{EngineOption, Info};
use crate::child::{ChildProcess, receive_lines};
use crate::command_line::split_command;
use crate::names;

/// Interval at which a waiting player checks its limits.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Time limit for the answer of an engine whose game is over.
const STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// A running engine.
#[derive(Debug)]
pub(super) struct Engine {
    /// Dropped first: the end of its input tells the engine to exit.
    to: ChildStdin,
    lines: Receiver<String>,
    process: ChildProcess,
    /// Name by which the user selected the engine.
    path: String,
    /// Name that the engine gives itself.
    name: Option<String>,
    options: Vec<EngineOption>,
    /// Time limit for each answer.
    timeout: Duration,
}

/// Limits of a search, by which the engine is stopped.
pub(super) struct SearchEnd<'a> {
    /// End of the time; `None` without a time limit.
    pub(super) at: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
}

impl Engine {
    /// Starts an engine and waits for the list of its options. `path` is a file, or a command with arguments.
    ///
    /// # Errors
    /// The reason if it cannot be started, exits, or does not answer as a UCI engine.
    pub(super) fn start(path: &str, timeout: Duration) -> Result<Self, String> {
        let words = split_command(path).map_err(|error| error.to_string())?;
        let command = if Path::new(path).is_file() { vec![path.to_owned()] } else { words };
        let (process, from, to) = ChildProcess::start(&command)
            .map_err(|error| format!("{error}; install the engine, or give its file by path=FILE"))?;
        let lines = receive_lines(from);
        let (path, options) = (path.to_owned(), Vec::new());
        let mut engine = Self { to, lines, process, path, name: None, options, timeout };
        engine.send("uci")?;
        let until = Instant::now() + timeout;
        loop {
            let line = engine.next_line(until, "uciok")?;
            match line.split_once(' ') {
                None if line == "uciok" => return Ok(engine),
                Some(("id", rest)) if rest.starts_with("name ") => {
                    engine.name = rest.strip_prefix("name ").map(str::to_owned);
                }
                Some(("option", rest)) => engine.options.extend(EngineOption::parse(rest)),
                _ => {}
            }
        }
    }

    /// Name of the engine for people.
    pub(super) fn name(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.path)
    }

    /// Writes a line.
    fn send(&mut self, line: &str) -> Result<(), String> {
        let written = self.to.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.to.flush());
        written.map_err(|_| self.exited())
    }

    /// Message about an engine that does not run any more.
    fn exited(&mut self) -> String {
        let message = format!("the engine {} has exited", self.path);
        self.process.explained(&message)
    }

    /// Message about an engine that does not answer.
    fn silent(&self, missing: &str) -> String {
        let (path, seconds) = (&self.path, self.timeout.as_secs_f64());
        format!("the engine {path} did not answer with `{missing}` within {seconds} s; does it speak UCI?")
    }

    /// The next line, while `missing` is awaited.
    fn next_line(&mut self, until: Instant, missing: &str) -> Result<String, String> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(line.trim().to_owned()),
            Err(RecvTimeoutError::Timeout) => Err(self.silent(missing)),
            Err(RecvTimeoutError::Disconnected) => Err(self.exited()),
        }
    }

    /// Waits until the engine has carried out all commands.
    pub(super) fn wait_until_ready(&mut self) -> Result<(), String> {
        self.send("isready")?;
        let until = Instant::now() + self.timeout;
        while self.next_line(until, "readyok")? != "readyok" {}
        Ok(())
    }

    /// Announces a new game.
    pub(super) fn begin_game(&mut self) -> Result<(), String> {
        self.send("ucinewgame")?;
        self.wait_until_ready()
    }

    /// The option of this name. Names are the same in upper and lower case.
    fn option(&self, name: &str) -> Option<&EngineOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Sets an option.
    ///
    /// # Errors
    /// If the engine does not declare the option, or not this value.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(option) = self.option(name) else {
            let known = self.options.iter().map(|option| option.name.as_str());
            let hint = if self.options.is_empty() { "; it has none".to_owned() } else { names::hint(name, known) };
            return Err(format!("the engine {} has no option \"{name}\"{hint}", self.name()));
        };
        let command = option.command(value).map_err(|range| {
            let (engine, name) = (self.name(), &option.name);
            format!("the option \"{name}\" of the engine {engine} must be {range}, not \"{value}\"")
        })?;
        self.send(&command)
    }

    /// Sets the number of lines of an analysis, as far as the engine has several.
    pub(super) fn set_lines(&mut self, lines: usize) -> Result<(), String> {
        const NAME: &str = "MultiPV";
        let lines = i64::try_from(lines).unwrap_or(i64::MAX);
        match self.option(NAME).and_then(|option| option.clamped(lines)) {
            Some(lines) => self.set_option(NAME, &lines.to_string()),
            None => Ok(()),
        }
    }

    /// Selects the variant of a game.
    ///
    /// # Errors
    /// If the engine does not play it.
    pub(super) fn set_variant(&mut self, variant: &str) -> Result<(), String> {
        const NAME: &str = "UCI_Variant";
        match self.option(NAME) {
            // An engine without variants plays chess.
            None if variant == "chess" => Ok(()),
            None => Err(format!("the engine {} plays chess only, not {variant}", self.name())),
            Some(_) => self.set_option(NAME, variant),
        }
    }

    /// Searches a position and returns the text of the best move. `on_info` receives the lines of play.
    ///
    /// # Errors
    /// If the engine exits, or does not answer in time.
    pub(super) fn search(
        &mut self,
        position: &str,
        go: &str,
        end: &SearchEnd<'_>,
        on_info: &mut dyn FnMut(Info),
    ) -> Result<String, String> {
        self.send(position)?;
        self.send(go)?;
        let mut stopped: Option<Instant> = None;
        let (mut heard, mut asked) = (Instant::now(), false);
        loop {
            let now = Instant::now();
            let is_stopped = end.stop.load(Ordering::Relaxed);
            if stopped.is_none() && (is_stopped || end.at.is_some_and(|at| now >= at)) {
                self.send("stop")?;
                stopped = Some(now);
            }
            let patience = if is_stopped { self.timeout.min(STOP_TIMEOUT) } else { self.timeout };
            if stopped.is_some_and(|at| now >= at + patience) {
                return Err(self.silent("bestmove"));
            }
            // An engine that thinks in silence still has to answer `isready`.
            if now >= heard + self.timeout {
                if asked {
                    return Err(self.silent("readyok"));
                }
                self.send("isready")?;
                (heard, asked) = (now, true);
            }
            let line = match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Err(self.exited()),
            };
            (heard, asked) = (now, false);
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            match word {
                "bestmove" => return Ok(rest.split_whitespace().next().unwrap_or_default().to_owned()),
                "info" => Info::parse(rest).into_iter().for_each(&mut *on_info),
                _ => {}
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // An engine that has exited needs no command; any other one that does not obey is killed with its process.
        let _ = self.send_quietly("stop").and_then(|()| self.send_quietly("quit"));
    }
}

impl Engine {
    /// Writes a line to an engine that may have exited.
    fn send_quietly(&mut self, line: &str) -> std::io::Result<()> {
        self.to.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.to.flush())
    }
}
