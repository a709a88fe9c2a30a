//! `OpenCV` as the computer vision library behind cameras: images in, numbers out. No other crate uses `OpenCV`. Without
//! the feature `installed`, [`install`] has no effect.

#[cfg(feature = "installed")]
mod adapter;

/// Makes `OpenCV` the computer vision library of the process; returns `false` if this build has none.
pub fn install() -> bool {
    #[cfg(feature = "installed")]
    adapter::install();
    cfg!(feature = "installed")
}
