//! The camera interface.

use std::time::Duration;

use image::RgbImage;

/// A camera frame: an image and its timestamp.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The image.
    pub image: RgbImage,
    /// The timestamp, relative to a fixed start.
    pub at: Duration,
}

/// A source of frames.
pub trait Camera: Send {
    /// Waits for the next frame and returns it.
    ///
    /// # Errors
    ///
    /// [`CameraError`] when there is no frame.
    fn next_frame(&mut self) -> Result<Frame, CameraError>;

    /// The file name or the time of the last frame, if the source is recorded; `None` for live cameras.
    fn frame_name(&self) -> Option<String> {
        None
    }

    /// Returns and clears the warnings about the source, such as skipped files.
    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// A camera whose next frame can be looked at before it is delivered.
pub struct PeekedCamera {
    camera: Box<dyn Camera>,
    next: Option<Frame>,
}

impl PeekedCamera {
    /// Wraps a camera.
    pub fn new(camera: Box<dyn Camera>) -> Self {
        Self { camera, next: None }
    }

    /// The next frame, which remains the next one.
    ///
    /// # Errors
    ///
    /// [`CameraError`] when there is no frame.
    pub fn peek(&mut self) -> Result<&Frame, CameraError> {
        let next = match self.next.take() {
            Some(frame) => frame,
            None => self.camera.next_frame()?,
        };
        Ok(self.next.insert(next))
    }
}

impl PeekedCamera {
    /// `true` if the source is recorded: a film or pictures.
    pub fn is_recorded(&self) -> bool {
        self.camera.frame_name().is_some()
    }
}

impl Camera for PeekedCamera {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        self.next.take().map_or_else(|| self.camera.next_frame(), Ok)
    }

    fn frame_name(&self) -> Option<String> {
        self.camera.frame_name()
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.camera.take_warnings()
    }
}

/// The reason why a camera delivers no frame.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CameraError {
    /// The camera, file or folder does not exist.
    #[error("{}", describe_missing_source(.0))]
    NotFound(String),
    /// The camera was disconnected.
    #[error("the camera delivers no more images: check that its cable is plugged in")]
    Disconnected,
    /// The end of a video or an image sequence.
    #[error("there are no more images")]
    EndOfStream,
    /// A file or folder that is not a source of images.
    #[error("{path}: {why}")]
    File {
        /// The path.
        path: String,
        /// The reason.
        why: String,
    },
    /// The image size differs from the one that the calibration refers to.
    #[error(
        "the camera delivers images of {now:?} pixels, but the table was calibrated with {then:?}: set the camera to that size, or calibrate the table again"
    )]
    #[allow(missing_docs)]
    SizeMismatch { now: (u32, u32), then: (u32, u32) },
    /// This build has no camera support.
    #[error(
        "this program was built without OpenCV, which real cameras need: `cargo xtask run` installs OpenCV and builds with it"
    )]
    NoOpenCv,
    /// The program that contains the computer vision library does not work.
    #[error("the camera helper {program} does not work: {why}; `cargo xtask run` builds it together with this program")]
    Helper {
        /// The program.
        program: String,
        /// The reason.
        why: String,
    },
}

fn describe_missing_source(source: &str) -> String {
    if source.starts_with("/dev/") {
        return format!("there is no camera {source}: check that it is plugged in and that no other program uses it");
    }
    format!(
        "there is no file or folder {source}: check the path; a camera is given by its number, such as 0, or its device"
    )
}
