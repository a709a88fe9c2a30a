//! Conditions as alternatives, as far as these ask the same of some cells: each "all of these cells hold such pieces".

use crate::ids::LocationId;

use super::code::{Code, Node, NodeId};
use super::value::Value;

/// An alternative: all of some cells hold a piece of some kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Term {
    /// In order. With none, the condition always holds.
    pub(super) cells: Vec<LocationId>,
    /// The kinds, none of which is that of an empty cell.
    pub(super) mask: u64,
    /// Nothing more is asked.
    pub(super) alone: bool,
}

/// The alternatives of a condition, any of which is enough; those that ask for something else are left out. Whether there
/// are none of those.
pub(super) fn terms(code: &Code, id: NodeId, found: &mut Vec<Term>) -> bool {
    let mut add = |cells: &[(LocationId, u64)], alone| {
        let term = term(cells, alone);
        let is_one = term.is_some();
        found.extend(term);
        is_one
    };
    match code[id] {
        Node::Any(list) => {
            let mut all = true;
            for &part in code.operands(list) {
                all &= terms(code, part, found);
            }
            all
        }
        Node::CellElse { location, mask, other } => {
            let first = add(&[(location, mask)], true);
            terms(code, other, found) && first
        }
        Node::AnyIn { start, end, mask } => {
            let mut all = true;
            for &cell in &code.cells[start as usize..end as usize] {
                all &= add(&[(cell, mask)], true);
            }
            all
        }
        Node::Shared { id, .. } => terms(code, code.shared[id as usize], found),
        Node::Const(Value::Bool(false)) => true,
        _ => {
            let mut cells = Vec::new();
            let alone = together(code, id, &mut cells);
            add(&cells, alone)
        }
    }
}

/// Like [`terms`], of every condition that is met in working a node out.
pub(super) fn all_terms(code: &Code, id: NodeId, found: &mut Vec<Term>) {
    match code[id] {
        Node::Any(_)
        | Node::All(_)
        | Node::CellIn { .. }
        | Node::CellsIn { .. }
        | Node::AnyIn { .. }
        | Node::CellThen { .. }
        | Node::CellElse { .. } => {
            let before = found.len();
            let _ = terms(code, id, found);
            if found.len() == before {
                code.parts(id).into_iter().for_each(|part| all_terms(code, part, found));
            }
        }
        Node::Shared { id, .. } => all_terms(code, code.shared[id as usize], found),
        _ => {
            for part in code.parts(id) {
                all_terms(code, part, found);
            }
        }
    }
}

/// The cells of which something is asked by a condition all of whose parts must hold; whether nothing else is asked.
pub(super) fn together(code: &Code, id: NodeId, cells: &mut Vec<(LocationId, u64)>) -> bool {
    match code[id] {
        Node::CellIn { location, mask } => cells.push((location, mask)),
        Node::CellThen { location, mask, then } => {
            cells.push((location, mask));
            return together(code, then, cells);
        }
        Node::CellsIn { start, end, mask } => {
            cells.extend(code.cells[start as usize..end as usize].iter().map(|&cell| (cell, mask)));
        }
        Node::All(list) => {
            let mut alone = true;
            for &part in code.operands(list) {
                alone &= together(code, part, cells);
            }
            return alone;
        }
        Node::Const(Value::Bool(true)) => {}
        _ => return false,
    }
    true
}

/// What is asked of some cells as a term, if it is the same of all of those that must hold something.
fn term(cells: &[(LocationId, u64)], alone: bool) -> Option<Term> {
    let held = || cells.iter().filter(|(_, mask)| mask & 1 == 0);
    let mask = held().next().map_or(0, |(_, mask)| *mask);
    if held().any(|(_, other)| *other != mask) || (mask == 0 && !(alone && cells.is_empty())) {
        return None;
    }
    let mut filled: Vec<LocationId> = held().map(|(cell, _)| *cell).collect();
    filled.sort_unstable();
    filled.dedup();
    Some(Term { alone: alone && held().count() == cells.len(), cells: filled, mask })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(code: &mut Code, at: u16, mask: u64) -> NodeId {
        code.add(Node::CellIn { location: LocationId(at), mask })
    }

    /// The alternatives, and whether these are all.
    fn found(code: &Code, id: NodeId) -> (Vec<(Vec<u16>, u64, bool)>, bool) {
        let mut found = Vec::new();
        let all = terms(code, id, &mut found);
        let plain = |term: Term| (term.cells.iter().map(|cell| cell.0).collect(), term.mask, term.alone);
        (found.into_iter().map(plain).collect(), all)
    }

    #[test]
    fn alternatives_are_told_apart_and_what_else_is_asked_is_noted() {
        let mut code = Code::default();
        code.cells = [7, 9, 8].map(LocationId).to_vec();
        let line = code.add(Node::CellsIn { start: 0, end: 3, mask: 2 });
        let line = code.add(Node::CellThen { location: LocationId(1), mask: 2, then: line });
        let (own, free, moved) = (cell(&mut code, 4, 2), cell(&mut code, 5, 5), code.add(Node::Moved));
        let list = code.list(&[own, free]);
        let but_free = code.add(Node::All(list));
        let list = code.list(&[own, moved]);
        let more = code.add(Node::All(list));
        let list = code.list(&[line, but_free, more]);
        let any = code.add(Node::Any(list));
        let any = code.add(Node::CellElse { location: LocationId(3), mask: 4, other: any });
        let expected = vec![(vec![3], 4, true), (vec![1, 7, 8, 9], 2, true), (vec![4], 2, false), (vec![4], 2, false)];
        assert_eq!(found(&code, any), (expected, true));
        let (yes, no) = (code.add(Node::Const(Value::Bool(true))), code.add(Node::Const(Value::Bool(false))));
        assert_eq!(found(&code, yes), (vec![(Vec::new(), 0, true)], true));
        assert_eq!(found(&code, no), (Vec::new(), true));
        let list = code.list(&[own, moved]);
        let either = code.add(Node::Any(list));
        assert_eq!(found(&code, either), (vec![(vec![4], 2, true)], false));
    }

    #[test]
    fn cells_of_different_pieces_are_no_line() {
        let mut code = Code::default();
        let (mine, theirs) = (cell(&mut code, 1, 2), cell(&mut code, 2, 4));
        let list = code.list(&[mine, theirs]);
        let both = code.add(Node::All(list));
        let empty = cell(&mut code, 1, 1);
        assert_eq!((found(&code, both), found(&code, empty)), ((Vec::new(), false), (Vec::new(), false)));
    }
}
