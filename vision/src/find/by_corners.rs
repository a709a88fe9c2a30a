//! The board by the corners between its squares, while it is empty.

use image::{RgbImage, imageops};

use super::error::FindError;
use super::{Found, Grid};
use crate::geometry::Lens;
use crate::outside;

/// Where an empty board of squares in two colours is. A chessboard looks the same from more than one side: of these ways the one is taken in
/// which the top of the board is nearest to the top of the picture.
///
/// # Errors
///
/// When the corners are not seen, or the board has fewer than three of them on a side.
pub fn by_corners(picture: &RgbImage, grid: Grid, lens: Option<&Lens>) -> Result<Found, FindError> {
    if !grid.is_enough() {
        return Err(FindError::NoGrid);
    }
    let (columns, rows) = grid.inner();
    let seen = outside::chessboard(&imageops::grayscale(picture), columns, rows)?;
    let seen = seen.ok_or(FindError::NoCorners { columns, rows })?;
    // The same corners in the other orders in which they are a grid of this size.
    let at = |column: usize, row: usize| seen[row * columns + column];
    let indices = || (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
    let mut orders: Vec<Vec<[f64; 2]>> = vec![seen.clone(), seen.iter().rev().copied().collect()];
    if columns == rows {
        orders.push(indices().map(|(column, row)| at(row, rows - 1 - column)).collect());
        orders.push(indices().map(|(column, row)| at(rows - 1 - row, column)).collect());
    }
    let upright = |corners: &Vec<[f64; 2]>| corners[0][0] + corners[0][1];
    let order = orders.into_iter().min_by(|one, other| upright(one).total_cmp(&upright(other))).unwrap_or(seen);
    Found::from(grid.corners().into_iter().zip(order).collect(), lens)
}
