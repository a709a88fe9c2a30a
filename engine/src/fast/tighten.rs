//! Finished code made quicker to work out: tests of cells are joined, and what is negated is turned round.
//! What the code means stays the same; nothing is put into it afterwards.

use rustc_hash::FxHashMap;

use super::code::{Code, Node, NodeId, Operands, Ray};
use super::value::Value;
use crate::rules::Thing;

/// From so many on, cells that are asked for the same are asked together.
const MANY: usize = 3;
/// Longest list of elements of which the first is looked for.
const LONGEST: usize = 64;

/// Tightens all code of a game. `full` is the mask of every kind that a cell can hold, and none.
pub(super) fn tighten(code: &mut Code, full: u64) {
    let mut work = Tightener { code, full, looks: FxHashMap::default() };
    // Parts come before what is made of them.
    for index in 0..work.code.nodes.len() {
        let id = NodeId(index as u32);
        if let Some(node) = work.tight(id) {
            work.code.nodes[index] = node;
        }
    }
}

struct Tightener<'a> {
    code: &'a mut Code,
    full: u64,
    /// By node, where it was asked: whether it only looks.
    looks: FxHashMap<NodeId, bool>,
}

impl Tightener<'_> {
    /// What a node whose parts are tight is better replaced by.
    fn tight(&mut self, id: NodeId) -> Option<Node> {
        match self.code[id] {
            Node::Not(inner) => self.negated(inner),
            Node::All(list) => {
                let mut list = self.code.operands(list).to_vec();
                self.cells_first(&mut list);
                self.all(&list).or_else(|| Some(Node::All(self.code.list(&list))))
            }
            Node::Any(list) => {
                let list = self.joined(list);
                self.any(&list).or_else(|| Some(Node::Any(self.code.list(&list))))
            }
            Node::If { condition, yes, no } => self.first_place(condition, yes, no),
            _ => None,
        }
    }

    /// Tests of cells before those of what lasts: they are quicker, and more of them fail.
    fn cells_first(&mut self, list: &mut [NodeId]) {
        let end = list.iter().position(|&id| !self.only_looks(id)).unwrap_or(list.len());
        list[..end].sort_by_key(|&id| !matches!(self.code[id], Node::CellIn { .. }));
    }

    /// Whether a node can neither fail nor change anything, nor asks for what is only known when it is asked.
    fn only_looks(&mut self, id: NodeId) -> bool {
        if let Some(&known) = self.looks.get(&id) {
            return known;
        }
        let looks = match self.code[id] {
            Node::CellIn { .. }
            | Node::CellsIn { .. }
            | Node::AnyIn { .. }
            | Node::At { .. }
            | Node::KindIn { .. }
            | Node::FirstIn { .. }
            | Node::Const(_)
            | Node::Moved
            | Node::Captured
            | Node::Global(_)
            | Node::GlobalHas { .. }
            | Node::CountCells { .. }
            | Node::CountKinds { .. } => true,
            Node::CellThen { .. }
            | Node::CellElse { .. }
            | Node::All(_)
            | Node::Any(_)
            | Node::Not(_)
            | Node::Same(..)
            | Node::Less(..) => self.code.parts(id).into_iter().all(|part| self.only_looks(part)),
            _ => false,
        };
        self.looks.insert(id, looks);
        looks
    }

    /// Operands of which one must hold; those that ask the same thing for several kinds are one.
    fn joined(&mut self, list: Operands) -> Vec<NodeId> {
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
                Some(both) => *joined.last_mut().expect("it was just looked at") = self.code.add(both),
                None => joined.push(id),
            }
        }
        joined
    }

    /// Tests of which one must hold.
    fn any(&mut self, list: &[NodeId]) -> Option<Node> {
        match *list {
            [only] => Some(self.code[only]),
            [first, other] => match self.code[first] {
                Node::CellIn { location, mask } => Some(Node::CellElse { location, mask, other }),
                _ => None,
            },
            _ => self.some_alike(list),
        }
    }

    /// Tests of which one must hold, with those of many cells for the same put together.
    fn some_alike(&mut self, list: &[NodeId]) -> Option<Node> {
        if !list.iter().all(|&id| self.only_looks(id)) {
            return None;
        }
        let mut left = list.to_vec();
        let mut tests: Vec<NodeId> = Vec::new();
        let mask_of = |work: &Self, id: NodeId| match work.code[id] {
            Node::CellIn { mask, .. } => Some(mask),
            _ => None,
        };
        while let Some(&first) = left.first() {
            let mask = mask_of(self, first);
            let alike = |&&id: &&NodeId| mask.is_some() && mask_of(self, id) == mask;
            let same: Vec<NodeId> = left.iter().filter(alike).copied().collect();
            if same.len() < MANY {
                tests.push(left.remove(0));
                continue;
            }
            left.retain(|id| !same.contains(id));
            if let Some(Node::CellsIn { start, end, mask }) = self.alike(&same) {
                tests.push(self.code.add(Node::AnyIn { start, end, mask }));
            }
        }
        Some(match *tests {
            [only] => self.code[only],
            _ => Node::Any(self.code.list(&tests)),
        })
    }

    /// Tests that must all hold: a look at one cell first, for most fail there, and then at others that are to be alike.
    fn all(&mut self, list: &[NodeId]) -> Option<Node> {
        let (&first, rest) = list.split_first()?;
        let Node::CellIn { location, mask } = self.code[first] else { return None };
        let then = match rest {
            [] => return Some(self.code[first]),
            [one] => *one,
            several => {
                let then = self.alike(several).or_else(|| self.all(several));
                let then = then.unwrap_or_else(|| Node::All(self.code.list(several)));
                self.code.add(then)
            }
        };
        Some(Node::CellThen { location, mask, then })
    }

    /// Where the first of some elements stands that is of some kind.
    fn first_place(&mut self, condition: NodeId, yes: NodeId, no: NodeId) -> Option<Node> {
        let Node::KindIn { element, mask } = self.code[condition] else { return None };
        if self.code[yes] != Node::PlaceOf(element) {
            return None;
        }
        let mut elements = vec![element];
        match self.code[no] {
            Node::Const(Value::Thing(Thing::Location(None))) => {}
            Node::PlaceOfFirst { count } => match &self.code.counted[count as usize] {
                (further, same) if *same == mask && further.len() < LONGEST => elements.extend_from_slice(further),
                _ => return None,
            },
            _ => return None,
        }
        self.code.counted.push((elements.into(), mask));
        Some(Node::PlaceOfFirst { count: self.code.counted.len() as u32 - 1 })
    }

    /// Cells that are all asked for the same.
    fn alike(&mut self, list: &[NodeId]) -> Option<Node> {
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

    /// The other boolean, where that is no more work.
    fn negated(&mut self, id: NodeId) -> Option<Node> {
        Some(match self.code[id] {
            Node::CellIn { location, mask } => Node::CellIn { location, mask: !mask & self.full },
            Node::CellThen { location, mask, then } => {
                Node::CellElse { location, mask: !mask & self.full, other: self.not(then) }
            }
            Node::CellElse { location, mask, other } => {
                Node::CellThen { location, mask: !mask & self.full, then: self.not(other) }
            }
            Node::FirstIn { ray } => {
                let Ray { cells, stop, yes, end } = &self.code.rays[ray as usize];
                let other = Ray { cells: cells.clone(), stop: *stop, yes: stop & !yes, end: !end };
                self.code.rays.push(other);
                Node::FirstIn { ray: self.code.rays.len() as u32 - 1 }
            }
            Node::CellsIn { start, end, mask } => Node::AnyIn { start, end, mask: !mask & self.full },
            Node::AnyIn { start, end, mask } => Node::CellsIn { start, end, mask: !mask & self.full },
            Node::Const(Value::Bool(yes)) => Node::Const(Value::Bool(!yes)),
            Node::Not(inner) => self.code[inner],
            _ => return None,
        })
    }

    fn not(&mut self, id: NodeId) -> NodeId {
        let node = self.negated(id).unwrap_or(Node::Not(id));
        self.code.add(node)
    }
}
