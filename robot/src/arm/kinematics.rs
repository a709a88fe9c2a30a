//! Where the tip is for the joints' angles, and which angles bring it somewhere. Limits are not looked at.

use super::Lengths;

/// The angles of the joints that bring the tip somewhere, in degrees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Angles {
    /// Of the arm seen from above.
    pub base: f64,
    /// Of the upper arm against the table.
    pub shoulder: f64,
    /// Of the forearm against the upper arm; negative bends down.
    pub elbow: f64,
    /// Of the hand against the forearm.
    pub wrist: f64,
}

/// Where the middle between the fingertips is, and how the hand points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tip {
    /// To the right, in mm.
    pub x: f64,
    /// Away from the arm, in mm.
    pub y: f64,
    /// Up, in mm.
    pub z: f64,
    /// Of the hand against the table, in degrees: straight down is -90.
    pub pitch: f64,
}

impl Tip {
    /// A point with the hand straight down.
    pub const fn down(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z, pitch: -90.0 }
    }

    /// How far it is from the base's axis, in mm.
    pub fn radius(&self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The same above or below.
    #[must_use]
    pub const fn at_height(self, z: f64) -> Self {
        Self { z, ..self }
    }
}

impl Angles {
    /// Where these angles bring the tip.
    pub fn tip(&self, lengths: &Lengths) -> Tip {
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

    /// The angles that bring the tip to a point with the elbow up; none where the arm is too short or cannot fold that far.
    ///
    /// The two angles of a triangle whose sides are upper arm, forearm and the way from shoulder to wrist. The elbow's angle is
    /// taken from sine and cosine, because an arc cosine is inexact for an arm that is nearly straight.
    pub fn reaching(tip: &Tip, lengths: &Lengths) -> Option<Self> {
        let (sine, cosine) = tip.pitch.to_radians().sin_cos();
        let across = tip.radius() - lengths.grip * cosine;
        let up = tip.z - lengths.grip * sine - lengths.base;
        let (humerus, ulna) = (lengths.humerus, lengths.ulna);
        let far = across.mul_add(across, up * up);
        let bend = (far - humerus * humerus - ulna * ulna) / (2.0 * humerus * ulna);
        // A rounding beyond the straight arm is the straight arm.
        if !(-1.0 - 1e-12..=1.0 + 1e-12).contains(&bend) {
            return None;
        }
        let bend = bend.clamp(-1.0, 1.0);
        let elbow = (-(1.0 - bend * bend).sqrt()).atan2(bend);
        // The upper arm stands above the line from shoulder to wrist by the angle at the shoulder.
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

    fn apart(one: f64, other: f64) -> f64 {
        let turn = (one - other).rem_euclid(360.0);
        turn.min(360.0 - turn)
    }

    #[test]
    fn angles_come_back_from_where_they_bring_the_tip() {
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
            let tip = angles.tip(&lengths);
            // In front of the base: else the arm has reached over itself, and the base is told half a turn away.
            let ahead = tip.x * angles.base.to_radians().cos() + tip.y * angles.base.to_radians().sin();
            if ahead <= 0.001 {
                continue;
            }
            tried += 1;
            let back = Angles::reaching(&tip, &lengths).expect("the tip is there");
            for (one, other) in [
                (angles.base, back.base),
                (angles.shoulder, back.shoulder),
                (angles.elbow, back.elbow),
                (angles.wrist, back.wrist),
            ] {
                assert!(apart(one, other) < 0.01, "{angles:?} came back as {back:?}");
            }
        }
    }

    #[test]
    fn the_tip_comes_where_it_shall() {
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
            let Some(angles) = Angles::reaching(&point, &lengths) else {
                refused += 1;
                continue;
            };
            reached += 1;
            let tip = angles.tip(&lengths);
            let off = (tip.x - point.x).hypot(tip.y - point.y).hypot(tip.z - point.z);
            assert!(off < 0.001, "{point:?}: off by {off} mm");
            assert!(apart(tip.pitch, point.pitch) < 1e-6);
        }
        assert!(reached > 10_000 && refused > 10_000, "{reached} reached, {refused} refused");
    }

    #[test]
    fn at_the_neutral_pose_forearm_and_hand_are_level() {
        let lengths = preset("al5d").unwrap().lengths;
        let tip = Angles { base: 90.0, shoulder: 90.0, elbow: -90.0, wrist: 0.0 }.tip(&lengths);
        assert!(tip.x.abs() < 1e-9 && (tip.y - 287.325).abs() < 1e-9);
        assert!((tip.z - (67.31 + 146.05)).abs() < 1e-9 && tip.pitch.abs() < 1e-9);
    }
}
