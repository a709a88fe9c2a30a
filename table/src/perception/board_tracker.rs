//! Tracking of a board's location and contents in camera frames, independent of the game.

use std::time::Duration;

use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError, Frame};
use boardwright_vision::explain::{Explanation, explain};
use boardwright_vision::gate::{FrameStatus, Gate};
use boardwright_vision::read::{BoardGeometry, Class, Evidence, HsvRanges, LearnError, Observation, Reader};
use image::RgbImage;
use serde::{Deserialize, Serialize};

use super::{BoardFinder, Difference, PerceptionError, SeenPlace};

/// The result of reading a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reading {
    /// The frame cannot be read yet.
    Waiting(FrameStatus),
    /// The index of the candidate position that is on the board.
    Position(usize),
    /// None of the candidate positions: the differences to the first one.
    #[serde(rename = "Otherwise")]
    Differs(Vec<Difference>),
    /// The contents of these places are ambiguous.
    Unclear(Vec<PlaceId>),
}

/// Time after which a static change over the expected position counts as a change of light: hands and shadows of people
/// do not rest that long.
const MAX_REST: Duration = Duration::from_secs(3);

/// The same over a new position, which was reached while the change began.
const MAX_REST_OVER_MOVE: Duration = Duration::from_secs(5);

/// Time after which the reason why no frame can be read is reported.
const MAX_SILENCE: Duration = Duration::from_secs(2);

/// The reason why no frame could be read for a while.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blockage {
    /// The status of the last frames.
    pub status: FrameStatus,
    /// The place nearest to the object that covers the table.
    pub nearest: Option<PlaceId>,
    /// Offset of the object from that place, in mm to the right and up.
    pub offset: [f64; 2],
}

/// Interval between checks of the board's location.
const RELOCATE_INTERVAL: Duration = Duration::from_secs(1);

/// The same after a check that failed.
const RETRY_INTERVAL: Duration = Duration::from_millis(300);

/// Displacement of places in the image, in pixels, above which the board counts as moved.
const MAX_SHIFT: f64 = 2.0;

/// Tracks a board in the frames of a camera.
pub struct BoardTracker {
    camera: Box<dyn Camera>,
    finder: Box<dyn BoardFinder>,
    reader: Reader,
    gate: Gate,
    board_places: usize,
    size: (u32, u32),
    last_located: Duration,
    /// The last reading, and the number of consecutive frames with it.
    last: Option<(Reading, u32)>,
    /// The observation of the last frame that was read.
    observed: Option<Observation>,
    /// The status of the last frames that could not be read, the time of the first and the last of them.
    waiting: Option<(FrameStatus, Duration, Duration)>,
}

impl BoardTracker {
    /// Opens a tracker. The first `on_board` places are on the board; the others are slots off the board. `configured`
    /// are the HSV thresholds used until pieces of a class are observed.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when there is no frame, or a part of the board is outside the image.
    pub fn open(
        mut camera: Box<dyn Camera>,
        mut finder: Box<dyn BoardFinder>,
        board: BoardGeometry,
        on_board: usize,
        configured: &[(Class, HsvRanges)],
        still: Duration,
    ) -> Result<Self, PerceptionError> {
        let Frame { image: picture, at } = camera.next_frame()?;
        let (size, view) = (picture.dimensions(), finder.find(&picture).map_err(PerceptionError::Board)?);
        let gate = Gate::new(still, &board, finder.markers(), &view, size);
        let without_slots = BoardGeometry { places: board.places[..on_board].to_vec(), ..board };
        let mut reader = Reader::new(board, view, size).map_err(|error| {
            let is_board_visible = Reader::new(without_slots, view, size).is_ok();
            if is_board_visible { PerceptionError::SlotsOutOfSight } else { error.into() }
        })?;
        for (class, ranges) in configured {
            reader.set_ranges(*class, *ranges);
        }
        Ok(Self {
            camera,
            finder,
            reader,
            gate,
            board_places: on_board,
            size,
            last_located: at,
            last: None,
            observed: None,
            waiting: None,
        })
    }

    /// HSV thresholds of the observed classes.
    pub fn ranges(&self) -> Vec<(Class, HsvRanges)> {
        self.reader.ranges()
    }

    /// Configures the HSV thresholds of a class until colours are learnt again.
    pub fn set_ranges(&mut self, class: Class, ranges: HsvRanges) {
        self.reader.set_ranges(class, ranges);
    }

    /// Last observed offset of the piece on a place from its centre, in mm to the right and up.
    pub fn piece_offset(&self, place: PlaceId) -> Option<[f64; 2]> {
        let evidence = self.observed.as_ref()?.places.get(place.0)?;
        evidence.piece_offset.map(|piece| piece.offset)
    }

    /// The contents of the places of the board in the last frame that was read; `None` for a place whose contents are
    /// unclear.
    pub fn last_contents(&self) -> Option<Vec<Option<Option<Class>>>> {
        let places = &self.observed.as_ref()?.places[..self.board_places];
        Some(places.iter().map(|evidence| evidence.most_probable().map(|(content, _)| content)).collect())
    }

    /// The places as the last frame that was read showed them.
    pub fn seen_places(&self) -> Vec<SeenPlace> {
        let (board, view) = (self.reader.board(), self.reader.view());
        let places = self.observed.iter().flat_map(|observed| observed.places.iter().enumerate());
        let seen = places.map(|(place, evidence)| SeenPlace {
            place: PlaceId(place),
            pixel: view.pixel(board.places[place], board.height),
            radius: board.width / 2.0 * view.pixels_per_mm(board.places[place]),
            seen: evidence.most_probable(),
        });
        seen.collect()
    }

    /// Selects the position that explains the last frame that was read.
    ///
    /// # Panics
    ///
    /// When `positions` is empty, or no frame was read.
    pub fn explain_last(&self, known: &[Option<Class>], positions: &[Vec<Option<Class>>]) -> Reading {
        let observation = self.observed.as_ref().expect("a frame was read");
        self.explain_observation(observation, known, positions)
    }

    /// The file name or the time of the last frame, for recorded sources.
    pub fn frame_name(&self) -> Option<String> {
        self.camera.frame_name()
    }

    /// Returns and clears the warnings of the camera.
    pub fn take_warnings(&mut self) -> Vec<String> {
        self.camera.take_warnings()
    }

    /// The reason why no frame could be read for two seconds; `None` if frames are read.
    pub fn blockage(&self) -> Option<Blockage> {
        let (status, since, now) = self.waiting?;
        if now < since + MAX_SILENCE {
            return None;
        }
        let object = self.gate.obstruction().map(|pixel| self.reader.view().board_point(pixel));
        let offset = |[u, v]: [f64; 2], place: &[f64; 2]| [u - place[0], v - place[1]];
        let length = |[right, up]: [f64; 2]| right.hypot(up);
        let nearest = object.and_then(|object| {
            let places = self.reader.board().places[..self.board_places].iter().enumerate();
            let offsets = places.map(|(at, place)| (PlaceId(at), offset(object, place)));
            offsets.min_by(|one, other| length(one.1).total_cmp(&length(other.1)))
        });
        let offset = nearest.map_or([0.0; 2], |(_, offset)| offset);
        Some(Blockage { status, nearest: nearest.map(|(place, _)| place), offset })
    }

    /// Learns colours from a board with known contents.
    ///
    /// # Errors
    ///
    /// [`PerceptionError`] when the scene never becomes still, or colours cannot be learnt.
    pub fn learn(&mut self, known: &[Option<Class>]) -> Result<(), PerceptionError> {
        const PATIENCE: u32 = 600;
        for _ in 0..PATIENCE {
            let frame = self.camera.next_frame()?;
            match self.gate.classify(&frame) {
                FrameStatus::Still => {
                    self.reader.learn(&frame.image, known)?;
                    self.gate.set_background(&frame.image);
                    return Ok(());
                }
                FrameStatus::Dark => return Err(LearnError::Dark.into()),
                FrameStatus::Moving | FrameStatus::Covered => {}
            }
        }
        Err(PerceptionError::NeverStill(
            "something moves in front of the camera all the time: remove it, or fix the camera firmly",
        ))
    }

    /// Reads the next frame and selects the candidate position on the board. The first position is the expected one;
    /// `known` also contains the slots. A reading counts once two consecutive frames agree.
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
        known: &[Option<Class>],
        positions: &[Vec<Option<Class>>],
    ) -> Result<Reading, PerceptionError> {
        let frame = self.camera.next_frame()?;
        if frame.image.dimensions() != self.size {
            return Err(CameraError::SizeMismatch { now: frame.image.dimensions(), then: self.size }.into());
        }
        let status = self.gate.classify(&frame);
        self.waiting = match self.waiting {
            _ if status == FrameStatus::Still => None,
            Some((before, since, _)) if before == status => Some((status, since, frame.at)),
            _ => Some((status, frame.at, frame.at)),
        };
        if status != FrameStatus::Moving
            && status != FrameStatus::Dark
            && frame.at >= self.last_located + RELOCATE_INTERVAL
        {
            self.relocate(&frame)?;
        }
        if status == FrameStatus::Covered {
            self.accept_resting_cover(&frame, known, positions);
        }
        if status != FrameStatus::Still {
            self.last = None;
            return Ok(Reading::Waiting(status));
        }
        let observation = self.reader.observe(&frame.image, known);
        let reading = self.explain_observation(&observation, known, positions);
        let times = match &self.last {
            Some((last, times)) if *last == reading => times + 1,
            _ => 1,
        };
        self.last = Some((reading.clone(), times));
        if times >= 2 && reading == Reading::Position(0) {
            self.update(&frame.image, &observation, known);
        }
        self.observed = Some(observation);
        if times < 2 {
            return Ok(Reading::Waiting(FrameStatus::Moving));
        }
        Ok(reading)
    }

    /// Accepts what covers the table as a background if it has not moved for long and a legal position is clearly visible:
    /// it is a change of light, or something that lies beside the places.
    fn accept_resting_cover(&mut self, frame: &Frame, known: &[Option<Class>], positions: &[Vec<Option<Class>>]) {
        let rest = self.gate.still_since().map_or(Duration::ZERO, |since| frame.at.saturating_sub(since));
        if rest < MAX_REST {
            return;
        }
        let observation = self.reader.observe(&frame.image, known);
        let is_clear = match self.explain_observation(&observation, known, positions) {
            Reading::Position(0) => true,
            Reading::Position(_) => rest >= MAX_REST_OVER_MOVE,
            _ => false,
        };
        if is_clear {
            self.gate.add_background(&frame.image);
        }
    }

    fn explain_observation(
        &self,
        observation: &Observation,
        known: &[Option<Class>],
        positions: &[Vec<Option<Class>>],
    ) -> Reading {
        let board = Observation { places: observation.places[..self.board_places].to_vec(), light: observation.light };
        match explain(&board, positions) {
            Explanation::Clear { at, .. } => Reading::Position(at),
            Explanation::None(_) => {
                let all = board.places.iter().enumerate();
                let differing = all.filter_map(|(place, evidence)| {
                    let (content, _) = evidence.most_probable()?;
                    (content != known[place]).then_some(Difference { place: PlaceId(place), seen: content })
                });
                Reading::Differs(differing.collect())
            }
            Explanation::Unclear(places) => Reading::Unclear(places.into_iter().map(PlaceId).collect()),
        }
    }

    /// Updates backgrounds and colours: the table is in the expected position.
    fn update(&mut self, picture: &RgbImage, observation: &Observation, known: &[Option<Class>]) {
        let is_expected = |(place, evidence): (usize, &Evidence)| {
            evidence.most_probable().is_some_and(|(content, _)| content == known[place])
        };
        // A person may have used the slots differently than expected.
        if observation.places.iter().enumerate().all(is_expected) {
            self.reader.update(observation, known);
            self.reader.update_surroundings(picture, known);
        }
        self.gate.set_background(picture);
    }

    /// Checks the board's location and sets the new view if the board or the camera has moved.
    fn relocate(&mut self, frame: &Frame) -> Result<(), PerceptionError> {
        self.last_located = frame.at;
        let found = self.finder.find(&frame.image);
        self.gate.set_location_doubtful(found.is_err());
        let Ok(view) = found else {
            // A covered board will become visible again, and one that was moved is found in the next attempt.
            self.last_located = (frame.at + RETRY_INTERVAL).saturating_sub(RELOCATE_INTERVAL);
            return Ok(());
        };
        let shifted = self.reader.board().places.iter().map(|place| {
            let (was, is) = (self.reader.view().pixel(*place, 0.0), view.pixel(*place, 0.0));
            (was[0] - is[0]).hypot(was[1] - is[1])
        });
        if shifted.fold(0.0, f64::max) > MAX_SHIFT {
            self.reader.set_view(view)?;
            self.gate.move_view(self.reader.board(), &view, self.size);
            self.last = None;
        }
        Ok(())
    }
}
