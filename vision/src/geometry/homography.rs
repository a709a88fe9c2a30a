//! A plane seen in perspective.

use nalgebra::{DMatrix, Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// From points of a plane to points of a picture, both in their own units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Homography(Matrix3<f64>);

/// How far points are from where a homography has them, in the units of the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Residual {
    /// The mean distance.
    pub mean: f64,
    /// The largest distance.
    pub most: f64,
}

/// A homography has eight unknowns; each point tells two of them, unless points lie on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at least four points are needed, no three of them on one line")]
pub struct TooFewPoints;

impl Homography {
    /// The homography with these coefficients, row by row.
    pub fn of(rows: [[f64; 3]; 3]) -> Self {
        Self(Matrix3::from_fn(|row, column| rows[row][column]))
    }

    /// The homography that fits pairs of points best, of the plane and of the picture: the direct linear transform on normalised points
    /// (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2).
    ///
    /// # Errors
    ///
    /// When the points do not tell it.
    pub fn fit(pairs: &[([f64; 2], [f64; 2])]) -> Result<Self, TooFewPoints> {
        if pairs.len() < 4 {
            return Err(TooFewPoints);
        }
        let plane = normalising(pairs.iter().map(|pair| pair.0)).ok_or(TooFewPoints)?;
        let picture = normalising(pairs.iter().map(|pair| pair.1)).ok_or(TooFewPoints)?;
        let mut equations = DMatrix::zeros((2 * pairs.len()).max(9), 9);
        for (at, (from, to)) in pairs.iter().enumerate() {
            let [x, y] = apply(&plane, *from);
            let [u, v] = apply(&picture, *to);
            let first = [-x, -y, -1.0, 0.0, 0.0, 0.0, u * x, u * y, u];
            let second = [0.0, 0.0, 0.0, -x, -y, -1.0, v * x, v * y, v];
            for column in 0..9 {
                equations[(2 * at, column)] = first[column];
                equations[(2 * at + 1, column)] = second[column];
            }
        }
        let solved = equations.svd(false, true);
        let values = &solved.singular_values;
        let (mut order, right) = ((0..9).collect::<Vec<_>>(), solved.v_t.ok_or(TooFewPoints)?);
        order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
        // A second answer that is as good means that the points are too special.
        if values[order[1]] < 1e-9 * values[order[8]] {
            return Err(TooFewPoints);
        }
        let normal = Matrix3::from_fn(|row, column| right[(order[0], 3 * row + column)]);
        let back = picture.try_inverse().ok_or(TooFewPoints)?;
        let full = back * normal * plane;
        let scale = full[(2, 2)];
        if !scale.is_finite() || scale.abs() < 1e-12 || full.determinant().abs() < 1e-15 {
            return Err(TooFewPoints);
        }
        Ok(Self(full / scale))
    }

    /// As [`Homography::fit`], but points that are more than `far` off are left out, the farthest first, as long as more than half of
    /// them are left. Also tells which points count.
    ///
    /// # Errors
    ///
    /// When the points do not tell it.
    pub fn fit_most(pairs: &[([f64; 2], [f64; 2])], far: f64) -> Result<(Self, Vec<bool>), TooFewPoints> {
        let mut counts = vec![true; pairs.len()];
        loop {
            let kept: Vec<_> =
                pairs.iter().zip(&counts).filter(|(_, counts)| **counts).map(|(pair, _)| *pair).collect();
            let found = Self::fit(&kept)?;
            let off = |at: &usize| distance(found.at(pairs[*at].0), pairs[*at].1);
            let worst = (0..pairs.len()).filter(|at| counts[*at]).max_by(|one, other| off(one).total_cmp(&off(other)));
            match worst {
                Some(at) if off(&at) > far && kept.len() > 4.max(pairs.len() / 2) => counts[at] = false,
                _ => return Ok((found, counts)),
            }
        }
    }

    /// Where a point of the plane is in the picture.
    pub fn at(&self, point: [f64; 2]) -> [f64; 2] {
        apply(&self.0, point)
    }

    /// From the picture to the plane.
    ///
    /// # Errors
    ///
    /// When it squeezes the plane into a line.
    pub fn inverse(&self) -> Result<Self, TooFewPoints> {
        let inverse = self.0.try_inverse().ok_or(TooFewPoints)?;
        Ok(Self(inverse / inverse[(2, 2)]))
    }

    /// How far points of the picture are from where it has them.
    pub fn residual(&self, pairs: &[([f64; 2], [f64; 2])]) -> Residual {
        let off = pairs.iter().map(|(from, to)| distance(self.at(*from), *to));
        let (sum, most) = off.fold((0.0, 0.0), |(sum, most): (f64, f64), off| (sum + off, most.max(off)));
        Residual { mean: sum / pairs.len().max(1) as f64, most }
    }

    /// Its coefficients.
    pub(super) fn matrix(&self) -> &Matrix3<f64> {
        &self.0
    }
}

fn apply(matrix: &Matrix3<f64>, [x, y]: [f64; 2]) -> [f64; 2] {
    let seen = matrix * Vector3::new(x, y, 1.0);
    [seen.x / seen.z, seen.y / seen.z]
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// Brings points around 0, with a mean distance of the square root of 2 from it; `None` if all are one point.
fn normalising(points: impl Iterator<Item = [f64; 2]> + Clone) -> Option<Matrix3<f64>> {
    let count = points.clone().count() as f64;
    let (x, y) = points.clone().fold((0.0, 0.0), |(x, y), point| (x + point[0] / count, y + point[1] / count));
    let far: f64 = points.map(|point| distance(point, [x, y]) / count).sum();
    let scale = std::f64::consts::SQRT_2 / far;
    scale.is_finite().then(|| Matrix3::new(scale, 0.0, -scale * x, 0.0, scale, -scale * y, 0.0, 0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEN: Homography = Homography(Matrix3::new(3.1, 0.4, 640.0, -0.2, 2.6, 360.0, 2e-4, 9e-4, 1.0));

    fn pairs() -> Vec<([f64; 2], [f64; 2])> {
        let plane = (0..5).flat_map(|x| (0..4).map(move |y| [f64::from(x) * 30.0 - 60.0, f64::from(y) * 40.0 - 60.0]));
        plane.map(|point| (point, SEEN.at(point))).collect()
    }

    #[test]
    fn a_homography_is_found_again_from_what_it_does() {
        let found = Homography::fit(&pairs()).unwrap();
        assert!(found.residual(&pairs()).most < 1e-8);
        let back = found.inverse().unwrap();
        for (plane, picture) in pairs() {
            assert!(distance(back.at(picture), plane) < 1e-8);
        }
    }

    #[test]
    fn points_that_are_wrong_are_left_out() {
        let mut pairs = pairs();
        pairs[3].1 = [10.0, 10.0];
        pairs[11].1[1] += 35.0;
        let (found, counts) = Homography::fit_most(&pairs, 2.0).unwrap();
        let wrong: Vec<usize> = (0..pairs.len()).filter(|at| !counts[*at]).collect();
        assert_eq!(wrong, [3, 11]);
        assert!(distance(found.at([0.0, 0.0]), SEEN.at([0.0, 0.0])) < 1e-6);
    }

    #[test]
    fn too_little_is_told_so() {
        let line: Vec<_> = (0..6).map(|at| ([f64::from(at), 0.0], [f64::from(at) * 2.0, 1.0])).collect();
        assert_eq!(Homography::fit(&line), Err(TooFewPoints));
        assert_eq!(Homography::fit(&pairs()[..3]), Err(TooFewPoints));
        assert_eq!(Homography::fit(&[([1.0, 1.0], [2.0, 2.0]); 5]), Err(TooFewPoints));
    }
}
