//! Ways in which a board is found in a picture.

use std::path::Path;

use boardwright_engine::rules::RuleSet;
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::find::markers::{Extent, MarkerSize, Placed, around};
use boardwright_vision::find::{FindError, Found, Grid, again, by_clicks, by_corners, by_markers};
use boardwright_vision::geometry::{Lens, View};
use image::RgbImage;

use crate::frame::Spot;
use crate::layout::Layout;

/// Finds the board in a picture.
pub trait Finder: Send {
    /// How the board is seen.
    ///
    /// # Errors
    ///
    /// When it is not found: why, and what to do.
    fn find(&mut self, picture: &RgbImage) -> Result<View, String>;
}

/// A board that lies where it was shown to lie, before a camera that does not move.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(pub View);

impl Fixed {
    /// A board that was found in a picture of this size.
    ///
    /// # Errors
    ///
    /// When what tells of it lies in one line.
    pub fn found(found: &Found, lens: Option<Lens>, size: (u32, u32)) -> Result<Self, String> {
        let view = View::new(found.plane, lens, size);
        view.map(Self).ok_or_else(|| "the places that tell of the board lie in one line".to_owned())
    }
}

impl Finder for Fixed {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        Ok(self.0)
    }
}

/// Where a game file says that places are seen in a picture, in pixels: files for tables of their own do.
pub fn told_places(rules: &RuleSet, layout: &Layout) -> Vec<(Spot, [f64; 2])> {
    let told = |place: usize| {
        let name = layout.name(rules, place);
        let (x, y) = rules.locations.iter().find(|location| location.name == name)?.camera?;
        Some((layout.spots[place], [f64::from(x), f64::from(y)]))
    };
    (0..layout.board).filter_map(told).collect()
}

/// Where a board is by points of it and the pixels at which they are seen.
///
/// # Errors
///
/// When they are too few, or do not tell it.
pub fn by_points(points: &[(Spot, [f64; 2])], lens: Option<&Lens>) -> Result<Found, FindError> {
    let pairs: Vec<_> = points.iter().map(|(spot, pixel)| ([spot.u, spot.v], *pixel)).collect();
    by_clicks(&pairs, lens)
}

/// The squares of a board, where they are enough to tell where it lies.
pub fn squares(layout: &Layout) -> Option<Grid> {
    let places: Vec<[f64; 2]> = layout.spots[..layout.board].iter().map(|spot| [spot.u, spot.v]).collect();
    Grid::of(&places).filter(Grid::is_enough)
}

/// Where a board is by the corners of its squares, as the next pictures of a camera show them: somebody may still be emptying it.
///
/// # Errors
///
/// When there is no picture, or in none of some the corners are seen.
pub fn by_squares(camera: &mut dyn Camera, grid: Grid, lens: Option<&Lens>) -> Result<Found, FindError> {
    const PICTURES: usize = 12;
    let mut found = Err(CameraError::Over.into());
    for _ in 0..PICTURES {
        // A film may be shorter; then what was seen in it counts.
        let Ok(shot) = camera.shot() else { break };
        found = by_corners(&shot.picture, grid, lens);
        if found.is_ok() {
            break;
        }
    }
    found
}

/// A camera's lens, as `boardwright camera calibrate` writes it.
///
/// # Errors
///
/// When the file cannot be read, or is none.
pub fn read_lens(path: &Path) -> Result<Lens, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    toml::from_str(&text).map_err(|error| format!("{} describes no lens: {error}", path.display()))
}

/// A board with markers around it.
#[derive(Clone, Debug)]
pub struct Marked {
    placed: Vec<Placed>,
    lens: Option<Lens>,
    last: Option<Found>,
}

impl Marked {
    /// A board around which these markers lie.
    pub fn new(placed: &[Placed], lens: Option<Lens>) -> Self {
        Self { placed: placed.to_vec(), lens, last: None }
    }

    /// A board as it is laid out, with markers printed around it.
    pub fn around(layout: &Layout, lens: Option<Lens>) -> Self {
        let places: Vec<[f64; 2]> = layout.spots[..layout.board].iter().map(|spot| [spot.u, spot.v]).collect();
        Self::new(&around(Extent::of(&places, layout.pitch), MarkerSize::default()), lens)
    }

    /// Where the board is, by the markers in a picture.
    ///
    /// # Errors
    ///
    /// When too few of them are seen.
    pub fn look(&mut self, picture: &RgbImage) -> Result<Found, FindError> {
        let lens = self.lens.as_ref();
        // Where it was it will still be; if not, it is looked for everywhere.
        let still = self.last.as_ref().and_then(|last| again(picture, &self.placed, lens, last).ok());
        let found = still.map_or_else(|| by_markers(picture, &self.placed, lens), Ok)?.found;
        self.last = Some(found);
        Ok(found)
    }
}

impl Finder for Marked {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let found = self.look(picture).map_err(|error| error.to_string())?;
        Fixed::found(&found, self.lens, picture.dimensions()).map(|Fixed(view)| view)
    }
}
