//! Board localisation in an image: by ArUco markers around the board, by the corners of an empty chessboard, or by
//! clicked places. The pieces on the board are read elsewhere, in [`crate::read`].

mod by_clicks;
mod by_corners;
mod by_markers;
mod calibration;
mod error;
mod grid;
mod marker_ids;
pub mod markers;
mod orientation;
mod squares;

pub use by_clicks::{locate_by_clicks, locate_by_points};
pub use by_corners::locate_by_corners;
pub use by_markers::{MarkerLocation, identify_by_markers, locate_by_markers, printed_pitch, relocate_by_markers};
pub use calibration::{LensCalibration, calibrate_lens};
pub use error::FindError;
pub use grid::Grid;
pub use marker_ids::{ExpectedBoard, MarkerIds};
pub use orientation::{ImageSide, UnknownSide};
pub use squares::Shade;

use image::GrayImage;
use serde::{Deserialize, Serialize};

use crate::backend::backend;
use crate::geometry::{Homography, Lens, ReprojectionError};

/// A marker dictionary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dictionary {
    /// ArUco `4x4_50`: 4 x 4 modules, 50 markers; the ones that [this crate draws](markers).
    Markers4x4,
    /// ArUco `6x6_250`: 6 x 6 modules, 250 markers.
    Markers6x6,
}

/// A marker detected in an image.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct DetectedMarker {
    /// The marker id.
    pub id: u32,
    /// The corners in pixels: clockwise from the marker's upper left corner.
    pub corners: [[f64; 2]; 4],
}

/// Detects the markers of a dictionary, with sub-pixel corners.
///
/// # Errors
///
/// [`FindError`] when there is no computer vision library, or it fails.
pub fn detect_markers(picture: &GrayImage, dictionary: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
    backend().detect_markers(picture, dictionary)
}

/// The location of a board in an image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLocation {
    /// Homography from mm of the board, `u` to the right and `v` up from its centre, to pixels of the image; of the
    /// undistorted image if a lens is known.
    pub plane: Homography,
    /// Reprojection error of the points used, in pixels.
    pub reprojection_error: ReprojectionError,
    /// Number of points used. With four points the residual is always zero and reveals no mistake.
    pub points: usize,
}

/// Maximum mean reprojection error of markers around the right board, in pixels of an image 1280 pixels wide. Right
/// boards stay below 0.5, boards of other games reach 1.7 to 27.
const MAX_RESIDUAL: f64 = 1.0;

/// Maximum mean reprojection error in an image of a width, in pixels.
fn max_residual(image_width: u32) -> f64 {
    MAX_RESIDUAL * (f64::from(image_width) / 1280.0).max(1.0)
}

impl BoardLocation {
    /// Checks that the residual is plausible in an image of this width.
    ///
    /// # Errors
    ///
    /// [`FindError::Mismatch`] when it is too large: the markers may belong to another board.
    pub fn check_residual(self, image_width: u32) -> Result<Self, FindError> {
        let limit = max_residual(image_width);
        let mean = self.reprojection_error.mean;
        if mean > limit { Err(FindError::Mismatch { mean, limit }) } else { Ok(self) }
    }

    /// Fits the location to point pairs of the board in mm and the image in pixels.
    fn fit(mut pairs: Vec<([f64; 2], [f64; 2])>, lens: Option<&Lens>) -> Result<Self, FindError> {
        if let Some(lens) = lens {
            for (_, pixel) in &mut pairs {
                *pixel = lens.undistort(*pixel);
            }
        }
        let plane = Homography::fit(&pairs)?;
        Ok(Self { plane, reprojection_error: plane.reprojection_error(&pairs), points: pairs.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::markers::{BoardExtent, MarkerSize, markers_around};
    use super::*;

    #[test]
    fn markers_of_another_board_are_refused() {
        let markers = |side: f64| {
            let extent = BoardExtent { width: side, height: side };
            markers_around(extent, MarkerSize::default(), MarkerIds::GENERIC)
        };
        let corners = |side: f64| markers(side).into_iter().flat_map(|marker| marker.corners);
        // A camera above the table, tilted a little.
        let pixel = |[u, v]: [f64; 2]| {
            let depth = 1.0 + 0.0003 * v;
            [640.0 + 1.3 * u / depth, 360.0 - 1.25 * v / depth]
        };
        let fit = |printed: f64, expected: f64| {
            BoardLocation::fit(corners(expected).zip(corners(printed).map(pixel)).collect(), None).unwrap()
        };
        assert!(fit(180.0, 180.0).check_residual(1280).is_ok());
        for other in [120.0, 160.0, 200.0] {
            let found = fit(180.0, other);
            let refused = found.check_residual(1280).unwrap_err().to_string();
            assert!(refused.contains("another game") && refused.contains("--force"), "{refused}");
        }
    }
}
