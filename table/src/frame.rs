//! The coordinate frame of the board relative to the arm.

use boardwright_robot::arm::{Config, Pose, Tip};
use serde::{Deserialize, Serialize};

/// A point on the board's plane, in mm from the centre of the board: `u` to the right of its picture, `v` to the
/// picture's top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BoardPoint {
    /// Coordinate to the right.
    pub u: f64,
    /// Coordinate to the picture's top.
    pub v: f64,
}

impl BoardPoint {
    /// The distance of two points, in mm.
    pub fn distance(self, other: Self) -> f64 {
        (self.u - other.u).hypot(self.v - other.v)
    }
}

/// The board's plane in the arm's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardFrame {
    /// The board's centre, to the right of the arm's base, in mm.
    pub x: f64,
    /// The board's centre, away from the arm's base, in mm.
    pub y: f64,
    /// Rotation of the board, counter-clockwise, in degrees.
    #[serde(default)]
    pub turn: f64,
    /// Height of the board's centre, in mm.
    #[serde(default)]
    pub z: f64,
    /// Rise of the board along `u`, in mm per mm.
    #[serde(default)]
    pub rise_u: f64,
    /// Rise of the board along `v`, in mm per mm.
    #[serde(default)]
    pub rise_v: f64,
}

impl BoardFrame {
    /// Transforms a board point at a height in mm above the board to the arm's coordinates.
    pub fn arm_point(&self, spot: BoardPoint, above: f64) -> [f64; 3] {
        let (sine, cosine) = self.turn.to_radians().sin_cos();
        let BoardPoint { u, v } = spot;
        [
            self.x + cosine * u - sine * v,
            self.y + sine * u + cosine * v,
            self.z + self.rise_u * u + self.rise_v * v + above,
        ]
    }

    /// The pose of a hand that points straight down at a board point, with its fingers along the board's `u`.
    pub fn pose(&self, spot: BoardPoint, above: f64) -> Pose {
        let [x, y, z] = self.arm_point(spot, above);
        Pose { tip: Tip::down(x, y, z), finger_angle: Some(self.turn) }
    }

    /// The board point below a point in the arm's coordinates.
    pub fn board_point(&self, x: f64, y: f64) -> BoardPoint {
        let (sine, cosine) = self.turn.to_radians().sin_cos();
        let (x, y) = (x - self.x, y - self.y);
        BoardPoint { u: cosine * x + sine * y, v: cosine * y - sine * x }
    }
}

/// Offsets of the joints from their configured angles, in degrees. An offset of the base is equivalent to a rotation of
/// the board, so it is not a separate parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JointOffsets {
    /// Offset of the shoulder.
    pub shoulder: f64,
    /// Offset of the elbow.
    pub elbow: f64,
    /// Offset of the wrist.
    pub wrist: f64,
}

impl JointOffsets {
    /// Returns the configuration with these offsets applied.
    #[must_use]
    pub fn apply_to(&self, config: &Config) -> Config {
        let mut config = config.clone();
        for (joint, offset) in
            [(&mut config.shoulder, self.shoulder), (&mut config.elbow, self.elbow), (&mut config.wrist, self.wrist)]
        {
            // The same pulse widths turn the joint further by the offset, so the limits in degrees move along.
            joint.neutral += offset;
            joint.least += offset;
            joint.most += offset;
        }
        config
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_transforms_are_inverse() {
        let frame = BoardFrame { x: 12.0, y: 190.0, turn: 7.0, z: 3.0, rise_u: 0.01, rise_v: -0.02 };
        let spot = BoardPoint { u: -40.0, v: 61.0 };
        let [x, y, z] = frame.arm_point(spot, 5.0);
        let back = frame.board_point(x, y);
        assert!(back.distance(spot) < 1e-9);
        assert!((z - (3.0 - 0.4 - 1.22 + 5.0)).abs() < 1e-9);
    }
}
