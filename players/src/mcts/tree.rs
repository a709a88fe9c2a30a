//! Search tree with statistics of the nodes, shared by all threads without locks. It makes no moves.
//!
//! The children of a position are one allocation, which is made once. Their counts are atomic; a single thread reads
//! and writes them like plain numbers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use boardwright_game::ids::Player;

use super::amaf::AmafTable;
use super::proof::ProvenOutcome;

/// Fixed-point unit of the summed values.
pub(super) const ONE: i64 = 1 << 20;

/// A node: a move with the statistics of the position that it leads to.
#[derive(Debug)]
pub(super) struct Node<M> {
    /// Sum of the values of playouts for the player who made the move.
    sum: AtomicI64,
    visits: AtomicU32,
    /// Proven result of the position, as packed by [`ProvenOutcome`]; 0 while it is unknown.
    proof: AtomicU32,
    pub mv: M,
    /// Number of the player to move; 0 until the node is expanded.
    mover: AtomicU8,
    children: OnceLock<Box<[Node<M>]>>,
    /// Data that only optional techniques use.
    pub extra: Option<Box<NodeExtra>>,
}

/// Node data that only optional techniques use.
#[derive(Debug, Default)]
pub(super) struct NodeExtra {
    /// Heuristic value of the position for the player who made the move.
    pub prior: f32,
    /// Implicit minimax value, backed up from the heuristic values below, as the bits of a float.
    minimax: AtomicU32,
    /// Code of the move, for comparing moves of different positions.
    pub code: u32,
    /// AMAF statistics of the playouts from this node.
    pub table: OnceLock<AmafTable>,
}

impl NodeExtra {
    pub fn new(prior: f32, code: u32) -> Self {
        Self { prior, minimax: AtomicU32::new(prior.to_bits()), code, table: OnceLock::new() }
    }

    pub fn minimax(&self) -> f32 {
        f32::from_bits(self.minimax.load(Relaxed))
    }

    pub fn set_minimax(&self, value: f32) {
        self.minimax.store(value.to_bits(), Relaxed);
    }
}

impl<M> Node<M> {
    pub fn new(mv: M, extra: Option<Box<NodeExtra>>) -> Self {
        Self {
            sum: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            proof: AtomicU32::new(0),
            mv,
            mover: AtomicU8::new(0),
            children: OnceLock::new(),
            extra,
        }
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Mean value for the player who made the move; `None` without a visit.
    pub fn mean(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| self.sum.load(Relaxed) as f64 / ONE as f64 / f64::from(visits))
    }

    /// Sum of the values, in units of 1/[`ONE`].
    #[inline]
    pub fn sum(&self) -> i64 {
        self.sum.load(Relaxed)
    }

    #[inline]
    pub fn proof(&self) -> Option<ProvenOutcome> {
        ProvenOutcome::unpack(self.proof.load(Relaxed))
    }

    pub fn set_proof(&self, proof: ProvenOutcome) {
        self.proof.store(proof.pack(), Relaxed);
    }

    /// The player to move and the children, if the node is expanded.
    #[inline]
    pub fn children(&self) -> Option<(Player, &[Self])> {
        let children = self.children.get()?;
        Some((Player::new(usize::from(self.mover.load(Relaxed)))?, children))
    }

    /// Expands the node. Returns `false` if another thread has expanded it before; its children stay.
    pub fn expand(&self, mover: Player, children: Box<[Self]>) -> bool {
        self.mover.store(mover.number() as u8, Relaxed);
        self.children.set(children).is_ok()
    }

    /// Adds a virtual loss: until this thread returns, the visit counts as a loss for the other threads.
    #[inline]
    pub fn add_virtual_loss<const SHARED: bool>(&self) {
        if SHARED {
            self.visits.fetch_add(1, Relaxed);
            self.sum.fetch_sub(ONE, Relaxed);
        }
    }

    /// Backs up a value and removes the virtual loss.
    #[inline]
    pub fn back_up<const SHARED: bool>(&self, value: i64) {
        if SHARED {
            self.sum.fetch_add(value + ONE, Relaxed);
        } else {
            self.visits.store(self.visits() + 1, Relaxed);
            self.sum.store(self.sum() + value, Relaxed);
        }
    }
}

impl<M> Drop for Node<M> {
    /// Frees the descendants level by level: trees can be too deep for the recursive drop.
    fn drop(&mut self) {
        let mut rest: Vec<Box<[Self]>> = self.children.take().into_iter().collect();
        while let Some(mut children) = rest.pop() {
            rest.extend(children.iter_mut().filter_map(|child| child.children.take()));
        }
    }
}

/// The search tree of a position.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// Root node. Its move has no meaning.
    pub root: Node<M>,
    /// Estimated memory of the tree in bytes.
    bytes: AtomicUsize,
    /// Maximum memory in bytes.
    max_bytes: usize,
}

impl<M: Copy> Tree<M> {
    /// A tree of a root only, with at most `max_bytes` bytes. The move `mv` has no meaning.
    pub fn new(mv: M, extra: Option<Box<NodeExtra>>, max_bytes: usize) -> Self {
        Self { root: Node::new(mv, extra), bytes: AtomicUsize::new(0), max_bytes }
    }

    /// `true` if the memory limit allows more nodes.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.bytes.load(Relaxed) < self.max_bytes
    }

    /// Adds to the estimated memory.
    pub fn add_bytes(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// Estimated memory of these children in bytes, including the overhead of their allocation.
    pub fn bytes_of(children: &[Node<M>]) -> usize {
        let extra = children.first().is_some_and(|child| child.extra.is_some());
        let each = size_of::<Node<M>>() + if extra { size_of::<NodeExtra>() + OVERHEAD } else { 0 };
        OVERHEAD + children.len() * each
    }

    /// The subtree at the end of a path of child indices; the rest is freed.
    pub fn advance(mut self, path: &[usize]) -> Option<Self> {
        let mut child = &mut self.root;
        for &index in path {
            child = child.children.get_mut()?.get_mut(index)?;
        }
        let root = Node {
            sum: AtomicI64::new(child.sum()),
            visits: AtomicU32::new(child.visits()),
            proof: AtomicU32::new(child.proof.load(Relaxed)),
            mover: AtomicU8::new(child.mover.load(Relaxed)),
            children: std::mem::take(&mut child.children),
            extra: child.extra.take(),
            mv: child.mv,
        };
        let tree = Self { root, bytes: AtomicUsize::new(0), max_bytes: self.max_bytes };
        drop(self);
        let mut bytes = 0;
        let mut rest: Vec<&[Node<M>]> = tree.root.children.get().map(|children| &**children).into_iter().collect();
        while let Some(children) = rest.pop() {
            bytes += Self::bytes_of(children) + children.iter().map(table_bytes).sum::<usize>();
            rest.extend(children.iter().filter_map(|child| child.children.get()).map(|children| &**children));
        }
        tree.add_bytes(bytes);
        Some(tree)
    }
}

/// Memory of the AMAF statistics of a child in bytes.
fn table_bytes<M>(child: &Node<M>) -> usize {
    child.extra.as_ref().and_then(|extra| extra.table.get()).map_or(0, AmafTable::bytes)
}

/// Estimated overhead of an allocation in bytes.
const OVERHEAD: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn children(count: u32) -> Box<[Node<u32>]> {
        (0..count).map(|mv| Node::new(mv, None)).collect()
    }

    #[test]
    fn values_are_means_with_virtual_losses() {
        let child = Node::new(0, None);
        assert_eq!((child.visits(), child.mean()), (0, None));
        child.back_up::<false>(ONE);
        child.back_up::<false>(0);
        assert_eq!((child.visits(), child.mean()), (2, Some(0.5)));
        child.add_virtual_loss::<true>();
        assert_eq!((child.visits(), child.mean()), (3, Some(0.0)));
        child.back_up::<true>(ONE);
        assert_eq!((child.visits(), child.mean()), (3, Some(2.0 / 3.0)));
    }

    #[test]
    fn advancing_frees_the_rest_of_the_tree() {
        let mut tree = Tree::new(0, None, 1 << 20);
        let below = |child: &Node<u32>, count| {
            let children = children(count);
            let bytes = Tree::bytes_of(&children);
            assert!(child.expand(Player::FIRST, children));
            bytes
        };
        let all = below(&tree.root, 3);
        let (_, first) = tree.root.children().expect("it has grown");
        let kept = below(&first[1], 2);
        tree.add_bytes(all + kept);
        assert!(!first[1].expand(Player::FIRST, children(7)), "what is known stays");
        first[1].back_up::<false>(ONE);
        tree = tree.advance(&[1]).expect("it is there");
        assert_eq!(tree.bytes.load(Relaxed), kept);
        assert_eq!((tree.root.mv, tree.root.visits()), (1, 1));
        assert_eq!(tree.root.children().map(|(player, children)| (player, children.len())), Some((Player::FIRST, 2)));
        assert!(tree.advance(&[1, 0]).is_none());
    }

    #[test]
    fn a_tree_can_be_deeper_than_a_stack() {
        let tree = Tree::new(0, None, 1 << 30);
        let mut at = &tree.root;
        for _ in 0..200_000 {
            at.expand(Player::FIRST, children(1));
            at = &at.children().expect("it has grown").1[0];
        }
        drop(tree);
    }
}
