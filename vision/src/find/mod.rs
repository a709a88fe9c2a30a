//! Where the board is in a picture: by markers around it, by the corners of an empty chessboard, or by places that somebody points at.
//! What stands on it is not looked at.

mod by_clicks;
mod by_corners;
mod by_markers;
mod calibration;
mod error;
mod grid;
pub mod markers;

pub use by_clicks::by_clicks;
pub use by_corners::by_corners;
pub use by_markers::{ByMarkers, again, by_markers};
pub use calibration::{Calibration, calibrate};
pub use error::FindError;
pub use grid::Grid;

pub use crate::outside::markers as seen;

use crate::geometry::{Homography, Lens, Residual};

/// Which markers are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dictionary {
    /// 4 x 4 modules, 50 markers: those that are drawn [here](markers).
    Small,
    /// 6 x 6 modules, 250 markers.
    Large,
}

/// A marker in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Which.
    pub id: u32,
    /// Its corners in pixels of the picture: its own upper left one, and on clockwise.
    pub corners: [[f64; 2]; 4],
}

/// Where a board is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// From mm of the board, `u` to the right and `v` up from its middle, to pixels of the picture; of the straightened picture if a lens
    /// is known.
    pub plane: Homography,
    /// How far the points that count are from where it has them, in pixels.
    pub residual: Residual,
    /// How many points count. With four there is nothing left by which the residual could tell a mistake.
    pub points: usize,
}

impl Found {
    /// What pairs of points tell, of the board in mm and of the picture in pixels.
    fn from(mut pairs: Vec<([f64; 2], [f64; 2])>, lens: Option<&Lens>) -> Result<Self, FindError> {
        if let Some(lens) = lens {
            for (_, pixel) in &mut pairs {
                *pixel = lens.straightened(*pixel);
            }
        }
        let plane = Homography::fit(&pairs)?;
        Ok(Self { plane, residual: plane.residual(&pairs), points: pairs.len() })
    }
}
