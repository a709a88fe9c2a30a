//! Interpretation of move texts: the full text, the notation of the game, or a part of the text that fits only one legal
//! move. Everything that takes moves from people goes through [`resolve_moves`]. Explanations of illegal moves are in
//! [`explain`](crate::explain), and their wording is in [`refusal`](crate::refusal).

use boardwright_game::any::{AnyGame, AnyMove, AnyState};
use boardwright_game::fault::Fault;
use boardwright_game::game::{MoveError, normalize_spaces};
use boardwright_games::notation;

use crate::load::LoadedGame;
use crate::refusal::explain_refusal;
use crate::turn::{turn_text, turns_written};

/// Error for a text that does not denote one move.
#[derive(Debug)]
pub enum PickError {
    /// Several moves fit; the message names them.
    Ambiguous(String),
    /// No legal move fits.
    NoMatch(MoveError),
    /// The rules failed.
    Fault(Fault),
}

/// Answer to a text that does not denote legal moves.
#[derive(Debug)]
pub enum MoveRefusal {
    /// The reason, for people.
    Reason(String),
    /// The rules failed.
    Fault(Fault),
}

/// Legal moves that a typed text denotes, like [`pick_moves`], or the reason why there are none.
///
/// # Errors
/// The answer to the person.
pub fn resolve_moves(loaded: &LoadedGame, state: &AnyState, typed: &str) -> Result<Vec<AnyMove>, MoveRefusal> {
    let typed = normalize_spaces(typed);
    pick_moves(loaded, state, &typed).map_err(|error| match error {
        PickError::Fault(fault) => MoveRefusal::Fault(fault),
        PickError::Ambiguous(reason) => MoveRefusal::Reason(reason),
        PickError::NoMatch(error) => {
            let listed = loaded.game().legal_moves(state).map(|(_, moves)| moves);
            match listed {
                Ok(moves) => MoveRefusal::Reason(explain_refusal(loaded, state, &moves, &typed, &error)),
                Err(fault) => MoveRefusal::Fault(fault),
            }
        }
    })
}

/// Largest number of moves named in a message.
pub const MAX_LISTED: usize = 4;

/// Legal move denoted by `typed`, which has single blanks between its words: in full, in the notation of the game, or by
/// a part that fits one move only.
pub fn pick_move(loaded: &LoadedGame, state: &AnyState, typed: &str) -> Result<AnyMove, PickError> {
    let game = loaded.game();
    let refusal = match game.parse_move(state, typed) {
        Ok(mv) => return Ok(mv),
        Err(MoveError::Fault(fault)) => return Err(PickError::Fault(fault)),
        Err(other) => other,
    };
    let fits = matching_moves(loaded, state, typed).map_err(PickError::Fault)?;
    match fits.as_slice() {
        [] => Err(PickError::NoMatch(refusal)),
        [only] => Ok(only.clone()),
        several => {
            let text =
                |mv| if typed.contains('(') { game.move_text(state, mv) } else { loaded.move_description(state, mv) };
            let texts: Vec<String> = several.iter().map(text).collect();
            Err(PickError::Ambiguous(format!("\"{typed}\" can mean {}", list_moves(&texts))))
        }
    }
}

/// Legal moves denoted by `typed`, like [`pick_move`]: one, or all those of a turn that is typed as a whole (`23x14x5`). What
/// the standard notation of the game means is understood as in a file.
pub fn pick_moves(loaded: &LoadedGame, state: &AnyState, typed: &str) -> Result<Vec<AnyMove>, PickError> {
    let refusal = match pick_move(loaded, state, typed) {
        Err(PickError::NoMatch(refusal)) => refusal,
        other => return other.map(|mv| vec![mv]),
    };
    let Some((game, at)) = loaded.as_spec(state) else { return Err(PickError::NoMatch(refusal)) };
    let turns = turns_written(game, at, typed).map_err(PickError::Fault)?;
    match turns.as_slice() {
        [] => match notation::find_moves(game, at, typed) {
            moves if moves.is_empty() => Err(PickError::NoMatch(refusal)),
            moves => Ok(moves.into_iter().map(AnyMove::new).collect()),
        },
        [only] => Ok(only.moves.iter().map(|&mv| AnyMove::new(mv)).collect()),
        several => {
            let texts: Vec<String> = several.iter().map(|turn| turn_text(game, turn)).collect();
            Err(PickError::Ambiguous(format!("\"{typed}\" can mean {}", list_moves(&texts))))
        }
    }
}

/// Legal moves that `typed` denotes in the notation of the game; else those whose text ends with it, or else contains it.
/// Takes only the listed one of equal pieces into account, unless the text names another one.
pub fn matching_moves(loaded: &LoadedGame, state: &AnyState, typed: &str) -> Result<Vec<AnyMove>, Fault> {
    let game = loaded.game();
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let (_, listed) = game.legal_moves(state)?;
    let written = loaded.moves_written(state, &listed, typed);
    if !written.is_empty() {
        return Ok(written);
    }
    let found = filter_by_text(game, state, listed, typed);
    if !found.is_empty() {
        return Ok(found);
    }
    let (_, all) = game.all_legal_moves(state)?;
    Ok(filter_by_text(game, state, all, typed))
}

fn filter_by_text(game: &dyn AnyGame, state: &AnyState, moves: Vec<AnyMove>, typed: &str) -> Vec<AnyMove> {
    let typed = format!(" {} ", typed.to_lowercase());
    let padded = |mv: &AnyMove| format!(" {} ", normalize_spaces(&game.move_text(state, mv)).to_lowercase());
    let mut found: Vec<(String, AnyMove)> = moves.into_iter().map(|mv| (padded(&mv), mv)).collect();
    found.retain(|(text, _)| text.contains(&typed));
    if found.iter().any(|(text, _)| text.ends_with(&typed)) {
        found.retain(|(text, _)| text.ends_with(&typed));
    }
    found.into_iter().map(|(_, mv)| mv).collect()
}

/// List of the first moves, for messages.
pub fn list_moves(texts: &[String]) -> String {
    let mut list: Vec<String> = texts.iter().take(MAX_LISTED).map(|text| format!("\"{text}\"")).collect();
    if texts.len() > MAX_LISTED {
        list.push(format!("and {} more", texts.len() - MAX_LISTED));
    }
    list.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;

    fn picked(name: &str, typed: &str) -> Result<String, String> {
        let loaded = load(name).unwrap();
        let (game, state) = (loaded.game(), loaded.game().initial_state());
        match pick_move(&loaded, &state, typed) {
            Ok(mv) => Ok(game.move_text(&state, &mv)),
            Err(PickError::Ambiguous(reason)) => Err(reason),
            Err(PickError::NoMatch(error)) => Err(error.to_string()),
            Err(PickError::Fault(fault)) => panic!("{fault}"),
        }
    }

    #[test]
    fn a_move_can_be_given_by_part_of_its_text() {
        for typed in ["mark(1,1) box(1,1) s(2,2)", "s(2,2)", "box(1,1) s(2,2)", "S(2,2)"] {
            assert_eq!(picked("tic-tac-toe", typed).as_deref(), Ok("mark(1,1) box(1,1) s(2,2)"), "{typed}");
        }
        // Any piece of an equivalence class, though only one is listed.
        assert_eq!(picked("tic-tac-toe", "mark(1,3) box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
        assert_eq!(picked("tic-tac-toe", "box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
    }

    #[test]
    fn a_text_that_fits_several_moves_is_ambiguous() {
        let reason = picked("tic-tac-toe", "mark(1,1)").unwrap_err();
        assert!(
            reason.starts_with("\"mark(1,1)\" can mean \"mark(1,1) box(1,1) s(1,1)\", ")
                && reason.ends_with("and 5 more"),
            "{reason}"
        );
        assert!(picked("tic-tac-toe", "mark(2,1) box(2,1) s(2,2)").unwrap_err().contains("is not legal here"));
        assert!(picked("tic-tac-toe", "").is_err());
    }
}
