//! Forward kinematics (tip of given joint angles) and closed-form inverse kinematics (joint angles of a given tip).
//! Joint limits are checked elsewhere, in [`Config::reach`](super::Config::reach).

use super::Lengths;

/// The angles of the joints that position the tip, in degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Angles {
    /// Angle of the arm seen from above.
    pub base: f64,
    /// Angle of the upper arm against the table.
    pub shoulder: f64,
    /// Angle of the forearm against the upper arm; negative bends down.
    pub elbow: f64,
    /// Angle of the hand against the forearm.
    pub wrist: f64,
}

/// Position of the end effector: the midpoint between the fingertips, and the pitch of the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tip {
    /// Position to the right, in mm.
    pub x: f64,
    /// Position away from the arm, in mm.
    pub y: f64,
    /// Height, in mm.
    pub z: f64,
    /// Pitch of the hand against the table, in degrees: straight down is -90.
    pub pitch: f64,
}

impl Tip {
    /// Creates a tip with the hand straight down.
    pub const fn down(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z, pitch: -90.0 }
    }

    /// Distance from the base's axis, in mm.
    pub fn radius(&self) -> f64 {
        self.x.hypot(self.y)
    }

    /// This tip at another height.
    #[must_use]
    pub const fn at_height(self, z: f64) -> Self {
        Self { z, ..self }
    }
}

impl Angles {
    /// Forward kinematics: the tip of these joint angles.
    pub fn forward_kinematics(&self, lengths: &Lengths) -> Tip {
        let (upper, fore, hand) = (self.shoulder, self.shoulder + self.elbow, self.shoulder + self.elbow + self.wrist);
        let parts = [(lengths.humerus, upper), (lengths.ulna, fore), (lengths.grip, hand)];
        let (mut radius, mut z) = (0.0, lengths.base);
        for (length, angle) in parts {
            let (sine, cosine) = angle.to_radians().sin_cos();
            radius += length * cosine;
            z += length * sine;
        }
        let (sine, cosine) = self.base.to_radians().sin_cos();
        Tip { x: radius * cosine, y: radius * sine, z, pitch: hand }
    }

    /// Inverse kinematics with the elbow up: the joint angles that bring the tip to a point; `None` where the arm is
    /// too short or cannot fold that far.
    ///
    /// Closed-form solution by the law of cosines, in the triangle of upper arm, forearm and the line from shoulder to
    /// wrist. The elbow's angle is computed from sine and cosine, because an arc cosine is inexact for a nearly
    /// straight arm.
    pub fn inverse_kinematics(tip: &Tip, lengths: &Lengths) -> Option<Self> {
        let (sine, cosine) = tip.pitch.to_radians().sin_cos();
        let across = tip.radius() - lengths.grip * cosine;
        let up = tip.z - lengths.grip * sine - lengths.base;
        let (humerus, ulna) = (lengths.humerus, lengths.ulna);
        let far = across.mul_add(across, up * up);
        let bend = (far - humerus * humerus - ulna * ulna) / (2.0 * humerus * ulna);
        // The tolerance covers rounding at the straight arm.
        if !(-1.0 - 1e-12..=1.0 + 1e-12).contains(&bend) {
            return None;
        }
        let bend = bend.clamp(-1.0, 1.0);
        let elbow = (-(1.0 - bend * bend).sqrt()).atan2(bend);
        // The upper arm stands above the line from shoulder to wrist by the triangle's angle at the shoulder.
        let above = (ulna * elbow.sin()).atan2(humerus + ulna * elbow.cos());
        let shoulder = (up.atan2(across) - above).to_degrees();
        let elbow = elbow.to_degrees();
        Some(Self { base: tip.y.atan2(tip.x).to_degrees(), shoulder, elbow, wrist: tip.pitch - shoulder - elbow })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::preset;
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    fn angular_distance(one: f64, other: f64) -> f64 {
        let turn = (one - other).rem_euclid(360.0);
        turn.min(360.0 - turn)
    }

    #[test]
    fn inverse_kinematics_recovers_the_angles() {
        let lengths = preset("al5d").unwrap().lengths;
        let mut rng = Pcg64Mcg::seed_from_u64(8);
        let mut tried = 0;
        while tried < 100_000 {
            let angles = Angles {
                base: rng.random_range(0.0..180.0),
                shoulder: rng.random_range(-180.0..180.0),
                elbow: rng.random_range(-170.0..-1.0),
                wrist: rng.random_range(-180.0..180.0),
            };
            let tip = angles.forward_kinematics(&lengths);
            // Only tips in front of the base: behind it the arm reaches over itself, and the base angle is ambiguous by
            // half a turn.
            let ahead = tip.x * angles.base.to_radians().cos() + tip.y * angles.base.to_radians().sin();
            if ahead <= 0.001 {
                continue;
            }
            tried += 1;
            let back = Angles::inverse_kinematics(&tip, &lengths).expect("the tip is there");
            for (one, other) in [
                (angles.base, back.base),
                (angles.shoulder, back.shoulder),
                (angles.elbow, back.elbow),
                (angles.wrist, back.wrist),
            ] {
                assert!(angular_distance(one, other) < 0.01, "{angles:?} came back as {back:?}");
            }
        }
    }

    #[test]
    fn forward_kinematics_inverts_inverse_kinematics() {
        let lengths = preset("al5d").unwrap().lengths;
        let mut rng = Pcg64Mcg::seed_from_u64(9);
        let (mut reached, mut refused) = (0, 0);
        for _ in 0..100_000 {
            let point = Tip {
                x: rng.random_range(-450.0..450.0),
                y: rng.random_range(0.0..450.0),
                z: rng.random_range(-100.0..500.0),
                pitch: rng.random_range(-180.0..180.0),
            };
            let Some(angles) = Angles::inverse_kinematics(&point, &lengths) else {
                refused += 1;
                continue;
            };
            reached += 1;
            let tip = angles.forward_kinematics(&lengths);
            let off = (tip.x - point.x).hypot(tip.y - point.y).hypot(tip.z - point.z);
            assert!(off < 0.001, "{point:?}: off by {off} mm");
            assert!(angular_distance(tip.pitch, point.pitch) < 1e-6);
        }
        assert!(reached > 10_000 && refused > 10_000, "{reached} reached, {refused} refused");
    }

    #[test]
    fn at_the_neutral_pose_forearm_and_hand_are_level() {
        let lengths = preset("al5d").unwrap().lengths;
        let tip = Angles { base: 90.0, shoulder: 90.0, elbow: -90.0, wrist: 0.0 }.forward_kinematics(&lengths);
        assert!(tip.x.abs() < 1e-9 && (tip.y - 287.325).abs() < 1e-9);
        assert!((tip.z - (67.31 + 146.05)).abs() < 1e-9 && tip.pitch.abs() < 1e-9);
    }
}
