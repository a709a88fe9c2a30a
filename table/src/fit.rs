//! Calibration fit: estimates the location of the board and the joint offsets from touched points.
//!
//! Each touch gives pulse widths and the touched board point. Nine parameters are estimated: the position of the
//! board's centre (x, y), its rotation, its height and its rise along both sides, and the angular offsets of shoulder,
//! elbow and wrist. The method is Gauss-Newton least squares with a Gaussian prior on the joint offsets and rises
//! (maximum a posteriori), so fewer equations than parameters do no harm. The covariance is the inverse of the same
//! normal equations.

use boardwright_robot::arm::{Config, Pose, Pulses, Tip};
use nalgebra::{SMatrix, SVector};

use crate::frame::{BoardFrame, BoardPoint, JointOffsets};

/// Number of parameters.
const PARAMETERS: usize = 9;

/// Standard deviation of a person's touch, in mm.
const TOUCH_SIGMA: f64 = 0.5;

/// Prior standard deviation of the joint offsets, in degrees.
const JOINT_SIGMA: f64 = 3.0;

/// Prior standard deviation of the rise of the table, in mm over [`RISE_SCALE`]: three degrees.
const RISE_SIGMA: f64 = 0.05 * RISE_SCALE;

/// The touch of a board point with the fingertips.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The touched point.
    pub spot: BoardPoint,
    /// The pulse widths of the joints.
    pub pulses: Pulses,
}

/// The result of a calibration fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The location of the board.
    pub frame: BoardFrame,
    /// The offsets of the joints.
    pub offsets: JointOffsets,
    /// Residual of each touch, in mm: to the right, away from the arm, and up.
    pub residuals: Vec<[f64; 3]>,
    covariance: SMatrix<f64, PARAMETERS, PARAMETERS>,
}

/// The reason why a fit is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// There are too few touches.
    #[error("{0} points were touched; at least 3 that are not on one line are needed")]
    TooFew(usize),
    /// The touched points are nearly collinear.
    #[error("the touched points lie nearly on one line; touch a point far from it")]
    Collinear,
}

type Parameters = SVector<f64, PARAMETERS>;

impl Fit {
    /// Estimates the parameters from touches.
    ///
    /// # Errors
    ///
    /// [`FitError`] when there are too few touches, or they are collinear.
    pub fn solve(config: &Config, touches: &[Touch]) -> Result<Self, FitError> {
        check_geometry(touches)?;
        let mut numbers = initial_guess(config, touches);
        for _ in 0..50 {
            let (normal, right) = normal_equations(config, touches, &numbers);
            let Some(step) = normal.cholesky().map(|solver| solver.solve(&right)) else {
                return Err(FitError::Collinear);
            };
            numbers += step;
            if step.norm() < 1e-10 {
                break;
            }
        }
        let (normal, _) = normal_equations(config, touches, &numbers);
        let covariance = normal.try_inverse().ok_or(FitError::Collinear)?;
        let residuals = touches.iter().map(|touch| residual(config, touch, &numbers).into()).collect();
        Ok(Self { frame: frame(&numbers), offsets: offsets(&numbers), residuals, covariance })
    }

    /// Standard deviations of a board point's predicted position, in mm: in the plane and in height.
    pub fn uncertainty(&self, config: &Config, spot: BoardPoint) -> (f64, f64) {
        let deviation = tip_deviation(config, &self.parameters(), &self.covariance, spot);
        (deviation[0].hypot(deviation[1]) / std::f64::consts::SQRT_2, deviation[2])
    }

    /// The point whose touch would reduce the largest remaining uncertainty of all points the most.
    pub fn most_informative(&self, config: &Config, spots: &[BoardPoint]) -> Option<BoardPoint> {
        let numbers = self.parameters();
        let information = self.covariance.try_inverse()?;
        let worst_after = |candidate: &BoardPoint| {
            let pulses = pulses_reaching(config, &numbers, *candidate)?;
            let slopes = jacobian(config, &Touch { spot: *candidate, pulses }, &numbers);
            let covariance = (information + slopes.transpose() * slopes / (TOUCH_SIGMA * TOUCH_SIGMA)).try_inverse()?;
            let spread = |spot: &BoardPoint| tip_deviation(config, &numbers, &covariance, *spot).norm();
            Some(spots.iter().map(spread).fold(0.0, f64::max))
        };
        let known: Vec<(f64, BoardPoint)> = spots.iter().filter_map(|spot| Some((worst_after(spot)?, *spot))).collect();
        known.into_iter().min_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, spot)| spot)
    }

    /// Square root of the reduced chi-square of the touches: 1 is expected. A value well above 2 with several redundant
    /// touches means that the joints turn further than configured, or that the arm sags.
    pub fn residual_ratio(&self) -> f64 {
        let squares: f64 = self.residuals.iter().map(|residual| SVector::from(*residual).norm_squared()).sum();
        let spare = (3 * self.residuals.len()).saturating_sub(PARAMETERS).max(1);
        (squares / (TOUCH_SIGMA * TOUCH_SIGMA) / spare as f64).sqrt()
    }

    /// The touch with an implausibly large residual, if there is one: its index, and the residual in mm.
    pub fn outlier(&self) -> Option<(usize, f64)> {
        let far = |residual: &[f64; 3]| SVector::from(*residual).norm();
        let worst = self.residuals.iter().map(far).enumerate().max_by(|one, other| one.1.total_cmp(&other.1))?;
        // Four standard deviations along one of three axes: once in 5,000 touches.
        (worst.1 > 4.0 * TOUCH_SIGMA).then_some(worst)
    }

    fn parameters(&self) -> Parameters {
        let BoardFrame { x, y, turn, z, rise_u, rise_v } = self.frame;
        let JointOffsets { shoulder, elbow, wrist } = self.offsets;
        Parameters::from([x, y, turn, z, rise_u * RISE_SCALE, rise_v * RISE_SCALE, shoulder, elbow, wrist])
    }
}

/// Length over which rises are parameterized, in mm, so that all parameters have similar magnitudes.
const RISE_SCALE: f64 = 100.0;

fn frame(numbers: &Parameters) -> BoardFrame {
    let [x, y, turn, z, rise_u, rise_v] = [0, 1, 2, 3, 4, 5].map(|at| numbers[at]);
    BoardFrame { x, y, turn, z, rise_u: rise_u / RISE_SCALE, rise_v: rise_v / RISE_SCALE }
}

fn offsets(numbers: &Parameters) -> JointOffsets {
    JointOffsets { shoulder: numbers[6], elbow: numbers[7], wrist: numbers[8] }
}

fn check_geometry(touches: &[Touch]) -> Result<(), FitError> {
    if touches.len() < 3 {
        return Err(FitError::TooFew(touches.len()));
    }
    // The largest triangle of touched points must have some height above its longest side.
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
    if best < 15.0 { Err(FitError::Collinear) } else { Ok(()) }
}

/// The initial guess: board location under exact joints, from the centroid of the touches and a rotation fit.
fn initial_guess(config: &Config, touches: &[Touch]) -> Parameters {
    let tips: Vec<_> = touches.iter().map(|touch| config.tip(&touch.pulses)).collect();
    let count = touches.len() as f64;
    let spot = |of: fn(&BoardPoint) -> f64| touches.iter().map(|touch| of(&touch.spot)).sum::<f64>() / count;
    let tip = |of: fn(&Tip) -> f64| tips.iter().map(of).sum::<f64>() / count;
    let middle = BoardPoint { u: spot(|spot| spot.u), v: spot(|spot| spot.v) };
    let (across, ahead) = (tip(|tip| tip.x), tip(|tip| tip.y));
    let (mut sine, mut cosine) = (0.0, 0.0);
    for (touch, tip) in touches.iter().zip(&tips) {
        let (right, up) = (touch.spot.u - middle.u, touch.spot.v - middle.v);
        cosine += right * (tip.x - across) + up * (tip.y - ahead);
        sine += right * (tip.y - ahead) - up * (tip.x - across);
    }
    let turn = sine.atan2(cosine).to_degrees();
    let frame_guess = BoardFrame { x: across, y: ahead, turn, ..BoardFrame::default() };
    // The board's centre follows from the offset of the touches' centroid.
    let [x, y, _] = frame_guess.arm_point(BoardPoint { u: -middle.u, v: -middle.v }, 0.0);
    Parameters::from([x, y, turn, tip(|tip| tip.z), 0.0, 0.0, 0.0, 0.0, 0.0])
}

/// The distance vector from the touched point to the tip.
fn residual(config: &Config, touch: &Touch, numbers: &Parameters) -> SVector<f64, 3> {
    let tip = offsets(numbers).apply_to(config).tip(&touch.pulses);
    let [x, y, z] = frame(numbers).arm_point(touch.spot, 0.0);
    SVector::from([tip.x - x, tip.y - y, tip.z - z])
}

/// The Jacobian of the residual, by central differences.
fn jacobian(config: &Config, touch: &Touch, numbers: &Parameters) -> SMatrix<f64, 3, PARAMETERS> {
    const STEP: f64 = 1e-4;
    let mut slopes = SMatrix::<f64, 3, PARAMETERS>::zeros();
    for number in 0..PARAMETERS {
        let (mut up, mut down) = (*numbers, *numbers);
        up[number] += STEP;
        down[number] -= STEP;
        let change = (residual(config, touch, &up) - residual(config, touch, &down)) / (2.0 * STEP);
        slopes.set_column(number, &change);
    }
    slopes
}

/// The normal equations with prior, each touch weighted by its accuracy.
fn normal_equations(
    config: &Config,
    touches: &[Touch],
    numbers: &Parameters,
) -> (SMatrix<f64, PARAMETERS, PARAMETERS>, Parameters) {
    let mut normal = SMatrix::zeros();
    let mut right = Parameters::zeros();
    for touch in touches {
        let slopes = jacobian(config, touch, numbers);
        normal += slopes.transpose() * slopes / (TOUCH_SIGMA * TOUCH_SIGMA);
        right -= slopes.transpose() * residual(config, touch, numbers) / (TOUCH_SIGMA * TOUCH_SIGMA);
    }
    for joint in 6..PARAMETERS {
        normal[(joint, joint)] += 1.0 / (JOINT_SIGMA * JOINT_SIGMA);
        right[joint] -= numbers[joint] / (JOINT_SIGMA * JOINT_SIGMA);
    }
    for rise in 4..6 {
        normal[(rise, rise)] += 1.0 / (RISE_SIGMA * RISE_SIGMA);
        right[rise] -= numbers[rise] / (RISE_SIGMA * RISE_SIGMA);
    }
    (normal, right)
}

/// The pulse widths at which the arm reaches a board point under the current parameters.
fn pulses_reaching(config: &Config, numbers: &Parameters, spot: BoardPoint) -> Option<Pulses> {
    let [x, y, z] = frame(numbers).arm_point(spot, 0.0);
    let pose = Pose::at(Tip::down(x, y, z));
    offsets(numbers).apply_to(config).reach(&pose).ok()
}

/// Standard deviations of the tip error at a point along each axis, propagated from the covariance of the parameters.
fn tip_deviation(
    config: &Config,
    numbers: &Parameters,
    covariance: &SMatrix<f64, PARAMETERS, PARAMETERS>,
    spot: BoardPoint,
) -> SVector<f64, 3> {
    let Some(pulses) = pulses_reaching(config, numbers, spot) else { return SVector::zeros() };
    let slopes = jacobian(config, &Touch { spot, pulses }, numbers);
    (slopes * covariance * slopes.transpose()).diagonal().map(f64::sqrt)
}
