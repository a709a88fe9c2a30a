//! Where a camera stands.

use nalgebra::{Rotation3, Vector3};

use crate::geometry::{Homography, Lens, View};

/// Where a camera stands, and which it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stand {
    /// The width of its picture, in pixels.
    pub width: u32,
    /// The height of its picture, in pixels.
    pub height: u32,
    /// Which point of the board's plane is in its middle, in mm.
    pub towards: [f64; 2],
    /// How far from there it is, in mm.
    pub distance: f64,
    /// How far from straight above, in degrees.
    pub tilt: f64,
    /// On which side it stands, in degrees against the clock from the board's right.
    pub side: f64,
    /// How far it is turned about its own axis against the clock, in degrees.
    pub roll: f64,
    /// The lens; its middle and focal lengths are in pixels.
    pub lens: Lens,
}

impl Stand {
    /// A camera straight above the board that sees so many mm across its picture.
    pub fn above(width: u32, height: u32, across: f64) -> Self {
        let lens = Lens::straight(width, height, 0.95 * f64::from(width));
        let distance = 0.95 * across;
        Self { width, height, towards: [0.0; 2], distance, tilt: 0.0, side: -90.0, roll: 0.0, lens }
    }

    /// Where its middle is, in mm of the board.
    pub fn centre(&self) -> [f64; 3] {
        let [right, ahead, up] = self.direction();
        let [u, v] = self.towards;
        [u + right * self.distance, v + ahead * self.distance, up * self.distance]
    }

    fn direction(&self) -> [f64; 3] {
        let (sine, cosine) = self.tilt.to_radians().sin_cos();
        let (aside, along) = self.side.to_radians().sin_cos();
        [sine * along, sine * aside, cosine]
    }

    /// Its right, up and forward, as it is turned.
    fn axes(&self) -> [Vector3<f64>; 3] {
        let forward = -Vector3::from(self.direction());
        let hint = Vector3::new(0.0, 1.0, 0.0);
        let hint = Rotation3::new(-forward * self.roll.to_radians()) * hint;
        let up = (hint - forward * hint.dot(&forward)).normalize();
        [forward.cross(&up), up, forward]
    }

    /// How it sees the board.
    ///
    /// # Panics
    ///
    /// When it looks along the board.
    pub fn view(&self) -> View {
        let [right, up, forward] = self.axes();
        let centre = Vector3::from(self.centre());
        let Lens { fx, fy, cx, cy, .. } = self.lens;
        let rows = [right * fx + forward * cx, -up * fy + forward * cy, forward];
        let rows = rows.map(|row| [row.x, row.y, -row.dot(&centre)]);
        let bent = Lens::straight(self.width, self.height, fx) != self.lens;
        let view = View::new(Homography::of(rows), Some(self.lens).filter(|_| bent), (self.width, self.height));
        view.expect("a camera above the board sees it")
    }
}

/// A stand with what is worked out of it once.
#[derive(Clone, Debug)]
pub struct Studio {
    pub(super) stand: Stand,
    pub(super) view: View,
    /// By pixel, row by row: where its ray meets the board.
    pub(super) rays: Vec<[f32; 2]>,
}

impl Studio {
    /// A camera at its stand.
    pub fn new(stand: Stand) -> Self {
        let view = stand.view();
        let pixels = (0..stand.height).flat_map(|y| (0..stand.width).map(move |x| [f64::from(x), f64::from(y)]));
        let rays = pixels.map(|pixel| view.board(pixel).map(|at| at as f32)).collect();
        Self { stand, view, rays }
    }

    /// How it sees the board.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The pixels at which a disc can be seen.
    pub(super) fn around(
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
        self.within(&corners, 2.0)
    }

    /// The pixels of the box around some points, and so many more on each side.
    pub(super) fn within(&self, points: &[[f64; 2]], more: f64) -> impl Iterator<Item = usize> + use<> {
        let bounds = |axis: usize, most: u32| {
            let values = points.iter().map(|point| point[axis]).filter(|at| at.is_finite());
            let (low, high) =
                values.fold((f64::INFINITY, 0.0), |(low, high): (f64, f64), at| (low.min(at), high.max(at)));
            let end = (high + more).clamp(0.0, f64::from(most)) as usize;
            (low - more).clamp(0.0, f64::from(most)) as usize..end
        };
        let (columns, rows, width) =
            (bounds(0, self.stand.width), bounds(1, self.stand.height), self.stand.width as usize);
        rows.flat_map(move |y| columns.clone().map(move |x| y * width + x))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_sees_what_it_looks_at_in_its_middle_and_the_board_upright() {
        let stand = Stand { towards: [20.0, -10.0], tilt: 30.0, ..Stand::above(1280, 720, 600.0) };
        let view = stand.view();
        let [x, y] = view.pixel([20.0, -10.0], 0.0);
        assert!((x - 640.0).abs() < 1e-6 && (y - 360.0).abs() < 1e-6);
        let (right, up) = (view.pixel([60.0, -10.0], 0.0), view.pixel([20.0, 30.0], 0.0));
        assert!(right[0] > x + 50.0 && up[1] < y - 50.0, "{right:?} {up:?}");
        // From the near side, what stands is seen to rise.
        assert!(view.pixel([20.0, -10.0], 20.0)[1] < y - 5.0);
    }

    #[test]
    fn a_view_knows_how_high_things_are_seen() {
        let stand = Stand { tilt: 35.0, side: -60.0, roll: 5.0, ..Stand::above(1280, 720, 600.0) };
        let [cu, cv, cz] = stand.centre();
        // The ray to a point 20 mm above the board meets the board beyond it.
        let meets = |u: f64, v: f64| [cu + (u - cu) * cz / (cz - 20.0), cv + (v - cv) * cz / (cz - 20.0)];
        for (u, v) in [(0.0, 0.0), (90.0, 40.0), (-80.0, -70.0)] {
            let (above, beyond) = (stand.view().pixel([u, v], 20.0), stand.view().pixel(meets(u, v), 0.0));
            assert!((above[0] - beyond[0]).hypot(above[1] - beyond[1]) < 0.05);
        }
    }
}
