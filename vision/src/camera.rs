//! Where pictures come from.

use std::time::Duration;

use image::RgbImage;

/// A picture and when it was taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// The picture.
    pub picture: RgbImage,
    /// When it was taken, from some moment on that stays the same.
    pub at: Duration,
}

/// Something that takes pictures.
pub trait Camera: Send {
    /// The next picture; it waits for it.
    ///
    /// # Errors
    ///
    /// When there is none.
    fn shot(&mut self) -> Result<Shot, CameraError>;
}

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CameraError {
    /// There is no such camera.
    #[error("there is no camera {0}: see that it is plugged in and that no other program uses it")]
    Missing(String),
    /// It does not answer any more.
    #[error("the camera gives no pictures any more: see that its cable is plugged in")]
    Gone,
    /// A file or folder was all.
    #[error("there are no more pictures")]
    Over,
    /// A file or folder that is no source of pictures.
    #[error("{path}: {why}")]
    File {
        /// Which.
        path: String,
        /// What is wrong with it.
        why: String,
    },
    /// It is another camera, or the same with another size of picture.
    #[error(
        "the camera gives pictures of {now:?} pixels, and the table is known at {then:?}: set the camera to that size, or set the table up anew"
    )]
    #[allow(missing_docs)]
    Size { now: (u32, u32), then: (u32, u32) },
    /// This build has no cameras.
    #[error(
        "this program was built without OpenCV, which real cameras need: `cargo xtask run` installs and switches it on"
    )]
    NotBuilt,
}
