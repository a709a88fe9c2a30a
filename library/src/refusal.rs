//! Messages for typed texts that are no legal move: the most likely reason in one line, and similar legal moves.
//! [`pick`](crate::pick) resolves texts to moves.

use boardwright_game::any::{AnyMove, AnyState};
use boardwright_game::game::{MoveError, normalize_spaces};
use boardwright_games::notation;

use crate::explain::refusal_reason;
use crate::load::LoadedGame;
use crate::move_hints::{hint, is_location};
use crate::pick::{MAX_LISTED, list_moves};

/// Explains why `typed` is no legal move, and lists the legal moves most similar to it.
pub(crate) fn explain_refusal(
    loaded: &LoadedGame,
    state: &AnyState,
    moves: &[AnyMove],
    typed: &str,
    error: &MoveError,
) -> String {
    let listed: Vec<String> = moves.iter().map(|mv| normalize_spaces(&loaded.game().move_text(state, mv))).collect();
    let count = |text: &str| text.split(' ').count();
    let is_written = loaded.illegal_move_written(state, typed).is_some();
    let partial = !is_written && !listed.is_empty() && listed.iter().all(|text| count(typed) < count(text));
    let in_notation = || loaded.as_spec(state).and_then(|(game, state)| notation::refusal(game, state, typed));
    let why = match (refusal_reason(loaded, state, typed), error) {
        _ if let Some(reason) = in_notation() => reason,
        (Some(reason), _) if is_written => format!("{typed} is not legal here: {reason}"),
        (Some(reason), _) if partial => format!("no legal move has \"{typed}\" in it: {reason}"),
        (None, _) if partial && is_location(loaded, typed) => format!("no legal move has \"{typed}\" in it"),
        (None, _) if partial => format!("no legal move has \"{typed}\" in it{}", hint(loaded, typed)),
        (Some(reason), MoveError::Illegal { .. }) => format!("the move \"{typed}\" is not legal here: {reason}"),
        (_, error) => format!("{error}{}", hint(loaded, typed)),
    };
    // Whoever types notation is answered in notation.
    let is_full = typed.contains('(');
    let similar = if is_full { listed } else { loaded.move_descriptions(state, moves) };
    format!("{why}{}", similar_moves(similar, typed))
}

fn similar_moves(mut texts: Vec<String>, typed: &str) -> String {
    let likeness = |text: &str| {
        let shared = typed.split(' ').filter(|word| text.split(' ').any(|other| other == *word)).count();
        shared as f64 + strsim::normalized_levenshtein(text, typed)
    };
    texts.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    texts.truncate(MAX_LISTED - 1);
    if texts.is_empty() { String::new() } else { format!("\nlegal are, for example, {}", list_moves(&texts)) }
}
