//! Peephole optimiser for finished code: merges cell tests, pushes negations inwards and reorders cheap tests first.
//! The meaning of the code is preserved; no code is added after this pass.

use rustc_hash::FxHashMap;

use crate::tables::code::{Code, Node, NodeId, Operands, Ray};
use crate::tables::value::Value;
use boardwright_rules::Thing;

/// Minimum number of cells with an equal test that are tested by one node.
const MIN_MERGED_CELLS: usize = 3;
/// Maximum length of a list of elements that is searched for the first match.
const MAX_SEARCHED_ELEMENTS: usize = 64;

/// Optimises all code of a game. `full` is the mask of all kinds that a cell can hold, including none.
pub(crate) fn optimise_code(code: &mut Code, full: u64) {
    let mut optimiser = PeepholeOptimiser { code, full, purity: FxHashMap::default() };
    // Children precede their parents.
    for index in 0..optimiser.code.nodes.len() {
        let id = NodeId(index as u32);
        if let Some(node) = optimiser.optimised(id) {
            optimiser.code.nodes[index] = node;
        }
    }
}

struct PeepholeOptimiser<'a> {
    code: &'a mut Code,
    full: u64,
    /// By node: `true` if it is pure, where that has been computed.
    purity: FxHashMap<NodeId, bool>,
}

impl PeepholeOptimiser<'_> {
    /// The optimised form of a node whose children are optimised already.
    fn optimised(&mut self, id: NodeId) -> Option<Node> {
        match self.code[id] {
            Node::Not(inner) => self.negated(inner),
            Node::All(list) => {
                let mut list = self.code.operands(list).to_vec();
                self.cells_first(&mut list);
                self.all(&list).or_else(|| Some(Node::All(self.code.add_operands(&list))))
            }
            Node::Any(list) => {
                let list = self.merge_adjacent(list);
                self.any(&list).or_else(|| Some(Node::Any(self.code.add_operands(&list))))
            }
            Node::If { condition, yes, no } => self.first_match(condition, yes, no),
            _ => None,
        }
    }

    /// Sorts cell tests before slower tests: they are cheaper, and more of them fail.
    fn cells_first(&mut self, list: &mut [NodeId]) {
        let end = list.iter().position(|&id| !self.is_pure(id)).unwrap_or(list.len());
        list[..end].sort_by_key(|&id| !matches!(self.code[id], Node::CellIn { .. }));
    }

    /// `true` if a node is pure: it can neither fail nor have effects, nor does it depend on facts that are known only
    /// when it is evaluated.
    fn is_pure(&mut self, id: NodeId) -> bool {
        if let Some(&known) = self.purity.get(&id) {
            return known;
        }
        let is_pure = match self.code[id] {
            Node::CellIn { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::At { .. }
            | Node::KindIn { .. }
            | Node::FirstOnRay { .. }
            | Node::Const(_)
            | Node::Moved
            | Node::Captured
            | Node::Global(_)
            | Node::GlobalHas { .. }
            | Node::CountCells { .. }
            | Node::CountKinds { .. } => true,
            Node::CellAnd { .. }
            | Node::CellOr { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::Not(_)
            | Node::Same(..)
            | Node::Less(..) => self.code.parts(id).into_iter().all(|part| self.is_pure(part)),
            _ => false,
        };
        self.purity.insert(id, is_pure);
        is_pure
    }

    /// Merges adjacent alternatives that test the same element or cell for different kinds.
    fn merge_adjacent(&mut self, list: Operands) -> Vec<NodeId> {
        let mut joined: Vec<NodeId> = Vec::new();
        for id in self.code.operands(list).to_vec() {
            let both = joined.last().and_then(|&last| match (self.code[last], self.code[id]) {
                (Node::KindIn { element, mask }, Node::KindIn { element: same, mask: other }) if element == same => {
                    Some(Node::KindIn { element, mask: mask | other })
                }
                (Node::CellIn { location, mask }, Node::CellIn { location: same, mask: other }) if location == same => {
                    Some(Node::CellIn { location, mask: mask | other })
                }
                _ => None,
            });
            match both {
                Some(both) => *joined.last_mut().expect("the list has a last node") = self.code.add(both),
                None => joined.push(id),
            }
        }
        joined
    }

    /// The optimised disjunction.
    fn any(&mut self, list: &[NodeId]) -> Option<Node> {
        match *list {
            [only] => Some(self.code[only]),
            [first, other] => match self.code[first] {
                Node::CellIn { location, mask } => Some(Node::CellOr { location, mask, other }),
                _ => None,
            },
            _ => self.merge_equal_tests(list),
        }
    }

    /// A disjunction in which equal tests of many cells are merged.
    fn merge_equal_tests(&mut self, list: &[NodeId]) -> Option<Node> {
        if !list.iter().all(|&id| self.is_pure(id)) {
            return None;
        }
        let mut left = list.to_vec();
        let mut tests: Vec<NodeId> = Vec::new();
        let mask_of = |optimiser: &Self, id: NodeId| match optimiser.code[id] {
            Node::CellIn { mask, .. } => Some(mask),
            _ => None,
        };
        while let Some(&first) = left.first() {
            let mask = mask_of(self, first);
            let has_same_mask = |&&id: &&NodeId| mask.is_some() && mask_of(self, id) == mask;
            let same: Vec<NodeId> = left.iter().filter(has_same_mask).copied().collect();
            if same.len() < MIN_MERGED_CELLS {
                tests.push(left.remove(0));
                continue;
            }
            left.retain(|id| !same.contains(id));
            if let Some(Node::CellsIn { start, end, mask }) = self.equal_cell_tests(&same) {
                tests.push(self.code.add(Node::AnyIn { start, end, mask }));
            }
        }
        Some(match *tests {
            [only] => self.code[only],
            _ => Node::Any(self.code.add_operands(&tests)),
        })
    }

    /// The optimised conjunction: a test of one cell first, since most fail there, then the tests of the others.
    fn all(&mut self, list: &[NodeId]) -> Option<Node> {
        let (&first, rest) = list.split_first()?;
        let Node::CellIn { location, mask } = self.code[first] else { return None };
        let then = match rest {
            [] => return Some(self.code[first]),
            [one] => *one,
            several => {
                let then = self.equal_cell_tests(several).or_else(|| self.all(several));
                let then = then.unwrap_or_else(|| Node::All(self.code.add_operands(several)));
                self.code.add(then)
            }
        };
        Some(Node::CellAnd { location, mask, then })
    }

    /// Merges a chain of conditionals into a search for the first element of some kind.
    fn first_match(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<Node> {
        let Node::KindIn { element, mask } = self.code[condition] else { return None };
        if self.code[yes] != Node::PlaceOf(element) {
            return None;
        }
        let mut elements = vec![element];
        match self.code[no] {
            Node::Const(Value::Thing(Thing::Location(None))) => {}
            Node::PlaceOfFirst { count } => match &self.code.counted_elements[count as usize] {
                (further, same) if *same == mask && further.len() < MAX_SEARCHED_ELEMENTS => {
                    elements.extend_from_slice(further);
                }
                _ => return None,
            },
            _ => return None,
        }
        self.code.counted_elements.push((elements.into(), mask));
        Some(Node::PlaceOfFirst { count: self.code.counted_elements.len() as u32 - 1 })
    }

    /// A conjunction of equal tests of several cells.
    fn equal_cell_tests(&mut self, list: &[NodeId]) -> Option<Node> {
        let Node::CellIn { mask, .. } = self.code[*list.first()?] else { return None };
        let cell = |&id: &NodeId| match self.code[id] {
            Node::CellIn { location, mask: same } if same == mask => Some(location),
            _ => None,
        };
        let cells = list.iter().map(cell).collect::<Option<Vec<_>>>()?;
        let start = self.code.cells.len() as u32;
        self.code.cells.extend(cells);
        Some(Node::CellsIn { start, end: self.code.cells.len() as u32, mask })
    }

    /// The negation of a node, where it is as cheap as the node itself.
    fn negated(&mut self, id: NodeId) -> Option<Node> {
        Some(match self.code[id] {
            Node::CellIn { location, mask } => Node::CellIn { location, mask: !mask & self.full },
            Node::CellAnd { location, mask, then } => {
                Node::CellOr { location, mask: !mask & self.full, other: self.negate(then) }
            }
            Node::CellOr { location, mask, other } => {
                Node::CellAnd { location, mask: !mask & self.full, then: self.negate(other) }
            }
            Node::FirstOnRay { ray } => {
                let Ray { cells, stop, yes, end } = &self.code.rays[ray as usize];
                let other = Ray { cells: cells.clone(), stop: *stop, yes: stop & !yes, end: !end };
                self.code.rays.push(other);
                Node::FirstOnRay { ray: self.code.rays.len() as u32 - 1 }
            }
            Node::CellsIn { start, end, mask } => Node::AnyIn { start, end, mask: !mask & self.full },
            Node::AnyIn { start, end, mask } => Node::CellsIn { start, end, mask: !mask & self.full },
            Node::Const(Value::Bool(yes)) => Node::Const(Value::Bool(!yes)),
            Node::Not(inner) => self.code[inner],
            _ => return None,
        })
    }

    fn negate(&mut self, id: NodeId) -> NodeId {
        let node = self.negated(id).unwrap_or(Node::Not(id));
        self.code.add(node)
    }
}
