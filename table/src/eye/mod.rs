//! A camera over the table: what it sees of a game, and what can have been done there.

mod colours;
mod difference;
mod finder;
mod live;
mod looker;
mod seeing;
pub mod session;
mod successors;
mod watch;

use std::time::Duration;

use boardwright_robot::motion::PlaceId;
use boardwright_vision::camera::{Camera, CameraError};
use boardwright_vision::read::{Board, OutOfSight, Poor};

pub use boardwright_vision::read::{Class, Ranges};

pub use colours::{Colours, DifferentPieces};
pub use difference::Difference;
pub use finder::{Finder, Fixed, Marked, by_points, by_squares, read_lens, squares, told_places};
pub use live::{Live, Way};
pub use looker::{Looker, Reading};
pub use seeing::{Helper, Seeing};
pub use successors::{Successor, successors, turns};
pub use watch::{Bystander, Ended, Turn, Watch};

use crate::layout::Layout;
use crate::standing::Standing;
use session::Keeper;

/// Why nothing is seen of a table.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum EyeError {
    /// There is no picture.
    #[error(transparent)]
    Camera(#[from] CameraError),
    /// The board is not found.
    #[error("{0}")]
    Board(String),
    /// A part of it is outside.
    #[error(transparent)]
    OutOfSight(#[from] OutOfSight),
    /// Nothing can be learnt from it.
    #[error(transparent)]
    Poor(#[from] Poor),
    /// It never comes to rest.
    #[error("{0}")]
    Restless(&'static str),
}

/// How long nothing may move before a picture is read.
pub const STILL: Duration = Duration::from_millis(600);

/// A camera over a table, by the pieces of the game that is played there.
pub struct Eye {
    looker: Looker,
    colours: Colours,
    keeper: Option<Keeper>,
}

impl Eye {
    /// Looks at a table on which a game is laid out. A keeper keeps all that is seen.
    ///
    /// # Errors
    ///
    /// When there is no camera, or the board is not all in its picture.
    pub fn open(
        mut camera: Box<dyn Camera>,
        mut finder: Box<dyn Finder>,
        layout: &Layout,
        colours: Colours,
        still: Duration,
        keeper: Option<Keeper>,
    ) -> Result<Self, EyeError> {
        let board = Board {
            places: layout.spots.iter().map(|spot| [spot.u, spot.v]).collect(),
            width: layout.sizes.width,
            height: layout.sizes.height,
            classes: colours.count(),
        };
        if let Some(keeper) = &keeper {
            keeper.begins(&board, layout.board, colours.given(), still);
            (camera, finder) = (Box::new(keeper.camera(camera)), Box::new(keeper.finder(finder)));
        }
        let looker = Looker::open(camera, finder, board, layout.board, colours.given(), still)?;
        Ok(Self { looker, colours, keeper })
    }

    /// The colours of the pieces.
    pub fn colours(&self) -> &Colours {
        &self.colours
    }

    /// The colours of the pieces that were seen, as they look now.
    pub fn seen(&self) -> Vec<(Class, Ranges)> {
        self.looker.ranges()
    }

    /// Pieces of a colour look so, until it is learnt anew how everything looks.
    pub fn give(&mut self, class: Class, ranges: Ranges) {
        self.looker.give(class, ranges);
    }

    /// What a camera can tell of a table.
    pub fn classes(&self, standing: &Standing) -> Vec<Option<Class>> {
        standing.all().map(|(_, look)| look.and_then(|look| self.colours.class(look))).collect()
    }

    /// Where the piece on a place lay when it was last seen: how far beside the middle of the place, in mm to the right and up.
    pub fn lie(&self, place: PlaceId) -> Option<[f64; 2]> {
        self.looker.lie(place)
    }

    /// Learns how everything looks, from a table on which it is known what stands. States of pieces that look alike count as one from then on:
    /// which they are is returned.
    ///
    /// # Errors
    ///
    /// When the picture never comes to rest, or nothing can be learnt from it.
    pub fn learn(&mut self, standing: &Standing) -> Result<Vec<(Class, Class)>, EyeError> {
        let mut joined = Vec::new();
        loop {
            let known = self.classes(standing);
            let learnt = self.looker.learn(&known);
            if let Some(keeper) = &self.keeper {
                keeper.learnt(&known, &learnt);
            }
            match learnt {
                Err(EyeError::Poor(Poor::Alike(one, other))) if self.colours.join(one, other).is_ok() => {
                    joined.push((one, other));
                }
                learnt => return learnt.map(|()| joined),
            }
        }
    }

    /// Looks at the next picture: see [`Looker::read`]. The first position is that which is known; of it the slots beside the board are
    /// known as well.
    ///
    /// # Errors
    ///
    /// When there is no picture, or it shows another board than before.
    ///
    /// # Panics
    ///
    /// When there is no position.
    pub fn read(&mut self, standing: &Standing, positions: &[Vec<Option<Class>>]) -> Result<Reading, EyeError> {
        let known = self.classes(standing);
        let reading = self.looker.read(&known, positions);
        if let Some(keeper) = &self.keeper {
            keeper.read(&known, positions, &reading);
        }
        reading
    }

    /// Something that is to be kept with what is seen, as a turn that was understood.
    pub fn note(&self, text: &str) {
        if let Some(keeper) = &self.keeper {
            keeper.note(text);
        }
    }
}
