//! A camera over places: what it makes of its pictures. Which game is played there is not known here.

use std::time::Duration;

use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError, Shot};
use boardwright_vision::explain::{Explained, explain};
use boardwright_vision::gate::{Gate, Sight};
use boardwright_vision::read::{Board, Class, Evidence, Lie, Observation, Poor, Ranges, Reader};
use image::RgbImage;
use serde::{Deserialize, Serialize};

use super::{Difference, EyeError, Finder};

/// What is seen in a picture.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reading {
    /// It cannot be read yet.
    Waiting(Sight),
    /// One of the positions that were asked for, by its number.
    Position(usize),
    /// None of them: what is otherwise than in the first.
    Otherwise(Vec<Difference>),
    /// It cannot be told what stands on these places.
    Unclear(Vec<PlaceId>),
}

/// Hands and shadows of people do not rest for so long.
const RESTS: Duration = Duration::from_secs(3);

/// How often it is looked whether the board still lies where it lay.
const AGAIN: Duration = Duration::from_secs(1);

/// How far places may seem to move in the picture, in pixels, before the board counts as moved.
const SHIFTED: f64 = 2.0;

/// A camera over places.
pub struct Looker {
    camera: Box<dyn Camera>,
    finder: Box<dyn Finder>,
    reader: Reader,
    gate: Gate,
    board: usize,
    size: (u32, u32),
    found: Duration,
    /// Said of the last picture, and how often in a row.
    last: Option<(Reading, u32)>,
    /// Where pieces lay that were seen last, by place.
    lies: Vec<Option<Lie>>,
}

impl Looker {
    /// Looks at a board of which some places are on the board and the others, slots, beside it. Ranges of colours are believed until pieces of
    /// that class are seen.
    ///
    /// # Errors
    ///
    /// When there is no camera, or the board is not all in its picture.
    pub fn open(
        mut camera: Box<dyn Camera>,
        mut finder: Box<dyn Finder>,
        board: Board,
        on_board: usize,
        given: &[(Class, Ranges)],
        still: Duration,
    ) -> Result<Self, EyeError> {
        let Shot { picture, at } = camera.shot()?;
        let (size, view) = (picture.dimensions(), finder.find(&picture).map_err(EyeError::Board)?);
        let gate = Gate::new(still, &board, &view, size);
        let lies = vec![None; board.places.len()];
        let mut reader = Reader::new(board, view, size)?;
        for (class, ranges) in given {
            reader.give(*class, *ranges);
        }
        Ok(Self { camera, finder, reader, gate, board: on_board, size, found: at, last: None, lies })
    }

    /// The colours of the classes that were seen.
    pub fn ranges(&self) -> Vec<(Class, Ranges)> {
        self.reader.ranges()
    }

    /// Pieces of a class look so, until it is learnt anew how everything looks.
    pub fn give(&mut self, class: Class, ranges: Ranges) {
        self.reader.give(class, ranges);
    }

    /// Where the piece on a place lay when it was last seen: how far beside the middle of the place, in mm to the right and up.
    pub fn lie(&self, place: PlaceId) -> Option<[f64; 2]> {
        self.lies[place.0].map(|lie| lie.off)
    }

    /// Learns how everything looks, from a board of which it is known what stands on each place.
    ///
    /// # Errors
    ///
    /// When the picture never comes to rest, or nothing can be learnt from it.
    pub fn learn(&mut self, known: &[Option<Class>]) -> Result<(), EyeError> {
        const PATIENCE: u32 = 600;
        for _ in 0..PATIENCE {
            let shot = self.camera.shot()?;
            match self.gate.look(&shot) {
                Sight::Still => {
                    self.reader.learn(&shot.picture, known)?;
                    self.gate.clear(&shot.picture);
                    return Ok(());
                }
                Sight::Dark => return Err(Poor::Dark.into()),
                Sight::Moving | Sight::Covered => {}
            }
        }
        Err(EyeError::Restless(
            "something always moves before the camera: take away what does, or set the camera down firmly",
        ))
    }

    /// Looks at the next picture, and which of some positions stands on the board. The first one is that which is known, and `known` tells the
    /// slots as well. A reading counts when two pictures after each other agree.
    ///
    /// # Errors
    ///
    /// When there is no picture, or it shows another board than before.
    ///
    /// # Panics
    ///
    /// When there is no position.
    pub fn read(&mut self, known: &[Option<Class>], positions: &[Vec<Option<Class>>]) -> Result<Reading, EyeError> {
        let shot = self.camera.shot()?;
        if shot.picture.dimensions() != self.size {
            return Err(CameraError::Size { now: shot.picture.dimensions(), then: self.size }.into());
        }
        let sight = self.gate.look(&shot);
        if sight != Sight::Moving && sight != Sight::Dark && shot.at >= self.found + AGAIN {
            self.find_again(&shot)?;
        }
        if sight == Sight::Covered && self.gate.still_since().is_some_and(|since| shot.at >= since + RESTS) {
            // Nothing over a table rests for long: if all of it looks as it should, it is the light that has changed.
            let seen = self.reader.observe(&shot.picture, known);
            if self.explained(&seen, known, positions) == Reading::Position(0) {
                self.gate.also_clear(&shot.picture);
            }
        }
        if sight != Sight::Still {
            self.last = None;
            return Ok(Reading::Waiting(sight));
        }
        let seen = self.reader.observe(&shot.picture, known);
        for (lie, evidence) in self.lies.iter_mut().zip(&seen.places) {
            *lie = evidence.lie;
        }
        let reading = self.explained(&seen, known, positions);
        let times = match &self.last {
            Some((last, times)) if *last == reading => times + 1,
            _ => 1,
        };
        self.last = Some((reading.clone(), times));
        if times < 2 {
            return Ok(Reading::Waiting(Sight::Moving));
        }
        if reading == Reading::Position(0) {
            self.settle(&shot.picture, &seen, known);
        }
        Ok(reading)
    }

    fn explained(&self, seen: &Observation, known: &[Option<Class>], positions: &[Vec<Option<Class>>]) -> Reading {
        let board = Observation { places: seen.places[..self.board].to_vec(), light: seen.light };
        match explain(&board, positions) {
            Explained::Clear { at, .. } => Reading::Position(at),
            Explained::None(_) => {
                let all = board.places.iter().enumerate();
                let otherwise = all.filter_map(|(place, evidence)| {
                    let (what, _) = evidence.best()?;
                    (what != known[place]).then_some(Difference { place: PlaceId(place), seen: what })
                });
                Reading::Otherwise(otherwise.collect())
            }
            Explained::Unclear(places) => Reading::Unclear(places.into_iter().map(PlaceId).collect()),
        }
    }

    /// The table is as it is known: how it looks is known better.
    fn settle(&mut self, picture: &RgbImage, seen: &Observation, known: &[Option<Class>]) {
        let surely =
            |(place, evidence): (usize, &Evidence)| evidence.best().is_some_and(|(what, _)| what == known[place]);
        // Slots may have been used as somebody liked.
        if seen.places.iter().enumerate().all(surely) {
            self.reader.settle(seen, known);
        }
        self.gate.clear(picture);
    }

    /// Looks whether the board lies where it lay; where it does not, it is looked at where it lies now.
    fn find_again(&mut self, shot: &Shot) -> Result<(), EyeError> {
        self.found = shot.at;
        // A board that is covered is not looked for: it will be seen again.
        let Ok(view) = self.finder.find(&shot.picture) else { return Ok(()) };
        let shifted = self.reader.board().places.iter().map(|place| {
            let (was, is) = (self.reader.view().pixel(*place, 0.0), view.pixel(*place, 0.0));
            (was[0] - is[0]).hypot(was[1] - is[1])
        });
        if shifted.fold(0.0, f64::max) > SHIFTED {
            self.reader.turn(view)?;
            self.gate.turn(self.reader.board(), &view, self.size);
            self.last = None;
        }
        Ok(())
    }
}
