//! Hash consing of code (common subexpression elimination): every distinct node is copied into the game's code once.
//! Conditions and makes differ little from move to move, so most nodes exist already.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::tables::code::{Code, Node, NodeId, Operands};

/// The interning tables of one code arena.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    /// By node of the current draft: its copy.
    copies: FxHashMap<NodeId, NodeId>,
    nodes: FxHashMap<Node, NodeId>,
    lists: FxHashMap<Box<[NodeId]>, Operands>,
}

impl Interner {
    /// Forgets the copied nodes of the draft, which is about to change.
    pub(crate) fn forget_draft(&mut self) {
        self.copies.clear();
    }

    /// Copies a node of a draft and all its descendants. Draft and target share tables, texts and faults.
    pub(crate) fn intern(&mut self, draft: &Code, id: NodeId, into: &mut Code) -> NodeId {
        if let Some(&known) = self.copies.get(&id) {
            return known;
        }
        let parts: SmallVec<[NodeId; 8]> =
            draft.parts(id).into_iter().map(|part| self.intern(draft, part, into)).collect();
        let mark = into.checkpoint();
        let copy = Code::with_parts(draft[id], &parts, into);
        let mut node = into[copy];
        if let Some(list) = node.operands_mut() {
            match self.lists.get(parts.as_slice()) {
                Some(&known) => *list = known,
                None => {
                    self.lists.insert(parts.as_slice().into(), *list);
                }
            }
        }
        let known = *self.nodes.entry(node).or_insert(copy);
        if known == copy {
            into.nodes[copy.0 as usize] = node;
        } else {
            into.truncate_to(mark);
        }
        self.copies.insert(id, known);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Interner, Node};
    use boardwright_game::ids::LocationId;

    #[test]
    fn equal_code_is_interned_once() {
        let mut draft = Code::default();
        let test =
            |draft: &mut Code, location: u16| draft.add(Node::CellIn { location: LocationId(location), mask: 1 });
        let all = |draft: &mut Code, locations: [u16; 2]| {
            let tests = locations.map(|location| test(draft, location));
            let list = draft.add_operands(&tests);
            draft.add(Node::All(list))
        };
        let roots = [[1, 2], [1, 2], [2, 1]].map(|locations| all(&mut draft, locations));
        let mut other = Code::default();
        let later = all(&mut other, [2, 1]);
        let (mut interner, mut code) = (Interner::default(), Code::default());
        let [first, same, turned] = roots.map(|root| interner.intern(&draft, root, &mut code));
        interner.forget_draft();
        let again = interner.intern(&other, later, &mut code);
        assert_eq!((same, again), (first, turned));
        assert_ne!(first, turned);
        assert_eq!(code.checkpoint(), (4, 4), "two tests and two lists of them");
        for (taken, root) in [(first, roots[0]), (turned, roots[2])] {
            let mut copy = Code::default();
            let copied = draft.copy(root, &mut copy);
            let tests = |code: &Code, id| code.parts(id).into_iter().map(|part| code[part]).collect::<Vec<_>>();
            assert_eq!(tests(&code, taken), tests(&copy, copied));
        }
    }
}
