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
