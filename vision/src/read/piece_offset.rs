//! The offset of a piece from the centre of its place.

use super::sample::{LogChroma, TopView};

/// The offset of a piece from the centre of its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PieceOffset {
    /// Offset of the piece's centre, in mm to the right and up.
    pub offset: [f64; 2],
    /// `true` if the offset is so large that the piece does not count as standing on the place.
    pub is_misplaced: bool,
}

/// Number of sample points of a piece's top along each side.
const SAMPLES_PER_SIDE: i32 = 21;

/// `true` if `observed` may be the colour `chroma` under slightly different light.
pub(super) fn is_similar(observed: LogChroma, chroma: LogChroma) -> bool {
    let [light, red, blue] = observed.difference(chroma);
    light.abs() < 0.4 && red.hypot(blue) < 0.3
}

/// Finds the centroid of the pixels of one colour around a place; `None` where there are too few of them.
pub(super) fn find_piece_offset(tops: TopView<'_>, [u, v]: [f64; 2], chroma: LogChroma) -> Option<PieceOffset> {
    let TopView { picture, board, .. } = tops;
    let reach = board.width / 2.0 + 5.0;
    let step = 2.0 * reach / f64::from(SAMPLES_PER_SIDE - 1);
    let (mut right, mut up, mut count) = (0.0, 0.0, 0.0);
    for row in 0..SAMPLES_PER_SIDE {
        for column in 0..SAMPLES_PER_SIDE {
            let (du, dv) = (f64::from(column) * step - reach, f64::from(row) * step - reach);
            let Some((x, y)) = tops.pixel([u + du, v + dv]) else { continue };
            if is_similar(LogChroma::at(picture, x, y), chroma) {
                (right, up, count) = (right + du, up + dv, count + 1.0);
            }
        }
    }
    // The centroid of less than a third of a piece's top is unreliable.
    let least = 0.33 * std::f64::consts::PI * (board.width / 2.0 / step).powi(2);
    (count >= least).then(|| PieceOffset { offset: [right / count, up / count], is_misplaced: false })
}
