//! What a person is told whose move is none: the likeliest reason in one line, and what would do.
//! Moves are looked up in [`pick`](crate::pick).

use boardwright_engine::any::{AnyMove, AnyState};
use boardwright_engine::game::{MoveError, words};
use boardwright_shelf::load::Loaded;

use boardwright_shelf::names::{hint, is_place};
use boardwright_shelf::pick::{MOST_NAMED, named};
use boardwright_shelf::why::briefly;

/// Why `typed` is no move, and which of the legal ones are like it.
pub fn told(loaded: &Loaded, state: &AnyState, moves: &[AnyMove], typed: &str, error: &MoveError) -> String {
    let listed: Vec<String> = moves.iter().map(|mv| words(&loaded.game().move_text(state, mv))).collect();
    let count = |text: &str| text.split(' ').count();
    let partial = listed.iter().all(|text| count(typed) < count(text));
    let why = match (briefly(loaded, state, typed), error) {
        (Some(reason), _) if partial => format!("no legal move has \"{typed}\" in it: {reason}"),
        (None, _) if partial && is_place(loaded, typed) => format!("no legal move has \"{typed}\" in it"),
        (None, _) if partial => format!("no legal move has \"{typed}\" in it{}", hint(loaded, typed)),
        (Some(reason), MoveError::Illegal { .. }) => format!("the move \"{typed}\" is not legal here: {reason}"),
        (_, error) => format!("{error}{}", hint(loaded, typed)),
    };
    format!("{why}{}", near(listed, typed))
}

fn near(mut texts: Vec<String>, typed: &str) -> String {
    let likeness = |text: &str| {
        let shared = typed.split(' ').filter(|word| text.split(' ').any(|other| other == *word)).count();
        shared as f64 + strsim::normalized_levenshtein(text, typed)
    };
    texts.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    texts.truncate(MOST_NAMED - 1);
    if texts.is_empty() { String::new() } else { format!("\nlegal are, for example, {}", named(&texts)) }
}
