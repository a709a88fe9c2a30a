//! State changes that expressions make, each with its validity checks.
//! The reference interpreter and the compiled form share them, so a change means the same in both.

use crate::globals::GlobalValue;
use crate::kinds::PieceKind;
use crate::layout::Layout;
use crate::state::State;
use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_rules::{Global, GlobalKind, Reset, RuleSet};

/// `MOVE`: returns `false` and changes nothing if `to` is occupied.
pub fn move_element(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    from: LocationId,
    to: LocationId,
) -> Result<bool, FaultKind> {
    if state.location(layout, element) != Some(from) {
        return Err(FaultKind::NotAtOrigin {
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
pub fn set_state(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    new_state: i32,
) -> Result<(), FaultKind> {
    let states = rules.element_types[rules.elements[element.index()].kind.index()].states;
    if new_state < 1 || new_state > i32::from(states) {
        let element = rules.elements[element.index()].name.clone();
        return Err(FaultKind::StateOutOfRange { element, states, state: new_state });
    }
    change_kind(layout, state, element, |kind| kind.state = new_state as u16);
    Ok(())
}

/// `SETOWNER`: 0 means no owner.
pub fn set_owner(layout: &Layout, state: &mut State, element: ElementId, owner: i32) -> Result<(), FaultKind> {
    if owner < 0 || owner as usize > layout.player_count {
        return Err(FaultKind::NoPlayer { operation: "SETOWNER", players: layout.player_count, player: owner });
    }
    change_kind(layout, state, element, |kind| kind.owner = Player::new(owner as usize));
    Ok(())
}

fn change_kind(layout: &Layout, state: &mut State, element: ElementId, change: impl FnOnce(&mut PieceKind)) {
    let mut kind = layout.kinds[state.kind(layout, element)];
    change(&mut kind);
    let id = layout.kinds.find(kind).expect("kinds hold every owner and state that can be set");
    state.set_kind(layout, element, id);
}

/// `NEXTPLAYER`.
pub fn next_player(layout: &Layout, state: &mut State) {
    state.set_mover(state.mover().next(layout.player_count));
}

/// Returns the player with this number.
pub fn player(layout: &Layout, operation: &'static str, number: i32) -> Result<Player, FaultKind> {
    let found = usize::try_from(number).ok().filter(|&n| n <= layout.player_count).and_then(Player::new);
    found.ok_or(FaultKind::NoPlayer { operation, players: layout.player_count, player: number })
}

/// Adds points to a score; wraps at 32 bits.
pub fn add_score(layout: &Layout, state: &mut State, player: Player, points: i32) {
    state.set_score(layout, player, state.score(layout, player).wrapping_add(points));
}

/// Ends the game with the winner of this number; 0 is a draw, and -1 lets the game go on.
pub fn set_outcome(layout: &Layout, state: &mut State, winner: i32) -> Result<(), FaultKind> {
    use boardwright_game::game::Outcome;
    let outcome = match winner {
        -1 => None,
        0 => Some(Outcome::Draw),
        number => {
            let no_winner = |_| FaultKind::NoWinner { players: layout.player_count, winner };
            Some(Outcome::Won(player(layout, "winner", number).map_err(no_winner)?))
        }
    };
    state.set_outcome(outcome);
    Ok(())
}

/// Moves an element from anywhere to a location; its own location is allowed.
pub fn move_to(
    rules: &RuleSet,
    layout: &Layout,
    state: &mut State,
    element: ElementId,
    to: Option<LocationId>,
) -> Result<(), FaultKind> {
    let name = |element: ElementId| rules.elements[element.index()].name.clone();
    let Some(to) = to else { return Err(FaultKind::NullLocation(name(element))) };
    match state.content(layout, to) {
        None => state.move_element(layout, element, to),
        Some(there) if there == element => {}
        Some(there) => {
            let to = rules.locations[to.index()].name.clone();
            return Err(FaultKind::Occupied { element: name(element), to, occupant: name(there) });
        }
    }
    Ok(())
}

/// `REMOVE`: moves the element to the first free location of its type's reserve, or takes it off the board.
pub fn remove(rules: &RuleSet, layout: &Layout, state: &mut State, element: ElementId) -> Result<(), FaultKind> {
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
        None => Err(FaultKind::ReserveFull {
            element: rules.elements[element.index()].name.clone(),
            reserve: rules.location_types[reserve.index()].name.clone(),
        }),
    }
}

/// `PERMUTE`: what stands on each location goes to the location at the same place of the second list, all at once.
pub fn permute(
    layout: &Layout,
    state: &mut State,
    from: &[Option<LocationId>],
    to: &[Option<LocationId>],
) -> Result<(), FaultKind> {
    let is_permutation = from.len() == to.len() && from.iter().all(|location| to.contains(location));
    let (Some(from), Some(to)) =
        (from.iter().copied().collect::<Option<Vec<_>>>(), to.iter().copied().collect::<Option<Vec<_>>>())
    else {
        return Err(FaultKind::NotAPermutation);
    };
    if !is_permutation {
        return Err(FaultKind::NotAPermutation);
    }
    let moved: Vec<_> =
        from.iter().zip(to).filter_map(|(&from, to)| Some((state.content(layout, from)?, to))).collect();
    for &(element, _) in &moved {
        state.take_off(layout, element);
    }
    for (element, to) in moved {
        state.move_element(layout, element, to);
    }
    Ok(())
}

/// Assigns a number to a global variable and checks the variable's bounds.
pub fn set_global_int(
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
    state.set_global(rules, layout, id, &GlobalValue::Int(value));
    Ok(())
}

/// Resets the global variables with this reset time to their initial values.
pub fn reset(rules: &RuleSet, layout: &Layout, state: &mut State, time: Reset) {
    for (index, _) in rules.globals.iter().enumerate().filter(|(_, global)| global.reset == time) {
        state.reset_global(rules, layout, GlobalId(index as u16));
    }
}

/// Passes the turn to the player of this number, or to chance for 0.
pub fn pass_turn_to(rules: &RuleSet, layout: &Layout, state: &mut State, number: i32) -> Result<(), FaultKind> {
    if number == 0 && layout.chance.is_some() {
        pass_turn_to_chance(layout, state);
        return Ok(());
    }
    let next = player(layout, "next", number)?;
    pass_turn(rules, layout, state, next);
    Ok(())
}

/// Makes a chance move the next one; the player to move stays the same.
pub fn pass_turn_to_chance(layout: &Layout, state: &mut State) {
    state.set_turn_number(layout, state.turn_number(layout).wrapping_add(1));
    state.set_chance_next(layout, true);
}

/// Passes the turn to a player; resets the variables of the turn if it is another player.
pub fn pass_turn(rules: &RuleSet, layout: &Layout, state: &mut State, to: Player) {
    let before = state.mover();
    state.set_chance_next(layout, false);
    state.set_mover(to);
    state.set_turn_number(layout, state.turn_number(layout).wrapping_add(1));
    if to != before {
        reset(rules, layout, state, Reset::Turn);
    }
}

/// Number of the only player with the highest score, or 0 if several players have it.
pub fn highest_scorer(layout: &Layout, state: &State) -> i32 {
    let best = layout.players().map(|player| state.score(layout, player)).max();
    let mut leaders = layout.players().filter(|&player| Some(state.score(layout, player)) == best);
    match (leaders.next(), leaders.next()) {
        (Some(winner), None) => winner.number() as i32,
        _ => 0,
    }
}
