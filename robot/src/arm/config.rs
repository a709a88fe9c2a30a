//! An arm as a file describes it: lengths, servos, limits, where it parks.

use serde::{Deserialize, Serialize};

use super::{Angles, Joint, JointName};
use crate::protocol::{Channel, Pulse};

/// The arms that are known by name, with their files.
pub const PRESETS: [(&str, &str); 3] = [
    ("al5d", include_str!("../../presets/al5d.toml")),
    ("robot-1", include_str!("../../presets/robot-1.toml")),
    ("robot-2", include_str!("../../presets/robot-2.toml")),
];

/// An arm that is known by name; none of another name.
pub fn preset(name: &str) -> Option<Config> {
    let (_, text) = PRESETS.iter().find(|(known, _)| *known == name)?;
    // That each can be read is tested below.
    Config::read(text).ok()
}

/// Lengths of the arm's parts, in mm.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lengths {
    /// From the table to the shoulder's axis.
    pub base: f64,
    /// From shoulder to elbow.
    pub humerus: f64,
    /// From elbow to wrist.
    pub ulna: f64,
    /// From wrist to between the fingertips.
    pub grip: f64,
}

/// The gripper: `pulse = at_closed + per_mm * width`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gripper {
    /// Where the servo is plugged in.
    pub channel: Channel,
    /// The greatest width between the fingers, in mm.
    pub widest: f64,
    /// The pulse at which the fingers touch, in microseconds.
    pub at_closed: f64,
    /// Microseconds of pulse for a millimetre.
    pub per_mm: f64,
    /// The least pulse.
    pub least: Pulse,
    /// The greatest pulse.
    pub most: Pulse,
    /// The greatest speed, in microseconds of pulse a second.
    pub speed: u16,
}

impl Gripper {
    /// The width between the fingers at a pulse, in mm.
    pub fn width(&self, pulse: f64) -> f64 {
        (pulse - self.at_closed) / self.per_mm
    }
}

/// The pose in which the arm waits, in degrees.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parked {
    /// Of the arm seen from above.
    pub base: f64,
    /// Of the upper arm against the table.
    pub shoulder: f64,
    /// Of the forearm against the upper arm.
    pub elbow: f64,
    /// Of the hand against the forearm.
    pub wrist: f64,
}

impl Parked {
    /// As angles.
    pub fn angles(&self) -> Angles {
        Angles { base: self.base, shoulder: self.shoulder, elbow: self.elbow, wrist: self.wrist }
    }
}

/// When an arm rests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Idle {
    /// Seconds without a move until it parks and lets go.
    pub rests_after: u64,
}

impl Default for Idle {
    fn default() -> Self {
        Self { rests_after: 120 }
    }
}

/// An arm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// What it is called.
    pub name: String,
    /// Its parts.
    pub lengths: Lengths,
    /// Turns the arm.
    pub base: Joint,
    /// Lifts the upper arm.
    pub shoulder: Joint,
    /// Bends the forearm.
    pub elbow: Joint,
    /// Bends the hand.
    pub wrist: Joint,
    /// Turns the hand, where it can.
    pub rotate: Option<Joint>,
    /// The fingers.
    pub gripper: Gripper,
    /// Where it waits.
    pub park: Parked,
    /// When it rests.
    #[serde(default)]
    pub idle: Idle,
    /// An input of the board, A to F, that is an emergency stop when something pulls it low.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop_input: Option<char>,
}

/// Why a description is no arm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// It is not even the right kind of text.
    #[error("{0}")]
    Text(String),
    /// It says something impossible.
    #[error("[{part}] {key}: {why}")]
    Value {
        /// Which table.
        part: String,
        /// Which key.
        key: &'static str,
        /// What is wrong and what would be right.
        why: String,
    },
}

impl Config {
    /// Reads a description.
    ///
    /// # Errors
    ///
    /// When it is none, or says what cannot be.
    pub fn read(text: &str) -> Result<Self, ConfigError> {
        let config: Self = toml::from_str(text).map_err(|error| ConfigError::Text(error.to_string()))?;
        config.check()?;
        Ok(config)
    }

    /// As a text that can be read again.
    pub fn write(&self) -> String {
        // Tables of numbers and texts can always be written.
        toml::to_string(self).unwrap_or_default()
    }

    /// The joints that bring the tip somewhere, and the one that turns the hand where there is one.
    pub fn joints(&self) -> impl Iterator<Item = (JointName, &Joint)> {
        let four = [
            (JointName::Base, &self.base),
            (JointName::Shoulder, &self.shoulder),
            (JointName::Elbow, &self.elbow),
            (JointName::Wrist, &self.wrist),
        ];
        four.into_iter().chain(self.rotate.as_ref().map(|rotate| (JointName::Rotate, rotate)))
    }

    /// Whether it says what can be.
    ///
    /// # Errors
    ///
    /// The first thing that cannot.
    pub fn check(&self) -> Result<(), ConfigError> {
        let wrong = |part: String, key, why: String| Err(ConfigError::Value { part, key, why });
        let Lengths { base, humerus, ulna, grip } = self.lengths;
        for (key, length, least) in
            [("base", base, 0.0), ("humerus", humerus, 1.0), ("ulna", ulna, 1.0), ("grip", grip, 0.0)]
        {
            if !(least..=2000.0).contains(&length) {
                return wrong("lengths".to_owned(), key, format!("{length} mm is no length: {least} to 2000 are"));
            }
        }
        let mut channels = vec![(JointName::Gripper, self.gripper.channel)];
        for (name, joint) in self.joints() {
            let part = name.to_string().split(' ').next_back().unwrap_or_default().to_owned();
            if !(1.0..=50.0).contains(&joint.per_degree.abs()) {
                return wrong(
                    part,
                    "per_degree",
                    format!("{} us: servos have about 10, or -10 the other way round", joint.per_degree),
                );
            }
            if !(joint.least < joint.most && joint.least >= -360.0 && joint.most <= 360.0) {
                return wrong(part, "least", format!("{} to {} are no limits in degrees", joint.least, joint.most));
            }
            for (key, angle) in [("least", joint.least), ("most", joint.most)] {
                let pulse = joint.pulse(angle);
                if !(500.0..=2500.0).contains(&pulse) {
                    return wrong(
                        part,
                        key,
                        format!("{angle} degrees would be a pulse of {pulse:.0} us; the board makes 500 to 2500"),
                    );
                }
            }
            if joint.speed == 0 {
                return wrong(part, "speed", "0 us a second would never arrive".to_owned());
            }
            if let Some((other, _)) = channels.iter().find(|(_, channel)| *channel == joint.channel) {
                return wrong(part, "channel", format!("{} is that of the {other} already", joint.channel));
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
                    format!("{width} mm would be a pulse of {pulse:.0} us, beyond its limits"),
                );
            }
        }
        if gripper.speed == 0 {
            return wrong("gripper".to_owned(), "speed", "0 us a second would never arrive".to_owned());
        }
        if let Some(input) = self.stop_input.filter(|input| !('A'..='F').contains(input)) {
            return wrong(
                "stop_input".to_owned(),
                "stop_input",
                format!("the board has no input {input}: they are A to F"),
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
    fn every_preset_is_an_arm() {
        for (name, text) in PRESETS {
            let config = Config::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(Config::read(&config.write()), Ok(config), "{name}");
        }
        assert!(preset("al5x").is_none());
    }

    #[test]
    fn what_cannot_be_is_told_with_its_place() {
        let with = |from: &str, to: &str| {
            let text = PRESETS[0].1;
            assert!(text.contains(from), "{from}");
            Config::read(&text.replacen(from, to, 1)).unwrap_err().to_string()
        };
        assert!(with("ulna = 187.325", "ulna = 0").contains("[lengths] ulna: 0 mm is no length"));
        assert!(with("channel = 1", "channel = 0").contains("[shoulder] channel: 0 is that of the base already"));
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
