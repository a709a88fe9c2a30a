//! Why a board is not found.

use crate::camera::CameraError;
use crate::geometry::TooFewPoints;

/// Why a board is not found in a picture, or a lens not in several.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FindError {
    /// Nothing can be seen.
    #[error(
        "the picture is nearly black (a mean brightness of {0:.0} of 255): see that the table is lit and the lens is not covered"
    )]
    Dark(f64),
    /// Too few markers.
    #[error(
        "{}: two markers are needed, better all; see that they lie flat, lit, and whole in the picture",
        covered_told(seen, covered)
    )]
    Covered {
        /// Those that are seen.
        seen: Vec<u32>,
        /// Those that are not.
        covered: Vec<u32>,
    },
    /// No corners.
    #[error(
        "a chessboard's {columns} x {rows} inner corners are not seen: the board must be empty and whole in the picture, with a light rim around it"
    )]
    NoCorners {
        /// How many corners there are from left to right.
        columns: usize,
        /// How many from top to bottom.
        rows: usize,
    },
    /// A board that has no corners to look for.
    #[error(
        "the board's places are no grid of at least 4 x 4 squares: it is found by markers, or by places that are clicked"
    )]
    NoGrid,
    /// Points that do not tell it.
    #[error(transparent)]
    TooFew(#[from] TooFewPoints),
    /// Too few pictures for a lens.
    #[error(
        "a lens is known from at least {needed} pictures of a chessboard, tilted and in all parts of the picture; {columns} x {rows} inner corners are seen in {found}"
    )]
    TooFewPictures {
        /// In so many they are seen.
        found: usize,
        /// So many are needed.
        needed: usize,
        /// How many corners there are from left to right.
        columns: usize,
        /// How many from top to bottom.
        rows: usize,
    },
    /// Pictures of different sizes.
    #[error("the pictures are not all {0} x {1} pixels large: a lens is known for one size")]
    Sizes(u32, u32),
    /// There are no pictures at all.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// What `OpenCV` says.
    #[error("OpenCV: {0}")]
    OpenCv(String),
}

fn covered_told(seen: &[u32], covered: &[u32]) -> String {
    let listed = |ids: &[u32]| ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    match seen {
        [] => format!("no marker is seen, of {}", listed(covered)),
        [one] => format!("only marker {one} is seen, and {} are not", listed(covered)),
        some => format!("markers {} are seen, and {} are not", listed(some), listed(covered)),
    }
}
