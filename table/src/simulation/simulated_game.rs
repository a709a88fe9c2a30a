//! A simulated game on a simulated table: the pieces of a position, and a person who fulfils requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_robot::motion::{PickStage, PlaceId};
use boardwright_robot::sim::Body;

use super::{Incident, PieceBody, SimulatedTable};
use crate::appearance::Appearance;
use crate::board_contents::BoardContents;
use crate::frame::BoardPoint;
use crate::layout::Layout;
use crate::move_executor::{Attendant, MoveError, RequestRefused};
use crate::tasks::{Request, Task};

/// Maximum distance of a piece from its place, in mm; with a larger one the next grip could miss.
const MAX_OFFSET: f64 = 2.5;

/// A simulated table with the pieces of a game. Clones refer to the same table.
#[derive(Clone, Debug)]
pub struct SimulatedGame {
    table: Arc<Mutex<SimulatedTable>>,
    layout: Layout,
    pieces: Arc<Mutex<Pieces>>,
}

/// The pieces of a game by their indices in the simulated table.
#[derive(Clone, Debug, Default)]
struct Pieces {
    /// Index of the piece expected on each place.
    at: Vec<Option<usize>>,
    /// Appearance of each piece, by index.
    appearances: Vec<Appearance>,
}

/// A deviation of the simulated table from its expected state.
#[derive(Clone, Debug, PartialEq)]
pub enum Deviation {
    /// A piece stands too far from its place, lies, or is not on the table.
    Piece {
        /// The expected place of the piece.
        place: PlaceId,
        /// The position of the piece.
        spot: Option<BoardPoint>,
    },
    /// An undesired event.
    Incident(Incident),
}

impl SimulatedGame {
    /// Places the pieces on a table.
    pub fn new(mut table: SimulatedTable, layout: &Layout, contents: &BoardContents) -> Self {
        let mut pieces = Pieces::default();
        for (place, appearance) in contents.all() {
            pieces.at.push(
                appearance.map(|appearance| table.add_piece(layout.spots[place.0], layout.sizes_of(appearance.kind))),
            );
            pieces.appearances.extend(appearance);
        }
        Self { table: Arc::new(Mutex::new(table)), layout: layout.clone(), pieces: Arc::new(Mutex::new(pieces)) }
    }

    /// The mechanism that the arm's servos move.
    pub fn body(&self) -> Box<dyn Body> {
        Box::new(Arc::clone(&self.table))
    }

    /// The simulated table.
    pub fn table(&self) -> MutexGuard<'_, SimulatedTable> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pieces(&self) -> MutexGuard<'_, Pieces> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Updates the expected places after a piece was carried.
    pub fn record_carry(&self, from: PlaceId, to: PlaceId) {
        let mut pieces = self.pieces();
        pieces.at[to.0] = pieces.at[from.0].take();
    }

    /// Performs a task, as a person does.
    pub fn perform_by_hand(&self, task: &Task) {
        match task {
            Task::Carry { from, to, .. } => {
                self.record_carry(*from, *to);
                if let Some(piece) = self.pieces().at[to.0] {
                    self.table().move_piece(piece, self.layout.spots[to.0]);
                }
            }
            Task::Ask(request) => self.fulfil_request(request),
        }
    }

    /// Fulfils a request, as a person does.
    pub fn fulfil_request(&self, request: &Request) {
        match request {
            // A person who turns a piece over puts it back on the centre of its place.
            Request::Change { at, to, .. } => {
                let mut pieces = self.pieces();
                if let Some(piece) = pieces.at[at.0] {
                    pieces.appearances[piece] = *to;
                    self.table().replace_piece(piece, self.layout.spots[at.0], self.layout.sizes_of(to.kind));
                }
            }
            Request::Bring { at, appearance } => {
                let sizes = self.layout.sizes_of(appearance.kind);
                let (mut pieces, piece) = (self.pieces(), self.table().add_piece(self.layout.spots[at.0], sizes));
                pieces.at[at.0] = Some(piece);
                pieces.appearances.push(*appearance);
            }
            Request::TakeAway { at, .. } => {
                if let Some(piece) = self.pieces().at[at.0].take() {
                    self.table().remove_piece(piece);
                }
            }
        }
    }

    /// Pushes the nth piece by a distance in mm in a direction in degrees.
    pub fn nudge(&self, nth: usize, far: f64, direction: f64) {
        let on_places: Vec<usize> = self.pieces().at.iter().flatten().copied().collect();
        if let Some(piece) = on_places.get(nth % on_places.len().max(1)) {
            let (sine, cosine) = direction.to_radians().sin_cos();
            let mut table = self.table();
            if let Some(spot) = table.spot(*piece) {
                table.move_piece(*piece, BoardPoint { u: spot.u + far * cosine, v: spot.v + far * sine });
            }
        }
    }

    /// Places every piece where it is expected, as a person does.
    pub fn set_pieces(&self, contents: &BoardContents) {
        let (mut pieces, mut table) = (self.pieces(), self.table());
        // Pieces that lie off their places are used as well, and removed pieces return.
        let mut loose: Vec<usize> = (0..pieces.appearances.len()).collect();
        for (place, appearance) in contents.all() {
            let alike = appearance
                .and_then(|appearance| loose.iter().position(|piece| pieces.appearances[*piece] == appearance));
            let other = alike.or_else(|| appearance.and(loose.len().checked_sub(1)));
            pieces.at[place.0] = other.map(|at| loose.swap_remove(at));
            if let (Some(piece), Some(appearance)) = (pieces.at[place.0], appearance) {
                pieces.appearances[piece] = appearance;
                table.move_piece(piece, self.layout.spots[place.0]);
            }
        }
        for piece in loose {
            table.remove_piece(piece);
        }
        table.take_incidents();
    }

    /// Appearance and body of every piece on the table, including the gripped one.
    pub fn bodies(&self) -> Vec<(Appearance, PieceBody)> {
        let (pieces, table) = (self.pieces(), self.table());
        let all = pieces.appearances.iter().zip(table.pieces());
        all.filter(|(_, solid)| !solid.is_removed).map(|(appearance, solid)| (*appearance, solid.clone())).collect()
    }

    /// Moves the piece of a place to another position, which may be occupied.
    pub fn shift(&self, from: PlaceId, to: BoardPoint) {
        if let Some(piece) = self.pieces().at[from.0] {
            self.table().move_piece(piece, to);
        }
    }

    /// The current deviations: misplaced pieces, and the mishaps since the last call.
    pub fn deviations(&self) -> Vec<Deviation> {
        let (pieces, mut table) = (self.pieces(), self.table());
        let incidents = table.take_incidents().into_iter().map(Deviation::Incident);
        let misplaced = pieces.at.iter().enumerate().filter_map(|(place, piece)| {
            let spot = table.spot((*piece)?);
            let near = spot.is_some_and(|spot| spot.distance(self.layout.spots[place]) <= MAX_OFFSET);
            (!near).then_some(Deviation::Piece { place: PlaceId(place), spot })
        });
        let misplaced: Vec<Deviation> = misplaced.collect();
        incidents.chain(misplaced).collect()
    }
}

/// An attendant that fulfils every request at once.
impl Attendant for SimulatedGame {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        // When the arm rises, the piece has been put down.
        if let (Task::Carry { from, to, .. }, PickStage::Rising) = (task, stage) {
            self.record_carry(*from, *to);
        }
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        self.fulfil_request(request);
        Ok(())
    }

    fn is_as_expected(&mut self, _standing: &BoardContents) -> bool {
        self.deviations().is_empty()
    }

    fn make_safe(&mut self, _trouble: &MoveError) -> Result<(), RequestRefused> {
        let mut table = self.table();
        if let Some(piece) = table.gripped_piece() {
            table.remove_piece(piece);
        }
        Ok(())
    }

    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused> {
        self.set_pieces(contents);
        Ok(())
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        self.table().park_arm();
        Ok(())
    }
}
