//! Drawings of games: boards and tables in positions from the middle of a game, which are the same each time. A drawing of a
//! game with hidden information shows what the first player sees.

use boardwright_draw::{BoardPicture, Contents, Scene, Subject, board_scene, svg, table_scene};
use boardwright_game::any::AnyState;
use boardwright_game::game::Turn;
use boardwright_game::ids::Player;
use boardwright_library::LoadedGame;
use boardwright_library::nearby_files::NearbyFiles;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use crate::board::drawn_contents;

/// Drawing of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameDrawing {
    /// The drawing as SVG; `None` for games with neither board nor table.
    pub svg: Option<String>,
    /// Colour of the cloth around a table, as red, green and blue. A board has nothing around it.
    pub cloth: Option<[u8; 3]>,
}

impl GameDrawing {
    /// Drawing of a game in a position from the middle of a game.
    pub fn of(loaded: &LoadedGame) -> Self {
        Self::at(loaded, &middle_position(loaded))
    }

    /// Drawing of a game in this position.
    pub fn at(loaded: &LoadedGame, state: &AnyState) -> Self {
        let near = NearbyFiles::of_game(loaded);
        let written = |scene: &Scene| Some(svg(scene, "", &near));
        if let Some((game, state)) = loaded.as_spec(state) {
            let viewer = loaded.game().has_hidden_information().then_some(Player::FIRST);
            let (contents, _) = drawn_contents(game.rules(), &Contents::seen_by(game, state, viewer));
            let mut scene = boardwright_draw::scene(game.rules(), &contents, &near);
            // They are too small to be read on a card.
            scene.items.retain(|item| item.subject != Subject::Coordinates);
            return Self { svg: written(&scene), cloth: None };
        }
        let table = || loaded.game().table(state, Some(Player::FIRST));
        let scene = match loaded.game().tile_board(state) {
            Some(board) => Some(board_scene(&board, &BoardPicture::default())),
            None => table().map(|table| table_scene(&table, &[], 0, None).scene),
        };
        let cloth = scene.as_ref().map(|scene| {
            let boardwright_rules::Colour(red, green, blue) = scene.ground.colour;
            [red, green, blue]
        });
        Self { svg: scene.as_ref().and_then(written), cloth }
    }
}

/// Seed of the moves, dice and shuffles before the positions of drawings.
const SEED: u128 = 2026;
/// Number of moves after which a game is not played on.
const MAX_MOVES: usize = 120;
/// Part of a game that is played before its drawing.
const PLAYED: usize = 3;
/// Largest number of moves of a puzzle before its drawing: random moves do not come nearer to a solution.
const MAX_PUZZLE_MOVES: usize = 12;

/// A position a third of a random game after its begin, in which a player moves and every hidden event of chance before the
/// first move has happened.
fn middle_position(loaded: &LoadedGame) -> AnyState {
    let states = random_game(loaded);
    let mut wanted = states.len() / PLAYED;
    if loaded.game().players() == 1 {
        wanted = wanted.min(MAX_PUZZLE_MOVES);
    }
    let is_players = |state: &&AnyState| matches!(loaded.game().legal_moves(state), Ok((Turn::Player(_), _)));
    let middle = states[wanted..].iter().find(is_players).or_else(|| states.iter().find(is_players));
    middle.or(states.first()).cloned().unwrap_or_else(|| loaded.game().initial_state())
}

/// All positions of a random game, which ends early if the rules fail.
fn random_game(loaded: &LoadedGame) -> Vec<AnyState> {
    let mut random = Pcg64Mcg::new(SEED);
    let mut states = vec![loaded.game().initial_state()];
    while let Some(state) = states.last().filter(|_| states.len() < MAX_MOVES) {
        let mv = match loaded.game().legal_moves(state) {
            Ok((Turn::Player(_), _)) => loaded.game().random_move(state, &mut random),
            Ok((Turn::Chance, _)) => loaded.game().draw_chance(state, &mut random),
            Ok((Turn::Over(_), _)) | Err(_) => break,
        };
        let mut next = state.clone();
        if mv.and_then(|mv| loaded.game().apply(&mut next, &mv)).is_err() {
            break;
        }
        states.push(next);
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_from_the_middle_of_a_game_and_the_same_each_time() {
        for game in ["chess", "kuhn", "leduc", "pig", "ludo", "frogs", "holdem"] {
            let loaded = boardwright_library::load(game).expect("it ships");
            let text = |state: &AnyState| loaded.game().state_text(state);
            let state = middle_position(&loaded);
            assert_ne!(text(&state), text(&loaded.game().initial_state()), "{game}");
            assert_eq!(text(&state), text(&middle_position(&loaded)), "{game}");
            assert!(matches!(loaded.game().legal_moves(&state), Ok((Turn::Player(_), _))), "{game}");
            assert_eq!(GameDrawing::of(&loaded), GameDrawing::of(&loaded), "{game}");
        }
    }

    #[test]
    fn the_first_player_sees_a_card_in_the_drawings_of_card_games() {
        for game in ["kuhn", "leduc"] {
            let loaded = boardwright_library::load(game).expect("it ships");
            let state = middle_position(&loaded);
            assert_ne!(loaded.game().view_text(&state, Player::FIRST), loaded.game().state_text(&state), "{game}");
        }
    }

    #[test]
    fn every_shipped_game_has_a_drawing() {
        let names = boardwright_games::shipped_games().iter().map(|game| game.name);
        for name in names.chain(["carcassonne", "holdem", "kuhn", "tarok3", "taroky"]) {
            let loaded = boardwright_library::load(name).expect("it ships");
            let drawing = GameDrawing::at(&loaded, &loaded.game().initial_state());
            let svg = drawing.svg.unwrap_or_default();
            assert!(svg.starts_with("<svg"), "{name}: {svg:?}");
            assert_eq!(drawing.cloth.is_some(), loaded.spec().is_none(), "{name}");
        }
    }
}
