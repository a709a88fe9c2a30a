//! The apparent height of the pieces of a class: the widest part of a pawn lies below its top, so that an inclined camera sees it
//! aside of the place.

/// Regularisation: a camera straight above says nothing about heights.
const REGULARISATION: f64 = 0.5;

/// The height above the widest part of the pieces of a class, fitted to the offsets of pieces by least squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ApparentHeight {
    products: f64,
    squares: f64,
}

impl ApparentHeight {
    /// Adds the offset of a piece in mm, where the camera sees what is a mm lower shifted by `parallax` mm.
    pub(super) fn add(&mut self, offset: [f64; 2], parallax: [f64; 2]) {
        let dot = |one: [f64; 2], other: [f64; 2]| one[0] * other[0] + one[1] * other[1];
        self.products += dot(offset, parallax);
        self.squares += dot(parallax, parallax);
    }

    /// The offset of a piece in the middle of its place, in mm; at most `limit`.
    pub(super) fn offset(self, parallax: [f64; 2], limit: f64) -> [f64; 2] {
        let below = self.products / (self.squares + REGULARISATION);
        let offset = parallax.map(|parallax| below * parallax);
        let length = offset[0].hypot(offset[1]);
        if length > limit { offset.map(|part| part * limit / length) } else { offset }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_that_seem_shifted_to_the_camera_are_in_the_middle() {
        let mut height = ApparentHeight::default();
        for (aside, parallax) in [(0.5, 0.55), (-0.5, 0.6), (0.1, 0.65), (-0.1, 0.6), (0.0, 0.6)] {
            height.add([aside, -5.0 * parallax], [0.0, -parallax]);
        }
        let [right, up] = height.offset([0.0, -0.6], 4.0);
        assert!(right.abs() < 1e-9 && (-3.0..-2.0).contains(&up), "{right} {up}");
        let [right, up] = height.offset([0.0, -0.6], 1.0);
        assert!(right.abs() < 1e-9 && (up + 1.0).abs() < 1e-9, "{right} {up}");
        // A camera straight above.
        let [right, up] = ApparentHeight::default().offset([0.01, 0.0], 4.0);
        assert!(right.abs() < 1e-9 && up.abs() < 1e-9, "{right} {up}");
    }
}
