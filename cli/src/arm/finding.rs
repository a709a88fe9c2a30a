//! Finding the board of a match before a camera: by places that somebody points at, by markers around it, by the points that its game
//! file tells, or by the corners of its squares.

use std::io::Write;

use boardwright_engine::rules::RuleSet;
use boardwright_table::Layout;
use boardwright_table::eye::{Finder, Fixed, Marked, by_points, by_squares, squares, told_places};
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::find::{FindError, Found};
use boardwright_vision::geometry::Lens;
use image::RgbImage;

use super::attendant::{Keys, lock};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::Typed;
use crate::laid::{Click, clicks, told};

/// A camera that is to find a board, and what somebody said of it.
pub struct Search<'a> {
    pub camera: &'a mut dyn Camera,
    pub rules: &'a RuleSet,
    pub layout: &'a Layout,
    pub lens: Option<Lens>,
    pub clicks: &'a [Click],
}

impl Search<'_> {
    /// Finds it in the first way that works, and tells which, and how well. What is asked of a person is answered by Enter.
    pub fn found(mut self, keys: &Keys, ui: &mut dyn Write) -> Result<Box<dyn Finder>, Failure> {
        let picture = self.picture()?;
        let size = picture.dimensions();
        if !self.clicks.is_empty() {
            let found = clicks(self.clicks, self.rules, self.layout, self.lens.as_ref())?;
            let found = found.map_err(|error| Failure::Input(error.to_string()))?;
            writeln!(ui, "the board, {}", told("clicks", &found))?;
            return self.fixed(&found, size);
        }
        let mut marked = Marked::around(self.layout, self.lens);
        let hidden = match marked.look(&picture) {
            Ok(found) => {
                writeln!(ui, "the board, {}", told("markers", &found))?;
                return Ok(Box::new(marked));
            }
            Err(FindError::Camera(CameraError::NotBuilt)) => return Err(CameraError::NotBuilt.into()),
            Err(error) => error,
        };
        // Places in one line, as those of a track, do not tell where a board is.
        if let Ok(found) = by_points(&told_places(self.rules, self.layout), self.lens.as_ref()) {
            writeln!(ui, "the board, {}; the camera must stand as the file has it", told("the game file", &found))?;
            return self.fixed(&found, size);
        }
        let grid = squares(self.layout).ok_or_else(|| {
            Failure::Input(format!("{hidden}; or say where four places are in the picture: --click PLACE=X,Y"))
        })?;
        writeln!(
            ui,
            "{hidden}\nthe board is found by its squares too: take everything off it, keep your hands away, then press Enter"
        )?;
        ui.flush()?;
        if !matches!(lock(keys).line(interrupt::flag(), None)?, Typed::Line(_)) {
            return Err(Failure::Input("nobody has emptied the board".to_owned()));
        }
        let found = by_squares(self.camera, grid, self.lens.as_ref()).map_err(|error| {
            Failure::Input(format!("{error}; or say where four places are in the picture: --click PLACE=X,Y"))
        })?;
        writeln!(
            ui,
            "the board, {}; its top is taken to be that at the top of the picture. Do not move board or camera any more",
            told("corners", &found)
        )?;
        self.fixed(&found, size)
    }

    fn picture(&mut self) -> Result<RgbImage, Failure> {
        Ok(self.camera.shot()?.picture)
    }

    /// A board that will stay where it is.
    fn fixed(&self, found: &Found, size: (u32, u32)) -> Result<Box<dyn Finder>, Failure> {
        Ok(Box::new(Fixed::found(found, self.lens, size).map_err(Failure::Input)?))
    }
}
