//! What stands for `OpenCV` in a build without it: nothing of it is there, and says so.

use std::time::Duration;

use image::{GrayImage, RgbImage};

use crate::camera::CameraError;
use crate::find::{Dictionary, FindError, Seen};
use crate::geometry::Lens;

/// The markers of a dictionary that are seen.
///
/// # Errors
///
/// Always: this build has no `OpenCV`.
pub fn markers(_: &GrayImage, _: Dictionary) -> Result<Vec<Seen>, FindError> {
    Err(CameraError::NotBuilt.into())
}

pub fn chessboard(_: &GrayImage, _: usize, _: usize) -> Result<Option<Vec<[f64; 2]>>, FindError> {
    Err(CameraError::NotBuilt.into())
}

pub fn lens(_: &[Vec<[f64; 2]>], _: usize, _: (u32, u32)) -> Result<(Lens, f64), FindError> {
    Err(CameraError::NotBuilt.into())
}

/// Nothing that could be opened.
pub enum Stream {}

impl Stream {
    pub fn camera(_: &str, _: Option<(u32, u32)>) -> Result<Self, CameraError> {
        Err(CameraError::NotBuilt)
    }

    pub fn film(_: &str) -> Result<Self, CameraError> {
        Err(CameraError::NotBuilt)
    }

    pub fn next(&mut self) -> Option<RgbImage> {
        match *self {}
    }

    pub fn at(&self) -> Duration {
        match *self {}
    }
}
