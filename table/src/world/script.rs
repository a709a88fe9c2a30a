//! A person at a table that is not there, before its camera: what they do takes them a while, with a hand over the board.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Happening, Rehearsal, Stage};
use crate::eye::Finder;
use crate::frame::Spot;
use crate::tasks::{Request, Task};
use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::geometry::View;
use boardwright_vision::render::{Hand, Stand};
use image::RgbImage;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// What happens between two pictures.
#[derive(Clone, Debug)]
pub enum Act {
    /// Nothing.
    Wait,
    /// The hand is over a point of the board.
    Hand(Spot),
    /// The hand is gone.
    Away,
    /// A piece is moved, as by a task.
    Do(Task),
    /// The piece of a place is put somewhere else.
    Shift(PlaceId, Spot),
    /// Light of other strength and colour, from elsewhere.
    Light([f32; 3], f64),
    /// The camera is moved.
    Bump(Stand),
    /// The camera gives no picture.
    Unplugged,
}

/// Somebody who shows where the board lies, whenever it is asked. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Shown(Arc<Mutex<Option<View>>>);

impl Shown {
    /// The board lies so from now on.
    pub fn show(&self, view: View) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }
}

impl Finder for Shown {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        let shown = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.ok_or_else(|| "nobody has shown where the board lies".to_owned())
    }
}

/// A camera whose pictures are kept. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Film(Arc<Mutex<Vec<RgbImage>>>);

impl Film {
    /// The pictures so far.
    pub fn pictures(&self) -> Vec<RgbImage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A camera whose pictures are kept here.
    pub fn of<C: Camera>(&self, camera: C) -> impl Camera + use<C> {
        Filmed { camera, film: self.clone() }
    }
}

struct Filmed<C> {
    camera: C,
    film: Film,
}

impl<C: Camera> Camera for Filmed<C> {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let shot = self.camera.shot()?;
        self.film.0.lock().unwrap_or_else(PoisonError::into_inner).push(shot.picture.clone());
        Ok(shot)
    }
}

/// What is going to happen, picture by picture. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Script(Arc<Mutex<VecDeque<Act>>>);

impl Script {
    fn acts(&self) -> MutexGuard<'_, VecDeque<Act>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// This happens next, after all that was said before.
    pub fn then(&self, acts: impl IntoIterator<Item = Act>) {
        self.acts().extend(acts);
    }

    /// A person does these things, one after another, with a hand over the board; places are at `spots`.
    pub fn by_hand(&self, todo: &[Task], spots: &[Spot]) {
        for task in todo {
            let at = match task {
                Task::Carry { to, .. } => *to,
                Task::Ask(Request::Change { at, .. } | Request::Bring { at, .. } | Request::TakeAway { at, .. }) => *at,
            };
            self.then([Act::Hand(spots[at.0]), Act::Wait, Act::Do(*task), Act::Wait]);
        }
        self.then([Act::Away]);
    }

    /// So many pictures in which nothing happens.
    pub fn wait(&self, pictures: usize) {
        self.then((0..pictures).map(|_| Act::Wait));
    }

    /// Plays it before a camera.
    pub fn played(&self, rehearsal: Rehearsal, shown: Shown, seed: u64) -> Happening {
        let script = self.clone();
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Box::new(move |stage: &mut Stage, _| {
            match script.acts().pop_front() {
                None | Some(Act::Wait) => {}
                Some(Act::Hand(spot)) => stage.hand = Some(Hand::any([spot.u, spot.v], &mut random)),
                Some(Act::Away) => stage.hand = None,
                Some(Act::Do(task)) => rehearsal.by_hand(&task),
                Some(Act::Shift(from, to)) => rehearsal.shift(from, to),
                Some(Act::Light(tone, from)) => {
                    stage.light.tone = tone;
                    stage.light.from = from;
                }
                Some(Act::Bump(moved)) => {
                    stage.moved(moved);
                    shown.show(*stage.view());
                }
                Some(Act::Unplugged) => return Err(CameraError::Gone),
            }
            Ok(())
        })
    }
}
