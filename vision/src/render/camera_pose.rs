//! The pose and intrinsics of the simulated camera.

use nalgebra::{Rotation3, Vector3};

use crate::geometry::{Homography, Lens, View};

/// The pose of a camera relative to the board, its image size and its lens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameraPose {
    /// Image width, in pixels.
    pub width: u32,
    /// Image height, in pixels.
    pub height: u32,
    /// The point of the board's plane at the image centre, in mm.
    pub target: [f64; 2],
    /// Distance from that point, in mm.
    pub distance: f64,
    /// Tilt from the vertical, in degrees.
    pub tilt: f64,
    /// Azimuth of the camera, in degrees counter-clockwise from the board's right.
    pub side: f64,
    /// Roll about the optical axis, in degrees counter-clockwise.
    pub roll: f64,
    /// The lens, with principal point and focal lengths in pixels.
    pub lens: Lens,
}

impl CameraPose {
    /// A camera straight above the board that sees a width of `across` mm.
    pub fn above(width: u32, height: u32, across: f64) -> Self {
        let lens = Lens::pinhole(width, height, 0.95 * f64::from(width));
        let distance = 0.95 * across;
        Self { width, height, target: [0.0; 2], distance, tilt: 0.0, side: -90.0, roll: 0.0, lens }
    }

    /// The optical centre, in mm of the board.
    pub fn centre(&self) -> [f64; 3] {
        let [right, ahead, up] = self.direction();
        let [u, v] = self.target;
        [u + right * self.distance, v + ahead * self.distance, up * self.distance]
    }

    fn direction(&self) -> [f64; 3] {
        let (sine, cosine) = self.tilt.to_radians().sin_cos();
        let (aside, along) = self.side.to_radians().sin_cos();
        [sine * along, sine * aside, cosine]
    }

    /// The camera's right, up and forward axes, including the roll.
    fn axes(&self) -> [Vector3<f64>; 3] {
        let forward = -Vector3::from(self.direction());
        let hint = Vector3::new(0.0, 1.0, 0.0);
        let hint = Rotation3::new(-forward * self.roll.to_radians()) * hint;
        let up = (hint - forward * hint.dot(&forward)).normalize();
        [forward.cross(&up), up, forward]
    }

    /// The view of the board from this pose.
    ///
    /// # Panics
    ///
    /// When the camera looks along the board's plane.
    pub fn view(&self) -> View {
        let [right, up, forward] = self.axes();
        let centre = Vector3::from(self.centre());
        let Lens { fx, fy, cx, cy, .. } = self.lens;
        let rows = [right * fx + forward * cx, -up * fy + forward * cy, forward];
        let rows = rows.map(|row| [row.x, row.y, -row.dot(&centre)]);
        let has_distortion = Lens::pinhole(self.width, self.height, fx) != self.lens;
        let view = View::new(
            Homography::from_rows(rows),
            Some(self.lens).filter(|_| has_distortion),
            (self.width, self.height),
        );
        view.expect("a camera above the board sees it")
    }
}

/// A renderer for one camera pose, with the ray of every pixel precomputed.
#[derive(Clone, Debug)]
pub struct Renderer {
    pub(super) pose: CameraPose,
    pub(super) view: View,
    /// The board point that each pixel's ray meets, row by row.
    pub(super) rays: Vec<[f32; 2]>,
}

impl Renderer {
    /// Creates a renderer for a camera pose.
    pub fn new(pose: CameraPose) -> Self {
        let view = pose.view();
        let pixels = (0..pose.height).flat_map(|y| (0..pose.width).map(move |x| [f64::from(x), f64::from(y)]));
        let rays = pixels.map(|pixel| view.board_point(pixel).map(|at| at as f32)).collect();
        Self { pose, view, rays }
    }

    /// The view of the board from the camera.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The pixels in which a disc can be seen.
    pub(super) fn disc_pixels(
        &self,
        at: [f64; 2],
        foot: f64,
        radius: f64,
        height: f64,
    ) -> impl Iterator<Item = usize> + use<> {
        let corners = [foot, foot + height].into_iter().flat_map(|z| {
            let sides = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            sides.map(|(right, up)| self.view.pixel([at[0] + right * radius, at[1] + up * radius], z))
        });
        let corners: Vec<[f64; 2]> = corners.collect();
        self.pixels_around(&corners, 2.0)
    }

    /// The pixels of the bounding box of some points, extended by `more` pixels on each side.
    pub(super) fn pixels_around(&self, points: &[[f64; 2]], more: f64) -> impl Iterator<Item = usize> + use<> {
        let bounds = |axis: usize, most: u32| {
            let values = points.iter().map(|point| point[axis]).filter(|at| at.is_finite());
            let (low, high) =
                values.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), at| (low.min(at), high.max(at)));
            let end = (high + more).clamp(0.0, f64::from(most)) as usize;
            (low - more).clamp(0.0, f64::from(most)) as usize..end
        };
        let (columns, rows, width) =
            (bounds(0, self.pose.width), bounds(1, self.pose.height), self.pose.width as usize);
        rows.flat_map(move |y| columns.clone().map(move |x| y * width + x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_in_the_image_centre_and_the_board_upright() {
        let pose = CameraPose { target: [20.0, -10.0], tilt: 30.0, ..CameraPose::above(1280, 720, 600.0) };
        let view = pose.view();
        let [x, y] = view.pixel([20.0, -10.0], 0.0);
        assert!((x - 640.0).abs() < 1e-6 && (y - 360.0).abs() < 1e-6);
        let (right, up) = (view.pixel([60.0, -10.0], 0.0), view.pixel([20.0, 30.0], 0.0));
        assert!(right[0] > x + 50.0 && up[1] < y - 50.0, "{right:?} {up:?}");
        // From the near side, higher points are seen farther up.
        assert!(view.pixel([20.0, -10.0], 20.0)[1] < y - 5.0);
    }

    #[test]
    fn projection_matches_the_ray_through_the_optical_centre() {
        let pose = CameraPose { tilt: 35.0, side: -60.0, roll: 5.0, ..CameraPose::above(1280, 720, 600.0) };
        let [cu, cv, cz] = pose.centre();
        // The ray to a point 20 mm above the board meets the board beyond that point.
        let meets = |u: f64, v: f64| [cu + (u - cu) * cz / (cz - 20.0), cv + (v - cv) * cz / (cz - 20.0)];
        for (u, v) in [(0.0, 0.0), (90.0, 40.0), (-80.0, -70.0)] {
            let (above, beyond) = (pose.view().pixel([u, v], 20.0), pose.view().pixel(meets(u, v), 0.0));
            assert!((above[0] - beyond[0]).hypot(above[1] - beyond[1]) < 0.05);
        }
    }
}
