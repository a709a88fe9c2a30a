//! What a camera over a table that is not there sees.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::find::markers::MarkerSize;
use boardwright_vision::geometry::View;
use boardwright_vision::render::{Disc, Ground, Hand, Light, Limb, Mark, Scene, Sensor, Stand, Studio};

use super::Rehearsal;
use crate::eye::Colours;
use crate::frame::{Frame, Spot};
use crate::layout::{Layout, Sizes};
use crate::look::Look;
use crate::print::Print;
use crate::world::Solid;

/// A table in some light, before some camera.
#[derive(Clone, Debug)]
pub struct Stage {
    studio: Studio,
    ground: Ground,
    /// The light.
    pub light: Light,
    /// The camera's sensor.
    pub sensor: Sensor,
    /// A person's hand, while it is over the table.
    pub hand: Option<Hand>,
    /// What else is over the table.
    pub limbs: Vec<Limb>,
    colours: Colours,
    frame: Frame,
}

/// Pixels for a mm of a printed board.
const PRINTED: f32 = 3.0;

/// How long a picture takes.
const EACH: Duration = Duration::from_millis(100);

impl Stage {
    /// A printed board on a table.
    pub fn new(print: &Print, layout: &Layout, colours: Colours, stand: Stand, light: Light, sensor: Sensor) -> Self {
        // A table of oiled wood.
        let ground =
            Ground::new(print.sheet(PRINTED), print.extent.with(MarkerSize::default()).width, [0.30, 0.19, 0.11]);
        let (hand, limbs, frame) = (None, Vec::new(), layout.frame);
        Self { studio: Studio::new(stand), ground, light, sensor, hand, limbs, colours, frame }
    }

    /// A camera that sees all places of a table from above, tilted so much towards the person opposite the arm, in degrees.
    pub fn overlooking(layout: &Layout, (width, height): (u32, u32), tilt: f64) -> Stand {
        let far = |of: fn(&Spot) -> f64| {
            let values = layout.spots.iter().map(of);
            let ends = (f64::INFINITY, f64::NEG_INFINITY);
            values.fold(ends, |(least, most), at| (least.min(at), most.max(at)))
        };
        let ((left, right), (low, high)) = (far(|spot| spot.u), far(|spot| spot.v));
        let around = 2.0 * (layout.sizes.width + 12.0) + 40.0;
        let shape = f64::from(width) / f64::from(height);
        // Seen aslant, the far edge is smaller and the near one larger.
        let slant = 1.0 + 0.55 * tilt.to_radians().sin();
        let across = ((right - left) + around).max((high - low + around) * shape) * slant;
        let towards = [f64::midpoint(left, right), f64::midpoint(low, high)];
        Stand { towards, tilt, ..Stand::above(width, height, across) }
    }

    /// The camera is moved.
    pub fn moved(&mut self, stand: Stand) {
        self.studio = Studio::new(stand);
    }

    /// How the camera sees the board.
    pub fn view(&self) -> &View {
        self.studio.view()
    }

    /// A piece as it is seen.
    pub fn disc(&self, look: Look, spot: Spot, foot: f64, sizes: Sizes) -> Disc {
        let (tone, mark) = self.colours.class(look).map_or(([0.2; 3], Mark::Plain), |class| self.colours.paint(class));
        // Whoever puts a piece down does not care how it is turned.
        let turn = spot.u * 0.7 + spot.v * 1.3;
        Disc { at: [spot.u, spot.v], foot, radius: sizes.width / 2.0, height: sizes.height, tone, mark, turn }
    }

    /// The pieces of a table as they are seen.
    pub fn discs(&self, rehearsal: &Rehearsal) -> Vec<Disc> {
        let disc = |(look, solid): (Look, Solid)| {
            let spot = self.frame.below(solid.x, solid.y);
            let foot = solid.z - self.frame.point(spot, 0.0)[2];
            let sizes = Sizes { width: 2.0 * solid.radius, height: solid.height, grip: 0.0 };
            self.disc(look, spot, foot.max(0.0), sizes)
        };
        rehearsal.bodies().into_iter().map(disc).collect()
    }

    /// A picture of pieces. Equal seeds give equal noise.
    pub fn picture(&self, discs: Vec<Disc>, seed: u64) -> image::RgbImage {
        let hand = self.hand.iter().flat_map(Hand::limbs);
        let limbs = hand.chain(self.limbs.iter().copied()).collect();
        self.studio.picture(&self.ground, &Scene { discs, limbs }, &self.light, &self.sensor, seed)
    }
}

/// What happens at a table between two pictures: it is told when the next one is taken.
pub type Happening = Box<dyn FnMut(&mut Stage, Duration) -> Result<(), CameraError> + Send>;

/// A camera over a table that is not there. Pictures come ten times a second, of a time that only they move.
pub struct Onlooker {
    stage: Arc<Mutex<Stage>>,
    rehearsal: Rehearsal,
    happening: Happening,
    shots: u64,
    seed: u64,
}

impl Onlooker {
    /// A camera over a table at which something happens meanwhile.
    pub fn new(stage: Stage, rehearsal: Rehearsal, happening: Happening, seed: u64) -> Self {
        Self { stage: Arc::new(Mutex::new(stage)), rehearsal, happening, shots: 0, seed }
    }

    /// The table.
    pub fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Camera for Onlooker {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let at = EACH * self.shots as u32;
        self.shots += 1;
        let mut stage = self.stage.lock().unwrap_or_else(PoisonError::into_inner);
        (self.happening)(&mut stage, at)?;
        let picture = stage.picture(stage.discs(&self.rehearsal), self.seed.wrapping_add(self.shots));
        Ok(Shot { picture, at })
    }
}
