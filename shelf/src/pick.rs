//! What a written move means: all of its text, or a part of it that fits one move only.
//! Why a text means no move is told elsewhere.

use boardwright_engine::any::{AnyGame, AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{MoveError, words};

/// Why there is no move.
#[derive(Debug)]
pub enum Refused {
    /// It can mean several, which are named.
    Unclear(String),
    /// It is in no legal move.
    NoMove(MoveError),
    /// The rules failed.
    Fault(Fault),
}

/// How many moves are named when something is unclear.
pub const MOST_NAMED: usize = 4;

/// The move that `typed`, with single blanks between its words, means.
pub fn meant(game: &dyn AnyGame, state: &AnyState, typed: &str) -> Result<AnyMove, Refused> {
    let refusal = match game.parse_move(state, typed) {
        Ok(mv) => return Ok(mv),
        Err(MoveError::Fault(fault)) => return Err(Refused::Fault(fault)),
        Err(other) => other,
    };
    let fits = fitting(game, state, typed).map_err(Refused::Fault)?;
    match fits.as_slice() {
        [] => Err(Refused::NoMove(refusal)),
        [only] => Ok(only.clone()),
        several => {
            let texts: Vec<String> = several.iter().map(|mv| game.move_text(state, mv)).collect();
            Err(Refused::Unclear(format!("\"{typed}\" can mean {}", named(&texts))))
        }
    }
}

/// The legal moves that have `typed` at the end of their text, or else anywhere in it. Of equal pieces only the one that
/// is listed counts, unless another one is named.
pub fn fitting(game: &dyn AnyGame, state: &AnyState, typed: &str) -> Result<Vec<AnyMove>, Fault> {
    if typed.is_empty() {
        return Ok(Vec::new());
    }
    let (_, listed) = game.turn(state)?;
    let found = having(game, state, listed, typed);
    if !found.is_empty() {
        return Ok(found);
    }
    let (_, all) = game.every_move(state)?;
    Ok(having(game, state, all, typed))
}

fn having(game: &dyn AnyGame, state: &AnyState, moves: Vec<AnyMove>, typed: &str) -> Vec<AnyMove> {
    let typed = format!(" {} ", typed.to_lowercase());
    let padded = |mv: &AnyMove| format!(" {} ", words(&game.move_text(state, mv)).to_lowercase());
    let mut found: Vec<(String, AnyMove)> = moves.into_iter().map(|mv| (padded(&mv), mv)).collect();
    found.retain(|(text, _)| text.contains(&typed));
    if found.iter().any(|(text, _)| text.ends_with(&typed)) {
        found.retain(|(text, _)| text.ends_with(&typed));
    }
    found.into_iter().map(|(_, mv)| mv).collect()
}

/// The first of some moves, for people.
pub fn named(texts: &[String]) -> String {
    let mut list: Vec<String> = texts.iter().take(MOST_NAMED).map(|text| format!("\"{text}\"")).collect();
    if texts.len() > MOST_NAMED {
        list.push(format!("and {} more", texts.len() - MOST_NAMED));
    }
    list.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::load;

    fn picked(name: &str, typed: &str) -> Result<String, String> {
        let loaded = load(name).unwrap();
        let (game, state) = (loaded.game(), loaded.game().start());
        match meant(game, &state, typed) {
            Ok(mv) => Ok(game.move_text(&state, &mv)),
            Err(Refused::Unclear(reason)) => Err(reason),
            Err(Refused::NoMove(error)) => Err(error.to_string()),
            Err(Refused::Fault(fault)) => panic!("{fault}"),
        }
    }

    #[test]
    fn a_move_can_be_named_in_many_ways() {
        for typed in ["mark(1,1) box(1,1) s(2,2)", "s(2,2)", "box(1,1) s(2,2)", "S(2,2)"] {
            assert_eq!(picked("tic-tac-toe", typed).as_deref(), Ok("mark(1,1) box(1,1) s(2,2)"), "{typed}");
        }
        // Any piece of a class, though only one is listed.
        assert_eq!(picked("tic-tac-toe", "mark(1,3) box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
        assert_eq!(picked("tic-tac-toe", "box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
    }

    #[test]
    fn what_fits_several_moves_is_unclear() {
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
