//! `OpenCV` behind a few functions: pictures in, numbers out. Nothing else in this crate knows it.

mod chessboard;
mod markers;
mod stream;

pub use chessboard::{chessboard, lens};
pub use markers::markers;
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

/// The pixels of a picture, where they are.
fn mat(picture: &GrayImage) -> opencv::Result<BoxedRef<'_, Mat>> {
    Mat::new_rows_cols_with_data(picture.height() as i32, picture.width() as i32, picture.as_raw())
}

fn point(point: Point2f) -> [f64; 2] {
    [point.x.into(), point.y.into()]
}
