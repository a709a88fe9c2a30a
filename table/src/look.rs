//! What stands where, as somebody sees it who knows no rules: pieces that look alike are alike.

use boardwright_engine::ids::{ElementTypeId, LocationId, Player};
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

/// What a piece looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Look {
    /// Its type.
    pub kind: ElementTypeId,
    /// Whose it is.
    pub owner: Option<Player>,
    /// Its state, from 1.
    pub state: i32,
}

impl Look {
    /// In words: "White man", "Black king", "match".
    pub fn told(self, rules: &RuleSet) -> String {
        let kind = &rules.element_types[self.kind.index()];
        let owner = self.owner.and_then(|player| rules.players.get(player.index())).cloned();
        let state = usize::try_from(self.state - 1).ok().and_then(|state| kind.state_names.get(state));
        // The first state of a type is what it usually is: a plain man is a man.
        let named = state.filter(|_| self.state > 1).unwrap_or(&kind.name).clone();
        owner.into_iter().chain([named]).collect::<Vec<_>>().join(" ")
    }
}

/// The places of a board on which it matters what stands there, in file order.
pub fn places(rules: &RuleSet) -> Vec<LocationId> {
    (0..rules.locations.len()).map(LocationId::new).filter(|place| rules.locations[place.index()].relevant).collect()
}

/// What stands on the places on which it matters, in the order of [`places`].
pub fn looks(game: &SpecGame, state: &State) -> Vec<Option<Look>> {
    let look = |place: LocationId| {
        game.content(state, place).map(|element| Look {
            kind: game.rules().elements[element.index()].kind,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
        })
    };
    places(game.rules()).into_iter().map(look).collect()
}

/// The pieces that wait at the start beside the board, or on places on which it does not matter which of them waits where. Pieces
/// that are nobody's until they are placed are shared out, as many for each player, one more for the first ones where that does not come
/// out even.
pub fn waiting(game: &SpecGame, start: &State) -> Vec<Look> {
    let rules = game.rules();
    let players = rules.players.len();
    let mut nobodys = 0;
    let waits = rules.elements.iter().enumerate().filter_map(|(at, element)| {
        let place = game.location(start, boardwright_engine::ids::ElementId::new(at));
        if place.is_some_and(|place| rules.locations[place.index()].relevant) {
            return None;
        }
        let owner = element.owner.or_else(|| {
            nobodys += 1;
            Player::new((nobodys - 1) % players + 1).filter(|_| players > 1)
        });
        Some(Look { kind: element.kind, owner, state: i32::from(element.state) })
    });
    let mut waits: Vec<Look> = waits.collect();
    waits.sort();
    waits
}
