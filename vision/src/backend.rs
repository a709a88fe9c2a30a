//! The interface to a computer vision library: marker and corner detection, lens calibration, webcams and videos. Its
//! implementation is a crate of its own (`boardwright-opencv`), so that everything else is compiled without the library. The
//! program reaches it through a [helper](crate::helper); tests and benchmarks load it into their own process.

use std::sync::OnceLock;
use std::time::Duration;

use image::{GrayImage, RgbImage};

use crate::camera::CameraError;
use crate::find::{DetectedMarker, Dictionary, FindError};
use crate::geometry::Lens;

/// A computer vision library.
pub trait Backend: Sync {
    /// Detects the markers of a dictionary, with sub-pixel corners.
    ///
    /// # Errors
    ///
    /// [`FindError`] when the library fails.
    fn detect_markers(&self, picture: &GrayImage, dictionary: Dictionary) -> Result<Vec<DetectedMarker>, FindError>;

    /// Detects the inner corners of a chessboard, row by row, with sub-pixel accuracy; `None` if not all of them are
    /// visible.
    ///
    /// # Errors
    ///
    /// [`FindError`] when the library fails.
    fn detect_chessboard(
        &self,
        picture: &GrayImage,
        columns: usize,
        rows: usize,
    ) -> Result<Option<Vec<[f64; 2]>>, FindError>;

    /// Calibrates a lens from views of a chessboard with `columns` corners in a row (Zhang 2000), for images of `size`.
    /// Also returns the reprojection error: the root mean square, in pixels.
    ///
    /// # Errors
    ///
    /// [`FindError`] when the library fails.
    fn calibrate(&self, views: &[Vec<[f64; 2]>], columns: usize, size: (u32, u32)) -> Result<(Lens, f64), FindError>;

    /// Opens the webcam of a device; `size` is requested from it.
    ///
    /// # Errors
    ///
    /// [`CameraError::NotFound`] when it cannot be opened.
    fn open_webcam(&self, device: &str, size: Option<(u32, u32)>) -> Result<Box<dyn ImageStream>, CameraError>;

    /// Opens a video file.
    ///
    /// # Errors
    ///
    /// [`CameraError::File`] when the file is not a readable video.
    fn open_video(&self, path: &str) -> Result<Box<dyn ImageStream>, CameraError>;
}

/// An open webcam or video file.
pub trait ImageStream: Send {
    /// Reads the next frame; `None` at the end.
    fn next_image(&mut self) -> Option<RgbImage>;

    /// Timestamp of the last frame in a video.
    fn timestamp(&self) -> Duration;
}

static INSTALLED: OnceLock<&'static dyn Backend> = OnceLock::new();

/// Sets the library of the process. The first call counts.
pub fn install(backend: &'static dyn Backend) {
    // A second call has nothing to add: a process has one library.
    let _ = INSTALLED.set(backend);
}

/// The library of the process; one that reports [`CameraError::NoOpenCv`] if none is installed.
pub(crate) fn backend() -> &'static dyn Backend {
    INSTALLED.get().copied().unwrap_or(&MissingBackend)
}

/// Stands in where no library is installed.
struct MissingBackend;

impl Backend for MissingBackend {
    fn detect_markers(&self, _: &GrayImage, _: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
        Err(CameraError::NoOpenCv.into())
    }

    fn detect_chessboard(&self, _: &GrayImage, _: usize, _: usize) -> Result<Option<Vec<[f64; 2]>>, FindError> {
        Err(CameraError::NoOpenCv.into())
    }

    fn calibrate(&self, _: &[Vec<[f64; 2]>], _: usize, _: (u32, u32)) -> Result<(Lens, f64), FindError> {
        Err(CameraError::NoOpenCv.into())
    }

    fn open_webcam(&self, _: &str, _: Option<(u32, u32)>) -> Result<Box<dyn ImageStream>, CameraError> {
        Err(CameraError::NoOpenCv)
    }

    fn open_video(&self, _: &str) -> Result<Box<dyn ImageStream>, CameraError> {
        Err(CameraError::NoOpenCv)
    }
}
