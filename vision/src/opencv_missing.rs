//! Stubs for builds without `OpenCV`: every function returns [`CameraError::NoOpenCv`].

use std::time::Duration;

use image::{GrayImage, RgbImage};

use crate::camera::CameraError;
use crate::find::{DetectedMarker, Dictionary, FindError};
use crate::geometry::Lens;

/// Marker detection, which is not available.
///
/// # Errors
///
/// Always: this build has no `OpenCV`.
pub fn detect_markers(_: &GrayImage, _: Dictionary) -> Result<Vec<DetectedMarker>, FindError> {
    Err(CameraError::NoOpenCv.into())
}

pub fn detect_chessboard(_: &GrayImage, _: usize, _: usize) -> Result<Option<Vec<[f64; 2]>>, FindError> {
    Err(CameraError::NoOpenCv.into())
}

pub fn calibrate(_: &[Vec<[f64; 2]>], _: usize, _: (u32, u32)) -> Result<(Lens, f64), FindError> {
    Err(CameraError::NoOpenCv.into())
}

/// A stream that cannot be opened.
pub enum Stream {}

impl Stream {
    pub fn camera(_: &str, _: Option<(u32, u32)>) -> Result<Self, CameraError> {
        Err(CameraError::NoOpenCv)
    }

    pub fn video(_: &str) -> Result<Self, CameraError> {
        Err(CameraError::NoOpenCv)
    }

    pub fn next_image(&mut self) -> Option<RgbImage> {
        match *self {}
    }

    pub fn timestamp(&self) -> Duration {
        match *self {}
    }
}
