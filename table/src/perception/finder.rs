//! Board localisation strategies.

use std::path::Path;

use boardwright_draw::NoPictures;
use boardwright_rules::RuleSet;
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::find::markers::{BoardExtent, PlacedMarker};
use boardwright_vision::find::{
    self, BoardLocation, ExpectedBoard, FindError, Grid, MarkerLocation, identify_by_markers, locate_by_corners,
    locate_by_markers, locate_by_points, relocate_by_markers,
};
use boardwright_vision::geometry::{Lens, View};
use image::{RgbImage, imageops};

use crate::frame::BoardPoint;
use crate::layout::Layout;
use crate::print::PrintedBoard;

/// A strategy that locates the board in an image.
pub trait BoardFinder: Send {
    /// The view of the board. While a part of what locates it is covered, the view is the last one as long as the rest
    /// agrees with it.
    ///
    /// # Errors
    ///
    /// The reason why the board is not found, and a remedy.
    fn find(&mut self, picture: &RgbImage) -> Result<View, String>;

    /// The corners of the markers around the located board, in mm; none if it is located by other means.
    fn markers(&self) -> Vec<[[f64; 2]; 4]> {
        Vec::new()
    }
}

/// A board at a known location, with a fixed camera.
#[derive(Clone, Copy, Debug)]
pub struct FixedBoard(pub View);

impl FixedBoard {
    /// Creates the strategy from a board location in an image of this size.
    ///
    /// # Errors
    ///
    /// When the location is degenerate because its points are collinear.
    pub fn from_location(found: &BoardLocation, lens: Option<Lens>, size: (u32, u32)) -> Result<Self, String> {
        let view = View::new(found.plane, lens, size);
        view.map(Self).ok_or_else(|| "the points that determine the location of the board lie on one line".to_owned())
    }
}

impl BoardFinder for FixedBoard {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        Ok(self.0)
    }
}

/// Pixels of places from the game file, which old files for specific tables contain.
pub fn places_in_game_file(rules: &RuleSet, layout: &Layout) -> Vec<(BoardPoint, [f64; 2])> {
    let told = |place: usize| {
        let name = layout.name(rules, place);
        let (x, y) = rules.locations.iter().find(|location| location.name == name)?.camera?;
        Some((layout.spots[place], [f64::from(x), f64::from(y)]))
    };
    (0..layout.board_places).filter_map(told).collect()
}

/// Locates a board from its places and their pixels in a game file.
///
/// # Errors
///
/// [`FindError`] when there are too few points, or they are degenerate.
pub fn locate_by_game_file(rules: &RuleSet, layout: &Layout, lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    locate_by_points(&board_pairs(&places_in_game_file(rules, layout)), lens)
}

/// Locates a board from board points and the pixels that a user gives.
///
/// # Errors
///
/// [`FindError`] when there are too few points, or they are degenerate or in the order of a mirror.
pub fn locate_by_clicks(points: &[(BoardPoint, [f64; 2])], lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    find::locate_by_clicks(&board_pairs(points), lens)
}

fn board_pairs(points: &[(BoardPoint, [f64; 2])]) -> Vec<([f64; 2], [f64; 2])> {
    points.iter().map(|(spot, pixel)| ([spot.u, spot.v], *pixel)).collect()
}

/// The square grid of a board, if it is large enough for localisation.
pub fn square_grid(layout: &Layout) -> Option<Grid> {
    let places: Vec<[f64; 2]> = layout.spots[..layout.board_places].iter().map(|spot| [spot.u, spot.v]).collect();
    Grid::from_places(&places).filter(Grid::has_enough_corners)
}

/// The square grid of a board with the shades of its squares as the game draws them. They are evidence of the side to which
/// the board is turned.
///
/// # Errors
///
/// [`FindError::NoGrid`] when the places are not a grid that is large enough for localisation; [`FindError::PlainBoard`]
/// when the game draws no squares in two colours: then corners in a picture are those of something else.
pub fn checkered_grid(rules: &RuleSet, layout: &Layout) -> Result<Grid, FindError> {
    /// Resolution of the drawing, in pixels per mm.
    const RESOLUTION: f32 = 1.0;
    let grid = square_grid(layout).ok_or(FindError::NoGrid)?;
    let Ok(printed) = PrintedBoard::draw(rules, layout, &NoPictures) else { return Ok(grid) };
    let drawing = imageops::grayscale(&printed.render_board(RESOLUTION));
    let grid = grid.with_shades_of(&drawing, f64::from(RESOLUTION));
    if grid.upper_left.is_some() { Ok(grid) } else { Err(FindError::PlainBoard) }
}

/// Locates an empty board by its chessboard corners, in several frames of a camera: a person may still be clearing the
/// board.
///
/// # Errors
///
/// [`FindError`] when there is no frame, or the corners are visible in none of the frames.
pub fn locate_by_squares(camera: &mut dyn Camera, grid: Grid, lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
    const PICTURES: usize = 12;
    let mut found = Err(CameraError::EndOfStream.into());
    for _ in 0..PICTURES {
        // A video may be shorter; then the result of its last frame counts.
        let Ok(shot) = camera.next_frame() else { break };
        found = locate_by_corners(&shot.image, grid, lens);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// Reads lens parameters, as `boardwright camera calibrate` writes them.
///
/// # Errors
///
/// When the file cannot be read or does not describe a lens.
pub fn read_lens(path: &Path) -> Result<Lens, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{} does not describe a lens: {error}", path.display()))
}

/// A board with markers around it: those of its game and pitch, or generic ones.
#[derive(Clone, Debug)]
pub struct MarkedBoard {
    game: String,
    pitch: f64,
    extent: BoardExtent,
    lens: Option<Lens>,
    known_games: Vec<&'static str>,
    accepts_any: bool,
    identified: Option<IdentifiedBoard>,
}

impl MarkedBoard {
    /// Creates the strategy for the board of a game in its layout.
    pub fn for_layout(rules: &RuleSet, layout: &Layout, lens: Option<Lens>) -> Self {
        let (game, pitch, extent) = (rules.name.clone(), layout.pitch, layout.extent());
        Self { game, pitch, extent, lens, known_games: Vec::new(), accepts_any: false, identified: None }
    }

    /// Recognises the boards of these games in error messages.
    #[must_use]
    pub fn with_known_games(self, known_games: Vec<&'static str>) -> Self {
        Self { known_games, ..self }
    }

    /// Accepts markers of other boards, and markers that do not fit, if `accepts` is `true`.
    #[must_use]
    pub fn with_any_markers(self, accepts: bool) -> Self {
        Self { accepts_any: accepts, ..self }
    }

    /// Locates the board by the markers in an image.
    ///
    /// # Errors
    ///
    /// [`FindError`] when too few markers are detected, or, at the first attempt, when they belong to another board.
    pub fn locate(&mut self, picture: &RgbImage) -> Result<BoardLocation, FindError> {
        let lens = self.lens.as_ref();
        if let Some(identified) = &mut self.identified {
            return identified.locate(picture, lens);
        }
        let Self { game, pitch, extent, accepts_any, .. } = &*self;
        let (pitch, accepts_any) = (*pitch, *accepts_any);
        let board = ExpectedBoard { game, pitch, known_games: &self.known_games, accepts_any };
        let (placed, found) = identify_by_markers(picture, *extent, &board, lens)?;
        let location = found.location;
        self.identified = Some(IdentifiedBoard { placed, last: found, moved: None });
        Ok(location)
    }
}

impl BoardFinder for MarkedBoard {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let found = self.locate(picture).map_err(|error| error.to_string())?;
        FixedBoard::from_location(&found, self.lens, picture.dimensions()).map(|FixedBoard(view)| view)
    }

    fn markers(&self) -> Vec<[[f64; 2]; 4]> {
        let placed = self.identified.iter().flat_map(|identified| identified.placed);
        placed.map(|marker| marker.corners).collect()
    }
}

/// A board with known markers, and its last location.
#[derive(Clone, Debug)]
struct IdentifiedBoard {
    placed: [PlacedMarker; 4],
    last: MarkerLocation,
    /// Another location, by fewer markers than the last one.
    moved: Option<BoardLocation>,
}

/// Maximum distance of a marker from where it was last seen with which the board counts as unmoved, in pixels of an image
/// 1280 pixels wide.
const MAX_MARKER_SHIFT: f64 = 2.0;

impl IdentifiedBoard {
    /// Locates the board again. With fewer markers than before the last location is kept as long as the visible markers
    /// agree with it: a location by fewer markers is less accurate. A new one by fewer markers counts if it is found twice.
    fn locate(&mut self, picture: &RgbImage, lens: Option<&Lens>) -> Result<BoardLocation, FindError> {
        // The surroundings of the last location are searched first; if that fails, the whole image.
        let near = relocate_by_markers(picture, &self.placed, lens, &self.last.location);
        let near = near.ok().filter(|found| found.markers.len() >= self.last.markers.len() || self.agrees(found, lens));
        let found = match near {
            Some(found) => found,
            None => locate_by_markers(picture, &self.placed, lens)?,
        };
        let pending = self.moved.take();
        if found.markers.len() < self.last.markers.len() {
            if self.agrees(&found, lens) {
                return Ok(self.last.location);
            }
            let far = MAX_MARKER_SHIFT * f64::from(picture.width()) / 1280.0;
            let is_again = |before: &BoardLocation| self.distance(before, &found.location) < far;
            if !pending.as_ref().is_some_and(is_again) {
                self.moved = Some(found.location);
                return Err(FindError::Covered {
                    detected: found.markers.iter().map(|marker| marker.id).collect(),
                    missing: found.missing,
                });
            }
        }
        let location = found.location;
        self.last = found;
        Ok(location)
    }

    /// `true` if all markers that are visible are where the last location puts them.
    fn agrees(&self, found: &MarkerLocation, lens: Option<&Lens>) -> bool {
        let pixel = |corner: [f64; 2]| {
            let straight = self.last.location.plane.map(corner);
            lens.map_or(straight, |lens| lens.distort(straight))
        };
        found.markers.iter().all(|seen| {
            let placed = self.placed.iter().filter(|placed| placed.id == seen.id);
            let pairs = placed.flat_map(|placed| placed.corners.map(pixel).into_iter().zip(seen.corners));
            let far = pairs.map(|(one, other)| (one[0] - other[0]).hypot(one[1] - other[1]));
            far.fold(0.0, f64::max) < MAX_MARKER_SHIFT + self.last.location.reprojection_error.max
        })
    }

    /// The largest distance of the markers' places under two locations, in pixels.
    fn distance(&self, one: &BoardLocation, other: &BoardLocation) -> f64 {
        let corners = self.placed.iter().flat_map(|marker| marker.corners);
        let far = corners.map(|corner| {
            let (one, other) = (one.plane.map(corner), other.plane.map(corner));
            (one[0] - other[0]).hypot(one[1] - other[1])
        });
        far.fold(0.0, f64::max)
    }
}
