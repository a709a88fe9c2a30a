//! Where the board lies and how far the joints are off, from points that were touched.
//!
//! Of each touch the pulses are known and the point of the board that was touched. Nine numbers are looked for: where the board's middle
//! lies, how the board is turned, how high it is and how it rises along both sides, and by how much shoulder, elbow and wrist are turned
//! further than described. They are found by Gauss and Newton's method for least squares, with a weak belief that joints are not far off,
//! so that fewer touches than numbers do no harm; how far each can still be wrong comes from the same normal equations.

use boardwright_robot::arm::{Config, Pose, Pulses, Tip};
use nalgebra::{SMatrix, SVector};

use crate::frame::{Frame, Offsets, Spot};

/// How many numbers are looked for.
const NUMBERS: usize = 9;

/// How exactly a person touches a point, in mm (standard deviation).
const TOUCH: f64 = 0.5;

/// How far joints are off before anything is known, in degrees (standard deviation).
const JOINTS: f64 = 3.0;

/// How much a table rises before anything is known, in mm over [`RISE`] (standard deviation): three degrees.
const LEVEL: f64 = 0.05 * RISE;

/// A person's touch of a point of the board with the fingertips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The point.
    pub spot: Spot,
    /// Where the joints were.
    pub pulses: Pulses,
}

/// What touches tell.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Where the board lies.
    pub frame: Frame,
    /// How far joints are off.
    pub offsets: Offsets,
    /// By touch: how far it is from where it should be, to the right, away and up, in mm.
    pub residuals: Vec<[f64; 3]>,
    covariance: SMatrix<f64, NUMBERS, NUMBERS>,
}

/// Why touches tell nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// Too few.
    #[error("{0} points were touched; at least 3 that are not in one line are needed")]
    Few(usize),
    /// They do not say which way the board lies.
    #[error("the points that were touched lie nearly in one line; touch one well beside it")]
    Line,
}

type Numbers = SVector<f64, NUMBERS>;

impl Fit {
    /// What touches tell of a board before an arm.
    ///
    /// # Errors
    ///
    /// When there are too few of them, or they lie in one line.
    pub fn of(config: &Config, touches: &[Touch]) -> Result<Self, Unfit> {
        check(touches)?;
        let mut numbers = begin(config, touches);
        for _ in 0..50 {
            let (normal, right) = equations(config, touches, &numbers);
            let Some(step) = normal.cholesky().map(|solver| solver.solve(&right)) else { return Err(Unfit::Line) };
            numbers += step;
            if step.norm() < 1e-10 {
                break;
            }
        }
        let (normal, _) = equations(config, touches, &numbers);
        let covariance = normal.try_inverse().ok_or(Unfit::Line)?;
        let residuals = touches.iter().map(|touch| residual(config, touch, &numbers).into()).collect();
        Ok(Self { frame: frame(&numbers), offsets: offsets(&numbers), residuals, covariance })
    }

    /// How far a point of the board may be from where it is taken to be: in the plane and in height, in mm (standard deviations).
    pub fn uncertainty(&self, config: &Config, spot: Spot) -> (f64, f64) {
        let reached = spread(config, &self.numbers(), &self.covariance, spot);
        (reached[0].hypot(reached[1]) / std::f64::consts::SQRT_2, reached[2])
    }

    /// Of some points, the one that would lower what is left of the uncertainty of all of them most, when it is touched next.
    pub fn next(&self, config: &Config, spots: &[Spot]) -> Option<Spot> {
        let numbers = self.numbers();
        let information = self.covariance.try_inverse()?;
        let worst_after = |candidate: &Spot| {
            let pulses = reaching(config, &numbers, *candidate)?;
            let slopes = slopes(config, &Touch { spot: *candidate, pulses }, &numbers);
            let covariance = (information + slopes.transpose() * slopes / (TOUCH * TOUCH)).try_inverse()?;
            let spread = |spot: &Spot| spread(config, &numbers, &covariance, *spot).norm();
            Some(spots.iter().map(spread).fold(0.0, f64::max))
        };
        let known: Vec<(f64, Spot)> = spots.iter().filter_map(|spot| Some((worst_after(spot)?, *spot))).collect();
        known.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, spot)| spot)
    }

    /// How much further touches are off than hands that touch so exactly explain: 1 is just that, and well above 2 with some touches
    /// more than needed means that joints turn further for a pulse than described, or sag.
    pub fn strain(&self) -> f64 {
        let squares: f64 = self.residuals.iter().map(|residual| SVector::from(*residual).norm_squared()).sum();
        let spare = (3 * self.residuals.len()).saturating_sub(NUMBERS).max(1);
        (squares / (TOUCH * TOUCH) / spare as f64).sqrt()
    }

    /// The touch that is further off than the others explain, if there is one: by position in the list, with its distance in mm.
    pub fn outlier(&self) -> Option<(usize, f64)> {
        let far = |residual: &[f64; 3]| SVector::from(*residual).norm();
        let worst = self.residuals.iter().map(far).enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
        // Four standard deviations in one of three directions: once in 5,000 touches.
        (worst.1 > 4.0 * TOUCH).then_some(worst)
    }

    fn numbers(&self) -> Numbers {
        let Frame { x, y, turn, z, rise_u, rise_v } = self.frame;
        let Offsets { shoulder, elbow, wrist } = self.offsets;
        Numbers::from([x, y, turn, z, rise_u * RISE, rise_v * RISE, shoulder, elbow, wrist])
    }
}

/// Slopes are looked for in mm for so many mm, so that all numbers are of one size.
const RISE: f64 = 100.0;

fn frame(numbers: &Numbers) -> Frame {
    let [x, y, turn, z, rise_u, rise_v] = [0, 1, 2, 3, 4, 5].map(|at| numbers[at]);
    Frame { x, y, turn, z, rise_u: rise_u / RISE, rise_v: rise_v / RISE }
}

fn offsets(numbers: &Numbers) -> Offsets {
    Offsets { shoulder: numbers[6], elbow: numbers[7], wrist: numbers[8] }
}

fn check(touches: &[Touch]) -> Result<(), Unfit> {
    if touches.len() < 3 {
        return Err(Unfit::Few(touches.len()));
    }
    // The largest triangle of touched points: its height above its longest side must be something.
    let mut best = 0.0_f64;
    for (at, one) in touches.iter().enumerate() {
        for (next, two) in touches.iter().enumerate().skip(at + 1) {
            for three in &touches[next + 1..] {
                let (a, b, c) = (one.spot, two.spot, three.spot);
                let area = ((b.u - a.u) * (c.v - a.v) - (c.u - a.u) * (b.v - a.v)).abs();
                let longest = a.distance(b).max(b.distance(c)).max(c.distance(a));
                best = best.max(area / longest.max(1.0));
            }
        }
    }
    if best < 15.0 { Err(Unfit::Line) } else { Ok(()) }
}

/// Where the board lies if all joints are as described: middle of the touches, and the turn between them and what was touched.
fn begin(config: &Config, touches: &[Touch]) -> Numbers {
    let tips: Vec<_> = touches.iter().map(|touch| config.tip(&touch.pulses)).collect();
    let count = touches.len() as f64;
    let spot = |of: fn(&Spot) -> f64| touches.iter().map(|touch| of(&touch.spot)).sum::<f64>() / count;
    let tip = |of: fn(&Tip) -> f64| tips.iter().map(of).sum::<f64>() / count;
    let middle = Spot { u: spot(|spot| spot.u), v: spot(|spot| spot.v) };
    let (across, ahead) = (tip(|tip| tip.x), tip(|tip| tip.y));
    let (mut sine, mut cosine) = (0.0, 0.0);
    for (touch, tip) in touches.iter().zip(&tips) {
        let (right, up) = (touch.spot.u - middle.u, touch.spot.v - middle.v);
        cosine += right * (tip.x - across) + up * (tip.y - ahead);
        sine += right * (tip.y - ahead) - up * (tip.x - across);
    }
    let turn = sine.atan2(cosine).to_degrees();
    let lies = Frame { x: across, y: ahead, turn, ..Frame::default() };
    // The board's own middle is where the touches' middle would have to be taken back to.
    let [x, y, _] = lies.point(Spot { u: -middle.u, v: -middle.v }, 0.0);
    Numbers::from([x, y, turn, tip(|tip| tip.z), 0.0, 0.0, 0.0, 0.0, 0.0])
}

/// How far the tip is from the point that it touches.
fn residual(config: &Config, touch: &Touch, numbers: &Numbers) -> SVector<f64, 3> {
    let tip = offsets(numbers).applied(config).tip(&touch.pulses);
    let [x, y, z] = frame(numbers).point(touch.spot, 0.0);
    SVector::from([tip.x - x, tip.y - y, tip.z - z])
}

/// How that changes with each number.
fn slopes(config: &Config, touch: &Touch, numbers: &Numbers) -> SMatrix<f64, 3, NUMBERS> {
    const STEP: f64 = 1e-4;
    let mut slopes = SMatrix::<f64, 3, NUMBERS>::zeros();
    for number in 0..NUMBERS {
        let (mut up, mut down) = (*numbers, *numbers);
        up[number] += STEP;
        down[number] -= STEP;
        let change = (residual(config, touch, &up) - residual(config, touch, &down)) / (2.0 * STEP);
        slopes.set_column(number, &change);
    }
    slopes
}

/// The normal equations, each touch weighed by how exact it is.
fn equations(config: &Config, touches: &[Touch], numbers: &Numbers) -> (SMatrix<f64, NUMBERS, NUMBERS>, Numbers) {
    let mut normal = SMatrix::zeros();
    let mut right = Numbers::zeros();
    for touch in touches {
        let slopes = slopes(config, touch, numbers);
        normal += slopes.transpose() * slopes / (TOUCH * TOUCH);
        right -= slopes.transpose() * residual(config, touch, numbers) / (TOUCH * TOUCH);
    }
    for joint in 6..NUMBERS {
        normal[(joint, joint)] += 1.0 / (JOINTS * JOINTS);
        right[joint] -= numbers[joint] / (JOINTS * JOINTS);
    }
    for rise in 4..6 {
        normal[(rise, rise)] += 1.0 / (LEVEL * LEVEL);
        right[rise] -= numbers[rise] / (LEVEL * LEVEL);
    }
    (normal, right)
}

/// The pulses with which an arm reaches a point of the board, as far as is known.
fn reaching(config: &Config, numbers: &Numbers, spot: Spot) -> Option<Pulses> {
    let [x, y, z] = frame(numbers).point(spot, 0.0);
    let pose = Pose::at(Tip::down(x, y, z));
    offsets(numbers).applied(config).reach(&pose).ok()
}

/// How far the arm may miss a point in each direction, given how far the numbers may be off (standard deviations).
fn spread(
    config: &Config,
    numbers: &Numbers,
    covariance: &SMatrix<f64, NUMBERS, NUMBERS>,
    spot: Spot,
) -> SVector<f64, 3> {
    let Some(pulses) = reaching(config, numbers, spot) else { return SVector::zeros() };
    let slopes = slopes(config, &Touch { spot, pulses }, numbers);
    (slopes * covariance * slopes.transpose()).diagonal().map(f64::sqrt)
}
