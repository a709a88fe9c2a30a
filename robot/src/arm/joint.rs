//! Joints: their servos, calibrations and limits.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::protocol::{Channel, Pulse};

/// The joints from the table up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JointName {
    /// The joint that turns the arm on the table.
    Base,
    /// The joint that lifts the upper arm.
    Shoulder,
    /// The joint that bends the forearm.
    Elbow,
    /// The joint that bends the hand.
    Wrist,
    /// The joint that turns the hand.
    Rotate,
    /// The servo that opens and closes the fingers.
    Gripper,
}

impl JointName {
    /// All joints.
    pub const ALL: [Self; 6] = [Self::Base, Self::Shoulder, Self::Elbow, Self::Wrist, Self::Rotate, Self::Gripper];
}

impl fmt::Display for JointName {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Base => "base",
            Self::Shoulder => "shoulder",
            Self::Elbow => "elbow",
            Self::Wrist => "wrist",
            Self::Rotate => "wrist rotate",
            Self::Gripper => "gripper",
        })
    }
}

/// The linear calibration of a joint's servo: `pulse = at_neutral + per_degree * (angle - neutral)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// The channel of the servo.
    pub channel: Channel,
    /// The reference angle, in degrees.
    pub neutral: f64,
    /// The pulse width at the reference angle, in microseconds.
    pub at_neutral: f64,
    /// Change of the pulse width for one degree, in microseconds; negative for a servo mounted in reverse.
    pub per_degree: f64,
    /// The minimum angle, in degrees.
    pub least: f64,
    /// The maximum angle, in degrees.
    pub most: f64,
    /// The maximum speed, in microseconds of pulse width per second.
    pub speed: u16,
}

impl Joint {
    /// The pulse width of an angle, in microseconds; neither rounded nor checked against the limits.
    pub fn pulse(&self, angle: f64) -> f64 {
        self.at_neutral + self.per_degree * (angle - self.neutral)
    }

    /// The angle of a pulse width, in degrees.
    pub fn angle(&self, pulse: f64) -> f64 {
        self.neutral + (pulse - self.at_neutral) / self.per_degree
    }

    /// `true` if an angle is within the limits, with a tolerance of 1e-9 degrees for rounding.
    pub fn is_allowed(&self, angle: f64) -> bool {
        angle >= self.least - 1e-9 && angle <= self.most + 1e-9
    }
}

/// The target of a joint's servo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServoTarget {
    /// The joint.
    pub joint: JointName,
    /// The channel of the servo.
    pub channel: Channel,
    /// The target pulse width.
    pub pulse: Pulse,
    /// The maximum speed, in microseconds of pulse width per second.
    pub speed: u16,
}
