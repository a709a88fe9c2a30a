//! Appearance of pieces and positions, independent of the rules.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::{ElementTypeId, LocationId, Player};
use boardwright_interpreter::state::State;
use boardwright_rules::RuleSet;

/// The appearance of a piece: pieces of equal type, owner and state look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Appearance {
    /// The piece type.
    pub kind: ElementTypeId,
    /// The owner; `None` for neutral pieces.
    pub owner: Option<Player>,
    /// The state, from 1.
    pub state: i32,
}

impl Appearance {
    /// Describes the piece: "White man", "Black king", "match".
    pub fn describe(self, rules: &RuleSet) -> String {
        let kind = &rules.element_types[self.kind.index()];
        let owner = self.owner.and_then(|player| rules.players.get(player.index())).cloned();
        let state = usize::try_from(self.state - 1).ok().and_then(|state| kind.state_names.get(state));
        // The first state of a type is its normal one: a plain man is a man.
        let named = state.filter(|_| self.state > 1).unwrap_or(&kind.name);
        // A type for each owner needs no number after the owner's name.
        let number = self.owner.map(|owner| format!("({})", owner.number()));
        let named = number.and_then(|number| named.strip_suffix(&number)).unwrap_or(named).to_owned();
        owner.into_iter().chain([named]).collect::<Vec<_>>().join(" ")
    }
}

/// The places whose contents are relevant, in file order.
pub fn relevant_places(rules: &RuleSet) -> Vec<LocationId> {
    (0..rules.locations.len()).map(LocationId::new).filter(|place| rules.locations[place.index()].is_relevant).collect()
}

/// The appearance of the piece on each relevant place, in the order of [`relevant_places`].
pub fn board_appearances(game: &CompiledGame, state: &State) -> Vec<Option<Appearance>> {
    let appearance = |place: LocationId| {
        game.content(state, place).map(|element| Appearance {
            kind: game.rules().elements[element.index()].kind,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
        })
    };
    relevant_places(game.rules()).into_iter().map(appearance).collect()
}

/// The pieces that wait at the start off the board or on irrelevant places. Pieces that have no owner until they are
/// placed are distributed evenly among the players, the first players getting the remainder.
pub fn waiting_pieces(game: &CompiledGame, start: &State) -> Vec<Appearance> {
    let rules = game.rules();
    let players = rules.players.len();
    let mut without_owner = 0;
    let waiting = rules.elements.iter().enumerate().filter_map(|(at, element)| {
        let place = game.location(start, boardwright_game::ids::ElementId::new(at));
        if place.is_some_and(|place| rules.locations[place.index()].is_relevant) {
            return None;
        }
        let owner = element.owner.or_else(|| {
            without_owner += 1;
            Player::new((without_owner - 1) % players + 1).filter(|_| players > 1)
        });
        Some(Appearance { kind: element.kind, owner, state: i32::from(element.state) })
    });
    let mut waiting: Vec<Appearance> = waiting.collect();
    waiting.sort();
    waiting
}
