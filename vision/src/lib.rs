//! Computer vision for game boards: from a camera frame to the contents of every place.
//!
//! The crate locates a board in an image, decides whether a frame can be read, classifies the contents of every place,
//! and selects the position that explains the observation. It is not for rules: the caller supplies the candidate
//! positions. It is not a general vision library either: it assumes a planar board with known places and pieces that
//! differ in colour or shape.
//!
//! - [`backend`]: the interface to the computer vision library.
//! - [`helper`]: the computer vision library in a program of its own.
//! - [`camera`], [`capture`]: frames from webcams, videos and image files.
//! - [`find`]: board localisation by ArUco markers, chessboard corners or clicked places; lens calibration.
//! - [`geometry`]: homographies, Brown-Conrady lens distortion, and the projection of points above the board.
//! - [`gate`]: motion detection and background subtraction; hands that occlude the board are detected.
//! - [`read`]: Gaussian log-likelihoods of the contents of places, in log-chromaticity space, with HSV thresholds as a
//!   fallback.
//! - [`explain`]: maximum-likelihood choice among candidate positions.
//! - [`render`]: synthetic camera images by ray casting, for tests and simulation.
//!
//! Webcams, videos, marker and corner detection and lens calibration need a computer vision library, which the program
//! [installs](backend::install). Everything else is plain Rust.
//!
//! # Example
//!
//! A homography from four points of the board, in millimetres, and their pixels:
//!
//! ```
//! use boardwright_vision::geometry::{Homography, View};
//!
//! let corners = [
//!     ([-90.0, 70.0], [420.0, 190.0]),
//!     ([90.0, 70.0], [860.0, 180.0]),
//!     ([90.0, -70.0], [925.0, 560.0]),
//!     ([-90.0, -70.0], [355.0, 545.0]),
//! ];
//! let plane = Homography::fit(&corners)?;
//! assert!(plane.reprojection_error(&corners).max < 1e-6);
//!
//! let view = View::new(plane, None, (1280, 720)).expect("an invertible homography");
//! let [x, y] = view.pixel([0.0, 0.0], 0.0);
//! let [u, v] = view.board_point([x, y]);
//! assert!(u.hypot(v) < 1e-6);
//! # Ok::<(), boardwright_vision::geometry::DegeneratePoints>(())
//! ```

pub mod backend;
pub mod camera;
pub mod capture;
pub mod explain;
pub mod find;
pub mod gate;
pub mod geometry;
pub mod helper;
pub mod read;
pub mod render;
pub mod tone;
