//! The arm as geometry: lengths, joints, where the tip is, what it can reach. Nothing is sent from here.
//!
//! Lengths are millimetres and angles degrees. The table's plane is x to the right and y away from the arm, z is up; the origin is on
//! the table below the base's axis. The base's angle is that of the arm seen from above against x, so 90 is straight ahead; the
//! shoulder's is that of the upper arm against the table; those of elbow and wrist are relative to the part before, and negative
//! where the arm bends down. The pitch is that of the hand against the table: straight down is -90.

mod config;
mod joint;
mod kinematics;
mod limits;

pub use config::{Config, ConfigError, Gripper, Lengths, PRESETS, Parked, preset};
pub use joint::{Joint, JointName, Servo};
pub use kinematics::{Angles, Tip};
pub use limits::{Pose, Pulses, Unreachable};
