//! The LINE of the command line: moves joined by `;`, made one after another from the start.
//! What a move's text means is up to the game.

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{MoveError, words};

use crate::args::Position;
use crate::failure::Failure;
use crate::load::{Loaded, load};

/// A position reached from the start.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The position.
    pub state: AnyState,
    /// The moves that led there.
    pub moves: Vec<String>,
}

/// The game and the position that the command line asks for.
pub fn position(asked: &Position) -> Result<(Loaded, Reached), Failure> {
    let loaded = load(&asked.game)?;
    let reached = play(&loaded, asked.line.as_deref().unwrap_or_default())?;
    Ok((loaded, reached))
}

/// The moves of a line.
pub fn split(line: &str) -> Vec<String> {
    line.split(';').map(words).filter(|text| !text.is_empty()).collect()
}

/// Makes the moves of a line.
pub fn play(loaded: &Loaded, line: &str) -> Result<Reached, Failure> {
    let game = loaded.game();
    let (mut state, moves) = (game.start(), split(line));
    for (index, text) in moves.iter().enumerate() {
        let number = index + 1;
        if let Some(outcome) = game.outcome(&state).map_err(|fault| loaded.fault(&fault))? {
            let reason = format!("the game is over after move {index} of the line ({outcome}), but \"{text}\" follows");
            return Err(Failure::Input(reason));
        }
        let mv = game.parse_move(&state, text).map_err(|error| refused(loaded, number, &error))?;
        game.apply(&mut state, &mv).map_err(|fault| loaded.fault(&fault))?;
    }
    Ok(Reached { state, moves })
}

fn refused(loaded: &Loaded, number: usize, error: &MoveError) -> Failure {
    match error {
        MoveError::Fault(fault) => loaded.fault(fault),
        other => Failure::Input(format!(
            "move {number} of the line: {other}\n`boardwright moves` with the line up to there lists what is legal"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(game: &str, line: &str) -> String {
        match play(&load(game).unwrap(), line) {
            Err(Failure::Input(message)) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn blanks_and_empty_moves_mean_nothing() {
        assert_eq!(split(" a  b c ;; d e f;"), ["a b c", "d e f"]);
        let reached = play(&load("pig").unwrap(), "roll; 3 ;").unwrap();
        assert_eq!(reached.moves, ["roll", "3"]);
    }

    #[test]
    fn says_which_move_is_wrong() {
        assert!(message("pig", "roll; 3; jump").starts_with("move 3 of the line: "));
        assert!(
            message("kuhn", "deal K;deal Q;check;check;check").contains("is over after move 4 of the line (player 1")
        );
    }
}
