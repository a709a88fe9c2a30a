//! What a move is worth wherever it is made: numbers for moves that can be compared between positions, and tables by them, for
//! MAST (one table for the whole search) and for RAVE and GRAVE (one for each position that was visited often enough).
//!
//! It knows no tree.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use boardwright_engine::game::Game;
use boardwright_engine::ids::{ElementId, LocationId, Player};

/// So many different moves are told apart; beyond that some share a number.
const MOST_CODES: usize = 4096;
/// 1 in the whole numbers in which values are added up: they hold 67 million wins.
const ONE: f32 = 32.0;

/// Numbers for moves: the class of the piece and where it goes, where a game tells; otherwise all moves are alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Codes {
    locations: usize,
    pub count: usize,
}

impl Codes {
    pub fn of<G: Game>(game: &G) -> Self {
        let Some(structure) = game.structure() else { return Self { locations: 1, count: 1 } };
        let start = game.start();
        let classes = (0..structure.elements())
            .map(|element| structure.class(&start, ElementId::new(element)))
            .max()
            .map_or(1, |class| class + 1);
        let locations = structure.locations().max(1);
        // One more, for moves of nothing.
        Self { locations, count: (classes * locations + 1).min(MOST_CODES) }
    }

    /// The number of a move.
    pub fn code<G: Game>(self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        let moved = game.structure().and_then(|structure| {
            let (element, to) = structure.moved(mv)?;
            Some(self.of_class(structure.class(state, element), to))
        });
        moved.unwrap_or(0)
    }

    /// The number of the moves of a piece of some class to a place.
    pub fn of_class(self, class: usize, to: LocationId) -> u32 {
        ((1 + class * self.locations + to.index()) % self.count) as u32
    }

    /// The place of a player's move in a table.
    #[inline]
    pub fn place(self, player: Player, code: u32) -> usize {
        player.index() * self.count + code as usize
    }
}

/// By player and move: how often it was made below a position, and what these playouts were worth to the player.
#[derive(Debug)]
pub(super) struct Table(Box<[(AtomicU32, AtomicI32)]>);

impl Table {
    pub fn new(codes: Codes, players: usize) -> Self {
        Self((0..codes.count * players).map(|_| (AtomicU32::new(0), AtomicI32::new(0))).collect())
    }

    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<(AtomicU32, AtomicI32)>()
    }

    pub fn add(&self, place: usize, value: f32) {
        self.0[place].0.fetch_add(1, Relaxed);
        self.0[place].1.fetch_add((value * ONE) as i32, Relaxed);
    }

    /// How often, and the mean.
    pub fn get(&self, place: usize) -> (f32, f32) {
        let (count, sum) = &self.0[place];
        let count = count.load(Relaxed) as f32;
        (count, if count > 0.0 { sum.load(Relaxed) as f32 / ONE / count } else { 0.0 })
    }
}

/// The same for the whole search of one thread, for choosing the moves of playouts.
#[derive(Debug)]
pub(super) struct Mast(Vec<(u32, f32)>);

impl Mast {
    pub fn new(codes: Codes, players: usize) -> Self {
        Self(vec![(0, 0.0); codes.count * players])
    }

    pub fn add(&mut self, place: usize, value: f32) {
        let (count, sum) = &mut self.0[place];
        *count += 1;
        *sum += value;
    }

    /// The mean; as good as any where it was never made.
    pub fn mean(&self, place: usize) -> f32 {
        let (count, sum) = self.0[place];
        if count == 0 { 1.0 } else { sum / count as f32 }
    }
}
