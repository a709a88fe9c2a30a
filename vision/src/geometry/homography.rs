//! Homographies: projective maps between two planes.

use nalgebra::{DMatrix, Matrix3, Vector3};
use serde::{Deserialize, Serialize};

/// A homography from points of a plane to points of an image, each in its own units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Homography(Matrix3<f64>);

/// Reprojection error of point pairs under a homography, in the units of the image.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReprojectionError {
    /// The mean distance.
    pub mean: f64,
    /// The largest distance.
    pub max: f64,
}

/// The error of degenerate input. A homography has eight unknowns; each point pair gives two equations, unless points
/// are collinear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at least four points are needed, no three of them on one line")]
pub struct DegeneratePoints;

impl Homography {
    /// Creates a homography from its coefficients, row by row.
    pub fn from_rows(rows: [[f64; 3]; 3]) -> Self {
        Self(Matrix3::from_fn(|row, column| rows[row][column]))
    }

    /// Fits a homography to point pairs (plane, image) by least squares: the direct linear transform on normalised
    /// points (Hartley and Zisserman, Multiple View Geometry, algorithm 4.2).
    ///
    /// # Errors
    ///
    /// [`DegeneratePoints`] when the points do not determine a homography.
    pub fn fit(pairs: &[([f64; 2], [f64; 2])]) -> Result<Self, DegeneratePoints> {
        if pairs.len() < 4 {
            return Err(DegeneratePoints);
        }
        let plane = normalising_transform(pairs.iter().map(|pair| pair.0)).ok_or(DegeneratePoints)?;
        let picture = normalising_transform(pairs.iter().map(|pair| pair.1)).ok_or(DegeneratePoints)?;
        let mut equations = DMatrix::zeros((2 * pairs.len()).max(9), 9);
        for (at, (from, to)) in pairs.iter().enumerate() {
            let [x, y] = project(&plane, *from);
            let [u, v] = project(&picture, *to);
            let first = [-x, -y, -1.0, 0.0, 0.0, 0.0, u * x, u * y, u];
            let second = [0.0, 0.0, 0.0, -x, -y, -1.0, v * x, v * y, v];
            for column in 0..9 {
                equations[(2 * at, column)] = first[column];
                equations[(2 * at + 1, column)] = second[column];
            }
        }
        let solved = equations.svd(false, true);
        let values = &solved.singular_values;
        let (mut order, right) = ((0..9).collect::<Vec<_>>(), solved.v_t.ok_or(DegeneratePoints)?);
        order.sort_by(|one, other| values[*one].total_cmp(&values[*other]));
        // A second singular value near zero means that the points are degenerate.
        if values[order[1]] < 1e-9 * values[order[8]] {
            return Err(DegeneratePoints);
        }
        let normal = Matrix3::from_fn(|row, column| right[(order[0], 3 * row + column)]);
        let back = picture.try_inverse().ok_or(DegeneratePoints)?;
        let full = back * normal * plane;
        let scale = full[(2, 2)];
        if !scale.is_finite() || scale.abs() < 1e-12 || full.determinant().abs() < 1e-15 {
            return Err(DegeneratePoints);
        }
        Ok(Self(full / scale))
    }

    /// Fits a homography as [`Homography::fit`] does and rejects outliers: while more than half of the points remain,
    /// the point with the largest error above `far` is removed and the fit is repeated. Also returns which points are
    /// inliers.
    ///
    /// # Errors
    ///
    /// [`DegeneratePoints`] when the points do not determine a homography.
    pub fn fit_robust(pairs: &[([f64; 2], [f64; 2])], far: f64) -> Result<(Self, Vec<bool>), DegeneratePoints> {
        let mut is_inlier = vec![true; pairs.len()];
        loop {
            let inliers: Vec<_> =
                pairs.iter().zip(&is_inlier).filter(|(_, is_inlier)| **is_inlier).map(|(pair, _)| *pair).collect();
            let found = Self::fit(&inliers)?;
            let off = |at: &usize| distance(found.map(pairs[*at].0), pairs[*at].1);
            let worst =
                (0..pairs.len()).filter(|at| is_inlier[*at]).max_by(|one, other| off(one).total_cmp(&off(other)));
            match worst {
                Some(at) if off(&at) > far && inliers.len() > 4.max(pairs.len() / 2) => is_inlier[at] = false,
                _ => return Ok((found, is_inlier)),
            }
        }
    }

    /// Maps a point of the plane to the image.
    pub fn map(&self, point: [f64; 2]) -> [f64; 2] {
        project(&self.0, point)
    }

    /// The inverse homography, from the image to the plane.
    ///
    /// # Errors
    ///
    /// [`DegeneratePoints`] when the homography is singular.
    pub fn inverse(&self) -> Result<Self, DegeneratePoints> {
        let inverse = self.0.try_inverse().ok_or(DegeneratePoints)?;
        Ok(Self(inverse / inverse[(2, 2)]))
    }

    /// The homography that maps by `first`, and then by this one.
    #[must_use]
    pub fn after(&self, first: &Self) -> Self {
        Self(self.0 * first.0)
    }

    /// The reprojection error of point pairs.
    pub fn reprojection_error(&self, pairs: &[([f64; 2], [f64; 2])]) -> ReprojectionError {
        let off = pairs.iter().map(|(from, to)| distance(self.map(*from), *to));
        let (sum, most) = off.fold((0.0, 0.0), |(sum, most): (f64, f64), off| (sum + off, most.max(off)));
        ReprojectionError { mean: sum / pairs.len().max(1) as f64, max: most }
    }

    /// The coefficients.
    pub(super) fn matrix(&self) -> &Matrix3<f64> {
        &self.0
    }
}

fn project(matrix: &Matrix3<f64>, [x, y]: [f64; 2]) -> [f64; 2] {
    let seen = matrix * Vector3::new(x, y, 1.0);
    [seen.x / seen.z, seen.y / seen.z]
}

fn distance(one: [f64; 2], other: [f64; 2]) -> f64 {
    (one[0] - other[0]).hypot(one[1] - other[1])
}

/// The normalising transform: centroid at the origin, mean distance to it the square root of 2; `None` if all points
/// coincide.
fn normalising_transform(points: impl Iterator<Item = [f64; 2]> + Clone) -> Option<Matrix3<f64>> {
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
        plane.map(|point| (point, SEEN.map(point))).collect()
    }

    #[test]
    fn a_homography_is_recovered_from_its_point_pairs() {
        let found = Homography::fit(&pairs()).unwrap();
        assert!(found.reprojection_error(&pairs()).max < 1e-8);
        let back = found.inverse().unwrap();
        for (plane, picture) in pairs() {
            assert!(distance(back.map(picture), plane) < 1e-8);
        }
    }

    #[test]
    fn outliers_are_left_out() {
        let mut pairs = pairs();
        pairs[3].1 = [10.0, 10.0];
        pairs[11].1[1] += 35.0;
        let (found, is_inlier) = Homography::fit_robust(&pairs, 2.0).unwrap();
        let wrong: Vec<usize> = (0..pairs.len()).filter(|at| !is_inlier[*at]).collect();
        assert_eq!(wrong, [3, 11]);
        assert!(distance(found.map([0.0, 0.0]), SEEN.map([0.0, 0.0])) < 1e-6);
    }

    #[test]
    fn degenerate_points_are_rejected() {
        let line: Vec<_> = (0..6).map(|at| ([f64::from(at), 0.0], [f64::from(at) * 2.0, 1.0])).collect();
        assert_eq!(Homography::fit(&line), Err(DegeneratePoints));
        assert_eq!(Homography::fit(&pairs()[..3]), Err(DegeneratePoints));
        assert_eq!(Homography::fit(&[([1.0, 1.0], [2.0, 2.0]); 5]), Err(DegeneratePoints));
    }
}
