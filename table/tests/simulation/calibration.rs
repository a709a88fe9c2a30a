//! Table calibration by an inexact hand, and the resulting accuracy of the arm at every place.

use boardwright_robot::arm::{Config, JointName, Pose, Pulses, Tip, preset};
use boardwright_robot::motion::PlaceId;
use boardwright_table::simulation::ArmDeviation;
use boardwright_table::{
    BoardFrame, BoardPoint, CalibrationStep, Fit, JointOffsets, Layout, PieceSizes, TOLERANCE, Table, TableCalibration,
    Touch,
};
use boardwright_tests::effort::repetitions;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

/// Number of calibrated tables.
const TABLES: u64 = 60;

/// The true table and arm.
struct TrueTable {
    config: Config,
    layout: Layout,
    frame: BoardFrame,
    deviation: ArmDeviation,
    rng: Pcg64Mcg,
}

/// A board of 8 by 8 places, 25 mm apart.
fn board() -> Layout {
    let place = |at: usize| BoardPoint { u: 25.0 * ((at % 8) as f64 - 3.5), v: 25.0 * ((at / 8) as f64 - 3.5) };
    let spots: Vec<BoardPoint> = (0..64).map(place).collect();
    let frame = BoardFrame { x: 0.0, y: 190.0, ..BoardFrame::default() };
    Layout {
        pitch: 25.0,
        board_places: spots.len(),
        spots,
        frame,
        sizes: PieceSizes::at_pitch(25.0, 31.0),
        smaller_types: Vec::new(),
    }
}

impl TrueTable {
    fn new(seed: u64, slopes: f64, sag: f64) -> Self {
        let mut rng = Pcg64Mcg::seed_from_u64(seed);
        let mut sign = || if rng.random_bool(0.5) { 1.0 } else { -1.0 };
        let (turn, tilt) = (7.0 * sign(), [sign(), sign()]);
        let slopes = [1.0 + slopes * sign(), 1.0 + slopes * sign(), 1.0 + slopes * sign()];
        let mut off = |most: f64| rng.random_range(-most..most);
        // A rise of one degree in a random direction.
        let direction = off(180.0_f64).to_radians();
        let rise = 1.0_f64.to_radians().tan();
        let layout = board();
        let frame = BoardFrame {
            x: layout.frame.x + off(15.0),
            y: layout.frame.y + off(15.0),
            turn,
            z: off(5.0),
            rise_u: rise * direction.cos() * tilt[0],
            rise_v: rise * direction.sin() * tilt[1],
        };
        let offsets = JointOffsets { shoulder: off(5.0), elbow: off(5.0), wrist: off(5.0) };
        let deviation = ArmDeviation { offsets, slopes, sag };
        // Wide joint limits, so that the whole board is reachable under all deviations.
        let mut config = preset("al5d").expect("it is known");
        (config.elbow.least, config.shoulder.most) = (-170.0, 170.0);
        (config.wrist.least, config.wrist.most) = (-100.0, 100.0);
        config.check().expect("servos turn that far");
        Self { config, layout, frame, deviation, rng }
    }

    /// The true position of the tip.
    fn tip(&self, pulses: &Pulses) -> Tip {
        let pulse = |joint: JointName| {
            let pulse = match joint {
                JointName::Base => pulses.base,
                JointName::Shoulder => pulses.shoulder,
                JointName::Elbow => pulses.elbow,
                _ => pulses.wrist,
            };
            f64::from(pulse.microseconds())
        };
        self.deviation.tip(&self.config, pulse)
    }

    /// An approximately normal number with mean 0 and standard deviation 1.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.rng.random_range(0.0..1.0)).sum::<f64>() - 6.0
    }

    /// Touches a place with an error of half a millimetre in each direction, in iterative steps like an operator who
    /// jogs the arm.
    fn touch(&mut self, place: PlaceId) -> Pulses {
        let target = self.frame.arm_point(self.layout.spots[place.0], 0.0);
        let target = target.map(|number| number + 0.5 * self.normal());
        let mut aim = target;
        let mut pulses = None;
        for _ in 0..30 {
            let [x, y, z] = aim;
            let Ok(reached) = self.config.reach(&Pose::at(Tip::down(x, y, z))) else { break };
            let tip = self.tip(&reached);
            pulses = Some(reached);
            let off = [target[0] - tip.x, target[1] - tip.y, target[2] - tip.z];
            if off.iter().all(|off| off.abs() < 0.3) {
                break;
            }
            for (aim, off) in aim.iter_mut().zip(off) {
                *aim += 0.7 * off;
            }
        }
        pulses.expect("the place is in reach")
    }

    /// The true error of the tip at a place of a calibrated table: to the right, up the picture, and in height.
    fn tip_error(&self, table: &Table, place: PlaceId) -> [f64; 3] {
        let pulses = table.config().reach(&table.pose(place, 0.0)).expect("in reach");
        let tip = self.tip(&pulses);
        let spot = self.layout.spots[place.0];
        let below = self.frame.board_point(tip.x, tip.y);
        let [_, _, z] = self.frame.arm_point(below, 0.0);
        [below.u - spot.u, below.v - spot.v, tip.z - z]
    }

    /// The maximum errors over all places: in the plane and in height.
    fn max_errors(&self, table: &Table) -> (f64, f64) {
        let misses = (0..self.layout.board_places).map(|place| self.tip_error(table, PlaceId(place)));
        misses.fold((0.0, 0.0), |(plane, height), [u, v, z]| (f64::max(plane, u.hypot(v)), f64::max(height, z.abs())))
    }
}

/// Performs a number of advised touches and returns the calibrated table.
fn calibrate(true_table: &mut TrueTable, calibration: &mut TableCalibration, touches: usize) -> Table {
    for _ in 0..touches {
        match calibration.next_step() {
            CalibrationStep::Touch(place) | CalibrationStep::TouchAgain(place, _) => {
                let pulses = true_table.touch(place);
                calibration.record_touch(place, pulses);
            }
            CalibrationStep::Visit(_) | CalibrationStep::Done => break,
        }
    }
    calibration.table().expect("enough was touched")
}

#[test]
fn four_touches_bring_every_place_within_2_mm_in_the_plane() {
    let within = (0..repetitions(TABLES)).filter(|seed| {
        let mut true_table = TrueTable::new(*seed, 0.0, 0.0);
        let mut calibration = TableCalibration::new(true_table.config.clone(), board());
        let table = calibrate(&mut true_table, &mut calibration, 4);
        true_table.max_errors(&table).0 <= 2.0
    });
    let within = within.count();
    println!("{within} of {TABLES} tables within 2 mm in the plane after 4 touches");
    assert!(within as u64 * 100 >= 95 * repetitions(TABLES), "{within}");
}

#[test]
fn at_most_nine_bring_every_place_within_1_5_mm_in_the_plane_and_in_height() {
    let mut most = 0;
    let within = (0..repetitions(TABLES)).filter(|seed| {
        let mut true_table = TrueTable::new(1000 + *seed, 0.0, 0.0);
        let mut calibration = TableCalibration::new(true_table.config.clone(), board());
        let table = calibrate(&mut true_table, &mut calibration, 9);
        most = most.max(calibration.fit().expect("enough").residuals.len());
        let (plane, height) = true_table.max_errors(&table);
        plane <= TOLERANCE && height <= TOLERANCE
    });
    let within = within.count();
    println!("{within} of {TABLES} tables within 1.5 mm after at most {most} touches");
    assert!(within as u64 * 100 >= 95 * repetitions(TABLES), "{within}");
}

#[test]
fn the_reported_uncertainty_matches_the_errors() {
    // The proportion of places whose error exceeds two standard deviations, over many tables.
    let (mut beyond, mut all) = (0, 0);
    for seed in 0..100 {
        let mut true_table = TrueTable::new(2000 + seed, 0.0, 0.0);
        let mut calibration = TableCalibration::new(true_table.config.clone(), board());
        let table = calibrate(&mut true_table, &mut calibration, 6);
        let fit = calibration.fit().expect("enough");
        for place in 0..64 {
            let (_, height) = fit.uncertainty(&true_table.config, true_table.layout.spots[place]);
            let [_, _, z] = true_table.tip_error(&table, PlaceId(place));
            all += 1;
            beyond += usize::from(z.abs() > 2.0 * height + 0.3);
        }
    }
    assert!(beyond * 100 <= 8 * all, "{beyond} of {all}");
}

#[test]
fn an_arm_with_sag_or_slope_errors_is_corrected_place_by_place() {
    for (slopes, sag) in [(0.03, 0.0), (0.0, 1.0)] {
        for seed in 0..repetitions(6) {
            let mut true_table = TrueTable::new(3000 + seed, slopes, sag);
            let mut calibration = TableCalibration::new(true_table.config.clone(), board());
            let (mut touches, mut visits) = (0, 0);
            loop {
                match calibration.next_step() {
                    CalibrationStep::Touch(place) | CalibrationStep::TouchAgain(place, _) => {
                        touches += 1;
                        let pulses = true_table.touch(place);
                        calibration.record_touch(place, pulses);
                    }
                    CalibrationStep::Visit(place) => {
                        visits += 1;
                        let table = calibration.table().expect("enough was touched");
                        let [u, v, z] = true_table.tip_error(&table, place);
                        calibration.record_visit(place, u, v, z);
                    }
                    CalibrationStep::Done => break,
                }
                assert!(touches <= 40 && visits <= 400, "seed {seed}: it comes to an end");
            }
            let (plane, height) = true_table.max_errors(&calibration.table().expect("taught"));
            assert!(plane <= TOLERANCE && height <= TOLERANCE, "seed {seed}: {plane} and {height}");
        }
    }
}

#[test]
fn a_base_offset_is_equivalent_to_a_board_rotation() {
    let mut true_table = TrueTable::new(1, 0.0, 0.0);
    let mut calibration = TableCalibration::new(true_table.config.clone(), board());
    calibrate(&mut true_table, &mut calibration, 9);
    let before = calibration.fit().expect("enough").frame;
    // Under a base angle configured 3 degrees off, the same pulse widths change only the board location.
    let mut off = true_table.config.clone();
    off.base.neutral += 3.0;
    let touches: Vec<Touch> = (0..8)
        .map(|place| PlaceId(place * 9))
        .chain([PlaceId(7), PlaceId(56)])
        .map(|place| Touch { spot: true_table.layout.spots[place.0], pulses: true_table.touch(place) })
        .collect();
    let (one, other) =
        (Fit::solve(&true_table.config, &touches).expect("enough"), Fit::solve(&off, &touches).expect("enough"));
    assert!((other.frame.turn - one.frame.turn - 3.0).abs() < 0.01, "{:?} {before:?}", other.frame);
    assert!((other.offsets.shoulder - one.offsets.shoulder).abs() < 1e-6);
    assert!((other.residual_ratio() - one.residual_ratio()).abs() < 1e-6);
}

#[test]
fn a_touch_outlier_is_requested_again() {
    let mut true_table = TrueTable::new(5, 0.0, 0.0);
    let mut calibration = TableCalibration::new(true_table.config.clone(), board());
    calibrate(&mut true_table, &mut calibration, 8);
    // The neighbouring place is touched by mistake.
    let pulses = true_table.touch(PlaceId(28));
    calibration.record_touch(PlaceId(27), pulses);
    assert!(
        matches!(calibration.next_step(), CalibrationStep::TouchAgain(PlaceId(27), far) if far > 5.0),
        "{:?}",
        calibration.next_step()
    );
}

#[test]
fn degenerate_touches_are_rejected() {
    let mut true_table = TrueTable::new(6, 0.0, 0.0);
    let config = true_table.config.clone();
    let mut touch =
        |place: usize| Touch { spot: true_table.layout.spots[place], pulses: true_table.touch(PlaceId(place)) };
    let few = Fit::solve(&config, &[touch(0), touch(7)]).unwrap_err();
    assert_eq!(few.to_string(), "2 points were touched; at least 3 that are not on one line are needed");
    let line = Fit::solve(&config, &[touch(0), touch(3), touch(7)]).unwrap_err();
    assert!(line.to_string().contains("on one line"));
}
