//! An arm beside a match: it follows the game, position by position.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_engine::any::AnyState;
use boardwright_engine::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::motion::PlaceId;
use boardwright_shelf::load::Loaded;
use boardwright_table::{Hand, HandError, Rig, Task, Which};

use super::attendant::{Attended, Keys, watched};
use super::{Asked, board_game};
use crate::failure::Failure;

/// How often one looks whether an arm should rest.
const LOOK: Duration = Duration::from_millis(50);

/// An arm beside a match.
pub struct Side<'a> {
    loaded: &'a Loaded,
    rig: Rig,
    names: Vec<String>,
    at: State,
    keys: Keys,
    stop: EmergencyStop,
    armed: AtomicBool,
    /// It takes time: a key can stop it.
    real_time: bool,
}

impl<'a> Side<'a> {
    /// Puts the arm to the table and starts it. The table is set up as the game begins.
    pub fn start(
        asked: &Asked,
        loaded: &'a Loaded,
        begin: &AnyState,
        keys: Keys,
        ui: &mut dyn Write,
    ) -> Result<Self, Failure> {
        let game = board_game(loaded)?;
        let missing = || Failure::Input(format!("{} has no board", loaded.title));
        let (_, at) = loaded.as_spec(begin).ok_or_else(missing)?;
        let stop = EmergencyStop::new();
        let which = asked.which();
        let rig = asked.rig(loaded, &which, at, &stop)?;
        let layout = rig.hand.table().layout();
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        let real_time = !matches!(which, Which::Simulated { real_time: false, .. });
        let armed = AtomicBool::new(false);
        let mut side = Self { loaded, rig, names, at: at.clone(), keys, stop, armed, real_time };
        side.attended(ui, |hand, attended| hand.wake(attended))?;
        Ok(side)
    }

    /// Brings the table to a position: by the arm, or by hand.
    pub fn follow(&mut self, after: &AnyState, by_hand: bool, ui: &mut dyn Write) -> Result<(), Failure> {
        let game = board_game(self.loaded)?;
        let Some((_, after)) = self.loaded.as_spec(after) else { return Ok(()) };
        let before = std::mem::replace(&mut self.at, after.clone());
        if by_hand {
            let done = self.rig.hand.by_hand(game, &before, after).map_err(|error| failed(&error))?;
            if let Some(rehearsal) = &self.rig.rehearsal {
                for task in &done {
                    rehearsal.by_hand(task);
                }
            }
            let also = done.iter().filter_map(|task| self.beside(task)).collect::<Vec<_>>();
            if !also.is_empty() {
                writeln!(ui, "  on the table: {}", also.join(", "))?;
            }
            return Ok(());
        }
        self.attended(ui, |hand, attended| hand.make(game, &before, after, attended))
    }

    /// Has the arm do something, with somebody at the table.
    fn attended(
        &mut self,
        ui: &mut dyn Write,
        work: impl FnOnce(&mut Hand, &mut Attended<'_>) -> Result<(), HandError>,
    ) -> Result<(), Failure> {
        let mut attended = Attended {
            rules: board_game(self.loaded)?.rules(),
            names: &self.names,
            rehearsal: self.rig.rehearsal.clone(),
            ui,
            keys: &self.keys,
            armed: &self.armed,
            stop: &self.stop,
        };
        let hand = &mut self.rig.hand;
        let done = if self.real_time {
            watched(&self.keys, &self.stop, &self.armed, || work(hand, &mut attended))
        } else {
            work(hand, &mut attended)
        };
        done.map_err(|error| failed(&error))
    }

    /// What a person who makes a move on the table could forget: pieces that are taken from or put to slots.
    fn beside(&self, task: &Task) -> Option<String> {
        let name = |place: PlaceId| self.names[place.0].as_str();
        let standing = self.rig.hand.standing();
        let rules = board_game(self.loaded).ok()?.rules();
        match task {
            Task::Carry { look, from, to } if standing.is_slot(*from) || standing.is_slot(*to) => {
                Some(format!("{} from {} to {}", look.told(rules), name(*from), name(*to)))
            }
            Task::Carry { .. } => None,
            Task::Ask(request) => Some(request.told(rules, |place| name(place).to_owned())),
        }
    }

    /// Something that may take long is done, while the arm has nothing to do: after a while it rests.
    pub fn while_idle<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let over = AtomicBool::new(false);
        let arm = self.rig.hand.arm();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !over.load(Ordering::Acquire) {
                    // An arm that cannot be parked now is no reason to end the game: the next move tells what is wrong.
                    if !matches!(arm.rest_when_idle(), Ok(false)) {
                        break;
                    }
                    std::thread::sleep(LOOK);
                }
            });
            let done = work();
            over.store(true, Ordering::Release);
            done
        })
    }

    /// Whether it takes time to move, so that there is something to stop.
    pub fn can_be_stopped(&self) -> bool {
        self.real_time
    }

    /// The game is over: the arm parks and lets go.
    pub fn rest(&mut self) -> Result<(), Failure> {
        self.rig.hand.arm().rest().map_err(|error| Failure::Input(format!("the arm does not park: {error}")))
    }
}

fn failed(error: &HandError) -> Failure {
    Failure::Input(format!("the arm: {error}"))
}
