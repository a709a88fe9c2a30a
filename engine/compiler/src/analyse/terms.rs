//! Conditions in disjunctive normal form, restricted to terms of the form "all of these cells hold a piece of these
//! kinds".

use boardwright_game::ids::LocationId;

use crate::tables::code::{Code, Node, NodeId};
use crate::tables::value::Value;

/// A term: all of the cells hold a piece of the kinds.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Term {
    /// Sorted. If empty, the condition always holds.
    pub(crate) cells: Vec<LocationId>,
    /// Mask of the kinds; an empty cell is never among them.
    pub(crate) mask: u64,
    /// `true` if the term has no further conjunct.
    pub(crate) is_exact: bool,
}

/// Collects the terms of a condition, any of which suffices. Alternatives of another form are left out; returns `true`
/// if there are none.
pub(crate) fn collect_terms(code: &Code, id: NodeId, found: &mut Vec<Term>) -> bool {
    let mut add = |cells: &[(LocationId, u64)], is_exact| {
        let term = conjunction_term(cells, is_exact);
        let is_one = term.is_some();
        found.extend(term);
        is_one
    };
    match code[id] {
        Node::Any(list) => {
            let mut all = true;
            for &part in code.operands(list) {
                all &= collect_terms(code, part, found);
            }
            all
        }
        Node::CellOr { location, mask, other } => {
            let first = add(&[(location, mask)], true);
            collect_terms(code, other, found) && first
        }
        Node::AnyIn { start, end, mask } => {
            let mut all = true;
            for &cell in &code.cells[start as usize..end as usize] {
                all &= add(&[(cell, mask)], true);
            }
            all
        }
        Node::Shared { id, .. } => collect_terms(code, code.shared[id as usize], found),
        Node::Const(Value::Bool(false)) => true,
        _ => {
            let mut cells = Vec::new();
            let is_exact = collect_conjunction(code, id, &mut cells);
            add(&cells, is_exact)
        }
    }
}

/// As [`collect_terms`], for every condition within a node.
pub(crate) fn collect_all_terms(code: &Code, id: NodeId, found: &mut Vec<Term>) {
    match code[id] {
        Node::Any(_)
        | Node::All(_)
        | Node::CellIn { .. }
        | Node::CellsIn { .. }
        | Node::AnyIn { .. }
        | Node::CellAnd { .. }
        | Node::CellOr { .. } => {
            let before = found.len();
            let _ = collect_terms(code, id, found);
            if found.len() == before {
                code.parts(id).into_iter().for_each(|part| collect_all_terms(code, part, found));
            }
        }
        Node::Shared { id, .. } => collect_all_terms(code, code.shared[id as usize], found),
        _ => {
            for part in code.parts(id) {
                collect_all_terms(code, part, found);
            }
        }
    }
}

/// Collects the cell tests of a conjunction; returns `true` if it has no other conjuncts.
pub(crate) fn collect_conjunction(code: &Code, id: NodeId, cells: &mut Vec<(LocationId, u64)>) -> bool {
    match code[id] {
        Node::CellIn { location, mask } => cells.push((location, mask)),
        Node::CellAnd { location, mask, then } => {
            cells.push((location, mask));
            return collect_conjunction(code, then, cells);
        }
        Node::CellsIn { start, end, mask } => {
            cells.extend(code.cells[start as usize..end as usize].iter().map(|&cell| (cell, mask)));
        }
        Node::All(list) => {
            let mut is_exact = true;
            for &part in code.operands(list) {
                is_exact &= collect_conjunction(code, part, cells);
            }
            return is_exact;
        }
        Node::Const(Value::Bool(true)) => {}
        _ => return false,
    }
    true
}

/// The term for a conjunction of cell tests, if all tests of occupied cells have the same mask.
fn conjunction_term(cells: &[(LocationId, u64)], is_exact: bool) -> Option<Term> {
    let occupied = || cells.iter().filter(|(_, mask)| mask & 1 == 0);
    let mask = occupied().next().map_or(0, |(_, mask)| *mask);
    if occupied().any(|(_, other)| *other != mask) || (mask == 0 && !(is_exact && cells.is_empty())) {
        return None;
    }
    let mut filled: Vec<LocationId> = occupied().map(|(cell, _)| *cell).collect();
    filled.sort_unstable();
    filled.dedup();
    Some(Term { is_exact: is_exact && occupied().count() == cells.len(), cells: filled, mask })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(code: &mut Code, at: u16, mask: u64) -> NodeId {
        code.add(Node::CellIn { location: LocationId(at), mask })
    }

    /// The terms, and `true` if these are all alternatives.
    fn found(code: &Code, id: NodeId) -> (Vec<(Vec<u16>, u64, bool)>, bool) {
        let mut found = Vec::new();
        let all = collect_terms(code, id, &mut found);
        let plain = |term: Term| (term.cells.iter().map(|cell| cell.0).collect(), term.mask, term.is_exact);
        (found.into_iter().map(plain).collect(), all)
    }

    #[test]
    fn alternatives_and_inexact_terms_are_distinguished() {
        let mut code = Code::default();
        code.cells = [7, 9, 8].map(LocationId).to_vec();
        let line = code.add(Node::CellsIn { start: 0, end: 3, mask: 2 });
        let line = code.add(Node::CellAnd { location: LocationId(1), mask: 2, then: line });
        let (own, free, moved) = (cell(&mut code, 4, 2), cell(&mut code, 5, 5), code.add(Node::Moved));
        let list = code.add_operands(&[own, free]);
        let but_free = code.add(Node::All(list));
        let list = code.add_operands(&[own, moved]);
        let more = code.add(Node::All(list));
        let list = code.add_operands(&[line, but_free, more]);
        let any = code.add(Node::Any(list));
        let any = code.add(Node::CellOr { location: LocationId(3), mask: 4, other: any });
        let expected = vec![(vec![3], 4, true), (vec![1, 7, 8, 9], 2, true), (vec![4], 2, false), (vec![4], 2, false)];
        assert_eq!(found(&code, any), (expected, true));
        let (yes, no) = (code.add(Node::Const(Value::Bool(true))), code.add(Node::Const(Value::Bool(false))));
        assert_eq!(found(&code, yes), (vec![(Vec::new(), 0, true)], true));
        assert_eq!(found(&code, no), (Vec::new(), true));
        let list = code.add_operands(&[own, moved]);
        let either = code.add(Node::Any(list));
        assert_eq!(found(&code, either), (vec![(vec![4], 2, true)], false));
    }

    #[test]
    fn cells_of_different_pieces_are_no_line() {
        let mut code = Code::default();
        let (mine, theirs) = (cell(&mut code, 1, 2), cell(&mut code, 2, 4));
        let list = code.add_operands(&[mine, theirs]);
        let both = code.add(Node::All(list));
        let empty = cell(&mut code, 1, 1);
        assert_eq!((found(&code, both), found(&code, empty)), ((Vec::new(), false), (Vec::new(), false)));
    }
}
