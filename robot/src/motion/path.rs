//! Ways between poses as way-points. Between two of them the board turns all servos evenly, so the tip runs along an arc; way-points
//! are set so closely that it keeps to the way that was meant.

use std::time::Duration;

use crate::arm::{Config, Pose, Pulses, Tip, Unreachable};
use crate::protocol::Baud;

/// How far the tip may leave the way that was meant, in mm.
const OFF: f64 = 1.0;

/// A way is halved at most so often.
const HALVED: u32 = 7;

/// How fast way-points may come, and which share of their speed joints use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// The least time between two way-points.
    pub spacing: Duration,
    /// Of each joint's greatest speed, above 0 to 1.
    pub share: f64,
}

impl Pace {
    /// As fast as a line carries: a command for five servos takes 53 ms at 9600 baud and a question after it as much again, so
    /// way-points that come faster than every 100 ms would make the arm stutter; 20 ms at 115,200 baud.
    pub fn of(baud: Baud) -> Self {
        let spacing = if baud.0 >= Baud::FAST.0 { 20 } else { 960_000 / u64::from(baud.0.max(1)) };
        Self { spacing: Duration::from_millis(spacing), share: 1.0 }
    }

    /// Slower: for the last centimetres, or the first moves of an arm that was just taught.
    #[must_use]
    pub fn slowed(self, share: f64) -> Self {
        Self { share: self.share * share, ..self }
    }
}

/// Where all joints shall be, and how long they take from the way-point before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waypoint {
    /// Where.
    pub pulses: Pulses,
    /// How long it takes, in milliseconds.
    pub milliseconds: u16,
}

/// The straight line between two poses.
///
/// # Errors
///
/// When a point of it cannot be reached.
pub fn line(config: &Config, from: &Pose, to: &Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
    let mix = |share: f64| {
        let between = |from: f64, to: f64| from + (to - from) * share;
        let tip = Tip {
            x: between(from.tip.x, to.tip.x),
            y: between(from.tip.y, to.tip.y),
            z: between(from.tip.z, to.tip.z),
            pitch: between(from.tip.pitch, to.tip.pitch),
        };
        Pose { tip, square: to.square }
    };
    way(config, mix, pace)
}

/// The way around the arm's base: angle, radius and height change evenly. Unlike a straight line it never comes nearer to the base
/// than its ends.
///
/// # Errors
///
/// When a point of it cannot be reached.
pub fn sweep(config: &Config, from: &Pose, to: &Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
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
        Pose { tip, square: to.square }
    };
    way(config, mix, pace)
}

/// The way-points of a way that is told by a share from 0 to 1; its beginning is none of them.
fn way(config: &Config, at: impl Fn(f64) -> Pose, pace: Pace) -> Result<Vec<Waypoint>, Unreachable> {
    let mut stops = vec![(0.0, config.reach(&at(0.0))?)];
    divide(config, &at, (0.0, 1.0), HALVED, &mut stops)?;
    let waypoints = stops.windows(2).map(|two| {
        let pulses = two[1].1;
        Waypoint { pulses, milliseconds: time(config, &two[0].1, &pulses, pace) }
    });
    Ok(waypoints.collect())
}

fn divide(
    config: &Config,
    at: &impl Fn(f64) -> Pose,
    (from, to): (f64, f64),
    halved: u32,
    stops: &mut Vec<(f64, Pulses)>,
) -> Result<(), Unreachable> {
    let middle = f64::midpoint(from, to);
    let (begins, ends) = (config.reach(&at(from))?, config.reach(&at(to))?);
    let meant = at(middle).tip;
    let angles = [config.angles(&begins), config.angles(&ends)];
    let even = crate::arm::Angles {
        base: f64::midpoint(angles[0].base, angles[1].base),
        shoulder: f64::midpoint(angles[0].shoulder, angles[1].shoulder),
        elbow: f64::midpoint(angles[0].elbow, angles[1].elbow),
        wrist: f64::midpoint(angles[0].wrist, angles[1].wrist),
    };
    let comes = even.tip(&config.lengths);
    let off = (comes.x - meant.x).hypot(comes.y - meant.y).hypot(comes.z - meant.z);
    // Whole microseconds alone put the tip off by up to half a millimetre: halving does not help against that.
    if off > OFF && halved > 0 {
        divide(config, at, (from, middle), halved - 1, stops)?;
        divide(config, at, (middle, to), halved - 1, stops)?;
    } else {
        stops.push((to, ends));
    }
    Ok(())
}

/// How long joints take from one way-point to the next: the slowest decides.
pub(super) fn time(config: &Config, from: &Pulses, to: &Pulses, pace: Pace) -> u16 {
    let seconds = config
        .servos(from)
        .into_iter()
        .zip(config.servos(to))
        .map(|(from, to)| f64::from(from.pulse.distance(to.pulse)) / (f64::from(to.speed) * pace.share));
    let longest = seconds.fold(0.0, f64::max).max(pace.spacing.as_secs_f64());
    (longest * 1000.0).ceil().min(65_535.0) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arm::preset;

    /// The tip's way between two way-points, as the board turns the servos.
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
            .tip(&config.lengths)
        };
        (0..=20).map(|step| share(f64::from(step) / 20.0)).collect()
    }

    #[test]
    fn an_approach_is_straight_and_within_every_speed() {
        let config = preset("al5d").unwrap();
        let pace = Pace::of(Baud::SLOW);
        for (x, y) in [(0.0, 110.0), (100.0, 180.0), (-30.0, 270.0)] {
            let (above, at) = (Pose::at(Tip::down(x, y, 80.0)), Pose::at(Tip::down(x, y, 12.0)));
            let way = line(&config, &above, &at, pace).unwrap();
            let mut before = config.reach(&above).unwrap();
            let mut height = 81.0;
            for point in &way {
                for tip in tips(&config, &before, &point.pulses) {
                    assert!((tip.x - x).hypot(tip.y - y) < 2.0, "{tip:?}");
                    assert!(tip.z < height + 1.0, "it rises from {height} to {}", tip.z);
                    height = tip.z;
                }
                assert!(point.milliseconds >= 100);
                for (from, to) in config.servos(&before).iter().zip(config.servos(&point.pulses)) {
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
        let way = sweep(&config, &from, &to, Pace::of(Baud::FAST)).unwrap();
        let mut before = config.reach(&from).unwrap();
        for point in &way {
            for tip in tips(&config, &before, &point.pulses) {
                assert!((tip.z - 60.0).abs() < 2.0, "{tip:?}");
                assert!(tip.radius() > 210.0, "{tip:?}");
            }
            before = point.pulses;
        }
    }

    #[test]
    fn a_way_that_leaves_the_reach_is_refused() {
        let config = preset("al5d").unwrap();
        let (from, to) = (Pose::at(Tip::down(0.0, 300.0, 20.0)), Pose::at(Tip::down(0.0, 300.0, 120.0)));
        assert!(line(&config, &from, &to, Pace::of(Baud::SLOW)).is_err());
    }
}
