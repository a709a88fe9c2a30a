//! Line editing at a terminal: editing keys, history, and completion of moves and commands by `rustyline`. Input that is no
//! terminal is read by [`keyboard`](crate::keyboard).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::interrupt;

/// Interval at which the stop flag and the timeout are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Texts that can complete a line.
#[derive(Clone, Debug, Default)]
pub struct Completions {
    /// Commands.
    pub commands: &'static [&'static str],
    /// Commands that a move follows.
    pub before_move: &'static [&'static str],
    /// Moves, with single blanks between their words.
    pub moves: Vec<String>,
}

impl Completions {
    /// Completions at the end of `line`: the byte offset of the text that they replace, and the texts. These are whole moves
    /// and commands that begin with the line, or else single words of moves: a part of a move is enough to make it.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let text = line.trim_start();
        let mut start = line.len() - text.len();
        let mut commands = self.commands;
        for command in self.before_move {
            if let Some(rest) = text.strip_prefix(command).filter(|rest| rest.starts_with(' ')) {
                start = line.len() - rest.trim_start().len();
                commands = &[];
            }
        }
        let text = &line[start..];
        let commands = commands.iter().copied().map(str::to_owned);
        let whole: Vec<String> =
            commands.chain(self.moves.iter().cloned()).filter(|candidate| candidate.starts_with(text)).collect();
        if !whole.is_empty() {
            return (start, whole);
        }
        let word_start = text.rfind(' ').map_or(0, |blank| blank + 1);
        let (before, word) = text.split_at(word_start);
        let mut words = Vec::new();
        for mv in &self.moves {
            let has = |wanted: &str| mv.split(' ').any(|part| part == wanted);
            if before.split_whitespace().all(has) {
                words.extend(mv.split(' ').filter(|part| part.starts_with(word)).map(str::to_owned));
            }
        }
        words.sort();
        words.dedup();
        (start + word_start, words)
    }
}

impl Completer for Completions {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(Completions::complete(self, &line[..at]))
    }
}

impl Hinter for Completions {
    type Hint = String;
}

impl Highlighter for Completions {}

impl Validator for Completions {}

impl Helper for Completions {}

/// Result of waiting for an edited line.
#[derive(Debug)]
pub enum EditedLine {
    /// The line.
    Line(String),
    /// End of input: Ctrl-D, or the terminal was closed.
    End,
    /// The stop flag was set, or the time has run out.
    Interrupted,
    /// The terminal cannot be used.
    Failed(String),
}

/// Line editor of the terminal. It runs in a thread, because it cannot be interrupted.
#[derive(Debug)]
pub struct LineEditor {
    requests: Sender<(String, Completions)>,
    lines: Receiver<EditedLine>,
    /// `true` if the thread still reads a line after an interruption.
    is_pending: bool,
    modes: TerminalModes,
}

impl LineEditor {
    /// Starts the editor. Standard input must be a terminal.
    pub fn start() -> Self {
        let (requests, inbox) = channel();
        let (outbox, lines) = channel();
        let modes = TerminalModes::current();
        std::thread::spawn(move || run(&inbox, &outbox));
        Self { requests, lines, is_pending: false, modes }
    }

    /// `true` if the thread still reads the line of an interrupted request, with the prompt of that time.
    pub fn is_pending(&self) -> bool {
        self.is_pending
    }

    /// Asks for a line, unless `stop` is set or `deadline` passes first.
    pub fn line(
        &mut self,
        prompt: &str,
        completions: Completions,
        stop: &AtomicBool,
        deadline: Option<Instant>,
    ) -> EditedLine {
        if !self.is_pending && self.requests.send((prompt.to_owned(), completions)).is_err() {
            return EditedLine::End;
        }
        self.is_pending = true;
        while !stop.load(Ordering::Relaxed) && deadline.is_none_or(|deadline| Instant::now() <= deadline) {
            match self.lines.recv_timeout(POLL_INTERVAL) {
                Ok(line) => {
                    self.is_pending = false;
                    return line;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return EditedLine::End,
            }
        }
        // The thread reads on, so it cannot restore the terminal itself.
        self.modes.restore();
        EditedLine::Interrupted
    }
}

/// Reads a line for each request.
fn run(requests: &Receiver<(String, Completions)>, lines: &Sender<EditedLine>) {
    // Without bracketed paste, pasted lines are entered one by one.
    let config = Config::builder().completion_type(CompletionType::List).bracketed_paste(false).build();
    let history = MemHistory::with_config(&config);
    let mut editor = match Editor::<Completions, MemHistory>::with_history(config, history) {
        Ok(editor) => editor,
        Err(error) => {
            let _ = lines.send(EditedLine::Failed(error.to_string()));
            return;
        }
    };
    while let Ok((prompt, completions)) = requests.recv() {
        editor.set_helper(Some(completions));
        let line = match editor.readline(&prompt) {
            Ok(line) => {
                // An entry that cannot be stored is only missing in the history.
                let _ = if line.trim().is_empty() { Ok(false) } else { editor.add_history_entry(line.as_str()) };
                EditedLine::Line(line)
            }
            Err(ReadlineError::Eof) => EditedLine::End,
            Err(ReadlineError::Interrupted) => {
                // Ctrl-C is a key here and no signal.
                interrupt::request_stop();
                EditedLine::Interrupted
            }
            Err(error) => EditedLine::Failed(error.to_string()),
        };
        if lines.send(line).is_err() {
            break;
        }
    }
}

/// Modes of the terminal before the first line was read.
#[cfg(unix)]
#[derive(Debug)]
struct TerminalModes(Option<nix::sys::termios::Termios>);

#[cfg(unix)]
impl TerminalModes {
    fn current() -> Self {
        Self(nix::sys::termios::tcgetattr(std::io::stdin()).ok())
    }

    fn restore(&self) {
        if let Self(Some(modes)) = self {
            let _ = nix::sys::termios::tcsetattr(std::io::stdin(), nix::sys::termios::SetArg::TCSADRAIN, modes);
        }
    }
}

#[cfg(not(unix))]
#[derive(Debug)]
struct TerminalModes;

#[cfg(not(unix))]
impl TerminalModes {
    fn current() -> Self {
        Self
    }

    fn restore(&self) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> (usize, Vec<String>) {
        let completions = Completions {
            commands: &["moves", "board", "hint", "why"],
            before_move: &["why"],
            moves: ["man(1) s(1,1) s(2,2)", "man(1) s(1,1) s(2,1)", "man(2) s(3,1) s(4,2)"].map(str::to_owned).to_vec(),
        };
        completions.complete(line)
    }

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[test]
    fn moves_and_commands_are_completed() {
        assert_eq!(complete("b"), (0, texts(&["board"])));
        assert_eq!(complete("  mo"), (2, texts(&["moves"])));
        assert_eq!(complete("man(2)"), (0, texts(&["man(2) s(3,1) s(4,2)"])));
        assert_eq!(complete("m").1.len(), 4, "a command and three moves");
        assert_eq!(complete("").1.len(), 7);
        assert_eq!(complete("man(1) s(1,1) s(2,"), (0, texts(&["man(1) s(1,1) s(2,2)", "man(1) s(1,1) s(2,1)"])));
        assert_eq!(complete("zebra"), (0, Vec::new()));
    }

    #[test]
    fn words_of_moves_are_completed() {
        assert_eq!(complete("s(2"), (0, texts(&["s(2,1)", "s(2,2)"])));
        assert_eq!(complete("s(3,1) s"), (7, texts(&["s(3,1)", "s(4,2)"])));
        assert_eq!(complete("s(3,1) s(2"), (7, Vec::new()), "no move has both");
    }

    #[test]
    fn a_move_can_follow_a_command() {
        assert_eq!(complete("why man(2)"), (4, texts(&["man(2) s(3,1) s(4,2)"])));
        assert_eq!(complete("why s(4"), (4, texts(&["s(4,2)"])));
        assert_eq!(complete("why").1, texts(&["why"]));
    }
}
