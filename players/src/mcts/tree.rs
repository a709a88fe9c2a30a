//! The tree that playouts grow: what is known of positions, shared by all threads without locks. It makes no moves.
//!
//! Children of a position lie side by side in one piece of memory, made once. Their counts are atomic; a single thread
//! reads and writes them as it would plain numbers.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU8, AtomicU32, AtomicUsize, Ordering::Relaxed};

use boardwright_engine::ids::Player;

use super::amaf::Table;
use super::proof::Proof;

/// 1 in the whole numbers in which values are added up.
pub(super) const ONE: i64 = 1 << 20;

/// A move and the position that it leads to.
#[derive(Debug)]
pub(super) struct Child<M> {
    /// What playouts were worth to the player who made the move.
    sum: AtomicI64,
    visits: AtomicU32,
    /// How the game ends from here on, as [`Proof`] packs it; 0 while that is not known.
    proof: AtomicU32,
    pub mv: M,
    /// Whose turn it is here; 0 until the moves are known.
    mover: AtomicU8,
    below: OnceLock<Box<[Child<M>]>>,
    /// What only some ways of choosing ask for.
    pub extra: Option<Box<Extra>>,
}

/// What only some ways of choosing ask for.
#[derive(Debug, Default)]
pub(super) struct Extra {
    /// What a heuristic makes of the position, for the player who made the move.
    pub prior: f32,
    /// The same where it was looked at further, as the bits of a number.
    minimax: AtomicU32,
    /// Which move it is, where moves of different positions are compared.
    pub code: u32,
    /// How playouts from here on went that had a move in them.
    pub table: OnceLock<Table>,
}

impl Extra {
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

impl<M> Child<M> {
    pub fn new(mv: M, extra: Option<Box<Extra>>) -> Self {
        Self {
            sum: AtomicI64::new(0),
            visits: AtomicU32::new(0),
            proof: AtomicU32::new(0),
            mv,
            mover: AtomicU8::new(0),
            below: OnceLock::new(),
            extra,
        }
    }

    #[inline]
    pub fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// The mean of what it was worth to the player who made the move; `None` without a visit.
    pub fn mean(&self) -> Option<f64> {
        let visits = self.visits();
        (visits > 0).then(|| self.sum.load(Relaxed) as f64 / ONE as f64 / f64::from(visits))
    }

    /// The sum of what it was worth, in parts of [`ONE`].
    #[inline]
    pub fn sum(&self) -> i64 {
        self.sum.load(Relaxed)
    }

    #[inline]
    pub fn proof(&self) -> Option<Proof> {
        Proof::unpack(self.proof.load(Relaxed))
    }

    pub fn prove(&self, proof: Proof) {
        self.proof.store(proof.pack(), Relaxed);
    }

    /// Whose turn it is and what can be done, once it is known.
    #[inline]
    pub fn below(&self) -> Option<(Player, &[Self])> {
        let children = self.below.get()?;
        Some((Player::new(usize::from(self.mover.load(Relaxed)))?, children))
    }

    /// Makes known whose turn it is and what can be done. What another thread has made known stays.
    pub fn grow(&self, mover: Player, children: Box<[Self]>) -> bool {
        self.mover.store(mover.number() as u8, Relaxed);
        self.below.set(children).is_ok()
    }

    /// A thread goes this way: until it is back, the others count a loss.
    #[inline]
    pub fn enter<const SHARED: bool>(&self) {
        if SHARED {
            self.visits.fetch_add(1, Relaxed);
            self.sum.fetch_sub(ONE, Relaxed);
        }
    }

    /// It is back, with a value.
    #[inline]
    pub fn leave<const SHARED: bool>(&self, value: i64) {
        if SHARED {
            self.sum.fetch_add(value + ONE, Relaxed);
        } else {
            self.visits.store(self.visits() + 1, Relaxed);
            self.sum.store(self.sum() + value, Relaxed);
        }
    }
}

impl<M> Drop for Child<M> {
    /// Trees can be deeper than a stack of calls, so what lies below is taken apart here, level by level.
    fn drop(&mut self) {
        let mut rest: Vec<Box<[Self]>> = self.below.take().into_iter().collect();
        while let Some(mut children) = rest.pop() {
            rest.extend(children.iter_mut().filter_map(|child| child.below.take()));
        }
    }
}

/// The tree from the position in which it was asked on.
#[derive(Debug)]
pub(super) struct Tree<M> {
    /// The position, by a move that means nothing.
    pub root: Child<M>,
    /// What all of it takes.
    bytes: AtomicUsize,
    /// What it may take.
    most: usize,
}

impl<M: Copy> Tree<M> {
    /// Nothing but a position, with room for some bytes; `mv` means nothing.
    pub fn new(mv: M, extra: Option<Box<Extra>>, most: usize) -> Self {
        Self { root: Child::new(mv, extra), bytes: AtomicUsize::new(0), most }
    }

    /// Whether there is room for more.
    #[inline]
    pub fn has_room(&self) -> bool {
        self.bytes.load(Relaxed) < self.most
    }

    /// Notes that it has grown.
    pub fn takes(&self, bytes: usize) {
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// What so many children take, the way in which memory is given included.
    pub fn room_of(children: &[Child<M>]) -> usize {
        let extra = children.first().is_some_and(|child| child.extra.is_some());
        let each = size_of::<Child<M>>() + if extra { size_of::<Extra>() + OVERHEAD } else { 0 };
        OVERHEAD + children.len() * each
    }

    /// The tree from the position on to which these moves lead, by their places; the rest is given back.
    pub fn advance(mut self, path: &[usize]) -> Option<Self> {
        let mut child = &mut self.root;
        for &index in path {
            child = child.below.get_mut()?.get_mut(index)?;
        }
        let root = Child {
            sum: AtomicI64::new(child.sum()),
            visits: AtomicU32::new(child.visits()),
            proof: AtomicU32::new(child.proof.load(Relaxed)),
            mover: AtomicU8::new(child.mover.load(Relaxed)),
            below: std::mem::take(&mut child.below),
            extra: child.extra.take(),
            mv: child.mv,
        };
        let tree = Self { root, bytes: AtomicUsize::new(0), most: self.most };
        drop(self);
        let mut bytes = 0;
        let mut rest: Vec<&[Child<M>]> = tree.root.below.get().map(|children| &**children).into_iter().collect();
        while let Some(children) = rest.pop() {
            bytes += Self::room_of(children) + children.iter().map(table_bytes).sum::<usize>();
            rest.extend(children.iter().filter_map(|child| child.below.get()).map(|children| &**children));
        }
        tree.takes(bytes);
        Some(tree)
    }
}

/// What the table of a child takes.
fn table_bytes<M>(child: &Child<M>) -> usize {
    child.extra.as_ref().and_then(|extra| extra.table.get()).map_or(0, Table::bytes)
}

/// What giving memory takes beside the memory given: a guess.
const OVERHEAD: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn children(count: u32) -> Box<[Child<u32>]> {
        (0..count).map(|mv| Child::new(mv, None)).collect()
    }

    #[test]
    fn values_are_means_and_threads_on_the_way_are_losses() {
        let child = Child::new(0, None);
        assert_eq!((child.visits(), child.mean()), (0, None));
        child.leave::<false>(ONE);
        child.leave::<false>(0);
        assert_eq!((child.visits(), child.mean()), (2, Some(0.5)));
        child.enter::<true>();
        assert_eq!((child.visits(), child.mean()), (3, Some(0.0)));
        child.leave::<true>(ONE);
        assert_eq!((child.visits(), child.mean()), (3, Some(2.0 / 3.0)));
    }

    #[test]
    fn what_is_left_behind_is_given_back() {
        let mut tree = Tree::new(0, None, 1 << 20);
        let below = |child: &Child<u32>, count| {
            let children = children(count);
            let bytes = Tree::room_of(&children);
            assert!(child.grow(Player::FIRST, children));
            bytes
        };
        let all = below(&tree.root, 3);
        let (_, first) = tree.root.below().expect("it has grown");
        let kept = below(&first[1], 2);
        tree.takes(all + kept);
        assert!(!first[1].grow(Player::FIRST, children(7)), "what is known stays");
        first[1].leave::<false>(ONE);
        tree = tree.advance(&[1]).expect("it is there");
        assert_eq!(tree.bytes.load(Relaxed), kept);
        assert_eq!((tree.root.mv, tree.root.visits()), (1, 1));
        assert_eq!(tree.root.below().map(|(player, children)| (player, children.len())), Some((Player::FIRST, 2)));
        assert!(tree.advance(&[1, 0]).is_none());
    }

    #[test]
    fn a_tree_can_be_deeper_than_a_stack() {
        let tree = Tree::new(0, None, 1 << 30);
        let mut at = &tree.root;
        for _ in 0..200_000 {
            at.grow(Player::FIRST, children(1));
            at = &at.below().expect("it has grown").1[0];
        }
        drop(tree);
    }
}
