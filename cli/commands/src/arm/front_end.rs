//! Terminal front end of a table session: it reports the work of the arm and the camera, asks for confirmations, and stops
//! the arm with a key.

use std::cell::RefCell;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_interpreter::state::State;
use boardwright_library::explain;
use boardwright_library::load::LoadedGame;
use boardwright_robot::motion::{ArmError, PickStage};
use boardwright_robot::{DriverError, EmergencyStop};
use boardwright_table::{
    BoardContents, FrontEnd, MoveError, Prompt, Request, RequestRefused, SessionError, TableNames, Task,
};

use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};
use crate::voice::Voice;

/// The keyboard, shared by the table session and the move input.
pub type Keys = Arc<Mutex<Keyboard>>;

/// The terminal of a match at a table.
pub struct Terminal<'a> {
    pub loaded: &'a LoadedGame,
    pub keys: Keys,
    pub stop: EmergencyStop,
    /// `true` while a typed line stops the arm.
    pub line_stops_arm: AtomicBool,
    /// Speech output.
    pub voice: Option<Voice>,
}

impl Terminal<'_> {
    /// The front end for waiting for a person, which also speaks. It waits until `cancelled` is set.
    pub fn speaking<'t>(&'t self, ui: &'t mut dyn Write, cancelled: &'t AtomicBool) -> TerminalFrontEnd<'t> {
        let voice = self.voice.as_ref();
        TerminalFrontEnd { terminal: self, ui, voice, cancelled, typed: None, output_error: None }
    }

    /// The front end for work of the arm.
    pub fn silent<'t>(&'t self, ui: &'t mut dyn Write) -> TerminalFrontEnd<'t> {
        let cancelled = interrupt::stop_flag();
        TerminalFrontEnd { terminal: self, ui, voice: None, cancelled, typed: None, output_error: None }
    }

    /// Speaks a sentence, if there is speech output.
    pub fn speak(&self, sentence: &str) {
        if let Some(voice) = &self.voice {
            voice.say(sentence);
        }
    }

    /// Runs `work` while any typed line triggers the emergency stop, as Ctrl-C does.
    pub fn watch_keyboard<T>(&self, work: impl FnOnce() -> T) -> T {
        let Self { keys, stop, line_stops_arm, .. } = self;
        let over = AtomicBool::new(false);
        line_stops_arm.store(true, Ordering::Release);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let pause = std::time::Duration::from_millis(10);
                while !over.load(Ordering::Acquire) {
                    if line_stops_arm.load(Ordering::Acquire) {
                        let until = std::time::Instant::now() + pause;
                        match lock(keys).line(&over, Some(until)) {
                            Ok(LineInput::Line(_)) if line_stops_arm.load(Ordering::Acquire) => stop.press(),
                            Ok(LineInput::End) | Err(_) => break,
                            Ok(_) => {}
                        }
                    }
                    std::thread::sleep(std::time::Duration::from_millis(2));
                }
            });
            let done = work();
            over.store(true, Ordering::Release);
            done
        })
    }
}

/// Front end of a table session at a terminal.
pub struct TerminalFrontEnd<'a> {
    terminal: &'a Terminal<'a>,
    ui: &'a mut (dyn Write + 'a),
    voice: Option<&'a Voice>,
    /// Set when waiting is to end.
    cancelled: &'a AtomicBool,
    /// A typed line, which ends waiting; `None` if lines are not read while waiting.
    typed: Option<&'a RefCell<Option<String>>>,
    /// Output error that made a request fail.
    output_error: Option<io::Error>,
}

impl<'a> TerminalFrontEnd<'a> {
    /// Ends waiting when a line is typed, and stores it.
    pub fn reading_lines(self, typed: &'a RefCell<Option<String>>) -> Self {
        Self { typed: Some(typed), ..self }
    }

    /// Converts the result of a session's operation; an output error has priority.
    pub fn finish(self, result: Result<(), SessionError>) -> Result<(), Failure> {
        match self.output_error {
            Some(error) => Err(error.into()),
            None => result.map_err(failed),
        }
    }

    fn say(&mut self, text: &str) {
        // If the terminal is closed, the arm still finishes its movement, and the game is stopped by other means.
        let _ = writeln!(self.ui, "{text}").and_then(|()| self.ui.flush());
    }

    /// Writes a line that must reach the person.
    fn require(&mut self, text: &str) -> Result<(), RequestRefused> {
        writeln!(self.ui, "{text}").map_err(|error| {
            self.output_error = Some(error);
            RequestRefused
        })
    }

    /// Waits for a line, which does not stop the arm.
    fn confirmed(&mut self, text: &str) -> Result<(), RequestRefused> {
        self.say(text);
        let line_stops_arm = &self.terminal.line_stops_arm;
        line_stops_arm.store(false, Ordering::Release);
        let typed = lock(&self.terminal.keys).line(interrupt::stop_flag(), None);
        line_stops_arm.store(true, Ordering::Release);
        match typed {
            Ok(LineInput::Line(_)) => Ok(()),
            Ok(LineInput::End | LineInput::Interrupted) | Err(_) => Err(RequestRefused),
        }
    }

    /// Reports an error of the arm, and waits until it may rise. Only an emergency stop is confirmed for a simulated arm.
    fn make_safe(&mut self, error: &MoveError, is_simulated: bool) -> Result<(), RequestRefused> {
        // An interrupted arm stays where it is; the end of the command reports where that is.
        if interrupt::is_interrupted() {
            return Err(RequestRefused);
        }
        self.say(&format!("  the arm has stopped: {error}"));
        let is_emergency_stop = matches!(error, MoveError::Arm { why: ArmError::Driver(DriverError::Stopped), .. });
        let confirmed = if is_simulated && !is_emergency_stop {
            Ok(())
        } else {
            self.confirmed("  take out what is between the fingers and keep clear, then press Enter: the arm will rise")
        };
        interrupt::release(&self.terminal.stop);
        confirmed
    }
}

impl FrontEnd for TerminalFrontEnd<'_> {
    fn notify(&mut self, text: &str) {
        if let Some(voice) = self.voice {
            voice.say(text);
        }
        self.say(&format!("  {text}"));
    }

    fn stage_begins(&mut self, task: &Task, stage: PickStage, names: &TableNames<'_>) {
        if let (PickStage::Opening, Task::Carry { appearance, from, to }) = (stage, task) {
            let piece = names.piece(*appearance);
            self.say(&format!("  arm: {piece} from {} to {}", names.place(*from), names.place(*to)));
        }
    }

    fn confirm(&mut self, prompt: &Prompt<'_>, names: &TableNames<'_>) -> Result<(), RequestRefused> {
        match prompt {
            Prompt::Request(request) => {
                self.confirmed(&format!("  please {}, then press Enter", names.request(request)))
            }
            Prompt::SetUp(contents) => self.confirmed(&format!(
                "  see that these stand where they should, then press Enter:\n  {}",
                names.pieces(contents)
            )),
            Prompt::PlaceArmAtPark => {
                self.confirmed("  the arm is limp: put it where it parks and hold it there, then press Enter")
            }
            Prompt::MakeSafe { error, is_simulated } => self.make_safe(error, *is_simulated),
        }
    }

    fn request_fulfilled(&mut self, request: &Request, names: &TableNames<'_>) {
        self.say(&format!("  by hand: {}", names.request(request)));
    }

    /// Shows only what a person who makes a move by hand could forget: pieces taken from or put into slots, and requests.
    fn tasks_by_hand(
        &mut self,
        tasks: &[Task],
        contents: &BoardContents,
        names: &TableNames<'_>,
    ) -> Result<(), RequestRefused> {
        let forgettable = |task: &Task| match task {
            Task::Carry { appearance, from, to } if contents.is_slot(*from) || contents.is_slot(*to) => {
                Some(format!("{} from {} to {}", names.piece(*appearance), names.place(*from), names.place(*to)))
            }
            Task::Carry { .. } => None,
            Task::Ask(request) => Some(names.request(request)),
        };
        let forgettable: Vec<String> = tasks.iter().filter_map(forgettable).collect();
        if forgettable.is_empty() {
            return Ok(());
        }
        self.require(&format!("  on the table: {}", forgettable.join(", ")))
    }

    fn request_tasks(&mut self, tasks: &[Task], names: &TableNames<'_>) -> Result<(), RequestRefused> {
        for task in tasks {
            let description = match task {
                Task::Carry { appearance, from, to } => {
                    let piece = names.piece(*appearance);
                    format!("move the {piece} from {} to {}", names.place(*from), names.place(*to))
                }
                Task::Ask(request) => names.request(request),
            };
            self.require(&format!("  please {description}"))?;
            if let Some(voice) = self.voice {
                voice.say(&format!("please {description}"));
            }
        }
        Ok(())
    }

    fn way_on(&self) -> &'static str {
        if self.typed.is_some() { "type `table` to go on from what stands there" } else { "" }
    }

    fn is_stopped(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn is_wait_cancelled(&self) -> bool {
        let is_typed = || {
            self.typed.is_some_and(|typed| {
                let mut typed = typed.borrow_mut();
                if typed.is_none() {
                    *typed = lock(&self.terminal.keys).typed_line().filter(|line| !line.is_empty());
                }
                typed.is_some()
            })
        };
        self.is_stopped() || is_typed()
    }

    fn explain_illegal(&self, state: &State, mv: &str) -> Option<String> {
        let loaded = self.terminal.loaded;
        explain::refusal_reason_in(loaded, loaded.spec()?, state, mv)
    }
}

/// Locks the keyboard, even after a panic of another thread.
pub fn lock(keys: &Keys) -> MutexGuard<'_, Keyboard> {
    keys.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Error of a table session as a failure that stops the game.
pub fn failed(error: SessionError) -> Failure {
    Failure::Input(match error {
        SessionError::Move(error) => format!("the arm: {error}"),
        SessionError::Arm(error) => format!("the arm: {error}"),
        SessionError::Perception(error) => format!("the camera: {error}"),
        SessionError::Watch(error) => format!("the camera: {error}"),
        error @ (SessionError::Person(_) | SessionError::Layout(_)) => error.to_string(),
    })
}
