//! What a lens does to straight lines.

use serde::{Deserialize, Serialize};

/// A camera's lens, in the model that calibration with a chessboard gives: focal lengths and middle in pixels, two coefficients of radial
/// and two of tangential distortion (Brown and Conrady).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lens {
    /// The focal length along the picture's width, in pixels.
    pub fx: f64,
    /// The focal length along its height, in pixels.
    pub fy: f64,
    /// The middle, in pixels from the left.
    pub cx: f64,
    /// The middle, in pixels from the top.
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
    /// A lens that distorts nothing, for a picture of so many pixels, with a focal length in pixels.
    pub fn straight(width: u32, height: u32, focal: f64) -> Self {
        let (cx, cy) = (f64::from(width) / 2.0, f64::from(height) / 2.0);
        Self { fx: focal, fy: focal, cx, cy, k1: 0.0, k2: 0.0, p1: 0.0, p2: 0.0 }
    }

    /// Where in the picture a ray is seen that a straight lens would show at this pixel.
    pub fn distorted(&self, [u, v]: [f64; 2]) -> [f64; 2] {
        let (x, y) = ((u - self.cx) / self.fx, (v - self.cy) / self.fy);
        let square = x * x + y * y;
        let radial = 1.0 + self.k1 * square + self.k2 * square * square;
        let bent_x = x * radial + 2.0 * self.p1 * x * y + self.p2 * (square + 2.0 * x * x);
        let bent_y = y * radial + self.p1 * (square + 2.0 * y * y) + 2.0 * self.p2 * x * y;
        [self.cx + self.fx * bent_x, self.cy + self.fy * bent_y]
    }

    /// Where a straight lens would show what is seen at a pixel.
    pub fn straightened(&self, seen: [f64; 2]) -> [f64; 2] {
        // What the lens does is small, so going back by what it does there comes to rest.
        let mut guess = seen;
        for _ in 0..20 {
            let bent = self.distorted(guess);
            guess = [guess[0] + seen[0] - bent[0], guess[1] + seen[1] - bent[1]];
        }
        guess
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_lens_bends_is_straightened() {
        let lens = Lens { k1: -0.28, k2: 0.07, p1: 0.001, p2: -0.0006, ..Lens::straight(1280, 720, 950.0) };
        for point in [[640.0, 360.0], [10.0, 15.0], [1270.0, 700.0], [300.0, 650.0]] {
            let [u, v] = lens.straightened(lens.distorted(point));
            assert!((u - point[0]).hypot(v - point[1]) < 1e-3, "{point:?} {u} {v}");
        }
        let [_, top] = lens.distorted([640.0, 0.0]);
        assert!(top > 0.0, "a barrel draws edges in");
    }
}
