//! The laws of the optional companion of a game, `Structure`: what it tells of the board is what play shows.
//! Part of the battery; games without a structure have none of these laws.

use std::collections::BTreeMap;

use boardwright_engine::game::Game;
use boardwright_engine::ids::{ElementId, LocationId};
use boardwright_engine::structure::{Effect, Structure};

use crate::battery::players;

/// Where each element stands, and its class.
type Places = BTreeMap<ElementId, (LocationId, usize)>;

/// Checks the laws in one position.
///
/// # Panics
/// If a law is broken; the message begins with `at`.
pub fn check<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let Some(structure) = game.structure() else { return };
    let before = places(structure, state);
    assert!(before.len() <= structure.elements(), "{at}: more elements than there are");
    for &mv in moves {
        let mut after = state.clone();
        game.apply(&mut after, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let later = places(structure, &after);
        let (element, to) = structure.moved(mv).unwrap_or_else(|| panic!("{at}: {mv:?} moves nothing"));
        let (from, _) = before[&element];
        // Reserves and boxes have no geometry, so they are nobody's neighbours.
        let near = !structure.relevant(to) || near_to(structure, from).contains(&to);
        assert!(near, "{at}: {mv:?} goes where no rule can lead");
        let effect = structure.effect(state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let mut told = effect.elements.clone();
        told.sort_unstable();
        let changed = before.iter().filter(|(element, place)| later.get(element) != Some(place));
        let expected = Effect {
            elements: changed.map(|(&element, _)| element).collect(),
            scores: players(game).map(|p| (game.score(&after, p) - game.score(state, p)) as i32).collect(),
            outcome: game.outcome(&after).unwrap_or_else(|fault| panic!("{at}: {fault}")),
        };
        assert_eq!(Effect { elements: told, ..effect }, expected, "{at}: what {mv:?} changes");
        let grow = expected.scores.iter().all(|&change| change >= 0);
        assert!(grow || !structure.scores_only_grow(), "{at}: {mv:?} lowers a score that only grows");
    }
}

fn places<S, M>(structure: &dyn Structure<S, M>, state: &S) -> Places {
    let locations = (0..structure.locations()).map(LocationId::new);
    let standing = locations.filter_map(|at| Some((structure.content(state, at)?, at)));
    standing.map(|(element, at)| (element, (at, structure.class(state, element)))).collect()
}

fn near_to<S, M>(structure: &dyn Structure<S, M>, from: LocationId) -> Vec<LocationId> {
    let mut near = Vec::new();
    structure.neighbours(from, &mut near);
    near
}
