//! Where the board lies before the arm.

use boardwright_robot::arm::{Config, Pose, Tip};
use serde::{Deserialize, Serialize};

/// A point on the board's plane, in mm from the middle of the board: `u` to the right of its picture, `v` to the picture's top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spot {
    /// To the right.
    pub u: f64,
    /// Up the picture.
    pub v: f64,
}

impl Spot {
    /// How far apart two points are, in mm.
    pub fn distance(self, other: Self) -> f64 {
        (self.u - other.u).hypot(self.v - other.v)
    }
}

/// The board's plane in the arm's coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// The board's middle, to the right of the arm's base in mm.
    pub x: f64,
    /// The board's middle, away from the arm's base in mm.
    pub y: f64,
    /// How far the board is turned against the clock, in degrees.
    #[serde(default)]
    pub turn: f64,
    /// The height of the board's middle, in mm.
    #[serde(default)]
    pub z: f64,
    /// How much the board rises along `u`, in mm for a mm.
    #[serde(default)]
    pub rise_u: f64,
    /// How much the board rises along `v`, in mm for a mm.
    #[serde(default)]
    pub rise_v: f64,
}

impl Frame {
    /// Where a point of the board is before the arm, so many mm above the board.
    pub fn point(&self, spot: Spot, above: f64) -> [f64; 3] {
        let (sine, cosine) = self.turn.to_radians().sin_cos();
        let Spot { u, v } = spot;
        [
            self.x + cosine * u - sine * v,
            self.y + sine * u + cosine * v,
            self.z + self.rise_u * u + self.rise_v * v + above,
        ]
    }

    /// The pose of a hand that points straight down there, its fingers along the board's `u`.
    pub fn pose(&self, spot: Spot, above: f64) -> Pose {
        let [x, y, z] = self.point(spot, above);
        Pose { tip: Tip::down(x, y, z), square: Some(self.turn) }
    }

    /// The point of the board below a point before the arm.
    pub fn below(&self, x: f64, y: f64) -> Spot {
        let (sine, cosine) = self.turn.to_radians().sin_cos();
        let (x, y) = (x - self.x, y - self.y);
        Spot { u: cosine * x + sine * y, v: cosine * y - sine * x }
    }
}

/// How much further than its description says each joint is turned, in degrees. A base that is, is the same as a board that is turned:
/// nobody can tell them apart, and nobody needs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offsets {
    /// Of the shoulder.
    pub shoulder: f64,
    /// Of the elbow.
    pub elbow: f64,
    /// Of the wrist.
    pub wrist: f64,
}

impl Offsets {
    /// The arm as it is, of the arm as it is described.
    #[must_use]
    pub fn applied(&self, config: &Config) -> Config {
        let mut config = config.clone();
        for (joint, offset) in
            [(&mut config.shoulder, self.shoulder), (&mut config.elbow, self.elbow), (&mut config.wrist, self.wrist)]
        {
            // The same pulses bring the joint so much further; its limits are those of its servo.
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
    fn a_point_of_the_board_is_found_again_from_above() {
        let frame = Frame { x: 12.0, y: 190.0, turn: 7.0, z: 3.0, rise_u: 0.01, rise_v: -0.02 };
        let spot = Spot { u: -40.0, v: 61.0 };
        let [x, y, z] = frame.point(spot, 5.0);
        let back = frame.below(x, y);
        assert!(back.distance(spot) < 1e-9);
        assert!((z - (3.0 - 0.4 - 1.22 + 5.0)).abs() < 1e-9);
    }
}
