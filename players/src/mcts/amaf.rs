//! All-moves-as-first (AMAF) statistics: codes for moves that are comparable between positions, and tables by code, for
//! MAST (one table per search) and for RAVE and GRAVE (one table per node with sufficient visits).
//!
//! The module does not know the search tree.

use std::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};

use boardwright_game::game::Game;
use boardwright_game::ids::{ElementId, LocationId, Player};

/// Maximum number of move codes; with more moves some share a code.
const MAX_CODES: usize = 4096;
/// Fixed-point unit of the summed values: sums hold 67 million wins.
const ONE: f32 = 32.0;

/// Codes of moves: the class of the piece and its target. All moves have the same code where the game does not describe
/// its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveCodes {
    locations: usize,
    pub count: usize,
}

impl MoveCodes {
    pub fn for_game<G: Game>(game: &G) -> Self {
        let Some(structure) = game.structure() else { return Self { locations: 1, count: 1 } };
        let start = game.initial_state();
        let classes = (0..structure.element_count())
            .map(|element| structure.class(&start, ElementId::new(element)))
            .max()
            .map_or(1, |class| class + 1);
        let locations = structure.location_count().max(1);
        // One additional code for moves without a piece.
        Self { locations, count: (classes * locations + 1).min(MAX_CODES) }
    }

    /// Code of a move.
    pub fn code<G: Game>(self, game: &G, state: &G::State, mv: G::Move) -> u32 {
        let moved = game.structure().and_then(|structure| {
            let (element, to) = structure.moved_element(mv)?;
            Some(self.class_code(structure.class(state, element), to))
        });
        moved.unwrap_or(0)
    }

    /// Code of the moves of a piece of a class to a location.
    pub fn class_code(self, class: usize, to: LocationId) -> u32 {
        ((1 + class * self.locations + to.index()) % self.count) as u32
    }

    /// Index of a player's move in a table.
    #[inline]
    pub fn table_index(self, player: Player, code: u32) -> usize {
        player.index() * self.count + code as usize
    }
}

/// By player and move: number of playouts that contain it below a position, and the sum of their values for the player.
#[derive(Debug)]
pub(super) struct AmafTable(Box<[(AtomicU32, AtomicI32)]>);

impl AmafTable {
    pub fn new(codes: MoveCodes, players: usize) -> Self {
        Self((0..codes.count * players).map(|_| (AtomicU32::new(0), AtomicI32::new(0))).collect())
    }

    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<(AtomicU32, AtomicI32)>()
    }

    pub fn add(&self, place: usize, value: f32) {
        self.0[place].0.fetch_add(1, Relaxed);
        self.0[place].1.fetch_add((value * ONE) as i32, Relaxed);
    }

    /// Number of playouts and mean value.
    pub fn get(&self, place: usize) -> (f32, f32) {
        let (count, sum) = &self.0[place];
        let count = count.load(Relaxed) as f32;
        (count, if count > 0.0 { sum.load(Relaxed) as f32 / ONE / count } else { 0.0 })
    }
}

/// MAST table: the same statistics for the whole search of one thread, for the playout policy.
#[derive(Debug)]
pub(super) struct MastTable(Vec<(u32, f32)>);

impl MastTable {
    pub fn new(codes: MoveCodes, players: usize) -> Self {
        Self(vec![(0, 0.0); codes.count * players])
    }

    pub fn add(&mut self, place: usize, value: f32) {
        let (count, sum) = &mut self.0[place];
        *count += 1;
        *sum += value;
    }

    /// Mean value; 1, the maximum, for moves that were never made.
    pub fn mean(&self, place: usize) -> f32 {
        let (count, sum) = self.0[place];
        if count == 0 { 1.0 } else { sum / count as f32 }
    }
}
