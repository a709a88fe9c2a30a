//! Errors of board localisation and lens calibration.

use super::MarkerIds;
use crate::camera::CameraError;
use crate::geometry::DegeneratePoints;

/// The reason why a board is not found in an image, or a lens cannot be calibrated.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FindError {
    /// The image is nearly black.
    #[error(
        "the image is nearly black (mean brightness {0:.0} of 255): check that the table is lit and the lens is not covered"
    )]
    Dark(f64),
    /// Too few markers are visible.
    #[error(
        "{}: at least two markers must be visible, preferably all; check that they lie flat, are lit, and are entirely in the image",
        describe_missing_markers(detected, missing)
    )]
    Covered {
        /// The ids of the visible markers.
        detected: Vec<u32>,
        /// The ids of the missing markers.
        missing: Vec<u32>,
    },
    /// The markers of another board are visible.
    #[error(
        "markers {} are visible, not {}: these are {owner}; use the board printed for this game and pitch, or give the pitch of the printed board (--pitch), or accept the markers as they are (--force; in the window, Accept these markers)",
        list_ids(visible),
        list_ids(&expected.0)
    )]
    OtherBoard {
        /// The ids of the visible markers.
        visible: Vec<u32>,
        /// The ids of the board's markers.
        expected: MarkerIds,
        /// The board to which the markers belong, in words.
        owner: String,
    },
    /// The markers do not fit the board: the residual is larger than a correct board and an ordinary lens cause.
    #[error(
        "the markers fit this board only within {mean:.1} pixels on average, at most {limit:.1} are usual: they may belong to the board of another game or of another pitch; use the board printed for this game and pitch, or correct the distortion of the lens (--lens), or accept the markers as they are (--force; in the window, Accept these markers)"
    )]
    Mismatch {
        /// Mean reprojection error, in pixels.
        mean: f64,
        /// Maximum mean reprojection error that is accepted, in pixels.
        limit: f64,
    },
    /// The markers can be read in the mirror image only.
    #[error(
        "the picture is mirrored: markers {} can be read in its mirror image only; switch off the mirroring of the camera (in its settings, often called mirror or flip), or mirror the picture back",
        list_ids(.0)
    )]
    Mirrored(Vec<u32>),
    /// Points of the board are arranged in the image as if the board were seen from below.
    #[error(
        "the places are arranged in the picture as in a mirror: switch off the mirroring of the camera, or check the given pixels, since two places may be exchanged"
    )]
    MirroredPoints,
    /// The chessboard corners are not visible.
    #[error(
        "the {columns} x {rows} inner corners of the chessboard are not visible: the board must be empty and entirely in the image, with a light rim around it"
    )]
    NoCorners {
        /// Number of inner corners from left to right.
        columns: usize,
        /// Number of inner corners from top to bottom.
        rows: usize,
    },
    /// Corners are visible, but the squares between them are not those of a chessboard.
    #[error(
        "corners are visible, but the {columns} x {rows} squares around them are not alternately dark and light: the board must be one of squares in two colours, empty, and evenly lit; otherwise locate it by markers, or by clicking on places"
    )]
    NotCheckered {
        /// Number of squares from left to right.
        columns: usize,
        /// Number of squares from top to bottom.
        rows: usize,
    },
    /// Corners are visible that do not fit the squares of the board.
    #[error(
        "the corners in the picture fit the squares of this board only within {mean:.1} pixels on average, at most {limit:.1} are usual: they belong to another pattern, or something lies on the board; empty the board, or locate it by markers, or by clicking on places"
    )]
    CornersMismatch {
        /// Mean reprojection error, in pixels.
        mean: f64,
        /// Maximum mean reprojection error that is accepted, in pixels.
        limit: f64,
    },
    /// The game draws its board without squares in two colours.
    #[error(
        "the board of this game has no squares in two colours, so that corners in a picture do not show where it is: locate it by markers, or by clicking on places"
    )]
    PlainBoard,
    /// The chessboard goes on beyond its expected edges.
    #[error(
        "the board in the picture has more than {columns} x {rows} squares: use the board of this game, or locate it by markers, or by clicking on places"
    )]
    LargerBoard {
        /// Expected number of squares from left to right.
        columns: usize,
        /// Expected number of squares from top to bottom.
        rows: usize,
    },
    /// The squares of the board have other shades than in the drawing of the game, from whichever side they are seen.
    #[error(
        "the dark and the light squares of the board in the picture are exchanged, from whichever side it is seen: use the board of this game, or locate it by markers, or by clicking on places"
    )]
    OtherShades,
    /// The board is not a grid with enough inner corners.
    #[error(
        "the board's places are not a grid of at least 4 x 4 squares: locate the board by markers, or by clicking on places"
    )]
    NoGrid,
    /// Too few points, or degenerate ones.
    #[error(transparent)]
    TooFew(#[from] DegeneratePoints),
    /// Too few images for a lens calibration.
    #[error(
        "a lens calibration needs at least {needed} images of a chessboard, tilted and in all parts of the image; {columns} x {rows} inner corners are visible in {found}"
    )]
    TooFewPictures {
        /// Number of images in which the corners were detected.
        found: usize,
        /// Minimum number of images.
        needed: usize,
        /// Number of inner corners from left to right.
        columns: usize,
        /// Number of inner corners from top to bottom.
        rows: usize,
    },
    /// The images differ in size.
    #[error("the images are not all {0} x {1} pixels large: a lens calibration applies to one image size")]
    Sizes(u32, u32),
    /// The camera failed.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// An error message of `OpenCV`.
    #[error("OpenCV: {0}")]
    OpenCv(String),
}

impl FindError {
    /// `true` if there are enough markers, but not those of this board.
    pub fn is_wrong_board(&self) -> bool {
        matches!(self, Self::OtherBoard { .. } | Self::Mismatch { .. })
    }

    /// `true` if the markers show that the picture cannot be used as it is, so that any other location of the board would
    /// be wrong.
    pub fn is_conclusive(&self) -> bool {
        self.is_wrong_board() || matches!(self, Self::Mirrored(_))
    }
}

fn list_ids(ids: &[u32]) -> String {
    ids.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
}

fn describe_missing_markers(detected: &[u32], missing: &[u32]) -> String {
    match detected {
        [] => format!("no marker is visible, of {}", list_ids(missing)),
        [one] => format!("only marker {one} is visible, and {} are not", list_ids(missing)),
        some => format!("markers {} are visible, and {} are not", list_ids(some), list_ids(missing)),
    }
}
