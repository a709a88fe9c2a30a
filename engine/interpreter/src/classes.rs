//! Equivalence classes of moves. Two moves are equal if they differ only by which of several interchangeable pieces
//! moves, or by which of several interchangeable locations it comes from or goes to.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::layout::Layout;
use crate::moves::Move;
use crate::state::State;
use boardwright_rules::RuleSet;

/// Class of a move: from, to, piece kind, chosen word, rule.
type MoveClass<'a> = (u32, u32, Option<u16>, Option<&'a str>, u16);

fn class_of<'a>(rules: &'a RuleSet, layout: &Layout, state: &State, mv: Move) -> MoveClass<'a> {
    let kind = mv.element.map(|element| state.kind(layout, element).0);
    let rule = if mv.element.is_none() { mv.rule.0 } else { 0 };
    (layout.place_of(mv.from), layout.place_of(mv.to), kind, mv.word(rules), rule)
}

/// Class of each move: 0, 1 and so on in the order in which the classes first occur.
pub fn classes_of_moves(rules: &RuleSet, layout: &Layout, state: &State, moves: &[Move]) -> Vec<usize> {
    let mut known = FxHashMap::default();
    let mut class = |mv: Move| {
        let next = known.len();
        *known.entry(class_of(rules, layout, state, mv)).or_insert(next)
    };
    moves.iter().map(|&mv| class(mv)).collect()
}

/// Removes all but the first move of each class of equal moves.
pub fn deduplicate_moves(rules: &RuleSet, layout: &Layout, state: &State, moves: &mut Vec<Move>) {
    let classes = moves.iter().enumerate().map(|(index, &mv)| (class_of(rules, layout, state, mv), index));
    let mut classes: SmallVec<[_; 32]> = classes.collect();
    classes.sort_unstable();
    classes.dedup_by_key(|(class, _)| *class);
    let mut first: SmallVec<[usize; 32]> = classes.iter().map(|&(_, index)| index).collect();
    first.sort_unstable();
    for (target, &index) in first.iter().enumerate() {
        moves[target] = moves[index];
    }
    moves.truncate(first.len());
}
