//! Jogging: moving an arm in small steps under the eyes of an operator.

use super::mover::{Arm, ArmError};
use super::path::plan_line;
use crate::arm::{JointName, Pose};

/// A jog step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Jog {
    /// Displacement of the tip, in mm.
    Tip([f64; 3]),
    /// Rotation of a joint, in degrees.
    Joint(JointName, f64),
    /// Width of the fingers, in mm.
    Open(f64),
    /// No movement; only the position is reported.
    Report,
}

impl Jog {
    /// Parses a step: `x 5`, `y -5`, `z 2` in mm, `base 1` and other joints in degrees, `open 20` in mm, `where`;
    /// `None` for other text.
    pub fn parse(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        if word == "where" {
            return Some(Self::Report);
        }
        let amount: f64 = words.next()?.parse().ok().filter(|amount: &f64| amount.is_finite())?;
        Some(match word {
            "x" => Self::Tip([amount, 0.0, 0.0]),
            "y" => Self::Tip([0.0, amount, 0.0]),
            "z" => Self::Tip([0.0, 0.0, amount]),
            "base" => Self::Joint(JointName::Base, amount),
            "shoulder" => Self::Joint(JointName::Shoulder, amount),
            "elbow" => Self::Joint(JointName::Elbow, amount),
            "wrist" => Self::Joint(JointName::Wrist, amount),
            "rotate" => Self::Joint(JointName::Rotate, amount),
            "open" => Self::Open(amount),
            _ => return None,
        })
    }

    /// Executes the step at a quarter of the speed.
    ///
    /// # Errors
    ///
    /// [`ArmError`] when the step is unreachable, with the arm unmoved, or the driver fails.
    pub fn execute(self, arm: &mut Arm) -> Result<(), ArmError> {
        const SLOWLY: f64 = 0.25;
        let at = *arm.commanded_pulses().ok_or(ArmError::NotStarted)?;
        let config = arm.config().clone();
        match self {
            Self::Report => Ok(()),
            Self::Open(width) => arm.grip(width),
            Self::Tip([x, y, z]) => {
                let tip = config.tip(&at);
                let mut to = tip;
                (to.x, to.y, to.z) = (to.x + x, to.y + y, to.z + z);
                let square = config.rotate.zip(at.rotate).map(|(joint, pulse)| {
                    config.angles(&at).base - 90.0 + joint.angle(f64::from(pulse.microseconds())) - joint.neutral
                });
                let (from, to) = (Pose { tip, finger_angle: square }, Pose { tip: to, finger_angle: square });
                let path = plan_line(&config, &from, &to, arm.pace().scaled(SLOWLY))?;
                arm.follow(&path)
            }
            Self::Joint(joint, degrees) => {
                let mut angles = config.angles(&at);
                let turned = config.rotate.zip(at.rotate);
                let mut rotate = turned.map(|(joint, pulse)| joint.angle(f64::from(pulse.microseconds())));
                match joint {
                    JointName::Base => angles.base += degrees,
                    JointName::Shoulder => angles.shoulder += degrees,
                    JointName::Elbow => angles.elbow += degrees,
                    JointName::Wrist => angles.wrist += degrees,
                    JointName::Rotate | JointName::Gripper => rotate = rotate.map(|angle| angle + degrees),
                }
                let to = config.pulses(&angles, rotate)?;
                arm.move_joints_to(&to, SLOWLY)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jog_steps_are_parsed_and_other_text_is_rejected() {
        assert_eq!(Jog::parse("x 5"), Some(Jog::Tip([5.0, 0.0, 0.0])));
        assert_eq!(Jog::parse(" base  -1.5 "), Some(Jog::Joint(JointName::Base, -1.5)));
        assert_eq!(Jog::parse("where"), Some(Jog::Report));
        for text in ["", "x", "x five", "x nan", "knee 5", "touch"] {
            assert_eq!(Jog::parse(text), None, "{text}");
        }
    }
}
