//! Trajectories as way-points. Between two way-points the controller interpolates linearly in joint space, so the tip
//! runs along an arc; recursive subdivision places way-points closely enough to keep the tip on the planned path.

use std::time::Duration;

use crate::arm::{Config, Pose, Pulses, Tip, Unreachable};
use crate::protocol::Baud;

/// Maximum deviation of the tip from the planned path, in mm.
const PATH_TOLERANCE: f64 = 1.0;

/// Maximum depth of the recursive subdivision.
const MAX_SUBDIVISIONS: u32 = 7;

/// The minimum interval of way-points and the fraction of the maximum speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The minimum time between two way-points.
    pub spacing: Duration,
    /// Fraction of each joint's maximum speed, above 0 to 1.
    pub share: f64,
}

impl Pace {
    /// The fastest pace that a line carries. A command for five servos takes 53 ms at 9600 baud and a query after it as
    /// much again, so way-points at intervals below 100 ms would make the arm stutter; at 115,200 baud the limit is 20
    /// ms.
    pub fn for_baud(baud: Baud) -> Self {
        let spacing = if baud.0 >= Baud::FAST.0 { 20 } else { 960_000 / u64::from(baud.0.max(1)) };
        Self { spacing: Duration::from_millis(spacing), share: 1.0 }
    }

    /// The pace with a lower speed: for the last centimetres, or the first moves of an arm that was just calibrated.
    #[must_use]
    pub fn scaled(self, share: f64) -> Self {
        Self { share: self.share * share, ..self }
    }
}

/// A way-point: the pulse widths of all joints, and the travel time from the previous way-point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// The pulse widths of the joints.
    pub pulses: Pulses,
    /// The travel time, in milliseconds.
    pub milliseconds: u16,
}

/// Plans a straight line between two poses (linear interpolation in Cartesian space).
///
/// # Errors
///
/// [`Unreachable`] when a point of the line is unreachable.
pub fn plan_line(config: &Config, from: &Pose, to: &Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
    let mix = |share: f64| {
        let between = |from: f64, to: f64| from + (to - from) * share;
        let tip = Tip {
            x: between(from.tip.x, to.tip.x),
            y: between(from.tip.y, to.tip.y),
            z: between(from.tip.z, to.tip.z),
            pitch: between(from.tip.pitch, to.tip.pitch),
        };
        Pose { tip, finger_angle: to.finger_angle }
    };
    plan_path(config, mix, pace)
}

/// Plans a sweep around the arm's base (linear interpolation in cylindrical coordinates: angle, radius and height).
/// Unlike a straight line it never comes nearer to the base than its ends.
///
/// # Errors
///
/// [`Unreachable`] when a point of the path is unreachable.
pub fn plan_sweep(config: &Config, from: &Pose, to: &Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
    let polar = |pose: &Pose| (pose.tip.y.atan2(pose.tip.x), pose.tip.radius());
    let ((turn, radius), (turned, reached)) = (polar(from), polar(to));
    let mix = |share: f64| {
        let between = |from: f64, to: f64| from + (to - from) * share;
        let (sine, cosine) = between(turn, turned).sin_cos();
        let radius = between(radius, reached);
        let tip = Tip {
            x: radius * cosine,
            y: radius * sine,
            z: between(from.tip.z, to.tip.z),
            pitch: between(from.tip.pitch, to.tip.pitch),
        };
        Pose { tip, finger_angle: to.finger_angle }
    };
    plan_path(config, mix, pace)
}

/// The way-points of a path that is parameterized from 0 to 1, without its start.
fn plan_path(config: &Config, at: impl Fn(f64) -> Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
    let mut stops = vec![(0.0, config.reach(&at(0.0))?)];
    subdivide(config, &at, (0.0, 1.0), MAX_SUBDIVISIONS, &mut stops)?;
    let waypoints = stops.windows(2).map(|two| {
        let pulses = two[1].1;
        Waypoint { pulses, milliseconds: travel_time(config, &two[0].1, &pulses, pace) }
    });
    Ok(waypoints.collect())
}

fn subdivide(
    config: &Config,
    at: &impl Fn(f64) -> Pose,
    (from, to): (f64, f64),
    halved: u32,
    stops: &mut Vec<(f64, Pulses)>,
) -> Result<(), Unreachable> {
    let middle = f64::midpoint(from, to);
    let (begins, ends) = (config.reach(&at(from))?, config.reach(&at(to))?);
    let planned = at(middle).tip;
    let angles = [config.angles(&begins), config.angles(&ends)];
    let interpolated = crate::arm::Angles {
        base: f64::midpoint(angles[0].base, angles[1].base),
        shoulder: f64::midpoint(angles[0].shoulder, angles[1].shoulder),
        elbow: f64::midpoint(angles[0].elbow, angles[1].elbow),
        wrist: f64::midpoint(angles[0].wrist, angles[1].wrist),
    };
    let actual = interpolated.forward_kinematics(&config.lengths);
    let off = (actual.x - planned.x).hypot(actual.y - planned.y).hypot(actual.z - planned.z);
    // Rounding to whole microseconds alone moves the tip by up to half a millimetre; subdivision does not reduce that.
    if off > PATH_TOLERANCE && halved > 0 {
        subdivide(config, at, (from, middle), halved - 1, stops)?;
        subdivide(config, at, (middle, to), halved - 1, stops)?;
    } else {
        stops.push((to, ends));
    }
    Ok(())
}

/// Travel time from one way-point to the next, in milliseconds: that of the slowest joint.
pub(super) fn travel_time(config: &Config, from: &Pulses, to: &Pulses, pace: Pace) -> u16 {
    let seconds = config
        .servo_targets(from)
        .into_iter()
        .zip(config.servo_targets(to))
        .map(|(from, to)| f64::from(from.pulse.distance(to.pulse)) / (f64::from(to.speed) * pace.share));
    let longest = seconds.fold(0.0, f64::max).max(pace.spacing.as_secs_f64());
    (longest * 1000.0).ceil().min(65_535.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::preset;

    /// Positions of the tip between two way-points, with the joints interpolated as the controller does.
    fn tips(config: &Config, from: &Pulses, to: &Pulses) -> Vec<Tip> {
        let (from, to) = (config.angles(from), config.angles(to));
        let share = |share: f64| {
            let between = |from: f64, to: f64| from + (to - from) * share;
            crate::arm::Angles {
                base: between(from.base, to.base),
                shoulder: between(from.shoulder, to.shoulder),
                elbow: between(from.elbow, to.elbow),
                wrist: between(from.wrist, to.wrist),
            }
            .forward_kinematics(&config.lengths)
        };
        (0..=20).map(|step| share(f64::from(step) / 20.0)).collect()
    }

    #[test]
    fn an_approach_is_straight_and_within_every_speed() {
        let config = preset("al5d").unwrap();
        let pace = Pace::for_baud(Baud::SLOW);
        for (x, y) in [(0.0, 110.0), (100.0, 180.0), (-30.0, 270.0)] {
            let (above, at) = (Pose::at(Tip::down(x, y, 80.0)), Pose::at(Tip::down(x, y, 12.0)));
            let path = plan_line(&config, &above, &at, pace).unwrap();
            let mut before = config.reach(&above).unwrap();
            let mut height = 81.0;
            for point in &path {
                for tip in tips(&config, &before, &point.pulses) {
                    assert!((tip.x - x).hypot(tip.y - y) < 2.0, "{tip:?}");
                    assert!(tip.z < height + 1.0, "it rises from {height} to {}", tip.z);
                    height = tip.z;
                }
                assert!(point.milliseconds >= 100);
                for (from, to) in config.servo_targets(&before).iter().zip(config.servo_targets(&point.pulses)) {
                    let speed = f64::from(from.pulse.distance(to.pulse)) * 1000.0 / f64::from(point.milliseconds);
                    assert!(speed <= f64::from(to.speed) + 1e-9, "{}: {speed}", to.joint);
                }
                before = point.pulses;
            }
            assert!((height - 12.0).abs() < 1.0);
        }
    }

    #[test]
    fn a_sweep_keeps_its_height_and_its_distance_from_the_base() {
        let config = preset("al5d").unwrap();
        let (from, to) = (Pose::at(Tip::down(-180.0, 120.0, 60.0)), Pose::at(Tip::down(170.0, 150.0, 60.0)));
        let path = plan_sweep(&config, &from, &to, Pace::for_baud(Baud::FAST)).unwrap();
        let mut before = config.reach(&from).unwrap();
        for point in &path {
            for tip in tips(&config, &before, &point.pulses) {
                assert!((tip.z - 60.0).abs() < 2.0, "{tip:?}");
                assert!(tip.radius() > 210.0, "{tip:?}");
            }
            before = point.pulses;
        }
    }

    #[test]
    fn a_path_beyond_the_reach_is_rejected() {
        let config = preset("al5d").unwrap();
        let (from, to) = (Pose::at(Tip::down(0.0, 300.0, 20.0)), Pose::at(Tip::down(0.0, 300.0, 120.0)));
        assert!(plan_line(&config, &from, &to, Pace::for_baud(Baud::SLOW)).is_err());
    }
}
