//! Hidden chance moves drawn with an eye on what was seen later: an element that came into sight where it lay hidden must have
//! been moved there, and nowhere else. Draws count by their probability, divided by that of being drawn so (importance
//! sampling), so the distribution stays the same.

use boardwright_game::game::Game;
use boardwright_game::ids::ElementId;
use rustc_hash::FxHashMap;

use super::knowledge::Knowledge;
use super::{SeenPlace, Viewpoint};
use crate::moves::Move;
use crate::state::State;

/// Share of the draws for a move that shows elements that take one of these.
const SHOWN_SHARE: f64 = 0.95;

/// Later observations of a game.
pub(super) struct Foresight {
    /// By element: the number of the first move that showed it, and the kind of places where it lay before.
    shown: FxHashMap<ElementId, (usize, SeenPlace)>,
    /// Numbers of the moves that the player does not know, and that show no element.
    open: Vec<usize>,
}

impl Foresight {
    /// Collects what a player has seen.
    pub fn new<G: Game<State = State, Move = Move>>(knowledge: &Knowledge<'_, G>) -> Self {
        let (mut shown, mut open) = (FxHashMap::default(), Vec::new());
        for (number, observed) in knowledge.chain.iter().enumerate() {
            let revealed = &observed.seen[knowledge.viewer.index()].revealed;
            if revealed.is_empty() && knowledge.is_open(number) {
                open.push(number);
            }
            for &(element, place) in revealed {
                if place.is_vague() {
                    shown.entry(element).or_insert((number, place));
                }
            }
        }
        Self { shown, open }
    }

    /// Probabilities with which to draw among the candidates for move `number`; `None` if nothing seen later matters.
    pub fn chances(&self, before: &Viewpoint<'_>, number: usize, candidates: &[(Move, f64)]) -> Option<Vec<f64>> {
        if candidates.len() < 2 {
            return None;
        }
        // A hidden move that shows elements is likely to be that of one of them.
        let is_shown_now = |mv: Move| {
            mv.element.and_then(|element| self.shown.get(&element)).is_some_and(|(shows, _)| *shows == number)
        };
        let shown_now = candidates.iter().filter(|(mv, _)| is_shown_now(*mv)).count();
        if (1..candidates.len()).contains(&shown_now) {
            let others = (candidates.len() - shown_now) as f64;
            let chance =
                |mv: Move| if is_shown_now(mv) { SHOWN_SHARE / shown_now as f64 } else { (1.0 - SHOWN_SHARE) / others };
            return Some(candidates.iter().map(|(mv, _)| chance(*mv)).collect());
        }
        // By candidate: the move that shows its element later, and whether it leads where the element is seen to lie then.
        let later: Vec<Option<(usize, bool)>> = candidates
            .iter()
            .map(|(mv, _)| {
                let (shows, place) = *self.shown.get(&mv.element?)?;
                (shows > number).then(|| (shows, before.place(mv.to) == place))
            })
            .collect();
        if later.iter().all(Option::is_none) {
            return None;
        }
        // The elements needed until some move compete for the unknown moves before it; the scarcest of them decide.
        let needed = |until: usize| later.iter().flatten().filter(|(shows, fits)| *fits && *shows <= until).count();
        let moves_until = |until: usize| self.open.iter().filter(|&&open| (number..until).contains(&open)).count();
        let scarcity = |until: usize| needed(until) as f64 / moves_until(until).max(1) as f64;
        let ends = later.iter().flatten().filter(|(_, fits)| *fits).map(|(shows, _)| *shows);
        let until = ends.max_by(|one, other| scarcity(*one).total_cmp(&scarcity(*other)));
        let is_needed =
            |index: usize| later[index].is_some_and(|(shows, fits)| fits && until.is_some_and(|until| shows <= until));
        let is_free = |index: usize| !is_needed(index) && later[index].is_none_or(|(_, fits)| fits);
        let sum = |holds: &dyn Fn(usize) -> bool| -> f64 {
            (0..candidates.len()).filter(|&index| holds(index)).map(|index| candidates[index].1).sum()
        };
        let (of_needed, of_free) = (sum(&is_needed), sum(&is_free));
        if of_needed + of_free <= 0.0 {
            return None;
        }
        let natural = of_needed / (of_needed + of_free);
        let share = if of_free > 0.0 { until.map_or(0.0, scarcity).max(natural).min(1.0) } else { 1.0 };
        let chance = |index: usize| match candidates[index].1 {
            chance if is_needed(index) => share * chance / of_needed,
            chance if is_free(index) => (1.0 - share) * chance / of_free,
            _ => 0.0,
        };
        Some((0..candidates.len()).map(chance).collect())
    }
}
