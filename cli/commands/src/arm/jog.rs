//! Manual control of an arm from the keyboard: help text and pose report.

use boardwright_robot::motion::Arm;

/// Help for the steps.
pub const JOG_HELP: &str = "  x 5, y -5, z 2        the fingertips so many mm to the right, away from the arm, up
  base 1, shoulder -1, elbow 1, wrist -1, rotate 5   a joint so many degrees
  open 20               the fingers so many mm apart
  where                 tell where the fingertips are, and every joint";

/// Describes the pose of an arm.
pub fn describe_pose(arm: &Arm) -> String {
    let Some(at) = arm.commanded_pulses() else { return "the arm has not been started".to_owned() };
    let config = arm.config();
    let (tip, angles) = (config.tip(at), config.angles(at));
    format!(
        "tip {:.1} {:.1} {:.1} mm, pitch {:.1}; base {:.1}, shoulder {:.1}, elbow {:.1}, wrist {:.1} degrees",
        tip.x, tip.y, tip.z, tip.pitch, angles.base, angles.shoulder, angles.elbow, angles.wrist
    )
}
