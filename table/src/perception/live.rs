//! Live view of a camera for a user interface: the last frame, and the pixels of the places.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_rules::RuleSet;
use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::capture::open_camera;
use boardwright_vision::find::{BoardLocation, FindError, Grid, ImageSide};
use boardwright_vision::geometry::{Lens, View};
use image::RgbImage;

use super::{
    BoardFinder, FixedBoard, MarkedBoard, Perception, PerceptionError, PieceClasses, Reading, STILL_TIME, SeenPlace,
    Viewer, checkered_grid, locate_by_clicks, locate_by_game_file, locate_by_squares,
};
use crate::frame::BoardPoint;
use crate::layout::Layout;

/// The method by which the board is located.
#[derive(Clone, Debug, PartialEq)]
pub enum LocateMethod {
    /// By the markers around it, or, without markers, by the pixels in the game file.
    Automatic,
    /// By the markers around it, even if they belong to another board or do not fit.
    AnyMarkers,
    /// By the chessboard corners of an empty board.
    Squares,
    /// By board points and their pixels, clicked by a user.
    Points(Vec<(BoardPoint, [f64; 2])>),
    /// At a location that was found by chessboard corners.
    Corners(CornerLocation),
}

/// A board located by its chessboard corners. It looks the same from several sides, so its orientation is a guess.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CornerLocation {
    location: BoardLocation,
    grid: Grid,
}

impl CornerLocation {
    /// The side of the image to which the top of the board points.
    pub fn top(&self) -> ImageSide {
        self.location.top()
    }

    /// Number of sides from which the board looks the same.
    pub fn orientations(&self) -> usize {
        self.grid.orientations()
    }

    /// The next orientation, clockwise.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { location: self.location.turned(self.grid.quarter_turns()), ..self }
    }
}

/// Settings of the search for the board.
#[derive(Clone, Debug)]
pub struct LocateSettings {
    /// The method.
    pub method: LocateMethod,
    /// The lens, if it is calibrated.
    pub lens: Option<Lens>,
    /// The names of games whose boards are recognised in error messages.
    pub known_games: Vec<&'static str>,
}

/// A shared live view. Clones refer to the same view.
#[derive(Clone, Debug, Default)]
pub struct LiveView(Arc<Mutex<LiveState>>);

#[derive(Debug, Default)]
struct LiveState {
    picture: Option<Arc<RgbImage>>,
    number: u64,
    view: Option<View>,
    corners: Option<CornerLocation>,
    seen: Vec<SeenPlace>,
}

impl LiveView {
    fn lock(&self) -> MutexGuard<'_, LiveState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_image(&self, picture: &RgbImage) {
        let mut state = self.lock();
        state.picture = Some(Arc::new(picture.clone()));
        state.number += 1;
    }

    /// The number of frames so far, and the last frame.
    pub fn image(&self) -> Option<(u64, Arc<RgbImage>)> {
        let state = self.lock();
        Some((state.number, Arc::clone(state.picture.as_ref()?)))
    }

    /// Pixels of board points, from the upper left of the image; empty while the board is not located.
    pub fn pixels(&self, spots: &[BoardPoint]) -> Vec<[f64; 2]> {
        let view = self.lock().view;
        view.map_or_else(Vec::new, |view| spots.iter().map(|spot| view.pixel([spot.u, spot.v], 0.0)).collect())
    }

    /// The places as the last frame that was read showed them; empty before.
    pub fn seen_places(&self) -> Vec<SeenPlace> {
        self.lock().seen.clone()
    }

    /// The location of the board if it was found by chessboard corners.
    pub fn corners(&self) -> Option<CornerLocation> {
        self.lock().corners
    }

    /// Opens a camera over a table (number, device, video file or folder of images) and shows its frames in this view.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when there is no camera, or the board is not located. The frame of the failed attempt is
    /// shown.
    pub fn open(
        &self,
        source: &str,
        settings: LocateSettings,
        rules: &RuleSet,
        layout: &Layout,
        colours: PieceClasses,
    ) -> Result<Perception, PerceptionError> {
        let LocateSettings { method, lens, known_games } = settings;
        let mut camera = self.wrap_camera(open_camera(source, None)?);
        let picture = camera.next_frame()?.image;
        self.lock().corners = None;
        let marked = MarkedBoard::for_layout(rules, layout, lens).with_known_games(known_games);
        let mut marked = marked.with_any_markers(method == LocateMethod::AnyMarkers);
        let board_error = |error: FindError| PerceptionError::Board(error.to_string());
        let found = match method {
            LocateMethod::Automatic | LocateMethod::AnyMarkers => match marked.locate(&picture) {
                Ok(_) => None,
                Err(error) if error.is_wrong_board() => return Err(PerceptionError::WrongBoard(error)),
                Err(error) if error.is_conclusive() => return Err(board_error(error)),
                // The places of a track lie on one line and do not determine the board's location.
                Err(_) => locate_by_game_file(rules, layout, lens.as_ref()).ok(),
            },
            LocateMethod::Squares => {
                let grid = checkered_grid(rules, layout).map_err(board_error)?;
                let location = locate_by_squares(&mut *camera, grid, lens.as_ref()).map_err(board_error)?;
                self.lock().corners = Some(CornerLocation { location, grid });
                Some(location)
            }
            LocateMethod::Points(points) => Some(locate_by_clicks(&points, lens.as_ref()).map_err(board_error)?),
            LocateMethod::Corners(corners) => {
                self.lock().corners = Some(corners);
                Some(corners.location)
            }
        };
        let finder: Box<dyn BoardFinder> = match found {
            Some(found) => {
                Box::new(FixedBoard::from_location(&found, lens, picture.dimensions()).map_err(PerceptionError::Board)?)
            }
            None => Box::new(marked),
        };
        self.open_with(camera, finder, layout, colours)
    }

    /// Opens perception on a camera and shows its frames in this view.
    ///
    /// # Errors
    ///
    /// As [`Perception::open`].
    pub fn open_with(
        &self,
        camera: Box<dyn Camera>,
        finder: Box<dyn BoardFinder>,
        layout: &Layout,
        colours: PieceClasses,
    ) -> Result<Perception, PerceptionError> {
        let finder = Box::new(LiveFinder { finder, live: self.clone() });
        self.lock().seen.clear();
        let mut perception = Perception::open(self.wrap_camera(camera), finder, layout, colours, STILL_TIME, None)?;
        perception.set_viewer(Box::new(self.clone()));
        Ok(perception)
    }

    fn wrap_camera(&self, camera: Box<dyn Camera>) -> Box<dyn Camera> {
        Box::new(LiveCamera { camera, live: self.clone() })
    }
}

impl Viewer for LiveView {
    fn frame_read(&mut self, places: &[SeenPlace], _: &Reading) {
        self.lock().seen = places.to_vec();
    }
}

struct LiveCamera {
    camera: Box<dyn Camera>,
    live: LiveView,
}

impl Camera for LiveCamera {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let frame = self.camera.next_frame()?;
        self.live.set_image(&frame.image);
        Ok(frame)
    }

    fn frame_name(&self) -> Option<String> {
        self.camera.frame_name()
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.camera.take_warnings()
    }
}

struct LiveFinder {
    finder: Box<dyn BoardFinder>,
    live: LiveView,
}

impl BoardFinder for LiveFinder {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let view = self.finder.find(picture)?;
        self.live.lock().view = Some(view);
        Ok(view)
    }

    fn markers(&self) -> Vec<[[f64; 2]; 4]> {
        self.finder.markers()
    }
}
