//! A table as it was set up and taught: where every place is for the arm.

use boardwright_engine::ids::ElementTypeId;
use boardwright_robot::arm::{Config, Pose, Pulses};
use boardwright_robot::motion::{Grasp, Job, PlaceId, Spot as Target};

use crate::frame::{Frame, Offsets};
use crate::layout::Layout;

/// What is known of one place beyond the plane of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Correction {
    /// How far the tip must go to the right of the board's picture, in mm, beyond where it would go.
    pub u: f64,
    /// How far it must go up the picture, in mm.
    pub v: f64,
    /// How much higher it must be, in mm.
    pub z: f64,
}

/// A place that was taught by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taught {
    /// The pulses above it.
    pub above: Pulses,
    /// The pulses at it.
    pub at: Pulses,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The arm as it is: what was found out of its joints is in.
    config: Config,
    layout: Layout,
    frame: Frame,
    corrections: Vec<Correction>,
    taught: Vec<Option<Taught>>,
}

impl Table {
    /// A table that lies as it was planned, with an arm that is as it is described.
    pub fn planned(config: &Config, layout: Layout) -> Self {
        let frame = layout.frame;
        Self::new(config, layout, frame, Offsets::default())
    }

    /// A table that lies somewhere, with an arm whose joints are off.
    pub fn new(config: &Config, layout: Layout, frame: Frame, offsets: Offsets) -> Self {
        let places = layout.spots.len();
        Self {
            config: offsets.applied(config),
            layout,
            frame,
            corrections: vec![Correction::default(); places],
            taught: vec![None; places],
        }
    }

    /// Corrects one place.
    pub fn correct(&mut self, place: PlaceId, correction: Correction) {
        self.corrections[place.0] = correction;
    }

    /// Aims so much further to the right and up at a place, in mm; never more than 4 mm beside where it would.
    pub fn aim_beside(&mut self, place: PlaceId, [u, v]: [f64; 2]) {
        const FARTHEST: f64 = 4.0;
        let correction = &mut self.corrections[place.0];
        correction.u = (correction.u + u).clamp(-FARTHEST, FARTHEST);
        correction.v = (correction.v + v).clamp(-FARTHEST, FARTHEST);
    }

    /// What is known of a place beyond the plane of the board.
    pub fn correction(&self, place: PlaceId) -> Correction {
        self.corrections[place.0]
    }

    /// One place was taught by hand: its pulses win over all that is worked out.
    pub fn teach(&mut self, place: PlaceId, taught: Taught) {
        self.taught[place.0] = Some(taught);
    }

    /// The arm.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The game on the table.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Where the board lies.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The hand so many mm above a place.
    pub fn pose(&self, place: PlaceId, above: f64) -> Pose {
        let Correction { u, v, z } = self.corrections[place.0];
        let spot = self.layout.spots[place.0];
        self.frame.pose(crate::frame::Spot { u: spot.u + u, v: spot.v + v }, above + z)
    }

    /// A place as the arm goes to it to grip so many mm above the board.
    fn target(&self, place: PlaceId, grip: f64) -> Target {
        let pose = self.pose(place, grip);
        match self.taught[place.0] {
            Some(Taught { above, at }) => Target::Taught { above, at, tip: pose },
            None => Target::Worked(pose),
        }
    }

    /// What the arm does to carry a piece of a type from place to place.
    pub fn job(&self, kind: ElementTypeId, from: PlaceId, to: PlaceId) -> Job {
        let sizes = self.layout.sizes_of(kind);
        // A tilted board is higher at one end: over everything is over its highest place.
        let highest = (0..self.layout.spots.len())
            .map(|place| self.pose(PlaceId(place), 0.0).tip.z)
            .fold(f64::NEG_INFINITY, f64::max);
        Job {
            from: self.target(from, sizes.grip),
            to: self.target(to, sizes.grip),
            grasp: Grasp { open: sizes.open(), closed: sizes.closed() },
            // It passes over the highest pieces, whichever is carried.
            travel: highest + self.layout.sizes.travel(),
        }
    }
}
