//! Construction of states from pieces, by the names in a game file. It does not know any notation.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt};
use boardwright_game::ids::{ElementId, GlobalId, LocationId, Player};
use boardwright_interpreter::state::State;

/// A piece: its element, location and element state.
pub(super) struct Piece {
    pub(super) element: ElementId,
    pub(super) location: LocationId,
    pub(super) state: i32,
}

/// Location with this name.
pub(super) fn location(game: &CompiledGame, name: &str) -> Result<LocationId, String> {
    game.rules().location_named(name).ok_or_else(|| wrong_game_error(game, &format!("location {name}")))
}

/// Variable with this name.
pub(super) fn variable(game: &CompiledGame, name: &str) -> Result<GlobalId, String> {
    let found = game.rules().globals.iter().position(|global| global.name == name);
    found.map(GlobalId::new).ok_or_else(|| wrong_game_error(game, &format!("variable {name}")))
}

/// Number of the element state with this name.
pub(super) fn state_named(game: &CompiledGame, name: &str) -> Result<i32, String> {
    let mut types = game.rules().element_types.iter();
    let found = types.find_map(|kind| kind.state_names.iter().position(|state| state == name));
    found.map(|at| at as i32 + 1).ok_or_else(|| wrong_game_error(game, &format!("state {name}")))
}

fn wrong_game_error(game: &CompiledGame, what: &str) -> String {
    format!("this {} is not the one that ships: it has no {what}", game.rules().name)
}

/// State with these pieces, all other elements off the board in their initial states, and the end-of-game conditions
/// tested.
pub(super) fn build_state(
    game: &CompiledGame,
    mover: Player,
    variables: &[(&str, String)],
    pieces: &[Piece],
) -> Result<State, String> {
    let (rules, start) = (game.rules(), game.initial_state());
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
    game.with_tested_ends(state).map_err(|fault| fault.to_string())
}
