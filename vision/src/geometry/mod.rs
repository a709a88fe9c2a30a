//! From the board's plane to the picture and back: a homography, a lens, and the camera that both tell of.

mod homography;
mod lens;
mod view;

pub use homography::{Homography, Residual, TooFewPoints};
pub use lens::Lens;
pub use view::View;
