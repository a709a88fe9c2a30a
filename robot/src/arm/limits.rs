//! Inverse kinematics within joint limits: pulse widths of a pose, or the reason why it is unreachable. Nothing is
//! clamped.

use serde::{Deserialize, Serialize};

use super::{Angles, Config, JointName, ServoTarget, Tip};
use crate::protocol::Pulse;

/// A pose of the end effector: the tip, and the rotation of the hand above the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// The tip position and pitch.
    pub tip: Tip,
    /// Direction from finger to finger seen from above, in degrees against x; `None` where it does not matter. An arm
    /// without a rotating hand ignores it.
    pub finger_angle: Option<f64>,
}

impl Pose {
    /// Creates a pose with any finger direction.
    pub const fn at(tip: Tip) -> Self {
        Self { tip, finger_angle: None }
    }

    /// This pose at another height.
    #[must_use]
    pub const fn at_height(self, z: f64) -> Self {
        Self { tip: self.tip.at_height(z), finger_angle: self.finger_angle }
    }
}

/// The reason why a pose is unreachable.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Unreachable {
    /// The target is beyond the stretched arm.
    #[error("({x:.0}, {y:.0}, {z:.0}) mm is {beyond:.1} mm too far for the stretched arm")]
    TooFar {
        /// The target's x, in mm.
        x: f64,
        /// The target's y, in mm.
        y: f64,
        /// The target's z, in mm.
        z: f64,
        /// Distance beyond the stretched arm, in mm.
        beyond: f64,
    },
    /// The target is nearer than the folded arm reaches.
    #[error("({x:.0}, {y:.0}, {z:.0}) mm is {inside:.1} mm too near for the folded arm")]
    TooNear {
        /// The target's x, in mm.
        x: f64,
        /// The target's y, in mm.
        y: f64,
        /// The target's z, in mm.
        z: f64,
        /// Distance inside the folded arm, in mm.
        inside: f64,
    },
    /// A joint limit would be exceeded.
    #[error("the {joint} would have to turn to {angle:.1} degrees; its limits are {least:.1} and {most:.1}")]
    Limit {
        /// The joint.
        joint: JointName,
        /// The required angle, in degrees.
        angle: f64,
        /// The joint's minimum angle, in degrees.
        least: f64,
        /// The joint's maximum angle, in degrees.
        most: f64,
    },
    /// The gripper width or its pulse width is out of range.
    #[error("the gripper opens 0 to {widest:.1} mm, not {width:.1}")]
    Width {
        /// The requested width, in mm.
        width: f64,
        /// The maximum width, in mm.
        widest: f64,
    },
    /// A coordinate is not a finite number.
    #[error("the pose has a coordinate that is not a finite number")]
    NotFinite,
}

/// The pulse widths of a pose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pulses {
    /// Pulse width of the base.
    pub base: Pulse,
    /// Pulse width of the shoulder.
    pub shoulder: Pulse,
    /// Pulse width of the elbow.
    pub elbow: Pulse,
    /// Pulse width of the wrist.
    pub wrist: Pulse,
    /// Pulse width of the joint that turns the hand, on arms that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rotate: Option<Pulse>,
}

impl Config {
    /// Inverse kinematics: the pulse widths that bring the end effector to a pose.
    ///
    /// # Errors
    ///
    /// [`Unreachable`] with the first limit that would be exceeded.
    pub fn reach(&self, pose: &Pose) -> Result<Pulses, Unreachable> {
        let Tip { x, y, z, pitch } = pose.tip;
        if ![x, y, z, pitch, pose.finger_angle.unwrap_or(0.0)].iter().all(|number| number.is_finite()) {
            return Err(Unreachable::NotFinite);
        }
        let Some(angles) = Angles::inverse_kinematics(&pose.tip, &self.lengths) else {
            return Err(self.unreachable_reason(&pose.tip));
        };
        let rotate = pose.finger_angle.map(|square| self.rotate_for(angles.base, square));
        self.pulses(&angles, rotate)
    }

    /// The pulse widths of joint angles; the hand is turned by `rotate` degrees, or stays at its neutral angle.
    ///
    /// # Errors
    ///
    /// [`Unreachable::Limit`] for the first joint whose limit would be exceeded.
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
            // Angles are periodic: the equivalent angle nearest to the middle of the joint's range is used.
            let middle = f64::midpoint(servo.least, servo.most);
            let angle = middle + (angle - middle + 180.0).rem_euclid(360.0) - 180.0;
            let refused = || Unreachable::Limit { joint, angle, least: servo.least, most: servo.most };
            if !servo.is_allowed(angle) {
                return Err(refused());
            }
            // Rounding to whole microseconds may exceed a limit by less than half a microsecond, a tenth of a degree.
            let pulse = servo.pulse(angle).round();
            Pulse::new(pulse as u16).map(Some).ok_or_else(refused)
        };
        let needed = |joint, angle| turned(joint, angle).map(|pulse| pulse.unwrap_or(Pulse::MIN));
        let rotate = rotate.or_else(|| self.rotate.map(|joint| joint.neutral));
        Ok(Pulses {
            base: needed(JointName::Base, angles.base)?,
            shoulder: needed(JointName::Shoulder, angles.shoulder)?,
            elbow: needed(JointName::Elbow, angles.elbow)?,
            wrist: needed(JointName::Wrist, angles.wrist)?,
            rotate: rotate.map_or(Ok(None), |angle| turned(JointName::Rotate, angle))?,
        })
    }

    /// The joint angles of pulse widths.
    pub fn angles(&self, pulses: &Pulses) -> Angles {
        let angle = |joint: &super::Joint, pulse: Pulse| joint.angle(f64::from(pulse.microseconds()));
        Angles {
            base: angle(&self.base, pulses.base),
            shoulder: angle(&self.shoulder, pulses.shoulder),
            elbow: angle(&self.elbow, pulses.elbow),
            wrist: angle(&self.wrist, pulses.wrist),
        }
    }

    /// Forward kinematics: the tip of pulse widths, including their rounding to whole microseconds.
    pub fn tip(&self, pulses: &Pulses) -> Tip {
        self.angles(pulses).forward_kinematics(&self.lengths)
    }

    /// The servo targets of pulse widths, with the speeds of the joints.
    pub fn servo_targets(&self, pulses: &Pulses) -> Vec<ServoTarget> {
        let pulse = |joint: JointName| match joint {
            JointName::Base => Some(pulses.base),
            JointName::Shoulder => Some(pulses.shoulder),
            JointName::Elbow => Some(pulses.elbow),
            JointName::Wrist => Some(pulses.wrist),
            JointName::Rotate | JointName::Gripper => pulses.rotate,
        };
        let servo = |(joint, servo): (JointName, &super::Joint)| {
            Some(ServoTarget { joint, channel: servo.channel, pulse: pulse(joint)?, speed: servo.speed })
        };
        self.joints().filter_map(servo).collect()
    }

    /// The gripper servo's target for a width between the fingers, in mm.
    ///
    /// # Errors
    ///
    /// [`Unreachable::Width`] when the fingers do not open that wide.
    pub fn gripper_target(&self, width: f64) -> Result<ServoTarget, Unreachable> {
        let gripper = &self.gripper;
        let pulse = (gripper.at_closed + gripper.per_mm * width).round();
        let limits = f64::from(gripper.least.microseconds())..=f64::from(gripper.most.microseconds());
        let allowed = (0.0..=gripper.widest + 1e-9).contains(&width) && limits.contains(&pulse);
        let pulse = Pulse::new(pulse as u16).filter(|_| allowed);
        let pulse = pulse.ok_or(Unreachable::Width { width, widest: gripper.widest })?;
        Ok(ServoTarget { joint: JointName::Gripper, channel: gripper.channel, pulse, speed: gripper.speed })
    }

    /// The angle of the rotating joint that brings the finger direction to an angle seen from above. At the neutral
    /// angle the fingers lie across the arm. A half turn of the hand makes no difference; a quarter turn does for
    /// pieces that are not round.
    fn rotate_for(&self, base: f64, square: f64) -> f64 {
        let across = base - 90.0;
        let turn = (square - across + 90.0).rem_euclid(180.0) - 90.0;
        self.rotate.map_or(0.0, |joint| joint.neutral + turn)
    }

    fn unreachable_reason(&self, tip: &Tip) -> Unreachable {
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

    /// The minimum and maximum radius that can be reached with the hand straight down, in whole mm.
    fn radii(config: &Config, z: f64) -> (i32, i32) {
        let reached = |radius: &i32| config.reach(&Pose::at(Tip::down(0.0, f64::from(*radius), z))).is_ok();
        let all: Vec<i32> = (0..500).filter(reached).collect();
        // The reachable radii are contiguous.
        assert_eq!(all.len() as i32, all.last().unwrap() - all[0] + 1);
        (all[0], *all.last().unwrap())
    }

    #[test]
    fn the_reach_matches_the_computed_radii() {
        let mut config = preset("al5d").unwrap();
        config.lengths = Lengths { base: 70.0, humerus: 146.0, ulna: 187.0, grip: 105.0 };
        config.shoulder.least = 0.0;
        config.elbow.most = 0.0;
        config.check().unwrap();
        let outer = [20.0, 40.0, 80.0].map(|z| radii(&config, z).1);
        assert_eq!(outer, [322, 312, 276]);
        // The shoulder goes up to 139 degrees and the elbow down to -152.
        let inner = radii(&config, 20.0).0;
        assert!((inner - 72).abs() <= 1, "{inner}");
        // Only the wrist's limit of -90 degrees remains.
        config.shoulder.most = 175.0;
        config.elbow.least = -175.0;
        config.check().unwrap();
        let inner = [20.0, 40.0, 80.0].map(|z| radii(&config, z).0);
        for (found, known) in inner.into_iter().zip([52, 62, 98]) {
            assert!((found - known).abs() <= 1, "{found} instead of {known}");
        }
    }

    #[test]
    fn unreachable_poses_are_explained() {
        let config = preset("al5d").unwrap();
        let why = |x, y, z| config.reach(&Pose::at(Tip::down(x, y, z))).unwrap_err().to_string();
        assert!(why(0.0, 500.0, 20.0).contains("too far for the stretched arm"), "{}", why(0.0, 500.0, 20.0));
        assert!(why(0.0, 0.0, -30.0).contains("too near"), "{}", why(0.0, 0.0, -30.0));
        assert!(why(0.0, 40.0, 20.0).contains("would have to turn to"), "{}", why(0.0, 40.0, 20.0));
        assert!(why(0.0, -200.0, 20.0).contains("the base would have to turn"), "{}", why(0.0, -200.0, 20.0));
        assert_eq!(why(f64::NAN, 0.0, 0.0), "the pose has a coordinate that is not a finite number");
        assert_eq!(config.gripper_target(40.0).unwrap_err().to_string(), "the gripper opens 0 to 31.0 mm, not 40.0");
    }

    #[test]
    fn the_hand_stays_aligned_with_the_board() {
        let config = preset("al5d").unwrap();
        for x in [-150.0, -40.0, 0.0, 90.0, 180.0] {
            let pose = Pose { tip: Tip::down(x, 180.0, 30.0), finger_angle: Some(7.0) };
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
