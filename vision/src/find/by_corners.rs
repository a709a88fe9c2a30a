//! Board localisation by the chessboard corners of an empty board.

use image::{RgbImage, imageops};

use super::error::FindError;
use super::{BoardLocation, Grid};
use crate::backend::backend;
use crate::geometry::Lens;

/// Locates an empty board of squares in two colours. A chessboard looks the same from several sides: the orientation is
/// chosen in which the top of the board is nearest to the top of the image.
///
/// # Errors
///
/// [`FindError`] when the corners are not visible, or the board has fewer than three of them on a side.
pub fn locate_by_corners(picture: &RgbImage, grid: Grid, lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    if !grid.has_enough_corners() {
        return Err(FindError::NoGrid);
    }
    let (columns, rows) = grid.inner_corners();
    let corners = backend().detect_chessboard(&imageops::grayscale(picture), columns, rows)?;
    let corners = corners.ok_or(FindError::NoCorners { columns, rows })?;
    // The other orders in which the corners form a grid of this size.
    let at = |column: usize, row: usize| corners[row * columns + column];
    let indices = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut orders: Vec<Vec<[f64; 2]>> = vec![corners.clone(), corners.iter().rev().copied().collect()];
    if columns == rows {
        orders.push(indices().map(|(column, row)| at(row, rows - 1 - column)).collect());
        orders.push(indices().map(|(column, row)| at(rows - 1 - row, column)).collect());
    }
    let upright = |corners: &Vec<[f64; 2]>| corners[0][0] + corners[0][1];
    let order = orders.into_iter().min_by(|one, other| upright(one).total_cmp(&upright(other))).unwrap_or(corners);
    let found = BoardLocation::fit(grid.corners().into_iter().zip(order).collect(), lens)?;
    let is_plausible = is_plausible(&found, grid, lens, picture.dimensions());
    if is_plausible { Ok(found) } else { Err(FindError::NoCorners { columns, rows }) }
}

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
    pixels.into_iter().all(is_inside) && is_convex && found.reprojection_error.mean < f64::from(width) / 200.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_leave_the_image_are_implausible() {
        let grid = Grid { columns: 8, rows: 8, pitch: 20.0 };
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
