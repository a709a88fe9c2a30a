//! Constraint propagation over hidden elements: which moves must have moved which elements, because a face that was seen
//! later stood where the move led.
//!
//! A *slot* is a move by which an element whose face is not seen comes to a place. A face that comes into sight there must
//! be that of an element of one of the slots that lead to the place.

use std::sync::Arc;

use boardwright_game::ids::{ElementId, Player};
use boardwright_game::playout::random_below;
use rand_pcg::Pcg64Mcg;
use rustc_hash::FxHashMap;

use super::SeenPlace;
use super::observation::{Observation, SeenMove};

/// Constraints on the hidden moves of a game, from what one player has seen.
#[derive(Debug, Default)]
pub struct Slots {
    /// Elements that were seen, with the moves of which one must have moved the element; in the order of being seen.
    required: Vec<(ElementId, Vec<usize>)>,
    /// By move: the slot of the element that it moves on, if the element's face is not seen.
    source: FxHashMap<usize, usize>,
}

/// Elements that hidden moves must move in one sample, by the number of the move.
pub type Assignment = FxHashMap<usize, ElementId>;

impl Slots {
    /// Derives the constraints from the observations of a player.
    pub fn new(chain: &[Arc<Observation>], viewer: Player) -> Self {
        let mut slots = Self::default();
        // Slots whose elements have not been seen, with the places where these elements are.
        let mut open: Vec<(usize, SeenPlace)> = Vec::new();
        for (number, observed) in chain.iter().enumerate() {
            let seen = &observed.seen[viewer.index()];
            for &(element, place) in &seen.revealed {
                let candidates: Vec<usize> =
                    open.iter().filter(|(_, at)| *at == place).map(|(slot, _)| *slot).collect();
                if candidates.is_empty() {
                    continue;
                }
                if matches!(place, SeenPlace::Location(_)) {
                    open.retain(|(_, at)| *at != place);
                }
                slots.required.push((element, candidates));
            }
            let SeenMove::Shown { back: Some(_), from, to, .. } = seen.mv else { continue };
            let moved = open.iter_mut().find(|(_, at)| *at == from && matches!(from, SeenPlace::Location(_)));
            match moved {
                Some((slot, at)) => {
                    *at = to;
                    slots.source.insert(number, *slot);
                }
                None => open.push((number, to)),
            }
        }
        slots
    }

    /// Assigns every element that was seen to one of its slots at random.
    pub fn assign(&self, random: &mut Pcg64Mcg) -> Assignment {
        let mut assignment = Assignment::default();
        for (element, candidates) in &self.required {
            let free: Vec<usize> =
                candidates.iter().copied().filter(|candidate| !assignment.contains_key(candidate)).collect();
            if !free.is_empty() && !assignment.values().any(|assigned| assigned == element) {
                assignment.insert(free[random_below(free.len(), random)], *element);
            }
        }
        assignment
    }

    /// The slot of the element that a move moves on, if the element's face is not seen.
    pub fn source_of(&self, number: usize) -> Option<usize> {
        self.source.get(&number).copied()
    }
}
