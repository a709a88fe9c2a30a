//! The piece in check, and lines that decided the game, for the marks on the board.

use boardwright_game::any::AnyState;
use boardwright_game::game::{Game as _, Outcome, Turn};
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_game::structure::BoardLine;
use boardwright_library::LoadedGame;

/// Words in the names of pieces that must not be captured.
const ROYAL: [&str; 3] = ["king", "general", "emperor"];

/// Places of the royal pieces of the player to move if they are in check: by the condition for it that the game declares,
/// or else if its moves may not leave the position as it is.
pub fn checked(loaded: &LoadedGame, state: &AnyState) -> Vec<LocationId> {
    let Some((game, state)) = loaded.as_spec(state) else { return Vec::new() };
    let rules = game.rules();
    let holds = |condition| game.holds(state, condition).ok();
    let must_leave = || {
        let after = rules.rules.iter().find_map(|rule| rule.after)?;
        holds(after).map(|is_allowed| !is_allowed)
    };
    let is_check = rules.check.map_or_else(must_leave, holds).unwrap_or(false);
    if !is_check {
        return Vec::new();
    }
    let mover = state.mover();
    let is_royal = |element: &ElementId| {
        let kind = &rules.element_types[rules.elements[element.index()].kind.index()];
        let shown = usize::try_from(game.element_state(state, *element) - 1).ok();
        let name = shown.and_then(|shown| kind.state_names.get(shown)).unwrap_or(&kind.name);
        game.owner(state, *element) == Some(mover) && ROYAL.iter().any(|word| name.contains(word))
    };
    let royal = (0..rules.elements.len()).map(ElementId::new).filter(is_royal);
    royal.filter_map(|element| game.location(state, element)).collect()
}

/// Lines that a player has filled and that decide the game; `None` in games without such lines.
pub fn won_lines(loaded: &LoadedGame, state: &AnyState, turn: Option<Turn>) -> Option<Vec<Vec<LocationId>>> {
    let Some(Turn::Over(Outcome::Won(winner))) = turn else { return None };
    let (game, state) = loaded.as_spec(state)?;
    let lines = game.structure()?.win_lines()?;
    let is_won = |(number, line): &(usize, &BoardLine)| {
        line.player == winner
            && line.outcome == Some(Outcome::Won(winner))
            && lines.line_contents(state, *number).filled == line.cells.len()
    };
    Some(lines.lines().iter().enumerate().filter(is_won).map(|(_, line)| line.cells.clone()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use boardwright_library::{load, positions};

    #[test]
    fn the_king_in_check_is_marked() {
        let loaded = load("chess").expect("it ships");
        for (fen, place) in [
            ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", Some("sq(5,1)")),
            ("4k3/8/8/8/8/8/3r4/4K3 b - - 0 1", None),
            ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Some("sq(5,1)")),
        ] {
            let (state, _) = positions::read_position(&loaded, fen).expect("a FEN");
            let names = &loaded.spec().expect("a game file").rules().locations;
            let found: Vec<&str> =
                checked(&loaded, &state).into_iter().map(|place| names[place.index()].name.as_str()).collect();
            assert_eq!(found, place.into_iter().collect::<Vec<_>>(), "{fen}");
        }
    }

    #[test]
    fn check_is_derived_where_the_game_does_not_declare_it() {
        let loaded = load("shogi").expect("it ships");
        let start = loaded.game().initial_state();
        assert!(checked(&loaded, &start).is_empty());
        // A game without check marks nothing, although draughts have pieces named kings.
        let draughts = load("draughts").expect("it ships");
        assert!(checked(&draughts, &draughts.game().initial_state()).is_empty());
    }
}
