//! The kinematic model of the arm: link lengths, joints, forward and inverse kinematics, reachability. Nothing is sent
//! from here.
//!
//! Lengths are millimetres and angles degrees. In the table's plane x points right and y away from the arm; z points
//! up. The origin is on the table below the base's axis. The base angle is the arm's direction seen from above against
//! x, so 90 is straight ahead. The shoulder angle is that of the upper arm against the table. The elbow and wrist
//! angles are relative to the previous link, and negative where the arm bends down. The pitch is the hand's angle
//! against the table: straight down is -90.

mod config;
mod joint;
mod kinematics;
mod limits;

pub use config::{Config, ConfigError, Gripper, Lengths, PRESETS, ParkPose, preset};
pub use joint::{Joint, JointName, ServoTarget};
pub use kinematics::{Angles, Tip};
pub use limits::{Pose, Pulses, Unreachable};
