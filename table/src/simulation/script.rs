//! Scripted events in front of a simulated camera: a person's actions take several frames, with a hand over the board.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{CameraScene, FrameHook, SimulatedGame};
use crate::frame::BoardPoint;
use crate::perception::BoardFinder;
use crate::tasks::{Request, Task};
use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::geometry::View;
use boardwright_vision::render::{CameraPose, Hand};
use image::RgbImage;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// An event between two frames.
#[derive(Clone, Debug)]
pub enum ScriptEvent {
    /// No event.
    Wait,
    /// The hand moves over a point of the board.
    Hand(BoardPoint),
    /// The hand leaves.
    Away,
    /// A task is performed by hand.
    Do(Task),
    /// The piece of a place is moved to another position.
    Shift(PlaceId, BoardPoint),
    /// The light changes its colour and its direction in degrees.
    Light([f32; 3], f64),
    /// The camera is moved.
    Bump(CameraPose),
    /// The camera delivers no frame.
    Unplugged,
}

/// A board finder that knows the true view. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct KnownView(Arc<Mutex<Option<View>>>);

impl KnownView {
    /// Sets the true view.
    pub fn set(&self, view: View) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(view);
    }
}

impl BoardFinder for KnownView {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        let known_view = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known_view.ok_or_else(|| "the location of the board has not been set".to_owned())
    }
}

/// Records the images of a camera. Clones share the recording.
#[derive(Clone, Debug, Default)]
pub struct ImageRecorder(Arc<Mutex<Vec<RgbImage>>>);

impl ImageRecorder {
    /// The images so far.
    pub fn images(&self) -> Vec<RgbImage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Wraps a camera whose images are recorded.
    pub fn wrap_camera<C: Camera>(&self, camera: C) -> impl Camera + use<C> {
        RecordedCamera { camera, recorder: self.clone() }
    }
}

struct RecordedCamera<C> {
    camera: C,
    recorder: ImageRecorder,
}

impl<C: Camera> Camera for RecordedCamera<C> {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let shot = self.camera.next_frame()?;
        self.recorder.0.lock().unwrap_or_else(PoisonError::into_inner).push(shot.image.clone());
        Ok(shot)
    }
}

/// A queue of events, one for each frame. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Script(Arc<Mutex<VecDeque<ScriptEvent>>>);

impl Script {
    fn lock(&self) -> MutexGuard<'_, VecDeque<ScriptEvent>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Appends events to the queue.
    pub fn then(&self, events: impl IntoIterator<Item = ScriptEvent>) {
        self.lock().extend(events);
    }

    /// Appends tasks performed by hand, one after another; `spots` are the positions of the places.
    pub fn perform_by_hand(&self, tasks: &[Task], spots: &[BoardPoint]) {
        for task in tasks {
            let at = match task {
                Task::Carry { to, .. } => *to,
                Task::Ask(Request::Change { at, .. } | Request::Bring { at, .. } | Request::TakeAway { at, .. }) => *at,
            };
            self.then([ScriptEvent::Hand(spots[at.0]), ScriptEvent::Wait, ScriptEvent::Do(*task), ScriptEvent::Wait]);
        }
        self.then([ScriptEvent::Away]);
    }

    /// Appends a number of frames without events.
    pub fn wait(&self, pictures: usize) {
        self.then((0..pictures).map(|_| ScriptEvent::Wait));
    }

    /// Drops the events that have not been played; a hand over the board leaves.
    pub fn withdraw(&self) {
        let mut events = self.lock();
        events.clear();
        events.push_back(ScriptEvent::Away);
    }

    /// Returns a frame hook that plays the script in front of a camera.
    pub fn frame_hook(&self, simulation: SimulatedGame, known_view: KnownView, seed: u64) -> FrameHook {
        let script = self.clone();
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        Box::new(move |scene: &mut CameraScene, _| {
            match script.lock().pop_front() {
                None | Some(ScriptEvent::Wait) => {}
                Some(ScriptEvent::Hand(spot)) => scene.hand = Some(Hand::random([spot.u, spot.v], &mut random)),
                Some(ScriptEvent::Away) => scene.hand = None,
                Some(ScriptEvent::Do(task)) => simulation.perform_by_hand(&task),
                Some(ScriptEvent::Shift(from, to)) => simulation.shift(from, to),
                Some(ScriptEvent::Light(tone, from)) => {
                    scene.light.tone = tone;
                    scene.light.from = from;
                }
                Some(ScriptEvent::Bump(pose)) => {
                    scene.move_camera(pose);
                    known_view.set(*scene.view());
                }
                Some(ScriptEvent::Unplugged) => return Err(CameraError::Disconnected),
            }
            Ok(())
        })
    }
}
