//! The configuration of an arm as read from a TOML file: link lengths, servos, joint limits, park pose.

use serde::{Deserialize, Serialize};

use super::{Angles, Joint, JointName};
use crate::protocol::{Channel, Pulse};

/// The built-in arm configurations: names and file texts.
pub const PRESETS: [(&str, &str); 3] = [
    ("al5d", include_str!("../../presets/al5d.toml")),
    ("robot-1", include_str!("../../presets/robot-1.toml")),
    ("robot-2", include_str!("../../presets/robot-2.toml")),
];

/// The built-in configuration of a name; `None` for an unknown name.
pub fn preset(name: &str) -> Option<Config> {
    let (_, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
    // A test below checks that every preset can be read.
    Config::read(text).ok()
}

/// Link lengths, in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lengths {
    /// Height of the shoulder axis above the table.
    pub base: f64,
    /// Distance from shoulder to elbow.
    pub humerus: f64,
    /// Distance from elbow to wrist.
    pub ulna: f64,
    /// Distance from the wrist to the point between the fingertips.
    pub grip: f64,
}

/// The gripper's calibration: `pulse = at_closed + per_mm * width`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gripper {
    /// The channel of the gripper servo.
    pub channel: Channel,
    /// The maximum width between the fingers, in mm.
    pub widest: f64,
    /// The pulse width at which the fingers touch, in microseconds.
    pub at_closed: f64,
    /// Change of the pulse width for one millimetre, in microseconds.
    pub per_mm: f64,
    /// The minimum pulse width.
    pub least: Pulse,
    /// The maximum pulse width.
    pub most: Pulse,
    /// The maximum speed, in microseconds of pulse width per second.
    pub speed: u16,
}

impl Gripper {
    /// The width between the fingers at a pulse width, in mm.
    pub fn width(&self, pulse: f64) -> f64 {
        (pulse - self.at_closed) / self.per_mm
    }
}

/// The park pose: the joint angles at which the arm waits, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ParkPose {
    /// Angle of the arm seen from above.
    pub base: f64,
    /// Angle of the upper arm against the table.
    pub shoulder: f64,
    /// Angle of the forearm against the upper arm.
    pub elbow: f64,
    /// Angle of the hand against the forearm.
    pub wrist: f64,
}

impl ParkPose {
    /// The park pose as joint angles.
    pub fn angles(&self) -> Angles {
        Angles { base: self.base, shoulder: self.shoulder, elbow: self.elbow, wrist: self.wrist }
    }
}

/// The idle timeout of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IdleTimeout {
    /// Time without a move, in seconds, after which the arm parks and releases its servos.
    pub rests_after: u64,
}

impl Default for IdleTimeout {
    fn default() -> Self {
        Self { rests_after: 120 }
    }
}

/// The configuration of an arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The name of the arm.
    pub name: String,
    /// The link lengths.
    pub lengths: Lengths,
    /// The joint that turns the arm.
    pub base: Joint,
    /// The joint that lifts the upper arm.
    pub shoulder: Joint,
    /// The joint that bends the forearm.
    pub elbow: Joint,
    /// The joint that bends the hand.
    pub wrist: Joint,
    /// The joint that turns the hand, on arms that have one.
    pub rotate: Option<Joint>,
    /// The gripper.
    pub gripper: Gripper,
    /// The park pose.
    pub park: ParkPose,
    /// The idle timeout.
    #[serde(default)]
    pub idle: IdleTimeout,
    /// A digital input of the controller, A to F, that acts as an emergency stop when it is pulled low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_input: Option<char>,
}

/// An error in an arm configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The text is not valid TOML, or does not have the expected keys.
    #[error("{0}")]
    Text(String),
    /// A value is out of range or inconsistent.
    #[error("[{part}] {key}: {why}")]
    Value {
        /// The TOML table.
        part: String,
        /// The key in the table.
        key: &'static str,
        /// The reason, with the permitted values.
        why: String,
    },
}

impl Config {
    /// Parses and checks a configuration.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] when the text cannot be parsed or a value is invalid.
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| ConfigError::Text(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    /// Writes the configuration as TOML text that [`Config::read`] accepts.
    pub fn write(&self) -> String {
        // Tables of numbers and strings can always be serialized.
        toml::to_string(self).unwrap_or_default()
    }

    /// The joints that position the tip, and the one that turns the hand on arms that have one.
    pub fn joints(&self) -> impl Iterator<Item = (JointName, &Joint)> {
        let four = [
            (JointName::Base, &self.base),
            (JointName::Shoulder, &self.shoulder),
            (JointName::Elbow, &self.elbow),
            (JointName::Wrist, &self.wrist),
        ];
        four.into_iter().chain(self.rotate.as_ref().map(|rotate| (JointName::Rotate, rotate)))
    }

    /// Checks all values.
    ///
    /// # Errors
    ///
    /// [`ConfigError`] for the first invalid value.
    pub fn check(&self) -> Result<(), ConfigError> {
        let wrong = |part: String, key, why: String| Err(ConfigError::Value { part, key, why });
        let Lengths { base, humerus, ulna, grip } = self.lengths;
        for (key, length, least) in
            [("base", base, 0.0), ("humerus", humerus, 1.0), ("ulna", ulna, 1.0), ("grip", grip, 0.0)]
        {
            if !(least..=2000.0).contains(&length) {
                return wrong(
                    "lengths".to_owned(),
                    key,
                    format!("{length} mm is out of range: lengths are {least} to 2000 mm"),
                );
            }
        }
        let mut channels = vec![(JointName::Gripper, self.gripper.channel)];
        for (name, joint) in self.joints() {
            let part = name.to_string().split(' ').next_back().unwrap_or_default().to_owned();
            if !(1.0..=50.0).contains(&joint.per_degree.abs()) {
                return wrong(
                    part,
                    "per_degree",
                    format!(
                        "{} us per degree is implausible: servos have about 10, or -10 if mounted in reverse",
                        joint.per_degree
                    ),
                );
            }
            if !(joint.least < joint.most && joint.least >= -360.0 && joint.most <= 360.0) {
                return wrong(part, "least", format!("{} to {} degrees is no valid range", joint.least, joint.most));
            }
            for (key, angle) in [("least", joint.least), ("most", joint.most)] {
                let pulse = joint.pulse(angle);
                if !(500.0..=2500.0).contains(&pulse) {
                    return wrong(
                        part,
                        key,
                        format!(
                            "{angle} degrees would be a pulse of {pulse:.0} us; the servo controller gives 500 to 2500"
                        ),
                    );
                }
            }
            if joint.speed == 0 {
                return wrong(part, "speed", "a speed of 0 us a second would never arrive".to_owned());
            }
            if let Some((other, _)) = channels.iter().find(|(_, channel)| *channel == joint.channel) {
                return wrong(part, "channel", format!("{} is already used by the {other}", joint.channel));
            }
            channels.push((name, joint.channel));
        }
        let gripper = &self.gripper;
        for (key, width) in [("at_closed", 0.0), ("widest", gripper.widest)] {
            let pulse = gripper.at_closed + gripper.per_mm * width;
            if !(f64::from(gripper.least.microseconds())..=f64::from(gripper.most.microseconds())).contains(&pulse) {
                return wrong(
                    "gripper".to_owned(),
                    key,
                    format!("{width} mm would be a pulse of {pulse:.0} us, outside `least` and `most`"),
                );
            }
        }
        if gripper.speed == 0 {
            return wrong("gripper".to_owned(), "speed", "a speed of 0 us a second would never arrive".to_owned());
        }
        if let Some(input) = self.stop_input.filter(|input| !('A'..='F').contains(input)) {
            return wrong(
                "stop_input".to_owned(),
                "stop_input",
                format!("the servo controller has no input {input}: they are A to F"),
            );
        }
        match self.pulses(&self.park.angles(), None) {
            Ok(_) => Ok(()),
            Err(why) => wrong("park".to_owned(), "base", why.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_valid() {
        for (name, text) in PRESETS {
            let config = Config::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Config::read(&config.write()), Ok(config), "{name}");
        }
        assert!(preset("al5x").is_none());
    }

    #[test]
    fn invalid_values_are_reported_with_their_key() {
        let with = |from: &str, to: &str| {
            let text = PRESETS[0].1;
            assert!(text.contains(from), "{from}");
            Config::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(with("ulna = 187.325", "ulna = 0").contains("[lengths] ulna: 0 mm is out of range"));
        assert!(with("channel = 1", "channel = 0").contains("[shoulder] channel: 0 is already used by the base"));
        assert!(with("channel = 1", "channel = 40").contains("they are 0 to 31"));
        assert!(
            with("most = 139.0", "most = 220.0").contains("[shoulder] most: 220 degrees would be a pulse of 2800 us")
        );
        assert!(with("per_degree = 10.0", "per_degree = 0.0").contains("[base] per_degree"));
        assert!(with("speed = 400", "sped = 400").contains("sped"));
        assert!(with("shoulder = 130.0", "shoulder = 150.0").contains("[park]"));
        assert!(with("widest = 31.0", "widest = 60.0").contains("[gripper] widest"));
    }
}
