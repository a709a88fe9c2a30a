//! The implementation of the interface by `OpenCV`.

mod chessboard;
mod markers;
mod stream;

use std::io;

use boardwright_vision::backend::{self, Backend, ImageStream};
use boardwright_vision::camera::CameraError;
use boardwright_vision::find::{DetectedMarker, Dictionary, FindError};
use boardwright_vision::geometry::Lens;
use boardwright_vision::helper;
use image::GrayImage;
use opencv::boxed_ref::BoxedRef;
use opencv::core::{Mat, Point2f};

use stream::Stream;

/// Makes `OpenCV` the computer vision library of the process.
pub fn install() {
    backend::install(&OpenCv);
}

/// Answers the program at the other end of the standard input and output, until it ends.
pub fn serve() -> io::Result<()> {
    helper::serve(&OpenCv, io::stdin().lock(), io::stdout().lock())
}

struct OpenCv;

impl Backend for OpenCv {
    fn detect_markers(&self, picture: &GrayImage, dictionary: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
        markers::detect_markers(picture, dictionary).map_err(failure)
    }

    fn detect_chessboard(
        &self,
        picture: &GrayImage,
        columns: usize,
        rows: usize,
    ) -> Result<Option<Vec<[f64; 2]>>, FindError> {
        chessboard::detect_chessboard(picture, columns, rows).map_err(failure)
    }

    fn calibrate(&self, views: &[Vec<[f64; 2]>], columns: usize, size: (u32, u32)) -> Result<(Lens, f64), FindError> {
        chessboard::calibrate(views, columns, size).map_err(failure)
    }

    fn open_webcam(&self, device: &str, size: Option<(u32, u32)>) -> Result<Box<dyn ImageStream>, CameraError> {
        Ok(Box::new(Stream::camera(device, size)?))
    }

    fn open_video(&self, path: &str) -> Result<Box<dyn ImageStream>, CameraError> {
        Ok(Box::new(Stream::video(path)?))
    }
}

fn failure(error: opencv::Error) -> FindError {
    FindError::OpenCv(error.message)
}

/// A matrix header for the pixels of an image, without a copy.
fn mat(picture: &GrayImage) -> opencv::Result<BoxedRef<'_, Mat>> {
    Mat::new_rows_cols_with_data(picture.height() as i32, picture.width() as i32, picture.as_raw())
}

fn point(point: Point2f) -> [f64; 2] {
    [point.x.into(), point.y.into()]
}
