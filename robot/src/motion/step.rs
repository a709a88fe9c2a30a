//! An arm moved step by step, by somebody who looks at it.

use super::mover::{Arm, ArmError};
use super::path::line;
use crate::arm::{JointName, Pose};

/// A step of an arm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// The tip, in mm.
    Tip([f64; 3]),
    /// A joint, in degrees.
    Joint(JointName, f64),
    /// The fingers, in mm.
    Open(f64),
    /// Nothing but telling where it is.
    Where,
}

impl Step {
    /// Reads a step: `x 5`, `y -5`, `z 2` in mm, `base 1` and other joints in degrees, `open 20` in mm, `where`; none if it is no step.
    pub fn read(text: &str) -> Option<Self> {
        let mut words = text.split_whitespace();
        let word = words.next()?;
        if word == "where" {
            return Some(Self::Where);
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

    /// Makes it, at a quarter of the speed.
    ///
    /// # Errors
    ///
    /// When the arm cannot: then it stays where it is; or when the driver fails.
    pub fn make(self, arm: &mut Arm) -> Result<(), ArmError> {
        const SLOWLY: f64 = 0.25;
        let at = *arm.at().ok_or(ArmError::NotStarted)?;
        let config = arm.config().clone();
        match self {
            Self::Where => Ok(()),
            Self::Open(width) => arm.grip(width),
            Self::Tip([x, y, z]) => {
                let tip = config.tip(&at);
                let mut to = tip;
                (to.x, to.y, to.z) = (to.x + x, to.y + y, to.z + z);
                let square = config.rotate.zip(at.rotate).map(|(joint, pulse)| {
                    config.angles(&at).base - 90.0 + joint.angle(f64::from(pulse.microseconds())) - joint.neutral
                });
                let (from, to) = (Pose { tip, square }, Pose { tip: to, square });
                let way = line(&config, &from, &to, arm.pace().slowed(SLOWLY))?;
                arm.follow(&way)
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
                arm.turn_to(&to, SLOWLY)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_read_and_other_words_are_none() {
        assert_eq!(Step::read("x 5"), Some(Step::Tip([5.0, 0.0, 0.0])));
        assert_eq!(Step::read(" base  -1.5 "), Some(Step::Joint(JointName::Base, -1.5)));
        assert_eq!(Step::read("where"), Some(Step::Where));
        for text in ["", "x", "x five", "x nan", "knee 5", "touch"] {
            assert_eq!(Step::read(text), None, "{text}");
        }
    }
}
