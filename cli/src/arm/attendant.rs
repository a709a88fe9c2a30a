//! Person at the table, reached through the terminal: gets reports of the arm, fulfils requests, and stops the arm with a key.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_robot::motion::{PickStage, PlaceId};
use boardwright_robot::{DriverError, EmergencyStop};
use boardwright_rules::RuleSet;
use boardwright_table::perception::{Helper, Observer};
use boardwright_table::simulation::SimulatedGame;
use boardwright_table::{Attendant, BoardContents, MoveError, Request, RequestRefused, Task};

use crate::interrupt;
use crate::keyboard::{Keyboard, LineInput};

/// The keyboard, shared by the arm's attendant and the move input.
pub type Keys = Arc<Mutex<Keyboard>>;

/// The person at the table.
pub struct Attended<'a> {
    pub rules: &'a RuleSet,
    pub names: &'a [String],
    /// The simulated table, if there is no real one; it fulfils the requests.
    pub rehearsal: Option<SimulatedGame>,
    pub ui: &'a mut (dyn Write + 'a),
    pub keys: &'a Keys,
    /// `true` while a typed line stops the arm.
    pub armed: &'a AtomicBool,
    pub stop: &'a EmergencyStop,
}

impl Attended<'_> {
    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn say(&mut self, text: &str) {
        // If the terminal is closed, the arm still finishes its movement.
        let _ = writeln!(self.ui, "{text}").and_then(|()| self.ui.flush());
    }

    /// Waits for a line, which does not stop the arm.
    fn confirmed(&mut self, text: &str) -> Result<(), RequestRefused> {
        self.say(text);
        self.armed.store(false, Ordering::Release);
        let typed = lock(self.keys).line(interrupt::stop_flag(), None);
        self.armed.store(true, Ordering::Release);
        match typed {
            Ok(LineInput::Line(_)) => Ok(()),
            Ok(LineInput::End | LineInput::Interrupted) | Err(_) => Err(RequestRefused),
        }
    }
}

impl Attendant for Attended<'_> {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        if let (PickStage::Opening, Task::Carry { appearance: look, from, to }) = (stage, task) {
            let told = format!("  arm: {} from {} to {}", look.describe(self.rules), self.name(*from), self.name(*to));
            self.say(&told);
        }
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.stage_begins(task, stage);
        }
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        let told = request.describe(self.rules, |place| self.name(place));
        match &mut self.rehearsal {
            Some(rehearsal) => {
                rehearsal.fulfil_request(request);
                self.say(&format!("  by hand: {told}"));
                Ok(())
            }
            None => self.confirmed(&format!("  please {told}, then press Enter")),
        }
    }

    fn is_as_expected(&mut self, standing: &BoardContents) -> bool {
        self.rehearsal.as_mut().is_none_or(|rehearsal| rehearsal.is_as_expected(standing))
    }

    fn make_safe(&mut self, trouble: &MoveError) -> Result<(), RequestRefused> {
        self.say(&format!("  the arm has stopped: {trouble}"));
        let stopped = matches!(trouble, MoveError::Arm { why, .. } if matches!(why, boardwright_robot::motion::ArmError::Driver(DriverError::Stopped)));
        let safe = match &mut self.rehearsal {
            Some(rehearsal) if !stopped => rehearsal.make_safe(trouble),
            _ => self.confirmed(
                "  take out what is between the fingers and keep clear, then press Enter: the arm will rise",
            ),
        };
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.make_safe(trouble)?;
        }
        self.stop.release();
        safe
    }

    fn set_up(&mut self, standing: &BoardContents) -> Result<(), RequestRefused> {
        if let Some(rehearsal) = &mut self.rehearsal {
            return rehearsal.set_up(standing);
        }
        let pieces: Vec<String> = standing
            .all()
            .filter_map(|(place, look)| Some(format!("{} {}", self.name(place), look?.describe(self.rules))))
            .collect();
        self.confirmed(&format!("  see that these stand where they should, then press Enter:\n  {}", pieces.join(", ")))
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.place_arm_at_park(),
            None => self.confirmed("  the arm is limp: put it where it parks and hold it there, then press Enter"),
        }
    }
}

impl Observer for Attended<'_> {
    fn notify(&mut self, text: &str) {
        self.say(&format!("  {text}"));
    }

    fn should_stop(&self) -> bool {
        interrupt::stop_flag().load(Ordering::Relaxed)
    }
}

impl Helper for Attended<'_> {
    fn as_observer(&mut self) -> &mut dyn Observer {
        self
    }
}

/// Locks the keyboard, even after a panic of another thread.
pub fn lock(keys: &Keys) -> MutexGuard<'_, Keyboard> {
    keys.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` while any typed line triggers the emergency stop, as Ctrl-C does.
pub fn watched<T>(keys: &Keys, stop: &EmergencyStop, armed: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let over = AtomicBool::new(false);
    armed.store(true, Ordering::Release);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let pause = std::time::Duration::from_millis(10);
            while !over.load(Ordering::Acquire) {
                if armed.load(Ordering::Acquire) {
                    let until = std::time::Instant::now() + pause;
                    match lock(keys).line(&over, Some(until)) {
                        Ok(LineInput::Line(_)) if armed.load(Ordering::Acquire) => stop.press(),
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
