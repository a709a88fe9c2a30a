//! Equal moves: those that differ only by which of several equal pieces moves, or by which of several equal places it
//! comes from or goes to.

use smallvec::SmallVec;

use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::spec::Move;
use crate::state::State;

/// What equal moves have in common.
type Class<'a> = (u32, u32, Option<u16>, Option<&'a str>, u16);

fn class<'a>(rules: &'a RuleSet, layout: &Layout, state: &State, mv: Move) -> Class<'a> {
    let kind = mv.element.map(|element| state.kind(layout, element).0);
    let rule = if mv.element.is_none() { mv.rule.0 } else { 0 };
    (layout.place_of(mv.from), layout.place_of(mv.to), kind, mv.word(rules), rule)
}

/// Leaves the first of each class of equal moves.
pub(crate) fn keep_classes(rules: &RuleSet, layout: &Layout, state: &State, moves: &mut Vec<Move>) {
    let classes = moves.iter().enumerate().map(|(index, &mv)| (class(rules, layout, state, mv), index));
    let mut known: SmallVec<[_; 32]> = classes.collect();
    known.sort_unstable();
    known.dedup_by_key(|(class, _)| *class);
    let mut first: SmallVec<[usize; 32]> = known.iter().map(|&(_, index)| index).collect();
    first.sort_unstable();
    for (kept, &index) in first.iter().enumerate() {
        moves[kept] = moves[index];
    }
    moves.truncate(first.len());
}
