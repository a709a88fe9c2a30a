//! A piece as a body: an upright cylinder.

use crate::layout::Sizes;

/// A piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Solid {
    /// Its axis, in mm before the arm.
    pub x: f64,
    /// Its axis, in mm before the arm.
    pub y: f64,
    /// Its lower side, in mm above the arm's table.
    pub z: f64,
    /// Half its width.
    pub radius: f64,
    /// Its height.
    pub height: f64,
    /// It lies on its side.
    pub fallen: bool,
    /// A person has taken it off the table.
    pub away: bool,
    /// How high above its lower side it was gripped.
    pub(super) gripped: f64,
    /// How far from the middle between the fingers it was gripped, across the line from one to the other.
    pub(super) across: f64,
}

impl Solid {
    pub(super) fn standing([x, y, z]: [f64; 3], sizes: Sizes) -> Self {
        let (radius, height) = (sizes.width / 2.0, sizes.height);
        Self { x, y, z, radius, height, fallen: false, away: false, gripped: 0.0, across: 0.0 }
    }

    /// Puts it down somewhere, upright.
    pub(super) fn put(&mut self, [x, y, z]: [f64; 3]) {
        (self.x, self.y, self.z) = (x, y, z);
        (self.fallen, self.away) = (false, false);
    }

    /// Its width.
    pub(super) fn width(&self) -> f64 {
        2.0 * self.radius
    }

    /// Whether two pieces are where only one can be.
    pub(super) fn touches(&self, other: &Self) -> bool {
        let apart = (self.x - other.x).hypot(self.y - other.y);
        apart < self.radius + other.radius && self.z < other.z + other.height && other.z < self.z + self.height
    }
}
