//! An arm beside a match: it follows the game, position by position.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use boardwright_engine::any::AnyState;
use boardwright_engine::state::State;
use boardwright_robot::EmergencyStop;
use boardwright_robot::motion::PlaceId;
use boardwright_shelf::load::Loaded;
use boardwright_table::{HandError, Rig, Task};

use super::attendant::{Attended, Keys, watched};
use super::{Asked, board_game};
use crate::failure::Failure;

/// An arm beside a match.
pub struct Side<'a> {
    loaded: &'a Loaded,
    rig: Rig,
    names: Vec<String>,
    at: State,
    keys: Keys,
    stop: EmergencyStop,
    armed: AtomicBool,
}

impl<'a> Side<'a> {
    /// Puts the arm to the table and starts it. The table is set up as the game begins.
    pub fn start(asked: &Asked, loaded: &'a Loaded, begin: &AnyState, keys: Keys) -> Result<Self, Failure> {
        let game = board_game(loaded)?;
        let missing = || Failure::Input(format!("{} has no board", loaded.title));
        let (_, at) = loaded.as_spec(begin).ok_or_else(missing)?;
        let stop = EmergencyStop::new();
        let mut rig = asked.rig(loaded, at, &stop)?;
        let layout = rig.hand.table().layout();
        let names = (0..layout.spots.len()).map(|place| layout.name(game.rules(), place)).collect();
        rig.hand.arm().start().map_err(|error| Failure::Input(format!("the arm does not start: {error}")))?;
        Ok(Self { loaded, rig, names, at: at.clone(), keys, stop, armed: AtomicBool::new(false) })
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
        let mut attended = Attended {
            rules: game.rules(),
            names: &self.names,
            rehearsal: self.rig.rehearsal.clone(),
            ui,
            keys: &self.keys,
            armed: &self.armed,
            stop: &self.stop,
        };
        let hand = &mut self.rig.hand;
        let made = watched(&self.keys, &self.stop, &self.armed, || hand.make(game, &before, after, &mut attended));
        made.map_err(|error| failed(&error))
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

    /// The game is over: the arm parks and lets go.
    pub fn rest(&mut self) -> Result<(), Failure> {
        self.rig.hand.arm().rest().map_err(|error| Failure::Input(format!("the arm does not park: {error}")))
    }
}

fn failed(error: &HandError) -> Failure {
    Failure::Input(format!("the arm could not make the move: {error}"))
}
