//! An arm's attendant with a camera: what the arm has done is looked at, and what somebody has mended.

use boardwright_engine::spec::SpecGame;
use boardwright_robot::motion::{PlaceId, Stage};

use super::{Bystander, Eye, Watch};
use crate::hand::{Attendant, HandError, Refused};
use crate::standing::Standing;
use crate::tasks::{Request, Task};

/// An attendant who looks through a camera.
pub struct Seeing<'a> {
    /// The game.
    pub game: &'a SpecGame,
    /// What its places are called.
    pub names: &'a [String],
    /// The camera.
    pub eye: &'a mut Eye,
    /// Whoever does what arms cannot, and is told what is wrong.
    pub helper: &'a mut dyn Helper,
    /// Whether the arm's aim is corrected by where pieces come to lie.
    pub aims: bool,
}

/// Somebody at the table who helps an arm and hears what a camera sees.
pub trait Helper: Attendant + Bystander {
    /// As one who hears only.
    fn hears(&mut self) -> &mut dyn Bystander;
}

impl Seeing<'_> {
    fn watch<T>(&mut self, look: impl FnOnce(&mut Watch<'_>, &mut Eye) -> T) -> T {
        look(&mut Watch::new(self.game, self.names, self.helper.hears()), self.eye)
    }

    /// The camera can tell nothing: the helper is asked.
    fn told(&mut self, why: &str) {
        self.helper.hear(why);
    }
}

impl Attendant for Seeing<'_> {
    fn stage(&mut self, task: &Task, stage: Stage) {
        self.helper.stage(task, stage);
    }

    fn ask(&mut self, request: &Request) -> Result<(), Refused> {
        self.helper.ask(request)
    }

    fn agrees(&mut self, standing: &Standing) -> bool {
        match self.watch(|watch, eye| watch.agrees(eye, standing)) {
            Ok(agrees) => agrees,
            Err(why) => {
                self.told(&why.to_string());
                false
            }
        }
    }

    fn looks_from_above(&self) -> bool {
        true
    }

    fn lies(&mut self, place: PlaceId) -> Option<[f64; 2]> {
        self.aims.then(|| self.eye.lie(place)).flatten()
    }

    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused> {
        self.helper.make_safe(trouble)
    }

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        self.helper.set_up(standing)?;
        self.watch(|watch, eye| watch.restored(eye, standing)).map_err(|why| {
            self.told(&why.to_string());
            Refused
        })
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        self.helper.put_where_it_parks()
    }
}
