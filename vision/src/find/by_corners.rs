//! Board localisation by the chessboard corners of an empty board.

use image::{RgbImage, imageops};

use super::error::FindError;
use super::{BoardLocation, Grid};
use crate::geometry::Lens;
use crate::opencv;

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
    let corners = opencv::detect_chessboard(&imageops::grayscale(picture), columns, rows)?;
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
    BoardLocation::fit(grid.corners().into_iter().zip(order).collect(), lens)
}
