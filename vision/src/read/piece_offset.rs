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

/// Number of sample points around a place along each side.
pub(super) const SAMPLES_PER_SIDE: usize = 21;

/// Number of sample points around a place: a square patch of the board.
pub(super) const PATCH_POINTS: usize = SAMPLES_PER_SIDE * SAMPLES_PER_SIDE;

/// Distance of two sample points, in mm.
fn patch_step(width: f64) -> f64 {
    (width + 10.0) / (SAMPLES_PER_SIDE - 1) as f64
}

/// Offset of a sample point from the centre of its place, in mm to the right and up.
pub(super) fn patch_offset(width: f64, point: usize) -> (f64, f64) {
    let at = |index: usize| (index as f64 - (SAMPLES_PER_SIDE - 1) as f64 / 2.0) * patch_step(width);
    (at(point % SAMPLES_PER_SIDE), at(point / SAMPLES_PER_SIDE))
}

/// Largest difference of the log-luminance, and of the chromaticities, of one colour under slightly different light.
const TOLERANCES: [f64; 2] = [0.4, 0.3];

/// `true` if `observed` may be the colour `chroma` under slightly different light.
pub(super) fn is_similar(observed: LogChroma, chroma: LogChroma) -> bool {
    let [light, red, blue] = observed.difference(chroma);
    light.abs() < TOLERANCES[0] && red.hypot(blue) < TOLERANCES[1]
}

/// Square of the distance of two colours, in units of the tolerances.
pub(super) fn distance(observed: LogChroma, chroma: LogChroma) -> f64 {
    let [light, red, blue] = observed.difference(chroma);
    (light / TOLERANCES[0]).powi(2) + (red.powi(2) + blue.powi(2)) / TOLERANCES[1].powi(2)
}

/// Finds the centroid of the pixels of one colour around a place; `None` where there are too few of them. Pixels that
/// look more like one of the colours of the `bare` board do not count.
pub(super) fn find_piece_offset(
    tops: TopView<'_>,
    [u, v]: [f64; 2],
    chroma: LogChroma,
    bare: &[LogChroma],
) -> Option<PieceOffset> {
    let TopView { picture, board, .. } = tops;
    let (mut right, mut up, mut count) = (0.0, 0.0, 0.0);
    for point in 0..PATCH_POINTS {
        let (du, dv) = patch_offset(board.width, point);
        let Some((x, y)) = tops.pixel([u + du, v + dv]) else { continue };
        let observed = LogChroma::at(picture, x, y);
        let is_bare = |bare: &LogChroma| distance(observed, *bare) <= distance(observed, chroma);
        if is_similar(observed, chroma) && !bare.iter().any(is_bare) {
            (right, up, count) = (right + du, up + dv, count + 1.0);
        }
    }
    // The centroid of less than a third of a piece's top is unreliable.
    let least = 0.33 * std::f64::consts::PI * (board.width / 2.0 / patch_step(board.width)).powi(2);
    (count >= least).then(|| PieceOffset { offset: [right / count, up / count], is_misplaced: false })
}
