//! Locates the board for a match with a camera: from given pixels, from markers, from the image points in the game file, or from the
//! corners of its squares.

use std::io::Write;

use boardwright_games::shipped_names;
use boardwright_rules::RuleSet;
use boardwright_table::Layout;
use boardwright_table::perception::{
    BoardFinder, FixedBoard, MarkedBoard, checkered_grid, locate_by_game_file, locate_by_squares,
};
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::find::{BoardLocation, FindError};
use boardwright_vision::geometry::Lens;
use image::RgbImage;

use super::front_end::{Keys, lock};
use crate::clicks::{Click, locate_by_clicks, location_text};
use crate::failure::Failure;
use crate::interrupt;
use crate::keyboard::LineInput;
use crate::orientation::{OrientationArgs, orientation_text};

/// Search for the board in the pictures of a camera.
pub struct BoardSearch<'a> {
    pub camera: &'a mut dyn Camera,
    pub rules: &'a RuleSet,
    pub layout: &'a Layout,
    pub lens: Option<Lens>,
    pub clicks: &'a [Click],
    /// `true` if markers of other boards, and markers that do not fit, are accepted.
    pub force: bool,
    pub orientation: OrientationArgs,
}

impl BoardSearch<'_> {
    /// Locates the board by the first method that works, and reports the method and its accuracy. Prompts are answered by Enter.
    pub fn locate(mut self, keys: &Keys, ui: &mut dyn Write) -> Result<Box<dyn BoardFinder>, Failure> {
        let picture = self.picture()?;
        let size = picture.dimensions();
        if !self.clicks.is_empty() {
            let found = locate_by_clicks(self.clicks, self.rules, self.layout, self.lens.as_ref())?;
            let found = found.map_err(|error| Failure::Input(error.to_string()))?;
            writeln!(ui, "the board, {}", location_text("clicks", &found))?;
            return self.fixed(&found, size);
        }
        let marked = MarkedBoard::for_layout(self.rules, self.layout, self.lens).with_known_games(shipped_names());
        let mut marked = marked.with_any_markers(self.force);
        let hidden = match marked.locate(&picture) {
            Ok(found) => {
                writeln!(ui, "the board, {}", location_text("markers", &found))?;
                return Ok(Box::new(marked));
            }
            Err(FindError::Camera(CameraError::NoOpenCv)) => return Err(CameraError::NoOpenCv.into()),
            Err(error) if error.is_conclusive() => return Err(Failure::Input(self.in_picture(&error))),
            Err(error) => self.in_picture(&error),
        };
        // Collinear places, such as those of a track, do not determine the board.
        if let Ok(found) = locate_by_game_file(self.rules, self.layout, self.lens.as_ref()) {
            writeln!(
                ui,
                "the board, {}; the camera must stand as the file has it",
                location_text("the game file", &found)
            )?;
            return self.fixed(&found, size);
        }
        let grid = checkered_grid(self.rules, self.layout).map_err(|_| {
            Failure::Input(format!("{hidden}; or say where four places are in the picture: --click PLACE=X,Y"))
        })?;
        writeln!(
            ui,
            "{hidden}\nthe board is found by its squares too: take everything off it, keep your hands away, then press Enter"
        )?;
        ui.flush()?;
        if !matches!(lock(keys).line(interrupt::stop_flag(), None)?, LineInput::Line(_)) {
            return Err(Failure::Input("nobody has emptied the board".to_owned()));
        }
        let found = locate_by_squares(self.camera, grid, self.lens.as_ref()).map_err(|error| {
            let reason = self.in_picture(&error);
            Failure::Input(format!("{reason}; or say where four places are in the picture: --click PLACE=X,Y"))
        })?;
        let found = self.orientation.orient(found, grid)?;
        writeln!(
            ui,
            "the board, {}\n{}\ndo not move board or camera any more",
            location_text("corners", &found),
            orientation_text(&found, grid, self.rules, self.layout)
        )?;
        self.fixed(&found, size)
    }

    fn picture(&mut self) -> Result<RgbImage, Failure> {
        Ok(self.camera.next_frame()?.image)
    }

    /// Message about the last picture, with its name if it has one.
    fn in_picture(&self, error: &FindError) -> String {
        self.camera.frame_name().map_or_else(|| error.to_string(), |name| format!("{name}: {error}"))
    }

    /// Board finder for a board that stays where it was found.
    fn fixed(&self, found: &BoardLocation, size: (u32, u32)) -> Result<Box<dyn BoardFinder>, Failure> {
        Ok(Box::new(FixedBoard::from_location(found, self.lens, size).map_err(Failure::Input)?))
    }
}
