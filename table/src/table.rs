//! The calibrated table: the arm's pose for every place.

use boardwright_game::ids::ElementTypeId;
use boardwright_robot::arm::{Config, Pose, Pulses};
use boardwright_robot::motion::{Grasp, PickAndPlace, PickSpot as Target, PlaceId};

use crate::frame::{BoardFrame, JointOffsets};
use crate::layout::Layout;

/// The correction of a place beyond the plane of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PlaceCorrection {
    /// Correction to the right of the board's picture, in mm.
    pub u: f64,
    /// Correction up the picture, in mm.
    pub v: f64,
    /// Correction in height, in mm.
    pub z: f64,
}

/// Pulse widths of a place, taught by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaughtPulses {
    /// The pulse widths above the place.
    pub above: Pulses,
    /// The pulse widths at the place.
    pub at: Pulses,
}

/// A calibrated table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The arm's configuration with the joint offsets applied.
    config: Config,
    layout: Layout,
    frame: BoardFrame,
    corrections: Vec<PlaceCorrection>,
    taught: Vec<Option<TaughtPulses>>,
}

impl Table {
    /// Creates a table from its plan, with an exact arm.
    pub fn from_plan(config: &Config, layout: Layout) -> Self {
        let frame = layout.frame;
        Self::new(config, layout, frame, JointOffsets::default())
    }

    /// Creates a table with a board location and joint offsets.
    pub fn new(config: &Config, layout: Layout, frame: BoardFrame, offsets: JointOffsets) -> Self {
        let places = layout.spots.len();
        Self {
            config: offsets.apply_to(config),
            layout,
            frame,
            corrections: vec![PlaceCorrection::default(); places],
            taught: vec![None; places],
        }
    }

    /// Sets the correction of a place.
    pub fn set_correction(&mut self, place: PlaceId, correction: PlaceCorrection) {
        self.corrections[place.0] = correction;
    }

    /// Adjusts the correction of a place by an offset in mm to the right and up; each component stays within 4 mm.
    pub fn adjust_correction(&mut self, place: PlaceId, [u, v]: [f64; 2]) {
        const FARTHEST: f64 = 4.0;
        let correction = &mut self.corrections[place.0];
        correction.u = (correction.u + u).clamp(-FARTHEST, FARTHEST);
        correction.v = (correction.v + v).clamp(-FARTHEST, FARTHEST);
    }

    /// The correction of a place.
    pub fn correction(&self, place: PlaceId) -> PlaceCorrection {
        self.corrections[place.0]
    }

    /// Sets pulse widths of a place, taught by hand; they take precedence over computed ones.
    pub fn teach(&mut self, place: PlaceId, taught: TaughtPulses) {
        self.taught[place.0] = Some(taught);
    }

    /// The arm's configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The layout of the game.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The location of the board.
    pub fn frame(&self) -> &BoardFrame {
        &self.frame
    }

    /// The pose of the hand at a height in mm above a place.
    pub fn pose(&self, place: PlaceId, above: f64) -> Pose {
        let PlaceCorrection { u, v, z } = self.corrections[place.0];
        let spot = self.layout.spots[place.0];
        self.frame.pose(crate::frame::BoardPoint { u: spot.u + u, v: spot.v + v }, above + z)
    }

    /// The spot for gripping at a height in mm above a place.
    fn pick_spot(&self, place: PlaceId, grip: f64) -> Target {
        let pose = self.pose(place, grip);
        match self.taught[place.0] {
            Some(TaughtPulses { above, at }) => Target::Taught { above, at, tip: pose },
            None => Target::Computed(pose),
        }
    }

    /// The pick-and-place job of a piece of a type between two places.
    pub fn pick_and_place(&self, kind: ElementTypeId, from: PlaceId, to: PlaceId) -> PickAndPlace {
        let sizes = self.layout.sizes_of(kind);
        // A tilted board is higher at one end: the travel height refers to its highest place.
        let highest = (0..self.layout.spots.len())
            .map(|place| self.pose(PlaceId(place), 0.0).tip.z)
            .fold(f64::NEG_INFINITY, f64::max);
        PickAndPlace {
            from: self.pick_spot(from, sizes.grip),
            to: self.pick_spot(to, sizes.grip),
            grasp: Grasp { open: sizes.open_width(), closed: sizes.closed_width() },
            // The travel height clears the highest pieces, whichever is carried.
            travel: highest + self.layout.sizes.travel_height(),
        }
    }
}
