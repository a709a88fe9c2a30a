//! A lens from pictures of a chessboard.

use image::{RgbImage, imageops};

use super::FindError;
use crate::geometry::Lens;
use crate::outside;

/// What pictures of a chessboard tell about a lens.
#[derive(Clone, Debug, PartialEq)]
pub struct Calibration {
    /// The lens.
    pub lens: Lens,
    /// How far corners are from where it has them, in pixels: the root of the mean square.
    pub rms: f64,
    /// The pictures in which the corners were seen, by number from 0.
    pub used: Vec<usize>,
}

/// So many pictures tell a lens; with fewer there are lenses that explain them as well.
const NEEDED: usize = 3;

/// The lens with which pictures of a chessboard were taken that has so many corners between its squares from left to right and from top to
/// bottom. It takes about a quarter of a second for each picture.
///
/// # Errors
///
/// When the corners are seen in too few of them, or they have different sizes.
pub fn calibrate(pictures: &[RgbImage], (columns, rows): (usize, usize)) -> Result<Calibration, FindError> {
    let size = pictures.first().map_or((0, 0), RgbImage::dimensions);
    if pictures.iter().any(|picture| picture.dimensions() != size) {
        return Err(FindError::Sizes(size.0, size.1));
    }
    let (mut used, mut views) = (Vec::new(), Vec::new());
    for (at, picture) in pictures.iter().enumerate() {
        if let Some(corners) = outside::chessboard(&imageops::grayscale(picture), columns, rows)? {
            used.push(at);
            views.push(corners);
        }
    }
    if used.len() < NEEDED {
        return Err(FindError::TooFewPictures { found: used.len(), needed: NEEDED, columns, rows });
    }
    let (lens, rms) = outside::lens(&views, columns, size)?;
    Ok(Calibration { lens, rms, used })
}
