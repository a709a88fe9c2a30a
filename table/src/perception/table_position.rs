//! A position made of what stands on the table: the way on after moves that nobody has seen.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::{ElementId, LocationId, Player};
use boardwright_interpreter::state::State;
use boardwright_vision::read::Class;

use super::PieceClasses;
use crate::appearance::{Appearance, board_appearances, relevant_places};

/// The reason why the pieces on the table are no position of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TablePositionError {
    /// The contents of places are unclear.
    #[error("the contents of {0} are unclear: put pieces on the centres of their places")]
    Unclear(String),
    /// There are more pieces of one look than the game has.
    #[error("there is no further {0} in the game for {1}: take it off, or exchange it")]
    TooMany(String, String),
    /// The rules do not know such a position.
    #[error("the rules do not allow what is on the table as a position: {0}")]
    Rules(String),
}

/// The position with the pieces that the camera saw, `seen` by place, and the player to move. Everything that cannot be seen,
/// such as variables of the rules, stays as in the last position. Pieces that are not seen have been taken off the board.
///
/// # Errors
///
/// [`TablePositionError`] when the contents of a place are unclear, or the rules do not allow the position.
pub fn position_on_table(
    game: &CompiledGame,
    last: &State,
    classes: &PieceClasses,
    seen: &[Option<Option<Class>>],
    to_move: Option<Player>,
) -> Result<State, TablePositionError> {
    let (rules, places) = (game.rules(), relevant_places(game.rules()));
    let name = |place: usize| rules.locations[places[place].index()].name.clone();
    let unclear: Vec<String> = (0..places.len()).filter(|place| seen[*place].is_none()).map(name).collect();
    if !unclear.is_empty() {
        return Err(TablePositionError::Unclear(unclear.join(", ")));
    }
    let mut lines: Vec<Vec<String>> =
        game.state_text(last).lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect();
    let mut pieces = Pieces::new(game, last, &places);
    for (place, content) in seen.iter().enumerate() {
        let wanted = content.flatten();
        let here = pieces.on(places[place]);
        let class = |element: ElementId| classes.class(pieces.appearance(element));
        if here.is_some_and(|element| class(element) == wanted) {
            continue;
        }
        pieces.lift(places[place]);
    }
    for (place, content) in seen.iter().enumerate() {
        let Some(wanted) = content.flatten() else { continue };
        if pieces.on(places[place]).is_some() {
            continue;
        }
        let found = pieces.spare(|appearance| classes.class(appearance) == Some(wanted), classes.look(wanted));
        let Some((element, appearance)) = found else {
            return Err(TablePositionError::TooMany(classes.describe(rules, wanted), name(place)));
        };
        pieces.put(element, places[place], appearance);
    }
    for line in &mut lines {
        match line[0].as_str() {
            "at" => pieces.write(game, line),
            "turn" => {
                if let Some(player) = to_move {
                    line[1] = player.to_string();
                }
                "-".clone_into(&mut line[2]);
            }
            // The game has no past of which the rules could know.
            "past" => line.truncate(1),
            _ => {}
        }
    }
    lines.retain(|line| line[0] != "past");
    let text: String = lines.iter().map(|line| line.join("\t") + "\n").collect();
    let state = game.parse_state(&text).map_err(|error| TablePositionError::Rules(error.to_string()))?;
    let look = |state: &State| -> Vec<Option<Class>> {
        let class = |appearance: Appearance| classes.class(appearance);
        board_appearances(game, state).into_iter().map(|appearance| appearance.and_then(class)).collect()
    };
    let wanted: Vec<Option<Class>> = seen.iter().map(|content| content.flatten()).collect();
    if look(&state) != wanted {
        return Err(TablePositionError::Rules("pieces cannot change as they would have to".to_owned()));
    }
    match game.legal_moves(&state, &mut Vec::new()) {
        Ok(Turn::Player(_)) => Ok(state),
        Ok(_) => Err(TablePositionError::Rules("the game would be over".to_owned())),
        Err(fault) => Err(TablePositionError::Rules(fault.to_string())),
    }
}

/// The pieces of a game: where they are, and how they look.
struct Pieces {
    places: Vec<LocationId>,
    at: Vec<Option<LocationId>>,
    looks: Vec<Appearance>,
    /// `true` for pieces that were moved, or whose look changed.
    changed: Vec<bool>,
}

impl Pieces {
    fn new(game: &CompiledGame, state: &State, places: &[LocationId]) -> Self {
        let elements = || (0..game.rules().elements.len()).map(ElementId::new);
        let look = |element: ElementId| Appearance {
            kind: game.rules().elements[element.index()].kind,
            owner: game.owner(state, element),
            state: game.element_state(state, element),
        };
        let count = elements().count();
        Self {
            places: places.to_vec(),
            at: elements().map(|element| game.location(state, element)).collect(),
            looks: elements().map(look).collect(),
            changed: vec![false; count],
        }
    }

    fn on(&self, place: LocationId) -> Option<ElementId> {
        self.at.iter().position(|at| *at == Some(place)).map(ElementId::new)
    }

    fn appearance(&self, element: ElementId) -> Appearance {
        self.looks[element.index()]
    }

    /// Takes the piece off a place.
    fn lift(&mut self, place: LocationId) {
        if let Some(element) = self.on(place) {
            (self.at[element.index()], self.changed[element.index()]) = (None, true);
        }
    }

    fn put(&mut self, element: ElementId, place: LocationId, look: Appearance) {
        let at = element.index();
        (self.at[at], self.looks[at], self.changed[at]) = (Some(place), look, true);
    }

    /// A piece that is not on the board: first one that was lifted and looks as `fits` requires, then one that waits, then
    /// one of the same type that may have changed its look to `wanted`.
    fn spare(
        &self,
        fits: impl Fn(Appearance) -> bool,
        wanted: impl Fn(Appearance) -> Option<Appearance>,
    ) -> Option<(ElementId, Appearance)> {
        let spare = |at: &usize| self.at[*at].is_none_or(|place| !self.places.contains(&place));
        let all = || (0..self.at.len()).filter(spare);
        let lifted = all().find(|at| self.changed[*at] && fits(self.looks[*at]));
        let alike = lifted.or_else(|| all().find(|at| fits(self.looks[*at])));
        let changed = || {
            let look = |at: usize| Some((at, wanted(self.looks[at])?));
            all().filter(|at| self.changed[*at]).find_map(look).or_else(|| all().find_map(look))
        };
        let found = alike.map(|at| (at, self.looks[at])).or_else(changed);
        found.map(|(at, look)| (ElementId::new(at), look))
    }

    /// Writes the place and the look of a piece into its line of the text of a state.
    fn write(&self, game: &CompiledGame, line: &mut [String]) {
        let elements = &game.rules().elements;
        let Some(at) = elements.iter().position(|element| element.name == line[1]).filter(|at| self.changed[*at])
        else {
            return;
        };
        let place = self.at[at].map(|place| game.rules().locations[place.index()].name.clone());
        line[2] = place.unwrap_or_default();
        line[3] = self.looks[at].state.to_string();
        line[4] = self.looks[at].owner.map_or(0, Player::number).to_string();
    }
}

#[cfg(test)]
mod tests {
    use boardwright_lang::{AllPictures, load};
    use rand::{RngExt as _, SeedableRng as _};
    use rand_pcg::Pcg64Mcg;

    use super::*;

    fn game(name: &str) -> CompiledGame {
        let source = boardwright_games::shipped_game(name).expect("it ships").source();
        CompiledGame::new(load(&source, &AllPictures).rules.expect("the file has no mistake"))
            .expect("it is small enough")
    }

    fn look(game: &CompiledGame, classes: &PieceClasses, state: &State) -> Vec<Option<Class>> {
        let class = |appearance: Appearance| classes.class(appearance);
        board_appearances(game, state).into_iter().map(|appearance| appearance.and_then(class)).collect()
    }

    #[test]
    fn any_position_of_a_game_is_taken_over_from_the_table() {
        for name in ["draughts", "mill", "tic-tac-toe", "reversi", "alquerque", "breakthrough", "chess"] {
            let game = game(name);
            let classes = PieceClasses::for_game(&game);
            let mut random = Pcg64Mcg::seed_from_u64(5);
            let start = game.initial_state();
            let (mut state, mut moves) = (start.clone(), Vec::new());
            for _ in 0..6 {
                if !matches!(game.legal_moves(&state, &mut moves).expect("the rules hold"), Turn::Player(_)) {
                    break;
                }
                let mv = moves[random.random_range(0..moves.len())];
                game.apply(&mut state, mv).expect("a legal move");
            }
            let Turn::Player(mover) = game.legal_moves(&state, &mut moves).expect("the rules hold") else { continue };
            let on_table = look(&game, &classes, &state);
            let seen: Vec<_> = on_table.iter().copied().map(Some).collect();
            let taken = position_on_table(&game, &start, &classes, &seen, Some(mover))
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(look(&game, &classes, &taken), on_table, "{name}");
            assert_eq!(game.legal_moves(&taken, &mut Vec::new()), Ok(Turn::Player(mover)), "{name}");
        }
    }

    #[test]
    fn what_the_rules_do_not_allow_is_refused_with_the_reason() {
        let game = game("draughts");
        let (classes, start) = (PieceClasses::for_game(&game), game.initial_state());
        let mut crowded: Vec<_> = look(&game, &classes, &start).into_iter().map(Some).collect();
        let white = crowded.iter().flatten().flatten().next().copied();
        let empty = crowded.iter().position(|content| *content == Some(None)).expect("a place is empty");
        crowded[empty] = Some(white);
        let refused = position_on_table(&game, &start, &classes, &crowded, None).unwrap_err();
        assert!(matches!(refused, TablePositionError::TooMany(..)), "{refused}");
        crowded[empty] = None;
        let refused = position_on_table(&game, &start, &classes, &crowded, None).unwrap_err().to_string();
        assert!(refused.contains("are unclear"), "{refused}");
    }
}
