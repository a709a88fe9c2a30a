//! Adapter to `OpenCV`: images in, numbers out. No other module of this crate uses `OpenCV`.

mod chessboard;
mod markers;
mod stream;

pub use chessboard::{calibrate, detect_chessboard};
pub use markers::detect_markers;
pub use stream::Stream;

use image::GrayImage;
use opencv::boxed_ref::BoxedRef;
use opencv::core::{Mat, Point2f};

use crate::find::FindError;

impl From<opencv::Error> for FindError {
    fn from(error: opencv::Error) -> Self {
        Self::OpenCv(error.message)
    }
}

/// A matrix header for the pixels of an image, without a copy.
fn mat(picture: &GrayImage) -> opencv::Result<BoxedRef<'_, Mat>> {
    Mat::new_rows_cols_with_data(picture.height() as i32, picture.width() as i32, picture.as_raw())
}

fn point(point: Point2f) -> [f64; 2] {
    [point.x.into(), point.y.into()]
}
