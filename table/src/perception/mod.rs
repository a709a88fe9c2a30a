//! Perception: a camera over the table, its observations of a game, and the recognition of moves.

mod board_tracker;
mod camera_attendant;
mod difference;
mod finder;
mod live;
mod missed_turns;
mod piece_classes;
mod seen_place;
pub mod session;
mod successors;
mod table_position;
mod turn_watcher;

use std::time::Duration;

use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::find::FindError;
use boardwright_vision::read::{BoardGeometry, BoardOutOfFrame, LearnError};

pub use boardwright_vision::read::{Class, HsvRanges};

pub use board_tracker::{Blockage, BoardTracker, Reading};
pub use camera_attendant::{CameraAttendant, Helper};
pub use difference::Difference;
pub use finder::{
    BoardFinder, FixedBoard, MarkedBoard, checkered_grid, locate_by_clicks, locate_by_game_file, locate_by_squares,
    places_in_game_file, read_lens, square_grid,
};
pub use live::{CornerLocation, LiveView, LocateMethod, LocateSettings};
pub use piece_classes::{DifferentPieces, PieceClasses};
pub use seen_place::SeenPlace;
pub use successors::{Successor, complete_turns, invisible_moves, observable_successors, successors};
pub use table_position::{TablePositionError, position_on_table};
pub use turn_watcher::{Observer, RecognisedTurn, TurnWatcher, WatchError};

use crate::appearance::Appearance;
use crate::board_contents::BoardContents;
use crate::layout::Layout;
use session::SessionRecorder;

/// The reason why perception fails.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PerceptionError {
    /// The camera delivers no frame.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// The board is not located.
    #[error("{0}")]
    Board(String),
    /// The markers belong to another board, or do not fit this one.
    #[error(transparent)]
    WrongBoard(FindError),
    /// A part of the board is outside the image.
    #[error(transparent)]
    OutOfSight(#[from] BoardOutOfFrame),
    /// The board is visible, but slots beside it are outside the image.
    #[error(
        "slots beside the board are outside the image, where pieces wait and captured ones are put: move the camera back or turn it"
    )]
    SlotsOutOfSight,
    /// Pieces of two classes look alike.
    #[error(
        "{one} and {other} look too much alike: check that all pieces stand on their places and slots as requested, and that this is the board of this game; otherwise use pieces of other colours or shapes, or more light"
    )]
    Inseparable {
        /// The description of the pieces of one class.
        one: String,
        /// The description of the pieces of the other class.
        other: String,
    },
    /// Colours cannot be learnt.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// The scene never becomes still.
    #[error("{0}")]
    NeverStill(&'static str),
}

/// Default time without motion before a frame is read.
pub const STILL_TIME: Duration = Duration::from_millis(600);

/// A camera over a table and the appearance classes of the game's pieces.
pub struct Perception {
    tracker: BoardTracker,
    piece_classes: PieceClasses,
    recorder: Option<SessionRecorder>,
    viewer: Option<Box<dyn Viewer>>,
}

/// A viewer of what the camera sees.
pub trait Viewer: Send {
    /// Called after each frame that was read, with its places.
    fn frame_read(&mut self, places: &[SeenPlace], reading: &Reading);
}

impl Perception {
    /// Opens perception on a table with a game layout. An optional recorder stores the session.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when there is no frame, or a part of the board is outside the image.
    pub fn open(
        mut camera: Box<dyn Camera>,
        mut finder: Box<dyn BoardFinder>,
        layout: &Layout,
        piece_classes: PieceClasses,
        still: Duration,
        recorder: Option<SessionRecorder>,
    ) -> Result<Self, PerceptionError> {
        let board = BoardGeometry {
            places: layout.spots.iter().map(|spot| [spot.u, spot.v]).collect(),
            width: layout.sizes.width,
            height: layout.sizes.height,
            classes: piece_classes.count(),
        };
        if let Some(recorder) = &recorder {
            recorder.record_begin(&board, layout.board_places, piece_classes.configured_ranges(), still);
            (camera, finder) = (Box::new(recorder.wrap_camera(camera)), Box::new(recorder.wrap_finder(finder)));
        }
        let tracker =
            BoardTracker::open(camera, finder, board, layout.board_places, piece_classes.configured_ranges(), still)?;
        Ok(Self { tracker, piece_classes, recorder, viewer: None })
    }

    /// Sets a viewer of what the camera sees.
    pub fn set_viewer(&mut self, viewer: Box<dyn Viewer>) {
        self.viewer = Some(viewer);
    }

    /// The appearance classes of the pieces.
    pub fn piece_classes(&self) -> &PieceClasses {
        &self.piece_classes
    }

    /// HSV thresholds of the observed classes, at their current appearance.
    pub fn observed_ranges(&self) -> Vec<(Class, HsvRanges)> {
        self.tracker.ranges()
    }

    /// Configures the HSV thresholds of a class until colours are learnt again.
    pub fn set_ranges(&mut self, class: Class, ranges: HsvRanges) {
        self.tracker.set_ranges(class, ranges);
    }

    /// The class on each place of a table.
    pub fn expected_classes(&self, contents: &BoardContents) -> Vec<Option<Class>> {
        contents
            .all()
            .map(|(_, appearance)| appearance.and_then(|appearance| self.piece_classes.class(appearance)))
            .collect()
    }

    /// Last observed offset of the piece on a place from its centre, in mm to the right and up.
    pub fn piece_offset(&self, place: PlaceId) -> Option<[f64; 2]> {
        self.tracker.piece_offset(place)
    }

    /// The file name or the time of the last frame, for recorded sources.
    pub fn frame_name(&self) -> Option<String> {
        self.tracker.frame_name()
    }

    /// Returns and clears the warnings of the camera.
    pub fn take_warnings(&mut self) -> Vec<String> {
        self.tracker.take_warnings()
    }

    /// The reason why no frame could be read for two seconds; `None` if frames are read.
    pub fn blockage(&self) -> Option<Blockage> {
        self.tracker.blockage()
    }

    /// Learns colours from a table with known contents. States of pieces that look alike are merged; the merged pairs
    /// are returned.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when the scene never becomes still, or colours cannot be learnt.
    pub fn learn(&mut self, contents: &BoardContents) -> Result<Vec<(Class, Class)>, PerceptionError> {
        let mut merged = Vec::new();
        loop {
            let known = self.expected_classes(contents);
            let result = self.tracker.learn(&known);
            if let Some(recorder) = &self.recorder {
                recorder.record_learning(&known, &result);
            }
            match result {
                Err(PerceptionError::Learn(LearnError::Inseparable(one, other)))
                    if self.piece_classes.merge(one, other).is_ok() =>
                {
                    merged.push((one, other));
                }
                result => return result.map(|()| merged),
            }
        }
    }

    /// Reads the next frame: see [`BoardTracker::read`]. The first position is the expected one; the expected slots
    /// come from `contents`.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when there is no frame, or its size has changed.
    ///
    /// # Panics
    ///
    /// When `positions` is empty.
    pub fn read(
        &mut self,
        contents: &BoardContents,
        positions: &[Vec<Option<Class>>],
    ) -> Result<Reading, PerceptionError> {
        let known = self.expected_classes(contents);
        let reading = self.tracker.read(&known, positions);
        if let Some(recorder) = &self.recorder {
            recorder.record_reading(&known, positions, &reading);
        }
        if let (Some(viewer), Ok(reading)) = (&mut self.viewer, &reading)
            && !matches!(reading, Reading::Waiting(_))
        {
            viewer.frame_read(&self.tracker.seen_places(), reading);
        }
        reading
    }

    /// The contents of the places of the board in the last frame that was read; `None` for a place whose contents are
    /// unclear.
    pub fn last_contents(&self) -> Option<Vec<Option<Option<Class>>>> {
        self.tracker.last_contents()
    }

    /// Selects the position that explains the last frame that was read, as [`Perception::read`] does.
    ///
    /// # Panics
    ///
    /// When `positions` is empty, or no frame was read.
    pub fn explain_last(&self, contents: &BoardContents, positions: &[Vec<Option<Class>>]) -> Reading {
        self.tracker.explain_last(&self.expected_classes(contents), positions)
    }

    /// `true` if the last frame that was read shows such a piece on a place.
    pub fn is_seen(&self, place: PlaceId, piece: Appearance) -> bool {
        let seen = self.tracker.seen_places().into_iter().find(|seen| seen.place == place).and_then(|seen| seen.seen);
        seen.is_some_and(|(class, _)| class.is_some() && class == self.piece_classes.class(piece))
    }

    /// Adds a note to the recorded session, for example a recognised turn.
    pub fn note(&self, text: &str) {
        if let Some(recorder) = &self.recorder {
            recorder.record_note(text);
        }
    }
}
