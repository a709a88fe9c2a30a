//! The laws of the optional companion of a game, `Structure`: what it tells of the board is what play shows.
//! Part of the battery; games without a structure have none of these laws.

use std::collections::BTreeMap;

use boardwright_engine::game::Game;
use boardwright_engine::ids::{ElementId, LocationId};
use boardwright_engine::structure::{Effect, Structure};

use crate::battery::players;

/// Where each element stands, which is nowhere off the board, and its class.
type Places = Vec<(Option<LocationId>, usize)>;

/// Checks the laws in one position. That an element which is moved stands there afterwards is not one: a followup may take it on.
///
/// # Panics
/// If a law is broken; the message begins with `at`.
pub fn check<G: Game>(game: &G, state: &G::State, moves: &[G::Move], at: &str) {
    let Some(structure) = game.structure() else { return };
    let before = places(structure, state);
    for &mv in moves {
        let mut after = state.clone();
        game.apply(&mut after, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let later = places(structure, &after);
        // Reserves and boxes have no geometry, so they are nobody's neighbours; neither is what is off the board.
        if let Some((element, to)) = structure.moved(mv)
            && let (Some(from), _) = before[element.index()]
        {
            let near = !structure.relevant(to) || near_to(structure, from).contains(&to);
            assert!(near, "{at}: {mv:?} goes where no rule can lead");
        }
        let effect = structure.effect(state, mv).unwrap_or_else(|fault| panic!("{at}: {fault}"));
        let mut told = effect.elements.clone();
        told.sort_unstable();
        let changed = (0..before.len()).filter(|&index| before[index] != later[index]);
        let expected = Effect {
            elements: changed.map(ElementId::new).collect(),
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
    let standing: BTreeMap<_, _> = locations.filter_map(|at| Some((structure.content(state, at)?, at))).collect();
    let elements = (0..structure.elements()).map(ElementId::new);
    elements.map(|element| (standing.get(&element).copied(), structure.class(state, element))).collect()
}

fn near_to<S, M>(structure: &dyn Structure<S, M>, from: LocationId) -> Vec<LocationId> {
    let mut near = Vec::new();
    structure.neighbours(from, &mut near);
    near
}
