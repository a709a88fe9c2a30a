//! The fingers of the gripper, modelled as upright boxes that end at the tip.

use boardwright_robot::arm::Tip;

use super::PieceBody;
use crate::layout::PieceSizes;

/// Half the depth of a finger, across the direction from finger to finger, in mm.
const HALF_DEPTH: f64 = 4.0;

/// Length of the fingers below the tip point, in mm.
const TIP_LENGTH: f64 = 2.0;

/// The two fingers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fingers {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    /// The width between the fingers.
    pub width: f64,
    /// The direction from one finger to the other, as a unit vector.
    direction: (f64, f64),
}

impl Fingers {
    pub(super) fn new(tip: Tip, square: f64, width: f64) -> Self {
        let (sine, cosine) = square.to_radians().sin_cos();
        Self { x: tip.x, y: tip.y, z: tip.z, width, direction: (cosine, sine) }
    }

    /// Transforms a point to finger coordinates: along the direction from finger to finger, and across it.
    pub(super) fn to_finger_frame(self, x: f64, y: f64) -> (f64, f64) {
        let (x, y) = (x - self.x, y - self.y);
        (x * self.direction.0 + y * self.direction.1, y * self.direction.0 - x * self.direction.1)
    }

    /// Transforms finger coordinates to a point: the inverse of [`Fingers::to_finger_frame`].
    pub(super) fn to_arm_frame(self, along: f64, across: f64) -> (f64, f64) {
        (
            self.x + along * self.direction.0 - across * self.direction.1,
            self.y + along * self.direction.1 + across * self.direction.0,
        )
    }

    /// `true` if a piece stands between the fingers, so that closing fingers push it.
    pub(super) fn surrounds(&self, solid: &PieceBody) -> bool {
        let (along, across) = self.to_finger_frame(solid.x, solid.y);
        let high = self.z > solid.z && self.z < solid.z + solid.height;
        let between = along.abs() + solid.radius <= self.width / 2.0 + 0.02 && across.abs() < solid.radius * 0.6;
        high && between && !solid.is_removed && !solid.has_fallen
    }

    /// `true` if a finger collides with a piece.
    pub(super) fn touches(&self, solid: &PieceBody) -> bool {
        if self.z - TIP_LENGTH >= solid.z + solid.height {
            return false;
        }
        let (along, across) = self.to_finger_frame(solid.x, solid.y);
        let inner = self.width / 2.0;
        let (middle, half) = (inner + PieceSizes::FINGER_THICKNESS / 2.0, PieceSizes::FINGER_THICKNESS / 2.0);
        [middle, -middle].into_iter().any(|middle| {
            let beside = ((along - middle).abs() - half).max(0.0);
            let before = (across.abs() - HALF_DEPTH).max(0.0);
            beside.hypot(before) < solid.radius - 0.01
        })
    }
}
