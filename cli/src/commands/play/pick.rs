//! What a typed move means: its text, its number in the list, or a part of it that fits one move only.
//! If it means nothing, why not, and what would be near.

use boardwright_engine::any::{AnyGame, AnyMove, AnyState};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{MoveError, words};

/// Why there is no move.
#[derive(Debug)]
pub enum Refused {
    /// For the person who typed.
    Because(String),
    /// The rules failed.
    Fault(Fault),
}

/// How many moves are named when something is unclear.
const MOST_NAMED: usize = 4;

/// The move that `typed`, with single blanks between its words, means; `moves` are the legal ones in the order of
/// their numbers.
pub fn understand(game: &dyn AnyGame, state: &AnyState, moves: &[AnyMove], typed: &str) -> Result<AnyMove, Refused> {
    let refusal = match game.parse_move(state, typed) {
        Ok(mv) => return Ok(mv),
        Err(MoveError::Fault(fault)) => return Err(Refused::Fault(fault)),
        Err(other) => other,
    };
    if let Ok(number) = typed.parse::<usize>() {
        let chosen = number.checked_sub(1).and_then(|index| moves.get(index));
        let told = || Refused::Because(format!("the moves are numbered from 1 to {}", moves.len()));
        return chosen.cloned().ok_or_else(told);
    }
    let listed: Vec<String> = moves.iter().map(|mv| words(&game.move_text(state, mv))).collect();
    if let Some(found) = partly(&listed, typed)? {
        return Ok(moves[found].clone());
    }
    // A piece that is equal to the one listed.
    let (_, all) = game.every_move(state).map_err(Refused::Fault)?;
    let every: Vec<String> = all.iter().map(|mv| words(&game.move_text(state, mv))).collect();
    if let Some(found) = partly(&every, typed)? {
        return Ok(all[found].clone());
    }
    let count = |text: &str| text.split(' ').count();
    let partial = listed.iter().all(|text| count(typed) < count(text));
    let why = if partial { format!("no legal move has \"{typed}\" in it") } else { refusal.to_string() };
    Err(Refused::Because(format!("{why}{}", near(&listed, typed))))
}

/// Which of the moves a part of its text means: its end before any other part.
fn partly(texts: &[String], typed: &str) -> Result<Option<usize>, Refused> {
    let typed = format!(" {} ", typed.to_lowercase());
    let padded: Vec<String> = texts.iter().map(|text| format!(" {} ", text.to_lowercase())).collect();
    let ending = |text: &String| text.ends_with(&typed);
    let containing = |text: &String| text.contains(&typed);
    for fits in [&ending as &dyn Fn(&String) -> bool, &containing] {
        let found: Vec<usize> = (0..texts.len()).filter(|&index| fits(&padded[index])).collect();
        match found[..] {
            [] => {}
            [only] => return Ok(Some(only)),
            _ => return Err(Refused::Because(format!("\"{}\" can mean {}", typed.trim(), named(texts, &found)))),
        }
    }
    Ok(None)
}

fn near(texts: &[String], typed: &str) -> String {
    let mut order: Vec<usize> = (0..texts.len()).collect();
    let likeness = |index: usize| {
        let shared = typed.split(' ').filter(|word| texts[index].split(' ').any(|other| other == *word)).count();
        shared as f64 + strsim::normalized_levenshtein(&texts[index], typed)
    };
    order.sort_by(|&a, &b| likeness(b).total_cmp(&likeness(a)));
    order.truncate(MOST_NAMED - 1);
    if order.is_empty() { String::new() } else { format!("\nlegal are, for example, {}", named(texts, &order)) }
}

fn named(texts: &[String], which: &[usize]) -> String {
    let mut list: Vec<String> = which.iter().take(MOST_NAMED).map(|&index| format!("\"{}\"", texts[index])).collect();
    if which.len() > MOST_NAMED {
        list.push(format!("and {} more", which.len() - MOST_NAMED));
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
        let (_, moves) = game.turn(&state).unwrap();
        match understand(game, &state, &moves, typed) {
            Ok(mv) => Ok(game.move_text(&state, &mv)),
            Err(Refused::Because(reason)) => Err(reason),
            Err(Refused::Fault(fault)) => panic!("{fault}"),
        }
    }

    #[test]
    fn a_move_can_be_named_in_many_ways() {
        for typed in ["mark(1,1) box(1,1) s(2,2)", "5", "s(2,2)", "box(1,1) s(2,2)", "S(2,2)"] {
            assert_eq!(picked("tic-tac-toe", typed).as_deref(), Ok("mark(1,1) box(1,1) s(2,2)"), "{typed}");
        }
        // Any piece of a class, though only one is listed.
        assert_eq!(picked("tic-tac-toe", "mark(1,3) box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
        assert_eq!(picked("tic-tac-toe", "box(1,3) s(2,2)").as_deref(), Ok("mark(1,3) box(1,3) s(2,2)"));
    }

    #[test]
    fn a_refusal_says_why_and_what_would_do() {
        let reason = picked("tic-tac-toe", "mark(1,1)").unwrap_err();
        assert!(
            reason.starts_with("\"mark(1,1)\" can mean \"mark(1,1) box(1,1) s(1,1)\", ")
                && reason.ends_with("and 5 more")
        );
        assert!(picked("tic-tac-toe", "s(9,9)").unwrap_err().starts_with("no legal move has \"s(9,9)\" in it\n"));
        assert_eq!(picked("tic-tac-toe", "12").unwrap_err(), "the moves are numbered from 1 to 9");
        let reason = picked("tic-tac-toe", "mark(2,1) box(2,1) s(2,2)").unwrap_err();
        assert!(
            reason.contains("is not legal here") && reason.contains("legal are, for example, \"mark(1,1)"),
            "{reason}"
        );
    }
}
