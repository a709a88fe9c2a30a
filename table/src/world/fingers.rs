//! The two fingers, as upright boxes that end at the tip.

use boardwright_robot::arm::Tip;

use super::Solid;
use crate::layout::Sizes;

/// How far a finger reaches to each side of the line from finger to finger, in mm.
const HALF_DEPTH: f64 = 4.0;

/// How far fingertips reach below the point that is called the tip, in mm.
const BELOW: f64 = 2.0;

/// Two fingers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fingers {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    /// Between them.
    pub width: f64,
    /// The direction from one to the other.
    along: (f64, f64),
}

impl Fingers {
    pub(super) fn new(tip: Tip, square: f64, width: f64) -> Self {
        let (sine, cosine) = square.to_radians().sin_cos();
        Self { x: tip.x, y: tip.y, z: tip.z, width, along: (cosine, sine) }
    }

    /// A point seen from the tip: along the line from finger to finger, and across it.
    pub(super) fn seen(&self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - self.x, y - self.y);
        (x * self.along.0 + y * self.along.1, y * self.along.0 - x * self.along.1)
    }

    /// The point that is seen so from the tip.
    pub(super) fn point(&self, along: f64, across: f64) -> (f64, f64) {
        (self.x + along * self.along.0 - across * self.along.1, self.y + along * self.along.1 + across * self.along.0)
    }

    /// Whether a piece stands between the fingers, so that they push it when they close.
    pub(super) fn surrounds(&self, solid: &Solid) -> bool {
        let (along, across) = self.seen(solid.x, solid.y);
        let high = self.z > solid.z && self.z < solid.z + solid.height;
        let between = along.abs() + solid.radius <= self.width / 2.0 + 0.02 && across.abs() < solid.radius * 0.6;
        high && between && !solid.away && !solid.fallen
    }

    /// Whether a finger is where a piece is.
    pub(super) fn touches(&self, solid: &Solid) -> bool {
        if self.z - BELOW >= solid.z + solid.height {
            return false;
        }
        let (along, across) = self.seen(solid.x, solid.y);
        let inner = self.width / 2.0;
        let (middle, half) = (inner + Sizes::FINGER / 2.0, Sizes::FINGER / 2.0);
        [middle, -middle].into_iter().any(|middle| {
            let beside = ((along - middle).abs() - half).max(0.0);
            let before = (across.abs() - HALF_DEPTH).max(0.0);
            beside.hypot(before) < solid.radius - 0.01
        })
    }
}
