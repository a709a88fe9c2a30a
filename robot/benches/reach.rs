//! Benchmark of inverse kinematics: the time to compute the pulse widths of a pose or the reason why it is unreachable.
//! The targets form a grid around the arm, 5 mm apart, at four pitches of the hand.
//!
//! `cargo bench -p boardwright-robot --bench reach`

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardwright_robot::arm::{PRESETS, Pose, Tip, preset};

/// Grid spacing of the targets, in mm.
const APART: usize = 5;
/// Extent of the grid to the sides, away from the arm, and up, in mm.
const FAR: i32 = 500;

fn main() {
    println!("arm: targets, reached; microseconds each: median, 99.9 %, worst");
    for (name, _) in PRESETS {
        let config = preset(name).expect("presets are known");
        let (mut times, mut reached) = (Vec::new(), 0);
        for pitch in [-90.0, -60.0, -30.0, 0.0] {
            for x in (-FAR..=FAR).step_by(APART) {
                for y in (0..=FAR).step_by(APART) {
                    for z in (0..=FAR / 2).step_by(5 * APART) {
                        let tip = Tip { x: f64::from(x), y: f64::from(y), z: f64::from(z), pitch };
                        let began = Instant::now();
                        match black_box(&config).reach(&Pose::at(tip)) {
                            Ok(pulses) => {
                                black_box(pulses);
                                reached += 1;
                            }
                            Err(why) => {
                                black_box(why.to_string());
                            }
                        }
                        times.push(began.elapsed());
                    }
                }
            }
        }
        times.sort_unstable();
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let at = |share: f64| micros(times[(share * (times.len() - 1) as f64) as usize]);
        println!("{name}: {}, {reached}; {:.2}, {:.2}, {:.1}", times.len(), at(0.5), at(0.999), at(1.0));
    }
}
