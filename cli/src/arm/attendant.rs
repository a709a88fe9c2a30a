//! Whoever stands at the table, at a terminal: told what the arm does, asked for what it cannot do, with a key that stops it.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_engine::rules::RuleSet;
use boardwright_robot::motion::{PlaceId, Stage};
use boardwright_robot::{DriverError, EmergencyStop};
use boardwright_table::eye::{Bystander, Helper};
use boardwright_table::world::Rehearsal;
use boardwright_table::{Attendant, HandError, Refused, Request, Standing, Task};

use crate::interrupt;
use crate::keyboard::{Keyboard, Typed};

/// The keyboard, which the arm's attendant and whoever asks for moves share.
pub type Keys = Arc<Mutex<Keyboard>>;

/// Whoever stands at the table.
pub struct Attended<'a> {
    pub rules: &'a RuleSet,
    pub names: &'a [String],
    /// The table, where it is not there: then nobody needs to be asked.
    pub rehearsal: Option<Rehearsal>,
    pub ui: &'a mut (dyn Write + 'a),
    pub keys: &'a Keys,
    /// Whether a line that is typed stops the arm.
    pub armed: &'a AtomicBool,
    pub stop: &'a EmergencyStop,
}

impl Attended<'_> {
    fn name(&self, place: PlaceId) -> String {
        self.names.get(place.0).cloned().unwrap_or_default()
    }

    fn say(&mut self, text: &str) {
        // Whoever cannot be told any more has gone; the arm finishes what it does.
        let _ = writeln!(self.ui, "{text}").and_then(|()| self.ui.flush());
    }

    /// Waits for a line; what is typed meanwhile does not stop the arm.
    fn confirmed(&mut self, text: &str) -> Result<(), Refused> {
        self.say(text);
        self.armed.store(false, Ordering::Release);
        let typed = lock(self.keys).line(interrupt::flag(), None);
        self.armed.store(true, Ordering::Release);
        match typed {
            Ok(Typed::Line(_)) => Ok(()),
            Ok(Typed::End | Typed::Nothing) | Err(_) => Err(Refused),
        }
    }
}

impl Attendant for Attended<'_> {
    fn stage(&mut self, task: &Task, stage: Stage) {
        if let (Stage::Opening, Task::Carry { look, from, to }) = (stage, task) {
            let told = format!("  arm: {} from {} to {}", look.told(self.rules), self.name(*from), self.name(*to));
            self.say(&told);
        }
        if let Some(rehearsal) = &mut self.rehearsal {
            rehearsal.stage(task, stage);
        }
    }

    fn ask(&mut self, request: &Request) -> Result<(), Refused> {
        let told = request.told(self.rules, |place| self.name(place));
        match &mut self.rehearsal {
            Some(rehearsal) => {
                rehearsal.oblige(request);
                self.say(&format!("  by hand: {told}"));
                Ok(())
            }
            None => self.confirmed(&format!("  please {told}, then press Enter")),
        }
    }

    fn agrees(&mut self, standing: &Standing) -> bool {
        self.rehearsal.as_mut().is_none_or(|rehearsal| rehearsal.agrees(standing))
    }

    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused> {
        self.say(&format!("  the arm has stopped: {trouble}"));
        let stopped = matches!(trouble, HandError::Arm { why, .. } if matches!(why, boardwright_robot::motion::ArmError::Driver(DriverError::Stopped)));
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

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        if let Some(rehearsal) = &mut self.rehearsal {
            return rehearsal.set_up(standing);
        }
        let pieces: Vec<String> = standing
            .all()
            .filter_map(|(place, look)| Some(format!("{} {}", self.name(place), look?.told(self.rules))))
            .collect();
        self.confirmed(&format!("  see that these stand where they should, then press Enter:\n  {}", pieces.join(", ")))
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        match &mut self.rehearsal {
            Some(rehearsal) => rehearsal.put_where_it_parks(),
            None => self.confirmed("  the arm is limp: put it where it parks and hold it there, then press Enter"),
        }
    }
}

impl Bystander for Attended<'_> {
    fn hear(&mut self, text: &str) {
        self.say(&format!("  {text}"));
    }

    fn stopped(&self) -> bool {
        interrupt::flag().load(Ordering::Relaxed)
    }
}

impl Helper for Attended<'_> {
    fn hears(&mut self) -> &mut dyn Bystander {
        self
    }
}

/// The keyboard, whoever had it before.
pub fn lock(keys: &Keys) -> MutexGuard<'_, Keyboard> {
    keys.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something while every line that is typed presses the stop, as Ctrl-C does.
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
                        Ok(Typed::Line(_)) if armed.load(Ordering::Acquire) => stop.press(),
                        Ok(Typed::End) | Err(_) => break,
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
