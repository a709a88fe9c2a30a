//! From a tip to pulses, within all limits or not at all: nothing is clamped.

use serde::{Deserialize, Serialize};

use super::{Angles, Config, JointName, Servo, Tip};
use crate::protocol::Pulse;

/// Where the tip is, and how the hand is turned above the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where.
    pub tip: Tip,
    /// The way from finger to finger seen from above, in degrees against x; none where it does not matter. An arm whose hand does not
    /// turn has it as it comes.
    pub square: Option<f64>,
}

impl Pose {
    /// With fingers as they come.
    pub const fn at(tip: Tip) -> Self {
        Self { tip, square: None }
    }

    /// The same above or below.
    #[must_use]
    pub const fn at_height(self, z: f64) -> Self {
        Self { tip: self.tip.at_height(z), square: self.square }
    }
}

/// Why a pose cannot be taken.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unreachable {
    /// The arm is too short.
    #[error("({x:.0}, {y:.0}, {z:.0}) mm is {beyond:.1} mm too far for the stretched arm")]
    TooFar {
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// Where.
        z: f64,
        /// How much is missing, in mm.
        beyond: f64,
    },
    /// It cannot fold that far.
    #[error("({x:.0}, {y:.0}, {z:.0}) mm is {inside:.1} mm too near for the folded arm")]
    TooNear {
        /// Where.
        x: f64,
        /// Where.
        y: f64,
        /// Where.
        z: f64,
        /// By how much, in mm.
        inside: f64,
    },
    /// A joint would have to turn beyond its limit.
    #[error("the {joint} would have to turn to {angle:.1} degrees; its limits are {least:.1} and {most:.1}")]
    Limit {
        /// Which.
        joint: JointName,
        /// How far.
        angle: f64,
        /// Its least angle.
        least: f64,
        /// Its greatest angle.
        most: f64,
    },
    /// The fingers would have to open wider, or the fingers' pulse is beyond its limits.
    #[error("the gripper opens 0 to {widest:.1} mm, not {width:.1}")]
    Width {
        /// What was asked.
        width: f64,
        /// What there is.
        widest: f64,
    },
    /// A number that is none.
    #[error("a pose with a coordinate that is no number")]
    NoNumber,
}

/// A pose as pulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pulses {
    /// Of the base.
    pub base: Pulse,
    /// Of the shoulder.
    pub shoulder: Pulse,
    /// Of the elbow.
    pub elbow: Pulse,
    /// Of the wrist.
    pub wrist: Pulse,
    /// Of what turns the hand, where something does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Pulse>,
}

impl Config {
    /// The pulses that bring the tip to a pose.
    ///
    /// # Errors
    ///
    /// When the arm does not get there within its limits: the limit that would be broken first.
    pub fn reach(&self, pose: &Pose) -> Result<Pulses, Unreachable> {
        let Tip { x, y, z, pitch } = pose.tip;
        if ![x, y, z, pitch, pose.square.unwrap_or(0.0)].iter().all(|number| number.is_finite()) {
            return Err(Unreachable::NoNumber);
        }
        let Some(angles) = Angles::reaching(&pose.tip, &self.lengths) else {
            return Err(self.out_of_reach(&pose.tip));
        };
        let rotate = pose.square.map(|square| self.rotate_for(angles.base, square));
        self.pulses(&angles, rotate)
    }

    /// The pulses of joint angles; the hand is turned by `rotate` degrees, or stays at its neutral angle.
    ///
    /// # Errors
    ///
    /// The first joint that would break its limit.
    pub fn pulses(&self, angles: &Angles, rotate: Option<f64>) -> Result<Pulses, Unreachable> {
        let turned = |joint: JointName, angle: f64| {
            let servo = match joint {
                JointName::Base => Some(&self.base),
                JointName::Shoulder => Some(&self.shoulder),
                JointName::Elbow => Some(&self.elbow),
                JointName::Wrist => Some(&self.wrist),
                JointName::Rotate | JointName::Gripper => self.rotate.as_ref(),
            };
            let Some(servo) = servo else { return Ok(None) };
            // An angle is the same a whole turn on: the one nearest to the middle of what the joint can do is meant.
            let middle = f64::midpoint(servo.least, servo.most);
            let angle = middle + (angle - middle + 180.0).rem_euclid(360.0) - 180.0;
            let refused = || Unreachable::Limit { joint, angle, least: servo.least, most: servo.most };
            if !servo.allows(angle) {
                return Err(refused());
            }
            // Whole microseconds: the nearest one may lie beyond a limit by less than half, which is one tenth of a degree.
            let pulse = servo.pulse(angle).round();
            Pulse::new(pulse as u16).map(Some).ok_or_else(refused)
        };
        let needed = |joint, angle| turned(joint, angle).map(|pulse| pulse.unwrap_or(Pulse::LEAST));
        let rotate = rotate.or_else(|| self.rotate.map(|joint| joint.neutral));
        Ok(Pulses {
            base: needed(JointName::Base, angles.base)?,
            shoulder: needed(JointName::Shoulder, angles.shoulder)?,
            elbow: needed(JointName::Elbow, angles.elbow)?,
            wrist: needed(JointName::Wrist, angles.wrist)?,
            rotate: rotate.map_or(Ok(None), |angle| turned(JointName::Rotate, angle))?,
        })
    }

    /// The angles of pulses.
    pub fn angles(&self, pulses: &Pulses) -> Angles {
        let angle = |joint: &super::Joint, pulse: Pulse| joint.angle(f64::from(pulse.microseconds()));
        Angles {
            base: angle(&self.base, pulses.base),
            shoulder: angle(&self.shoulder, pulses.shoulder),
            elbow: angle(&self.elbow, pulses.elbow),
            wrist: angle(&self.wrist, pulses.wrist),
        }
    }

    /// Where pulses bring the tip, whole microseconds and all.
    pub fn tip(&self, pulses: &Pulses) -> Tip {
        self.angles(pulses).tip(&self.lengths)
    }

    /// The pulses as servos with their speeds.
    pub fn servos(&self, pulses: &Pulses) -> Vec<Servo> {
        let pulse = |joint: JointName| match joint {
            JointName::Base => Some(pulses.base),
            JointName::Shoulder => Some(pulses.shoulder),
            JointName::Elbow => Some(pulses.elbow),
            JointName::Wrist => Some(pulses.wrist),
            JointName::Rotate | JointName::Gripper => pulses.rotate,
        };
        let servo = |(joint, servo): (JointName, &super::Joint)| {
            Some(Servo { joint, channel: servo.channel, pulse: pulse(joint)?, speed: servo.speed })
        };
        self.joints().filter_map(servo).collect()
    }

    /// The gripper's servo for a width between the fingers, in mm.
    ///
    /// # Errors
    ///
    /// When the fingers do not open that wide.
    pub fn grip(&self, width: f64) -> Result<Servo, Unreachable> {
        let gripper = &self.gripper;
        let pulse = (gripper.at_closed + gripper.per_mm * width).round();
        let limits = f64::from(gripper.least.microseconds())..=f64::from(gripper.most.microseconds());
        let allowed = (0.0..=gripper.widest + 1e-9).contains(&width) && limits.contains(&pulse);
        let pulse = Pulse::new(pulse as u16).filter(|_| allowed);
        let pulse = pulse.ok_or(Unreachable::Width { width, widest: gripper.widest })?;
        Ok(Servo { joint: JointName::Gripper, channel: gripper.channel, pulse, speed: gripper.speed })
    }

    /// How the hand must be turned so that the way from finger to finger lies at an angle seen from above. At its neutral angle the
    /// fingers lie across the arm. A half turn of the hand makes no difference, a quarter does where pieces are not round.
    fn rotate_for(&self, base: f64, square: f64) -> f64 {
        let across = base - 90.0;
        let turn = (square - across + 90.0).rem_euclid(180.0) - 90.0;
        self.rotate.map_or(0.0, |joint| joint.neutral + turn)
    }

    fn out_of_reach(&self, tip: &Tip) -> Unreachable {
        let (sine, cosine) = tip.pitch.to_radians().sin_cos();
        let across = tip.radius() - self.lengths.grip * cosine;
        let up = tip.z - self.lengths.grip * sine - self.lengths.base;
        let far = across.hypot(up);
        let stretched = self.lengths.humerus + self.lengths.ulna;
        let Tip { x, y, z, .. } = *tip;
        if far > stretched {
            Unreachable::TooFar { x, y, z, beyond: far - stretched }
        } else {
            let inside = (self.lengths.humerus - self.lengths.ulna).abs() - far;
            Unreachable::TooNear { x, y, z, inside }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::{Lengths, preset};

    /// The radii that can be reached with the hand straight down, in whole mm.
    fn radii(config: &Config, z: f64) -> (i32, i32) {
        let reached = |radius: &i32| config.reach(&Pose::at(Tip::down(0.0, f64::from(*radius), z))).is_ok();
        let all: Vec<i32> = (0..500).filter(reached).collect();
        // Nothing within is left out.
        assert_eq!(all.len() as i32, all.last().unwrap() - all[0] + 1);
        (all[0], *all.last().unwrap())
    }

    #[test]
    fn the_reach_is_that_worked_out_for_these_lengths() {
        let mut config = preset("al5d").unwrap();
        config.lengths = Lengths { base: 70.0, humerus: 146.0, ulna: 187.0, grip: 105.0 };
        config.shoulder.least = 0.0;
        config.elbow.most = 0.0;
        config.check().unwrap();
        let outer = [20.0, 40.0, 80.0].map(|z| radii(&config, z).1);
        assert_eq!(outer, [322, 312, 276]);
        // With the shoulder up to 139 degrees and the elbow down to -152.
        let inner = radii(&config, 20.0).0;
        assert!((inner - 72).abs() <= 1, "{inner}");
        // With a wrist that bends down to -90 degrees, and nothing else in the way.
        config.shoulder.most = 175.0;
        config.elbow.least = -175.0;
        config.check().unwrap();
        let inner = [20.0, 40.0, 80.0].map(|z| radii(&config, z).0);
        for (found, known) in inner.into_iter().zip([52, 62, 98]) {
            assert!((found - known).abs() <= 1, "{found} instead of {known}");
        }
    }

    #[test]
    fn what_is_refused_says_why() {
        let config = preset("al5d").unwrap();
        let why = |x, y, z| config.reach(&Pose::at(Tip::down(x, y, z))).unwrap_err().to_string();
        assert!(why(0.0, 500.0, 20.0).contains("too far for the stretched arm"), "{}", why(0.0, 500.0, 20.0));
        assert!(why(0.0, 0.0, -30.0).contains("too near"), "{}", why(0.0, 0.0, -30.0));
        assert!(why(0.0, 40.0, 20.0).contains("would have to turn to"), "{}", why(0.0, 40.0, 20.0));
        assert!(why(0.0, -200.0, 20.0).contains("the base would have to turn"), "{}", why(0.0, -200.0, 20.0));
        assert_eq!(why(f64::NAN, 0.0, 0.0), "a pose with a coordinate that is no number");
        assert_eq!(config.grip(40.0).unwrap_err().to_string(), "the gripper opens 0 to 31.0 mm, not 40.0");
    }

    #[test]
    fn the_hand_keeps_square_to_the_board_wherever_the_arm_points() {
        let config = preset("al5d").unwrap();
        for x in [-150.0, -40.0, 0.0, 90.0, 180.0] {
            let pose = Pose { tip: Tip::down(x, 180.0, 30.0), square: Some(7.0) };
            let pulses = config.reach(&pose).unwrap();
            let rotate = config.rotate.unwrap().angle(f64::from(pulses.rotate.unwrap().microseconds()));
            let fingers = config.angles(&pulses).base - 90.0 + rotate;
            let off = (fingers - 7.0 + 90.0).rem_euclid(180.0) - 90.0;
            assert!(off.abs() < 0.2, "{x}: {off}");
        }
    }

    #[test]
    fn whole_microseconds_keep_the_tip_within_a_millimetre() {
        let config = preset("al5d").unwrap();
        for (x, y) in [(0.0, 100.0), (120.0, 200.0), (-60.0, 280.0), (0.0, 310.0)] {
            let tip = config.tip(&config.reach(&Pose::at(Tip::down(x, y, 20.0))).unwrap());
            assert!((tip.x - x).hypot(tip.y - y).hypot(tip.z - 20.0) < 1.0, "{tip:?}");
        }
    }
}
