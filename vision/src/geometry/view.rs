//! The projection from board coordinates to pixels.

use nalgebra::{Matrix3, Vector3};

use super::{Homography, Lens};

/// A calibrated view of a board: projects points on the board or above it to pixels, and back.
///
/// Board points are in mm, `u` to the right of the board's picture and `v` up; pixels are counted from the upper left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Homography from the board to the undistorted image.
    plane: Homography,
    back: Homography,
    lens: Option<Lens>,
    /// The image of the direction away from the board, on the scale of `plane`.
    up: Vector3<f64>,
}

impl View {
    /// Creates a view from the homography of the board's plane, which refers to the undistorted image if there is a
    /// lens. The projection of points above the plane follows from the homography and a focal length: that of the lens,
    /// or one estimated from the perspective, or a default of 0.9 image widths. `None` for a singular homography.
    pub fn new(plane: Homography, lens: Option<Lens>, size: (u32, u32)) -> Option<Self> {
        let back = plane.inverse().ok()?;
        let straight = lens.unwrap_or_else(|| {
            let usual = 0.9 * f64::from(size.0);
            Lens::pinhole(size.0, size.1, estimate_focal_length(&plane, size).unwrap_or(usual))
        });
        let camera = Matrix3::new(straight.fx, 0.0, straight.cx, 0.0, straight.fy, straight.cy, 0.0, 0.0, 1.0);
        let axes = camera.try_inverse()? * plane.matrix();
        let (first, second) = (axes.column(0).into_owned(), axes.column(1).into_owned());
        let scale = (first.norm() * second.norm()).sqrt();
        // The board is in front of the camera; with v up and u to the right, the direction away from the board points
        // to the viewer.
        let up = camera * (first.cross(&second) / scale);
        let up = if axes[(2, 2)] < 0.0 { -up } else { up };
        Some(Self { plane, back, lens, up })
    }

    /// Projects a point at a height in mm above the board to a pixel.
    pub fn pixel(&self, [u, v]: [f64; 2], above: f64) -> [f64; 2] {
        let projected = self.plane.matrix() * Vector3::new(u, v, 1.0) + self.up * above;
        let straight = [projected.x / projected.z, projected.y / projected.z];
        self.lens.map_or(straight, |lens| lens.distort(straight))
    }

    /// The board point that is seen at a pixel.
    pub fn board_point(&self, pixel: [f64; 2]) -> [f64; 2] {
        self.back.map(self.lens.map_or(pixel, |lens| lens.undistort(pixel)))
    }

    /// The point in the plane at a height in mm above the board that is seen at a pixel.
    pub fn point_at_height(&self, pixel: [f64; 2], above: f64) -> Option<[f64; 2]> {
        let [x, y] = self.lens.map_or(pixel, |lens| lens.undistort(pixel));
        let mut matrix = *self.plane.matrix();
        let lifted = matrix.column(2) + self.up * above;
        matrix.set_column(2, &lifted);
        let projected = matrix.try_inverse()? * Vector3::new(x, y, 1.0);
        Some([projected.x / projected.z, projected.y / projected.z])
    }

    /// Minimum image scale around a board point, in pixels per mm.
    pub fn pixels_per_mm(&self, [u, v]: [f64; 2]) -> f64 {
        let middle = self.pixel([u, v], 0.0);
        let far = |point: [f64; 2]| {
            let pixel = self.pixel(point, 0.0);
            (pixel[0] - middle[0]).hypot(pixel[1] - middle[1])
        };
        far([u + 1.0, v]).min(far([u, v + 1.0]))
    }

    /// The lens, if one is known.
    pub fn lens(&self) -> Option<&Lens> {
        self.lens.as_ref()
    }

    /// The homography from the board to the undistorted image.
    pub fn plane(&self) -> &Homography {
        &self.plane
    }
}

/// Focal length, in pixels, estimated from the homography of a plane under square pixels and a central principal point
/// (Zhang 2000, section 3.1); `None` where the perspective is too weak.
fn estimate_focal_length(plane: &Homography, (width, height): (u32, u32)) -> Option<f64> {
    let (cx, cy) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
    let middle = Matrix3::new(1.0, 0.0, -cx, 0.0, 1.0, -cy, 0.0, 0.0, 1.0);
    let projected = middle * plane.matrix();
    let (a, b) = (projected.column(0), projected.column(1));
    // The axes of the plane are orthogonal and equally long: two equations for the square of the focal length.
    let square = (a.x * b.x + a.y * b.y, a.z * b.z);
    let long = (a.x * a.x + a.y * a.y - b.x * b.x - b.y * b.y, a.z * a.z - b.z * b.z);
    let (top, bottom) = (square.0 * square.1 + long.0 * long.1, square.1 * square.1 + long.1 * long.1);
    let focal = (-top / bottom).sqrt();
    let likely = 0.4 * f64::from(width)..4.0 * f64::from(width);
    (focal.is_finite() && likely.contains(&focal)).then_some(focal)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The homography and the true projection of a camera 600 mm away with a tilt.
    fn camera(tilt: f64, focal: f64) -> (Homography, impl Fn([f64; 3]) -> [f64; 2]) {
        let (sine, cosine) = f64::to_radians(tilt).sin_cos();
        let project = move |[u, v, z]: [f64; 3]| {
            // The image's y axis points down.
            let (y, depth) = (-cosine * v - sine * z, 600.0 + sine * v - cosine * z);
            [640.0 + focal * u / depth, 360.0 + focal * y / depth]
        };
        let corners = [[-100.0, -100.0], [100.0, -100.0], [100.0, 100.0], [-100.0, 100.0], [30.0, -20.0]];
        let pairs: Vec<_> = corners.iter().map(|at| (*at, project([at[0], at[1], 0.0]))).collect();
        (Homography::fit(&pairs).unwrap(), project)
    }

    #[test]
    fn points_above_the_board_are_projected_correctly() {
        for tilt in [5.0, 20.0, 35.0] {
            let (plane, project) = camera(tilt, 1000.0);
            let view = View::new(plane, None, (1280, 720)).unwrap();
            for (u, v) in [(0.0, 0.0), (80.0, -60.0), (-90.0, 90.0)] {
                let (found, true_one) = (view.pixel([u, v], 20.0), project([u, v, 20.0]));
                let off = (found[0] - true_one[0]).hypot(found[1] - true_one[1]);
                assert!(off < 0.1, "{tilt} {u} {v}: {off}");
                let back = view.point_at_height(true_one, 20.0).unwrap();
                assert!((back[0] - u).hypot(back[1] - v) < 0.1, "{back:?}");
            }
        }
    }

    #[test]
    fn from_straight_above_the_default_focal_length_suffices() {
        let (plane, project) = camera(0.0, 1150.0);
        let view = View::new(plane, None, (1280, 720)).unwrap();
        let (found, true_one) = (view.pixel([90.0, 90.0], 8.0), project([90.0, 90.0, 8.0]));
        assert!((found[0] - true_one[0]).hypot(found[1] - true_one[1]) < 0.5);
    }
}
