//! An attendant with a camera: it checks the arm's work and the corrections made by people.

use boardwright_compiler::game::CompiledGame;
use boardwright_robot::motion::{PickStage, PlaceId};

use super::{Observer, Perception, TurnWatcher};
use crate::board_contents::BoardContents;
use crate::move_executor::{Attendant, MoveError, RequestRefused};
use crate::tasks::{Request, Task};

/// An attendant that checks the table with a camera.
pub struct CameraAttendant<'a> {
    /// The game.
    pub game: &'a CompiledGame,
    /// The names of the places.
    pub names: &'a [String],
    /// Perception of the table.
    pub perception: &'a mut Perception,
    /// The helper for tasks beyond the arm, who also receives messages.
    pub helper: &'a mut dyn Helper,
    /// `true` if the arm's aim is corrected by the observed offsets of pieces.
    pub corrects_aim: bool,
}

/// A person at the table who helps the arm and receives messages from perception.
pub trait Helper: Attendant + Observer {
    /// The helper as an observer.
    fn as_observer(&mut self) -> &mut dyn Observer;
}

impl CameraAttendant<'_> {
    fn watch<T>(&mut self, action: impl FnOnce(&mut TurnWatcher<'_>, &mut Perception) -> T) -> T {
        action(&mut TurnWatcher::new(self.game, self.names, self.helper.as_observer()), self.perception)
    }

    /// Reports a failure of perception to the helper.
    fn report(&mut self, why: &str) {
        self.helper.notify(why);
    }
}

impl Attendant for CameraAttendant<'_> {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        self.helper.stage_begins(task, stage);
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        self.helper.fulfil(request)
    }

    fn is_as_expected(&mut self, contents: &BoardContents) -> bool {
        match self.watch(|watch, perception| watch.is_as_expected(perception, contents)) {
            Ok(agrees) => agrees,
            Err(why) => {
                self.report(&why.to_string());
                false
            }
        }
    }

    fn needs_clear_view(&self) -> bool {
        true
    }

    fn piece_offset(&mut self, place: PlaceId) -> Option<[f64; 2]> {
        self.corrects_aim.then(|| self.perception.piece_offset(place)).flatten()
    }

    fn make_safe(&mut self, error: &MoveError) -> Result<(), RequestRefused> {
        self.helper.make_safe(error)
    }

    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused> {
        self.helper.set_up(contents)?;
        self.watch(|watch, perception| watch.wait_until_restored(perception, contents)).map_err(|why| {
            self.report(&why.to_string());
            RequestRefused
        })
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        self.helper.place_arm_at_park()
    }
}
