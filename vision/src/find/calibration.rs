//! Lens calibration from images of a chessboard.

use image::{RgbImage, imageops};

use super::FindError;
use crate::backend::backend;
use crate::geometry::Lens;

/// The result of a lens calibration.
#[derive(Clone, Debug, PartialEq)]
pub struct LensCalibration {
    /// The lens.
    pub lens: Lens,
    /// Reprojection error of the corners, in pixels: the root mean square.
    pub rms: f64,
    /// The indices of the images in which the corners were detected.
    pub used_images: Vec<usize>,
}

/// Minimum number of images; with fewer the lens is ambiguous.
const MIN_IMAGES: usize = 3;

/// Calibrates the lens from images of a chessboard with `columns` x `rows` inner corners. Takes about a quarter of a
/// second for each image.
///
/// # Errors
///
/// [`FindError`] when the corners are detected in too few images, or the images differ in size.
pub fn calibrate_lens(pictures: &[RgbImage], (columns, rows): (usize, usize)) -> Result<LensCalibration, FindError> {
    let size = pictures.first().map_or((0, 0), RgbImage::dimensions);
    if pictures.iter().any(|picture| picture.dimensions() != size) {
        return Err(FindError::Sizes(size.0, size.1));
    }
    let (mut used, mut views) = (Vec::new(), Vec::new());
    for (at, picture) in pictures.iter().enumerate() {
        if let Some(corners) = backend().detect_chessboard(&imageops::grayscale(picture), columns, rows)? {
            used.push(at);
            views.push(corners);
        }
    }
    if used.len() < MIN_IMAGES {
        return Err(FindError::TooFewPictures { found: used.len(), needed: MIN_IMAGES, columns, rows });
    }
    let (lens, rms) = backend().calibrate(&views, columns, size)?;
    Ok(LensCalibration { lens, rms, used_images: used })
}
