//! Camera geometry: homography of the board plane, lens distortion, and the projection that combines both.

mod homography;
mod lens;
mod view;

pub use homography::{DegeneratePoints, Homography, ReprojectionError};
pub use lens::Lens;
pub use view::View;
