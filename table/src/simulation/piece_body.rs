//! The body of a piece: an upright cylinder.

use crate::layout::PieceSizes;

/// The body of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceBody {
    /// The x coordinate of the axis in the arm's frame, in mm.
    pub x: f64,
    /// The y coordinate of the axis in the arm's frame, in mm.
    pub y: f64,
    /// Height of the lower side above the arm's table, in mm.
    pub z: f64,
    /// The radius, in mm.
    pub radius: f64,
    /// The height, in mm.
    pub height: f64,
    /// `true` if the piece has fallen over.
    pub has_fallen: bool,
    /// `true` if a person has removed the piece from the table.
    pub is_removed: bool,
    /// Height of the grip above the lower side, in mm.
    pub(super) grip_height: f64,
    /// Offset of the grip from the centre, across the direction from finger to finger, in mm.
    pub(super) grip_offset: f64,
}

impl PieceBody {
    pub(super) fn upright([x, y, z]: [f64; 3], sizes: PieceSizes) -> Self {
        let (radius, height) = (sizes.width / 2.0, sizes.height);
        Self { x, y, z, radius, height, has_fallen: false, is_removed: false, grip_height: 0.0, grip_offset: 0.0 }
    }

    /// Places the piece upright at a point.
    pub(super) fn place_at(&mut self, [x, y, z]: [f64; 3]) {
        (self.x, self.y, self.z) = (x, y, z);
        (self.has_fallen, self.is_removed) = (false, false);
    }

    /// The diameter.
    pub(super) fn width(&self) -> f64 {
        2.0 * self.radius
    }

    /// `true` if two pieces overlap.
    pub(super) fn touches(&self, other: &Self) -> bool {
        let apart = (self.x - other.x).hypot(self.y - other.y);
        apart < self.radius + other.radius && self.z < other.z + other.height && other.z < self.z + self.height
    }
}
