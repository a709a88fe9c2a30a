//! Positions put together piece by piece, by the names that a game file gives. Which pieces stand where is for others.

use boardwright_engine::game::Game;
use boardwright_engine::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

/// A piece: which element it is, where it stands and in which state.
pub(super) struct Piece {
    pub(super) element: ElementId,
    pub(super) location: LocationId,
    pub(super) state: i32,
}

/// The location of a name.
pub(super) fn location(game: &SpecGame, name: &str) -> Result<LocationId, String> {
    game.rules().location_named(name).ok_or_else(|| foreign(game, &format!("location {name}")))
}

/// The variable of a name.
pub(super) fn variable(game: &SpecGame, name: &str) -> Result<GlobalId, String> {
    let found = game.rules().globals.iter().position(|global| global.name == name);
    found.map(GlobalId::new).ok_or_else(|| foreign(game, &format!("variable {name}")))
}

/// The number of an element's state by its name.
pub(super) fn state_named(game: &SpecGame, name: &str) -> Result<i32, String> {
    let mut types = game.rules().element_types.iter();
    let found = types.find_map(|kind| kind.state_names.iter().position(|state| state == name));
    found.map(|at| at as i32 + 1).ok_or_else(|| foreign(game, &format!("state {name}")))
}

fn foreign(game: &SpecGame, what: &str) -> String {
    format!("this {} is not the one that ships: it has no {what}", game.rules().name)
}

/// The position with these pieces, everything else off the board as it is at first, and its ends tested.
pub(super) fn position(
    game: &SpecGame,
    mover: Player,
    variables: &[(&str, String)],
    pieces: &[Piece],
) -> Result<State, String> {
    let (rules, start) = (game.rules(), game.start());
    let mut lines = vec![format!("turn\t{mover}\t-")];
    lines.extend(variables.iter().map(|(name, value)| format!("variable\t{name}\t{value}")));
    for (index, element) in rules.elements.iter().enumerate() {
        let id = ElementId::new(index);
        let piece = pieces.iter().find(|piece| piece.element == id);
        let place = piece.map_or("", |piece| rules.locations[piece.location.index()].name.as_str());
        let state = piece.map_or_else(|| game.element_state(&start, id), |piece| piece.state);
        let owner = game.owner(&start, id).map_or(0, Player::number);
        lines.push(format!("at\t{}\t{place}\t{state}\t{owner}\t{}", element.name, game.zindex(&start, id)));
    }
    let state = game.parse_state(&lines.join("\n")).map_err(|error| error.reason)?;
    game.opened(state).map_err(|fault| fault.to_string())
}
