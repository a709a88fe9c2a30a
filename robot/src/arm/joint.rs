//! A joint: which servo turns it, and how far.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::protocol::{Channel, Pulse};

/// The joints from the table up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JointName {
    /// Turns the arm on the table.
    Base,
    /// Lifts the upper arm.
    Shoulder,
    /// Bends the forearm.
    Elbow,
    /// Bends the hand.
    Wrist,
    /// Turns the hand.
    Rotate,
    /// Opens the fingers.
    Gripper,
}

impl JointName {
    /// All of them.
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

/// How a servo turns with its pulse: `pulse = at_neutral + per_degree * (angle - neutral)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joint {
    /// Where the servo is plugged in.
    pub channel: Channel,
    /// The angle at which the servo's pulse is known, in degrees.
    pub neutral: f64,
    /// The pulse there, in microseconds.
    pub at_neutral: f64,
    /// Microseconds of pulse for a degree; negative where the servo is built in the other way round.
    pub per_degree: f64,
    /// The least angle, in degrees.
    pub least: f64,
    /// The greatest angle, in degrees.
    pub most: f64,
    /// The greatest speed, in microseconds of pulse a second.
    pub speed: u16,
}

impl Joint {
    /// The pulse of an angle, in microseconds, whole or not, within its limits or not.
    pub fn pulse(&self, angle: f64) -> f64 {
        self.at_neutral + self.per_degree * (angle - self.neutral)
    }

    /// The angle of a pulse.
    pub fn angle(&self, pulse: f64) -> f64 {
        self.neutral + (pulse - self.at_neutral) / self.per_degree
    }

    /// Whether an angle is within the limits; a rounding of 1e-9 degrees is none beyond them.
    pub fn allows(&self, angle: f64) -> bool {
        angle >= self.least - 1e-9 && angle <= self.most + 1e-9
    }
}

/// A servo and a pulse for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Servo {
    /// Which joint.
    pub joint: JointName,
    /// Where it is plugged in.
    pub channel: Channel,
    /// Where it shall go.
    pub pulse: Pulse,
    /// Its greatest speed, in microseconds of pulse a second.
    pub speed: u16,
}
