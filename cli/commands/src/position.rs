//! Position from the command line: a start position, and a line of moves separated by `;` made from there.
//! [`pick`](boardwright_library::pick) resolves the texts of moves.

use boardwright_game::any::AnyState;
use boardwright_game::game::normalize_spaces;
use boardwright_library::load::LoadedGame;
use boardwright_library::positions;

use crate::failure::Failure;
use crate::load_game::load;
use crate::options::PositionArgs;
use boardwright_library::pick::{MoveRefusal, resolve_moves};

/// A position reached by a line of moves.
#[derive(Clone, Debug)]
pub struct ReachedPosition {
    /// The position.
    pub state: AnyState,
    /// Start position as state text; `None` for the initial state of the game.
    pub start: Option<String>,
    /// Number of moves made in all, including those before a FEN if it states them.
    pub plies: usize,
    /// The moves of the line, as full texts.
    pub moves: Vec<String>,
}

impl ReachedPosition {
    /// Number of the first move of the line, as notations count the moves of both players together; `None` for 1.
    pub fn move_number(&self) -> Option<u32> {
        let number = u32::try_from((self.plies - self.moves.len()) / 2 + 1).ok();
        number.filter(|number| *number != 1)
    }
}

/// Loads the game and computes the position that the arguments describe.
pub fn load_position(args: &PositionArgs) -> Result<(LoadedGame, ReachedPosition), Failure> {
    let loaded = load(&args.game)?;
    let line = args.line.as_deref().unwrap_or_default();
    let reached = match &args.start {
        None => play(&loaded, line)?,
        Some(text) => {
            let (state, plies) = positions::read_position(&loaded, text)?;
            let start = Some(loaded.game().state_text(&state));
            let reached = play_from(&loaded, state, line)?;
            ReachedPosition { start, plies: plies + reached.plies, ..reached }
        }
    };
    Ok((loaded, reached))
}

/// Splits a line into the texts of its moves.
pub fn split_line(line: &str) -> Vec<String> {
    line.split(';').map(normalize_spaces).filter(|text| !text.is_empty()).collect()
}

/// Makes the moves of a line from the initial state.
pub fn play(loaded: &LoadedGame, line: &str) -> Result<ReachedPosition, Failure> {
    play_from(loaded, loaded.game().initial_state(), line)
}

/// Makes the moves of a line from a given state.
pub fn play_from(loaded: &LoadedGame, mut state: AnyState, line: &str) -> Result<ReachedPosition, Failure> {
    let (game, mut moves) = (loaded.game(), Vec::new());
    for (index, text) in split_line(line).iter().enumerate() {
        let number = index + 1;
        if let Some(outcome) = game.outcome(&state).map_err(|fault| loaded.fault_error(&fault))? {
            let reason = format!("the game is over after move {index} of the line ({outcome}), but \"{text}\" follows");
            return Err(Failure::Input(reason));
        }
        let picked = resolve_moves(loaded, &state, text).map_err(|refusal| line_failure(loaded, number, refusal))?;
        for mv in picked {
            moves.push(game.move_text(&state, &mv));
            game.apply(&mut state, &mv).map_err(|fault| loaded.fault_error(&fault))?;
        }
    }
    Ok(ReachedPosition { state, start: None, plies: moves.len(), moves })
}

fn line_failure(loaded: &LoadedGame, number: usize, refusal: MoveRefusal) -> Failure {
    match refusal {
        MoveRefusal::Fault(fault) => loaded.fault_error(&fault).into(),
        MoveRefusal::Reason(reason) => Failure::Input(format!(
            "move {number} of the line: {reason}\n`boardwright moves` with the line up to there lists what is legal"
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
        assert_eq!(split_line(" a  b c ;; d e f;"), ["a b c", "d e f"]);
        let reached = play(&load("pig").unwrap(), "roll; 3 ;").unwrap();
        assert_eq!(reached.moves, ["roll", "die 3"]);
    }

    #[test]
    fn a_part_that_fits_one_move_only_is_enough() {
        let reached = play(&load("tic-tac-toe").unwrap(), "s(2,2); box(2,1) s(1,1)").unwrap();
        assert_eq!(reached.moves, ["mark(1,1) box(1,1) s(2,2)", "mark(2,1) box(2,1) s(1,1)"]);
        assert!(message("tic-tac-toe", "mark(1,1)").starts_with("move 1 of the line: \"mark(1,1)\" can mean \"mark"));
        assert!(message("tic-tac-toe", "mark(1,1) box(1,1) s(9,9)").contains("; s has the indices 1..3, 1..3\n"));
    }

    #[test]
    fn a_line_takes_the_notation_of_files() {
        for (game, line, plies) in [
            ("chess", "e4!; c6; e2-e4", None),
            ("chess", "e4±; c6; e5; d5; exd6 e.p.", Some(5)),
            ("chess", "e2e4; e7-e5; Ng1-f3‼; nc6+=", Some(4)),
            ("draughts", "11-15*; 2319; 811", Some(3)),
            ("hex:swap=on", "b1; swap-pieces; c3", Some(3)),
            ("hex:swap=on", "B1; SWAP; c3", Some(3)),
            ("gomoku", "hh; ii", Some(2)),
        ] {
            let reached = play(&load(game).unwrap(), line);
            assert_eq!(reached.ok().map(|reached| reached.plies), plies, "{game} {line}");
        }
    }

    #[test]
    fn an_illegal_move_is_answered_by_its_reason() {
        for (game, line, reason) in [
            ("chess", "e5", "move 1 of the line: e5 is not legal here: A pawn goes one free square straight ahead"),
            ("chess", "e4; e5; Ke3", "move 3 of the line: Ke3 is not legal here: A king goes one square"),
            ("chess", "Nf5", "Nf5 is not legal here: A knight goes two squares"),
            ("hex", "c3; c3", "move 2 of the line: c3 is not legal here: c3 is occupied"),
            ("draughts", "11-15; 22-18; 9-13", "capturing is compulsory"),
            ("connect-four", "4;4;4;4;4;4;4", "A disc falls to the lowest free cell."),
        ] {
            let message = message(game, line);
            assert!(message.contains(reason), "{game} {line}: {message}");
            assert!(!message.contains("consists of an element"), "{message}");
        }
    }

    #[test]
    fn says_which_move_is_wrong() {
        assert!(message("pig", "roll; 3; jump").starts_with("move 3 of the line: "));
        assert!(
            message("kuhn", "deal K;deal Q;check;check;check").contains("is over after move 4 of the line (player 1")
        );
    }
}
