//! Board localisation by the chessboard corners of an empty board.

use image::{RgbImage, imageops};

use super::error::FindError;
use super::squares::SquareBrightness;
use super::{BoardLocation, Grid, max_residual};
use crate::backend::backend;
use crate::geometry::Lens;

/// Locates an empty board of squares in two colours. A chessboard looks the same from several sides: of the orientations
/// that agree with the shades of its squares, as far as they are known, the one is chosen in which the top of the board is
/// nearest to the top of the image. Every square counts: corners of another pattern, or of a part of a larger board, are
/// refused.
///
/// # Errors
///
/// [`FindError`] when the corners are not visible, the squares around them are not those of the board, or the board has
/// fewer than three corners on a side.
pub fn locate_by_corners(picture: &RgbImage, grid: Grid, lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    if !grid.has_enough_corners() {
        return Err(FindError::NoGrid);
    }
    let (columns, rows) = grid.inner_corners();
    let grey = imageops::grayscale(picture);
    let mut corners =
        backend().detect_chessboard(&grey, columns, rows)?.ok_or(FindError::NoCorners { columns, rows })?;
    if is_mirrored(&corners, columns) {
        corners.chunks_mut(columns).for_each(<[_]>::reverse);
    }
    let pairs: Vec<_> = grid.corners().into_iter().zip(corners).collect();
    let found = BoardLocation::fit(pairs.clone(), lens)?;
    if !is_plausible(&found, grid, lens, picture.dimensions()) {
        return Err(FindError::NoCorners { columns, rows });
    }
    let (mean, limit) = (residual_of_any_lens(&pairs, found, picture.dimensions()), max_residual(picture.width()));
    if mean > limit {
        return Err(FindError::CornersMismatch { mean, limit });
    }
    let shade = |found: &BoardLocation| SquareBrightness::measure(&grey, found, grid, lens).upper_left_shade();
    shade(&found)?;
    let keeps_shape = if columns == rows { 1 } else { 2 };
    let orientations = (0..4).step_by(keeps_shape).map(|turns| found.turned(turns));
    let agreeing = orientations.filter(|turned| grid.upper_left.is_none_or(|known| shade(turned) == Ok(known)));
    // The corner at the upper left of the board, from the upper left of the image.
    let upright = |found: &BoardLocation| {
        let [x, y] = found.plane.map(grid.corners()[0]);
        x + y
    };
    let most_upright = agreeing.min_by(|one, other| upright(one).total_cmp(&upright(other)));
    most_upright.ok_or(FindError::OtherShades)
}

/// The mean reprojection error of the corners, in pixels, that no radial distortion of an ordinary lens explains. Corners of
/// another pattern leave a large one.
fn residual_of_any_lens(pairs: &[([f64; 2], [f64; 2])], found: BoardLocation, (width, height): (u32, u32)) -> f64 {
    const STEPS: i32 = 20;
    /// Strongest distortion of ordinary lenses.
    const STRONGEST: f64 = 0.4;
    // The usual focal length of webcams.
    let pinhole = Lens::pinhole(width, height, 0.9 * f64::from(width));
    let with_distortion = |step: i32| {
        let lens = Lens { k1: STRONGEST * f64::from(step) / f64::from(STEPS), ..pinhole };
        BoardLocation::fit(pairs.to_vec(), Some(&lens)).map_or(f64::INFINITY, |found| found.reprojection_error.mean)
    };
    (-STEPS..=STEPS).map(with_distortion).fold(found.reprojection_error.mean, f64::min)
}

/// `true` if corners, row by row, are ordered as on a board that is seen from below.
fn is_mirrored(corners: &[[f64; 2]], columns: usize) -> bool {
    let [first, right, down] = [0, columns - 1, corners.len() - columns].map(|at| corners[at]);
    let to = |[x, y]: [f64; 2]| [x - first[0], y - first[1]];
    let ([right_x, right_y], [down_x, down_y]) = (to(right), to(down));
    right_x * down_y - right_y * down_x < 0.0
}

/// Maximum mean reprojection error of the corners, as a fraction of the side of a square. A lens that bends straight lines
/// causes up to a twentieth.
const MAX_MEAN_ERROR: f64 = 0.1;

/// Maximum reprojection error of a corner, as a fraction of the side of a square.
const MAX_ERROR: f64 = 0.4;

/// `true` if the centres of all squares are in the image and the corners fit: wrongly detected corners put places far
/// outside.
fn is_plausible(found: &BoardLocation, grid: Grid, lens: Option<&Lens>, (width, height): (u32, u32)) -> bool {
    let half = |squares: usize| grid.pitch * (squares as f64 - 1.0) / 2.0;
    let (half_width, half_height) = (half(grid.columns), half(grid.rows));
    let corners = [[-1.0, 1.0], [1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]];
    let pixels = corners.map(|[right, up]| {
        let straight = found.plane.map([right * half_width, up * half_height]);
        lens.map_or(straight, |lens| lens.distort(straight))
    });
    // The corners around a square can be visible while its centre is just outside.
    let margin = 0.05 * f64::from(width.max(height));
    let is_inside = |[x, y]: [f64; 2]| {
        (-margin..f64::from(width) + margin).contains(&x) && (-margin..f64::from(height) + margin).contains(&y)
    };
    let turn = |at: usize| {
        let [one, two, three] = [0, 1, 2].map(|step| pixels[(at + step) % 4]);
        (two[0] - one[0]) * (three[1] - two[1]) - (two[1] - one[1]) * (three[0] - two[0])
    };
    let is_convex = (0..4).all(|at| turn(at) * turn(0) > 0.0);
    // The side of a square in the middle of the board.
    let [[x, y], [right, down]] = [[0.0, 0.0], [grid.pitch, 0.0]].map(|at| found.plane.map(at));
    let side = (right - x).hypot(down - y);
    let error = found.reprojection_error;
    let fits = error.mean < MAX_MEAN_ERROR * side && error.max < MAX_ERROR * side;
    pixels.into_iter().all(is_inside) && is_convex && fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_leave_the_image_are_implausible() {
        let grid = Grid { columns: 8, rows: 8, pitch: 20.0, upper_left: None };
        let located = |scale: f64, tilt: f64| {
            let pixel = |[u, v]: [f64; 2]| {
                let depth = 1.0 + tilt * v;
                [320.0 + scale * u / depth, 240.0 - scale * v / depth]
            };
            BoardLocation::fit(grid.corners().into_iter().map(|at| (at, pixel(at))).collect(), None).unwrap()
        };
        assert!(is_plausible(&located(2.0, 0.001), grid, None, (640, 480)));
        assert!(!is_plausible(&located(6.0, 0.0), grid, None, (640, 480)), "too large");
        assert!(!is_plausible(&located(2.0, 0.0124), grid, None, (640, 480)), "the lower edge is at the horizon");
    }
}
