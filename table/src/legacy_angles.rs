//! Servo angles of game files of 2013: five for the position above a place, five for the place.

use boardwright_robot::arm::Pulses;
use boardwright_robot::protocol::Pulse;

/// Converts ten angles in degrees (base, wrist, elbow, shoulder, hand; above the place, then at it) to pulse widths as
/// the program of 2013 did: 1500 us plus 10 us a degree within 600 to 2400; for the elbow 1800 us minus 10 us a degree,
/// from 900; fractions are truncated. Files were taught with these bounds in force, so values beyond them mean the
/// bound.
pub fn pulses_from_angles(angles: &[f64; 10]) -> (Pulses, Pulses) {
    let five = |from: usize| {
        let straight = |at: usize| pulse(1500.0 + 10.0 * angles[from + at], 600.0);
        Pulses {
            base: straight(0),
            wrist: straight(1),
            elbow: pulse(1800.0 - 10.0 * angles[from + 2], 900.0),
            shoulder: straight(3),
            rotate: Some(straight(4)),
        }
    };
    (five(0), five(5))
}

fn pulse(microseconds: f64, least: f64) -> Pulse {
    let bounded = microseconds.trunc().clamp(least, 2400.0);
    Pulse::new(bounded as u16).unwrap_or(Pulse::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_pose_of_2013_is_unchanged() {
        let home = [0.0, 53.0, -76.0, -101.0, 13.0];
        let mut angles = [0.0; 10];
        angles[5..].copy_from_slice(&home);
        let (above, at) = pulses_from_angles(&angles);
        let told = |pulses: &Pulses| {
            [pulses.base, pulses.wrist, pulses.elbow, pulses.shoulder, pulses.rotate.unwrap()].map(Pulse::microseconds)
        };
        assert_eq!(told(&at), [1500, 2030, 2400, 600, 1630]);
        assert_eq!(told(&above), [1500, 1500, 1800, 1500, 1500]);
    }
}
