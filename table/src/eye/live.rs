//! What a camera shows to somebody who watches beside it: its last picture, and where places are in it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_engine::rules::RuleSet;
use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::capture::open;
use boardwright_vision::find::FindError;
use boardwright_vision::geometry::{Lens, View};
use image::RgbImage;

use super::{Colours, Eye, EyeError, Finder, Fixed, Marked, STILL, by_points, by_squares, squares, told_places};
use crate::frame::Spot;
use crate::layout::Layout;

/// How the board is found.
#[derive(Clone, Debug, PartialEq)]
pub enum Way {
    /// By the markers around it, or, where there are none, by what the game file tells.
    Itself,
    /// By its squares; nothing stands on it now.
    Squares,
    /// By points of it and the pixels at which somebody has seen them.
    Points(Vec<(Spot, [f64; 2])>),
}

/// What is shown now. Clones are the same.
#[derive(Clone, Debug, Default)]
pub struct Live(Arc<Mutex<Shows>>);

#[derive(Debug, Default)]
struct Shows {
    picture: Option<Arc<RgbImage>>,
    number: u64,
    view: Option<View>,
}

impl Live {
    fn shows(&self) -> MutexGuard<'_, Shows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, picture: &RgbImage) {
        let mut shows = self.shows();
        shows.picture = Some(Arc::new(picture.clone()));
        shows.number += 1;
    }

    /// The last picture, and how many there have been.
    pub fn picture(&self) -> Option<(u64, Arc<RgbImage>)> {
        let shows = self.shows();
        Some((shows.number, Arc::clone(shows.picture.as_ref()?)))
    }

    /// Where points of the board are in the picture, in pixels from the upper left; none while the board is not found.
    pub fn pixels(&self, spots: &[Spot]) -> Vec<[f64; 2]> {
        let view = self.shows().view;
        view.map_or_else(Vec::new, |view| spots.iter().map(|spot| view.pixel([spot.u, spot.v], 0.0)).collect())
    }

    /// Opens a camera over a table, its number or device, a film or a folder of pictures, and shows its pictures here.
    ///
    /// # Errors
    ///
    /// When there is no camera, or the board is not found. The picture in which it was not is shown.
    pub fn open(
        &self,
        source: &str,
        way: &Way,
        lens: Option<Lens>,
        (rules, layout): (&RuleSet, &Layout),
        colours: Colours,
    ) -> Result<Eye, EyeError> {
        let mut camera = self.of(open(source, None)?);
        let picture = camera.shot()?.picture;
        let mut marked = Marked::around(layout, lens);
        let found = match way {
            Way::Itself if marked.look(&picture).is_ok() => Ok(None),
            // Places in one line, as those of a track, do not tell where a board is.
            Way::Itself => Ok(by_points(&told_places(rules, layout), lens.as_ref()).ok()),
            Way::Squares => {
                let grid = squares(layout).ok_or(FindError::NoGrid);
                grid.and_then(|grid| by_squares(&mut *camera, grid, lens.as_ref())).map(Some)
            }
            Way::Points(points) => by_points(points, lens.as_ref()).map(Some),
        };
        let found = found.map_err(|error| EyeError::Board(error.to_string()))?;
        let finder: Box<dyn Finder> = match found {
            Some(found) => Box::new(Fixed::found(&found, lens, picture.dimensions()).map_err(EyeError::Board)?),
            None => Box::new(marked),
        };
        self.watched(camera, finder, layout, colours)
    }

    /// Looks at a table through a camera whose pictures are shown here.
    ///
    /// # Errors
    ///
    /// As [`Eye::open`].
    pub fn watched(
        &self,
        camera: Box<dyn Camera>,
        finder: Box<dyn Finder>,
        layout: &Layout,
        colours: Colours,
    ) -> Result<Eye, EyeError> {
        let finder = Box::new(Finding { finder, live: self.clone() });
        Eye::open(self.of(camera), finder, layout, colours, STILL, None)
    }

    fn of(&self, camera: Box<dyn Camera>) -> Box<dyn Camera> {
        Box::new(Shooting { camera, live: self.clone() })
    }
}

struct Shooting {
    camera: Box<dyn Camera>,
    live: Live,
}

impl Camera for Shooting {
    fn shot(&mut self) -> Result<Shot, CameraError> {
        let shot = self.camera.shot()?;
        self.live.show(&shot.picture);
        Ok(shot)
    }
}

struct Finding {
    finder: Box<dyn Finder>,
    live: Live,
}

impl Finder for Finding {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let view = self.finder.find(picture)?;
        self.live.shows().view = Some(view);
        Ok(view)
    }
}
