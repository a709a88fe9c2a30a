//! The changes that expressions make to a position, each checked first.
//! Both evaluators use them, so that a change means the same to both.

use crate::fault::FaultKind;
use crate::globals::Held;
use crate::ids::{ElementId, GlobalId, LocationId, Player};
use crate::kinds::Kind;
use crate::layout::Layout;
use crate::rules::{Global, GlobalKind, Reset, RuleSet};
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
    if state.location(layout, element) != Some(from) {
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

/// Puts an element on a location, from wherever it is; to stay where it stands is allowed.
pub(crate) fn put(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    to: Option<LocationId>,
) -> Result<(), FaultKind> {
    let name = |element: ElementId| rules.elements[element.index()].name.clone();
    let Some(to) = to else { return Err(FaultKind::Nowhere(name(element))) };
    match state.content(layout, to) {
        None => state.move_element(layout, element, to),
        Some(there) if there == element => {}
        Some(there) => {
            let to = rules.locations[to.index()].name.clone();
            return Err(FaultKind::Taken { element: name(element), to, there: name(there) });
        }
    }
    Ok(())
}

/// `REMOVE`: to the first free place of its type's reserve, or off the board.
pub(crate) fn remove(rules: &RuleSet, layout: &Layout, state: &mut State, element: ElementId) -> Result<(), FaultKind> {
    let Some(reserve) = rules.element_types[rules.elements[element.index()].kind.index()].reserve else {
        state.take_off(layout, element);
        return Ok(());
    };
    let mut places = (0..rules.locations.len()).map(LocationId::new);
    let free = places.find(|&at| rules.locations[at.index()].kind == reserve && state.is_empty(layout, at));
    match free {
        Some(free) => {
            state.move_element(layout, element, free);
            Ok(())
        }
        None => Err(FaultKind::NoRoom {
            element: rules.elements[element.index()].name.clone(),
            reserve: rules.location_types[reserve.index()].name.clone(),
        }),
    }
}

/// Gives a number to a variable that has bounds.
pub(crate) fn hold_int(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    id: GlobalId,
    value: i32,
) -> Result<(), FaultKind> {
    let Global { kind, name, .. } = &rules.globals[id.index()];
    if let GlobalKind::Int { least, most } = *kind
        && !(least..=most).contains(&value)
    {
        return Err(FaultKind::OutOfBounds { variable: name.clone(), least, most, value });
    }
    state.hold(rules, layout, id, &Held::Int(value));
    Ok(())
}

/// Gives variables that are reset at this time their first values.
pub(crate) fn reset(rules: &RuleSet, layout: &Layout, state: &mut State, time: Reset) {
    for (index, _) in rules.globals.iter().enumerate().filter(|(_, global)| global.reset == time) {
        state.reset(rules, layout, GlobalId(index as u16));
    }
}

/// Passes the turn to a player; variables of the turn are reset if it is another one.
pub(crate) fn pass_turn(rules: &RuleSet, layout: &Layout, state: &mut State, to: Player) {
    let before = state.mover();
    state.set_mover(to);
    state.set_turn(layout, state.turn(layout).wrapping_add(1));
    if to != before {
        reset(rules, layout, state, Reset::Turn);
    }
}

/// The player with the highest score, if it is one only.
pub(crate) fn highest(layout: &Layout, state: &State) -> i32 {
    let best = layout.players().map(|player| state.score(layout, player)).max();
    let mut with_it = layout.players().filter(|&player| Some(state.score(layout, player)) == best);
    match (with_it.next(), with_it.next()) {
        (Some(winner), None) => winner.number() as i32,
        _ => 0,
    }
}
