//! The changes that expressions make to a position, each checked first.
//! Both evaluators use them, so that a change means the same to both.

use crate::fault::FaultKind;
use crate::ids::{ElementId, LocationId, Player};
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::state::State;

/// `MOVE`: false, and nothing done, if `to` is occupied.
pub(crate) fn move_element(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    from: LocationId,
    to: LocationId,
) -> Result<bool, FaultKind> {
    if state.location(layout, element) != from {
        return Err(FaultKind::NotThere {
            element: rules.elements[element.index()].name.clone(),
            from: rules.locations[from.index()].name.clone(),
        });
    }
    if !state.is_empty(layout, to) {
        return Ok(false);
    }
    state.move_element(layout, element, to);
    Ok(true)
}

/// `SETSTATE`.
pub(crate) fn set_state(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    wanted: i32,
) -> Result<(), FaultKind> {
    let states = rules.element_types[rules.elements[element.index()].kind.index()].states;
    if wanted < 1 || wanted > i32::from(states) {
        let element = rules.elements[element.index()].name.clone();
        return Err(FaultKind::StateOutOfRange { element, states, state: wanted });
    }
    change_kind(layout, state, element, |kind| kind.state = wanted as u16);
    Ok(())
}

/// `SETOWNER`: 0 is nobody.
pub(crate) fn set_owner(layout: &Layout, state: &mut State, element: ElementId, owner: i32) -> Result<(), FaultKind> {
    if owner < 0 || owner as usize > layout.players {
        return Err(FaultKind::NoPlayer { operation: "SETOWNER", players: layout.players, player: owner });
    }
    change_kind(layout, state, element, |kind| kind.owner = Player::new(owner as usize));
    Ok(())
}

fn change_kind(layout: &Layout, state: &mut State, element: ElementId, change: impl FnOnce(&mut Kind)) {
    let mut kind = layout.kinds[state.kind(layout, element)];
    change(&mut kind);
    let id = layout.kinds.find(kind).expect("kinds hold every owner and state that can be set");
    state.set_kind(layout, element, id);
}

/// `NEXTPLAYER`.
pub(crate) fn next_player(layout: &Layout, state: &mut State) {
    state.set_mover(state.mover().next(layout.players));
}

/// The player of this number.
pub(crate) fn player(layout: &Layout, operation: &'static str, number: i32) -> Result<Player, FaultKind> {
    let found = usize::try_from(number).ok().filter(|&n| n <= layout.players).and_then(Player::new);
    found.ok_or(FaultKind::NoPlayer { operation, players: layout.players, player: number })
}

/// Adds points to a score; wraps at 32 bits.
pub(crate) fn add_score(layout: &Layout, state: &mut State, player: Player, points: i32) {
    state.set_score(layout, player, state.score(layout, player).wrapping_add(points));
}

/// Ends the game with the winner of this number; -1 lets it go on.
pub(crate) fn end(layout: &Layout, state: &mut State, winner: i32) -> Result<(), FaultKind> {
    use crate::game::Outcome;
    let outcome = match winner {
        -1 => None,
        0 => Some(Outcome::Draw),
        number => {
            let no_winner = |_| FaultKind::NoWinner { players: layout.players, winner };
            Some(Outcome::Won(player(layout, "winner", number).map_err(no_winner)?))
        }
    };
    state.set_outcome(outcome);
    Ok(())
}
