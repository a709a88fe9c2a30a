//! A game on a table that is not there: the pieces stand as a position says, and a person does what is asked for.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boardwright_robot::motion::{PlaceId, Stage};
use boardwright_robot::sim::Body;

use super::{Mishap, Solid, World};
use crate::frame::Spot;
use crate::hand::{Attendant, HandError, Refused};
use crate::layout::Layout;
use crate::look::Look;
use crate::standing::Standing;
use crate::tasks::{Request, Task};

/// How far from its place a piece may stand, in mm: more, and the next grip could miss it.
const OFF: f64 = 2.5;

/// A table that is not there, with the pieces of a game on it. Clones are the same table.
#[derive(Clone, Debug)]
pub struct Rehearsal {
    world: Arc<Mutex<World>>,
    layout: Layout,
    pieces: Arc<Mutex<Pieces>>,
}

/// The pieces of a game, by their numbers in the world.
#[derive(Clone, Debug, Default)]
struct Pieces {
    /// By place: the number of the piece that should stand there.
    at: Vec<Option<usize>>,
    /// By number: what it looks like.
    looks: Vec<Look>,
}

/// Why a table is not as it should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Wrong {
    /// A piece stands too far from its place, lies, or is not on the table.
    Piece {
        /// Where it should be.
        place: PlaceId,
        /// Where it is.
        spot: Option<Spot>,
    },
    /// Something happened on the way.
    Mishap(Mishap),
}

impl Rehearsal {
    /// Stands pieces on a table.
    pub fn new(mut world: World, layout: &Layout, standing: &Standing) -> Self {
        let mut pieces = Pieces::default();
        for (place, look) in standing.all() {
            pieces.at.push(look.map(|look| world.stand(layout.spots[place.0], layout.sizes_of(look.kind))));
            pieces.looks.extend(look);
        }
        Self { world: Arc::new(Mutex::new(world)), layout: layout.clone(), pieces: Arc::new(Mutex::new(pieces)) }
    }

    /// What servos of the arm move.
    pub fn body(&self) -> Box<dyn Body> {
        Box::new(Arc::clone(&self.world))
    }

    /// The table.
    pub fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn pieces(&self) -> MutexGuard<'_, Pieces> {
        self.pieces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A piece has been carried.
    pub fn carried(&self, from: PlaceId, to: PlaceId) {
        let mut pieces = self.pieces();
        pieces.at[to.0] = pieces.at[from.0].take();
    }

    /// A person carries a piece.
    pub fn by_hand(&self, task: &Task) {
        match task {
            Task::Carry { from, to, .. } => {
                self.carried(*from, *to);
                if let Some(piece) = self.pieces().at[to.0] {
                    self.world().put(piece, self.layout.spots[to.0]);
                }
            }
            Task::Ask(request) => self.oblige(request),
        }
    }

    /// A person does what is asked for.
    pub fn oblige(&self, request: &Request) {
        match request {
            // A person who turns a piece over puts it back where it belongs.
            Request::Change { at, to, .. } => {
                let mut pieces = self.pieces();
                if let Some(piece) = pieces.at[at.0] {
                    pieces.looks[piece] = *to;
                    self.world().exchange(piece, self.layout.spots[at.0], self.layout.sizes_of(to.kind));
                }
            }
            Request::Bring { at, look } => {
                let sizes = self.layout.sizes_of(look.kind);
                let (mut pieces, piece) = (self.pieces(), self.world().stand(self.layout.spots[at.0], sizes));
                pieces.at[at.0] = Some(piece);
                pieces.looks.push(*look);
            }
            Request::TakeAway { at, .. } => {
                if let Some(piece) = self.pieces().at[at.0].take() {
                    self.world().take_away(piece);
                }
            }
        }
    }

    /// Somebody pushes the piece at the nth place at which there is one: so far, in that direction, in mm and degrees.
    pub fn nudge(&self, nth: usize, far: f64, direction: f64) {
        let standing: Vec<usize> = self.pieces().at.iter().flatten().copied().collect();
        if let Some(piece) = standing.get(nth % standing.len().max(1)) {
            let (sine, cosine) = direction.to_radians().sin_cos();
            let mut world = self.world();
            if let Some(spot) = world.spot(*piece) {
                world.put(*piece, Spot { u: spot.u + far * cosine, v: spot.v + far * sine });
            }
        }
    }

    /// A person puts every piece where it should be: pieces stand just where the table is said to have them.
    pub fn set_pieces(&self, standing: &Standing) {
        let (mut pieces, mut world) = (self.pieces(), self.world());
        // Pieces that lie somewhere else than on a place count as well; those that were taken away come back.
        let mut loose: Vec<usize> = (0..pieces.looks.len()).collect();
        for (place, look) in standing.all() {
            let alike = look.and_then(|look| loose.iter().position(|piece| pieces.looks[*piece] == look));
            let other = alike.or_else(|| look.and(loose.len().checked_sub(1)));
            pieces.at[place.0] = other.map(|at| loose.swap_remove(at));
            if let (Some(piece), Some(look)) = (pieces.at[place.0], look) {
                pieces.looks[piece] = look;
                world.put(piece, self.layout.spots[place.0]);
            }
        }
        for piece in loose {
            world.take_away(piece);
        }
        world.take_mishaps();
    }

    /// What each piece looks like that is on the table, with its body; the one between the fingers among them.
    pub fn bodies(&self) -> Vec<(Look, Solid)> {
        let (pieces, world) = (self.pieces(), self.world());
        let all = pieces.looks.iter().zip(world.pieces());
        all.filter(|(_, solid)| !solid.away).map(|(look, solid)| (*look, solid.clone())).collect()
    }

    /// Somebody puts the piece of a place somewhere else, whatever stands there.
    pub fn shift(&self, from: PlaceId, to: Spot) {
        if let Some(piece) = self.pieces().at[from.0] {
            self.world().put(piece, to);
        }
    }

    /// What is wrong: pieces that are not where they should be, and what happened since this was last asked.
    pub fn wrong(&self) -> Vec<Wrong> {
        let (pieces, mut world) = (self.pieces(), self.world());
        let mishaps = world.take_mishaps().into_iter().map(Wrong::Mishap);
        let misplaced = pieces.at.iter().enumerate().filter_map(|(place, piece)| {
            let spot = world.spot((*piece)?);
            let near = spot.is_some_and(|spot| spot.distance(self.layout.spots[place]) <= OFF);
            (!near).then_some(Wrong::Piece { place: PlaceId(place), spot })
        });
        let misplaced: Vec<Wrong> = misplaced.collect();
        mishaps.chain(misplaced).collect()
    }
}

/// The person at such a table does what is asked for at once.
impl Attendant for Rehearsal {
    fn stage(&mut self, task: &Task, stage: Stage) {
        // When the arm rises from it, it has been put down.
        if let (Task::Carry { from, to, .. }, Stage::Rising) = (task, stage) {
            self.carried(*from, *to);
        }
    }

    fn ask(&mut self, request: &Request) -> Result<(), Refused> {
        self.oblige(request);
        Ok(())
    }

    fn agrees(&mut self, _standing: &Standing) -> bool {
        self.wrong().is_empty()
    }

    fn make_safe(&mut self, _trouble: &HandError) -> Result<(), Refused> {
        let mut world = self.world();
        if let Some(piece) = world.held() {
            world.take_away(piece);
        }
        Ok(())
    }

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        self.set_pieces(standing);
        Ok(())
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        self.world().park();
        Ok(())
    }
}
