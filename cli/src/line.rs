//! The position that the command line asks for: where to begin, and the LINE, moves joined by `;`, made from there.
//! What a move's text means is worked out in [`pick`](crate::pick).

use boardwright_engine::any::AnyState;
use boardwright_engine::game::{MoveError, words};
use boardwright_shelf::load::Loaded;
use boardwright_shelf::set_up;

use crate::args::Position;
use crate::failure::Failure;
use crate::taken::load;
use boardwright_shelf::names::hint;
use boardwright_shelf::pick::{Refused, meant};

/// A position that was reached.
#[derive(Clone, Debug)]
pub struct Reached {
    /// The position.
    pub state: AnyState,
    /// Where the moves began, in the game's words; `None` is the position in which all games begin.
    pub begun: Option<String>,
    /// How many moves were made in all, as far as is known.
    pub plies: usize,
    /// The moves that led there, in full.
    pub moves: Vec<String>,
}

/// The game and the position that the command line asks for.
pub fn position(asked: &Position) -> Result<(Loaded, Reached), Failure> {
    let loaded = load(&asked.game)?;
    let line = asked.line.as_deref().unwrap_or_default();
    let reached = match &asked.begin {
        None => play(&loaded, line)?,
        Some(text) => {
            let (state, plies) = set_up::position(&loaded, text)?;
            let begun = Some(loaded.game().state_text(&state));
            let reached = play_from(&loaded, state, line)?;
            Reached { begun, plies: plies + reached.plies, ..reached }
        }
    };
    Ok((loaded, reached))
}

/// The moves of a line.
pub fn split(line: &str) -> Vec<String> {
    line.split(';').map(words).filter(|text| !text.is_empty()).collect()
}

/// Makes the moves of a line from the start.
pub fn play(loaded: &Loaded, line: &str) -> Result<Reached, Failure> {
    play_from(loaded, loaded.game().start(), line)
}

/// Makes the moves of a line from a position.
pub fn play_from(loaded: &Loaded, mut state: AnyState, line: &str) -> Result<Reached, Failure> {
    let (game, mut made) = (loaded.game(), Vec::new());
    for (index, text) in split(line).iter().enumerate() {
        let number = index + 1;
        if let Some(outcome) = game.outcome(&state).map_err(|fault| loaded.fault(&fault))? {
            let reason = format!("the game is over after move {index} of the line ({outcome}), but \"{text}\" follows");
            return Err(Failure::Input(reason));
        }
        let mv = meant(game, &state, text).map_err(|refusal| refused(loaded, number, text, &refusal))?;
        made.push(game.move_text(&state, &mv));
        game.apply(&mut state, &mv).map_err(|fault| loaded.fault(&fault))?;
    }
    Ok(Reached { state, begun: None, plies: made.len(), moves: made })
}

fn refused(loaded: &Loaded, number: usize, text: &str, refusal: &Refused) -> Failure {
    let reason = match refusal {
        Refused::Fault(fault) => return loaded.fault(fault).into(),
        Refused::Unclear(reason) => reason.clone(),
        Refused::NoMove(error @ MoveError::Unknown { .. }) => format!("{error}{}", hint(loaded, text)),
        Refused::NoMove(error) => error.to_string(),
    };
    Failure::Input(format!(
        "move {number} of the line: {reason}\n`boardwright moves` with the line up to there lists what is legal"
    ))
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
    fn a_part_that_fits_one_move_only_is_enough() {
        let reached = play(&load("tic-tac-toe").unwrap(), "s(2,2); box(2,1) s(1,1)").unwrap();
        assert_eq!(reached.moves, ["mark(1,1) box(1,1) s(2,2)", "mark(2,1) box(2,1) s(1,1)"]);
        assert!(message("tic-tac-toe", "mark(1,1)").starts_with("move 1 of the line: \"mark(1,1)\" can mean \"mark"));
        assert!(message("tic-tac-toe", "mark(1,1) box(1,1) s(9,9)").contains("; s has the indices 1..3, 1..3\n"));
    }

    #[test]
    fn says_which_move_is_wrong() {
        assert!(message("pig", "roll; 3; jump").starts_with("move 3 of the line: "));
        assert!(
            message("kuhn", "deal K;deal Q;check;check;check").contains("is over after move 4 of the line (player 1")
        );
    }
}
