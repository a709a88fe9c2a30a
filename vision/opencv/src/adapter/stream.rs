//! Frame streams from webcams and video files.

use std::time::Duration;

use boardwright_vision::backend::ImageStream;
use boardwright_vision::camera::CameraError;
use image::RgbImage;
use opencv::core::{LogLevel, Mat, set_log_level};
use opencv::imgproc::{COLOR_BGR2RGB, cvt_color_def};
use opencv::prelude::*;
use opencv::videoio::{
    CAP_ANY, CAP_PROP_BUFFERSIZE, CAP_PROP_FOURCC, CAP_PROP_FRAME_HEIGHT, CAP_PROP_FRAME_WIDTH, CAP_PROP_POS_MSEC,
    CAP_V4L2, VideoCapture, VideoWriter,
};

/// An open webcam or video file.
pub struct Stream(VideoCapture);

impl Stream {
    /// Opens the webcam of a device.
    ///
    /// # Errors
    ///
    /// [`CameraError::NotFound`] when it cannot be opened.
    pub fn camera(device: &str, size: Option<(u32, u32)>) -> Result<Self, CameraError> {
        let mut camera = open_capture(device, CAP_V4L2).ok_or_else(|| CameraError::NotFound(device.to_owned()))?;
        // A camera ignores unsupported settings; the frames show the actual size. Motion JPEG keeps the USB transfer
        // fast, and a buffer of one frame delivers the newest one.
        let packed = VideoWriter::fourcc('M', 'J', 'P', 'G').map_or(0.0, f64::from);
        let size = size.into_iter().flat_map(|(width, height)| {
            [(CAP_PROP_FRAME_WIDTH, f64::from(width)), (CAP_PROP_FRAME_HEIGHT, f64::from(height))]
        });
        for (property, value) in [(CAP_PROP_FOURCC, packed), (CAP_PROP_BUFFERSIZE, 1.0)].into_iter().chain(size) {
            let _ = camera.set(property, value);
        }
        Ok(Self(camera))
    }

    /// Opens a video file.
    ///
    /// # Errors
    ///
    /// [`CameraError::File`] when the file is not a readable video.
    pub fn video(source: &str) -> Result<Self, CameraError> {
        let why = "the file is neither a readable image nor a readable video";
        let none = || CameraError::File { path: source.to_owned(), why: why.to_owned() };
        open_capture(source, CAP_ANY).map(Self).ok_or_else(none)
    }
}

impl ImageStream for Stream {
    fn next_image(&mut self) -> Option<RgbImage> {
        let (mut captured, mut picture) = (Mat::default(), Mat::default());
        if !self.0.read(&mut captured).ok()? || captured.empty() {
            return None;
        }
        cvt_color_def(&captured, &mut picture, COLOR_BGR2RGB).ok()?;
        RgbImage::from_raw(picture.cols() as u32, picture.rows() as u32, picture.data_bytes().ok()?.to_vec())
    }

    fn timestamp(&self) -> Duration {
        let at = self.0.get(CAP_PROP_POS_MSEC).unwrap_or_default();
        Duration::from_secs_f64(at.max(0.0) / 1000.0)
    }
}

fn open_capture(source: &str, backend: i32) -> Option<VideoCapture> {
    // OpenCV's own messages are suppressed: errors are reported once, by the caller.
    let _ = set_log_level(LogLevel::LOG_LEVEL_SILENT);
    let stream = VideoCapture::from_file(source, backend).ok()?;
    stream.is_opened().is_ok_and(|open| open).then_some(stream)
}
