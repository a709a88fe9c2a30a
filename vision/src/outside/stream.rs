//! Cameras and films, picture by picture.

use std::time::Duration;

use image::RgbImage;
use opencv::core::{LogLevel, Mat, set_log_level};
use opencv::imgproc::{COLOR_BGR2RGB, cvt_color_def};
use opencv::prelude::*;
use opencv::videoio::{
    CAP_ANY, CAP_PROP_BUFFERSIZE, CAP_PROP_FOURCC, CAP_PROP_FRAME_HEIGHT, CAP_PROP_FRAME_WIDTH, CAP_PROP_POS_MSEC,
    CAP_V4L2, VideoCapture, VideoWriter,
};

use crate::camera::CameraError;

/// A camera or a film that has been opened.
pub struct Stream(VideoCapture);

impl Stream {
    /// The camera behind a device.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn camera(device: &str, size: Option<(u32, u32)>) -> Result<Self, CameraError> {
        let mut camera = opened(device, CAP_V4L2).ok_or_else(|| CameraError::Missing(device.to_owned()))?;
        // What a camera does not know it leaves as it is: the pictures show it. Packed pictures fit through a cable quickly enough, and none but
        // the newest is wanted.
        let packed = VideoWriter::fourcc('M', 'J', 'P', 'G').map_or(0.0, f64::from);
        let size = size.into_iter().flat_map(|(width, height)| {
            [(CAP_PROP_FRAME_WIDTH, f64::from(width)), (CAP_PROP_FRAME_HEIGHT, f64::from(height))]
        });
        for (property, value) in [(CAP_PROP_FOURCC, packed), (CAP_PROP_BUFFERSIZE, 1.0)].into_iter().chain(size) {
            let _ = camera.set(property, value);
        }
        Ok(Self(camera))
    }

    /// The film in a file.
    ///
    /// # Errors
    ///
    /// When it is none.
    pub fn film(source: &str) -> Result<Self, CameraError> {
        let why = "it is neither a picture nor a film that can be read";
        let none = || CameraError::File { path: source.to_owned(), why: why.to_owned() };
        opened(source, CAP_ANY).map(Self).ok_or_else(none)
    }

    /// The next picture; none if there are no more.
    pub fn next(&mut self) -> Option<RgbImage> {
        let (mut taken, mut picture) = (Mat::default(), Mat::default());
        if !self.0.read(&mut taken).ok()? || taken.empty() {
            return None;
        }
        cvt_color_def(&taken, &mut picture, COLOR_BGR2RGB).ok()?;
        RgbImage::from_raw(picture.cols() as u32, picture.rows() as u32, picture.data_bytes().ok()?.to_vec())
    }

    /// When in a film the last picture is shown.
    pub fn at(&self) -> Duration {
        let at = self.0.get(CAP_PROP_POS_MSEC).unwrap_or_default();
        Duration::from_secs_f64(at.max(0.0) / 1000.0)
    }
}

fn opened(source: &str, means: i32) -> Option<VideoCapture> {
    // What is wrong is told in our own words, and only once.
    let _ = set_log_level(LogLevel::LOG_LEVEL_SILENT);
    let stream = VideoCapture::from_file(source, means).ok()?;
    stream.is_opened().is_ok_and(|open| open).then_some(stream)
}
