//! Positions and moves in the notation of the Universal Chess Interface (UCI): FEN, and moves as `e2e4` and `e7e8q`. The
//! protocol itself is in `boardwright-players`.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::LocationId;
use boardwright_interpreter::moves::Move;
use boardwright_interpreter::place_names::place_names;
use boardwright_interpreter::state::State;

use super::chess::{Chess, square_name};
use super::{fen, setup};

/// Games with this notation, and the names of their variants for the option `UCI_Variant`.
const VARIANTS: [(&str, &str); 2] = [("chess", "chess"), ("breakthrough", "breakthrough")];

/// Name of the variant that engines give the shipped game of this name.
pub fn uci_variant(name: &str) -> Option<&'static str> {
    VARIANTS.iter().find(|(game, _)| *game == name).map(|(_, variant)| *variant)
}

/// Formats a position as the FEN of its variant.
///
/// # Errors
/// If the game has no such notation, or is not the shipped one.
pub fn uci_position(game: &CompiledGame, state: &State) -> Result<String, String> {
    match game.rules().name.as_str() {
        "chess" => fen::write(game, state, 0),
        "breakthrough" => breakthrough_fen(game, state),
        name => Err(format!("moves of {name} have no UCI notation")),
    }
}

/// Formats legal moves of a state; `None` for moves that the notation of the game does not have.
pub fn uci_moves(game: &CompiledGame, state: &State, moves: &[Move]) -> Vec<Option<String>> {
    let name = &game.rules().name;
    if let Some(chess) = Chess::new(game).ok().filter(|_| name == "chess") {
        let board = chess.board(state);
        let text = |&mv: &Move| {
            let step = chess.describe_move(&board, mv)?;
            let promotion = step.promotion.map_or_else(String::new, |kind| kind.to_ascii_lowercase().to_string());
            Some(format!("{}{}{promotion}", square_name(step.from), square_name(step.to)))
        };
        return moves.iter().map(text).collect();
    }
    let names = if uci_variant(name).is_some() { place_names(game.rules()) } else { Vec::new() };
    let place = |place: LocationId| names.get(place.index()).map(|name| name.concat());
    moves.iter().map(|mv| Some(format!("{}{}", place(mv.from?)?, place(mv.to?)?))).collect()
}

/// Formats a position of Breakthrough, whose men are pawns.
fn breakthrough_fen(game: &CompiledGame, state: &State) -> Result<String, String> {
    let mut rows = Vec::new();
    for y in (1..=8).rev() {
        let mut row = String::new();
        for x in 1..=8 {
            let man = game.content(state, setup::location(game, &format!("sq({x},{y})"))?);
            let owner = man.and_then(|man| game.owner(state, man));
            match (owner, row.pop()) {
                (None, Some(last)) if last.is_ascii_digit() => row.push(char::from(last as u8 + 1)),
                (owner, last) => {
                    row.extend(last);
                    row.push(owner.map_or('1', |owner| if owner.number() == 1 { 'P' } else { 'p' }));
                }
            }
        }
        rows.push(row);
    }
    let side = if game.mover(state).number() == 1 { 'w' } else { 'b' };
    Ok(format!("{} {side} - - 0 1", rows.join("/")))
}
