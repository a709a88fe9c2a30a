//! Taking code over into the list of a game, every distinct node once. What moves ask for and do differs in little from move to
//! move, so most nodes are there already.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::code::{Code, Node, NodeId, Operands};

/// What has been taken over into one list.
#[derive(Debug, Default)]
pub(super) struct Interner {
    /// By node of the draft that is being taken over.
    copied: FxHashMap<NodeId, NodeId>,
    nodes: FxHashMap<Node, NodeId>,
    lists: FxHashMap<Box<[NodeId]>, Operands>,
}

impl Interner {
    /// The draft is about to change.
    pub(super) fn forget_draft(&mut self) {
        self.copied.clear();
    }

    /// Takes a node of a draft over, with all below it. The tables, texts and faults of both lists are the same.
    pub(super) fn take(&mut self, draft: &Code, id: NodeId, into: &mut Code) -> NodeId {
        if let Some(&known) = self.copied.get(&id) {
            return known;
        }
        let parts: SmallVec<[NodeId; 8]> =
            draft.parts(id).into_iter().map(|part| self.take(draft, part, into)).collect();
        let mark = into.mark();
        let copy = Code::with_parts(draft[id], &parts, into);
        let mut node = into[copy];
        if let Some(list) = node.list_mut() {
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
            into.drop_since(mark);
        }
        self.copied.insert(id, known);
        known
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Interner, Node};
    use crate::ids::LocationId;

    #[test]
    fn equal_code_is_kept_once_and_other_code_apart() {
        let mut draft = Code::default();
        let test =
            |draft: &mut Code, location: u16| draft.add(Node::CellIn { location: LocationId(location), mask: 1 });
        let all = |draft: &mut Code, locations: [u16; 2]| {
            let tests = locations.map(|location| test(draft, location));
            let list = draft.list(&tests);
            draft.add(Node::All(list))
        };
        let roots = [[1, 2], [1, 2], [2, 1]].map(|locations| all(&mut draft, locations));
        let mut other = Code::default();
        let later = all(&mut other, [2, 1]);
        let (mut interner, mut code) = (Interner::default(), Code::default());
        let [first, same, turned] = roots.map(|root| interner.take(&draft, root, &mut code));
        interner.forget_draft();
        let again = interner.take(&other, later, &mut code);
        assert_eq!((same, again), (first, turned));
        assert_ne!(first, turned);
        assert_eq!(code.mark(), (4, 4), "two tests and two lists of them");
        for (taken, root) in [(first, roots[0]), (turned, roots[2])] {
            let mut copy = Code::default();
            let copied = draft.copy(root, &mut copy);
            let tests = |code: &Code, id| code.parts(id).into_iter().map(|part| code[part]).collect::<Vec<_>>();
            assert_eq!(tests(&code, taken), tests(&copy, copied));
        }
    }
}
