//! Lens distortion.

use serde::{Deserialize, Serialize};

/// Camera intrinsics as chessboard calibration gives them: focal lengths and principal point in pixels, two
/// coefficients of radial and two of tangential distortion (Brown-Conrady model).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lens {
    /// The horizontal focal length, in pixels.
    pub fx: f64,
    /// The vertical focal length, in pixels.
    pub fy: f64,
    /// The principal point, in pixels from the left.
    pub cx: f64,
    /// The principal point, in pixels from the top.
    pub cy: f64,
    /// Radial distortion, second order.
    #[serde(default)]
    pub k1: f64,
    /// Radial distortion, fourth order.
    #[serde(default)]
    pub k2: f64,
    /// Tangential distortion.
    #[serde(default)]
    pub p1: f64,
    /// Tangential distortion.
    #[serde(default)]
    pub p2: f64,
}

impl Lens {
    /// A pinhole camera without distortion for an image size in pixels, with a focal length in pixels.
    pub fn pinhole(width: u32, height: u32, focal: f64) -> Self {
        let (cx, cy) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        Self { fx: focal, fy: focal, cx, cy, k1: 0.0, k2: 0.0, p1: 0.0, p2: 0.0 }
    }

    /// Maps an undistorted pixel to the pixel at which the lens shows it.
    pub fn distort(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let (x, y) = ((u - self.cx) / self.fx, (v - self.cy) / self.fy);
        let square = x * x + y * y;
        let radial = 1.0 + self.k1 * square + self.k2 * square * square;
        let distorted_x = x * radial + 2.0 * self.p1 * x * y + self.p2 * (square + 2.0 * x * x);
        let distorted_y = y * radial + self.p1 * (square + 2.0 * y * y) + 2.0 * self.p2 * x * y;
        [self.cx + self.fx * distorted_x, self.cy + self.fy * distorted_y]
    }

    /// Maps a distorted pixel to the pixel at which a pinhole camera would show it.
    pub fn undistort(&self, pixel: [f64; 2]) -> [f64; 2] {
        // The distortion is small, so fixed-point iteration converges.
        let mut guess = pixel;
        for _ in 0..20 {
            let distorted = self.distort(guess);
            guess = [guess[0] + pixel[0] - distorted[0], guess[1] + pixel[1] - distorted[1]];
        }
        guess
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undistortion_inverts_distortion() {
        let lens = Lens { k1: -0.28, k2: 0.07, p1: 0.001, p2: -0.0006, ..Lens::pinhole(1280, 720, 950.0) };
        for point in [[640.0, 360.0], [10.0, 15.0], [1270.0, 700.0], [300.0, 650.0]] {
            let [u, v] = lens.undistort(lens.distort(point));
            assert!((u - point[0]).hypot(v - point[1]) < 1e-3, "{point:?} {u} {v}");
        }
        let [_, top] = lens.distort([640.0, 0.0]);
        assert!(top > 0.0, "a barrel draws edges in");
    }
}
