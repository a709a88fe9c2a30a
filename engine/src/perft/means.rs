//! Counting lines of play with more means: a table of what lies below positions, and several threads.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Count, PATIENCE, PerftError, Watch};
use crate::game::Game;

/// What is spent on counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Means {
    /// Threads, at least one.
    pub threads: usize,
    /// Bytes of the tables of all threads; 0 for none.
    pub table_bytes: usize,
}

/// Parts into which the lines are divided, for each thread: some are much larger than others.
const PARTS: usize = 32;

/// As [`perft`](super::perft) counts by moves, with a transposition table: what lies so deep below a position is counted once and
/// added again where the position comes back. Positions are taken for equal if their 64-bit keys are.
///
/// # Errors
/// [`PerftError::Remembers`] for a table in a game in which more than the position counts.
///
/// # Panics
/// If the game does.
pub fn perft_by<G>(
    game: &G,
    start: &G::State,
    depth: u32,
    means: Means,
    watch: &mut Watch<'_>,
) -> Result<Count, PerftError>
where
    G: Game + Sync,
    G::State: Send + Sync,
{
    if means.table_bytes > 0 && game.remembers() {
        return Err(PerftError::Remembers);
    }
    let mut total = Count::none(game.players());
    if depth == 0 {
        total.leaf(game.outcome(start)?);
        return Ok(total);
    }
    let threads = means.threads.max(1);
    let (parts, left) =
        if threads == 1 { (vec![start.clone()], depth) } else { parts(game, start, depth, threads * PARTS)? };
    let shared = Shared { game, parts: &parts, left, taken: AtomicUsize::new(0), stopped: AtomicBool::new(false) };
    let table = || Table::new(means.table_bytes / threads, game.players());
    let counts = std::thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|_| scope.spawn(|| shared.work(table(), &mut |_| ControlFlow::Continue(())))).collect();
        let mut counts = vec![shared.work(table(), watch)];
        counts.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        counts
    });
    // That others were stopped says less than why.
    let told = |count: &Result<Count, PerftError>| matches!(count, Err(error) if *error != PerftError::Stopped);
    if let Some(Err(error)) = counts.iter().find(|count| told(count)) {
        return Err(error.clone());
    }
    for count in counts {
        total.add(&count?);
    }
    Ok(total)
}

/// Positions so many moves deep that there are at least `wanted`, and how many moves are left below them. Lines that end before
/// are not among them.
fn parts<G: Game>(game: &G, start: &G::State, depth: u32, wanted: usize) -> Result<(Vec<G::State>, u32), PerftError> {
    let (mut parts, mut left) = (vec![start.clone()], depth);
    let mut moves = Vec::new();
    while left > 1 && !parts.is_empty() && parts.len() < wanted {
        let mut next = Vec::new();
        for state in &parts {
            game.turn(state, &mut moves)?;
            for &mv in &moves {
                let mut state = state.clone();
                game.apply(&mut state, mv)?;
                next.push(state);
            }
        }
        (parts, left) = (next, left - 1);
    }
    Ok((parts, left))
}

/// What all threads know.
struct Shared<'a, G: Game> {
    game: &'a G,
    parts: &'a [G::State],
    left: u32,
    taken: AtomicUsize,
    stopped: AtomicBool,
}

impl<G: Game> Shared<'_, G> {
    /// Counts one part after another until none is left.
    fn work(&self, table: Option<Table>, watch: &mut Watch<'_>) -> Result<Count, PerftError> {
        let mut total = Count::none(self.game.players());
        let mut walk = Walk { shared: self, table, rooms: Vec::new(), made: 0, watch };
        while let Some(part) = self.parts.get(self.taken.fetch_add(1, Ordering::Relaxed)) {
            walk.room(0, part);
            let turn = self.game.turn(part, &mut walk.rooms[0].1);
            let counted = turn.map_err(PerftError::from).and_then(|_| walk.count(0, self.left, &mut total));
            if let Err(error) = counted {
                self.stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(total)
    }
}

/// The walk of one thread, depth first.
struct Walk<'a, 'w, G: Game> {
    shared: &'a Shared<'a, G>,
    table: Option<Table>,
    /// By depth: a position and its moves. They are written over, so that nothing is allocated for each.
    rooms: Vec<(G::State, Vec<G::Move>)>,
    made: u64,
    watch: &'a mut Watch<'w>,
}

impl<G: Game> Walk<'_, '_, G> {
    fn room(&mut self, depth: usize, state: &G::State) {
        match self.rooms.get_mut(depth) {
            Some((room, _)) => room.clone_from(state),
            None => self.rooms.push((state.clone(), Vec::new())),
        }
    }

    /// Adds the lines of so many moves below the position at a depth, whose moves are listed.
    fn count(&mut self, depth: usize, left: u32, total: &mut Count) -> Result<(), PerftError> {
        let game = self.shared.game;
        if left == 1 {
            return self.count_leaves(depth, total);
        }
        let tag = self.table.is_some().then(|| Table::tag(game.key(&self.rooms[depth].0), left));
        if let (Some(table), Some(tag)) = (&self.table, tag)
            && table.add(tag, total)
        {
            return Ok(());
        }
        let mut below = Count::none(game.players());
        for index in 0..self.rooms[depth].1.len() {
            self.make(depth, index)?;
            let (state, moves) = &mut self.rooms[depth + 1];
            if game.turn(state, moves)?.outcome().is_none() {
                self.count(depth + 1, left - 1, &mut below)?;
            }
        }
        total.add(&below);
        if let (Some(table), Some(tag)) = (&mut self.table, tag) {
            table.put(tag, &below);
        }
        Ok(())
    }

    fn count_leaves(&mut self, depth: usize, total: &mut Count) -> Result<(), PerftError> {
        for index in 0..self.rooms[depth].1.len() {
            self.make(depth, index)?;
            total.leaf(self.shared.game.outcome(&self.rooms[depth + 1].0)?);
        }
        Ok(())
    }

    /// Makes a move of the position at a depth; what comes of it is at the next depth.
    fn make(&mut self, depth: usize, index: usize) -> Result<(), PerftError> {
        if self.rooms.len() == depth + 1 {
            let state = self.rooms[depth].0.clone();
            self.rooms.push((state, Vec::new()));
        }
        let (above, below) = self.rooms.split_at_mut(depth + 1);
        let ((parent, moves), (child, _)) = (&above[depth], &mut below[0]);
        child.clone_from(parent);
        self.shared.game.apply(child, moves[index])?;
        self.made += 1;
        let look = self.made.is_multiple_of(PATIENCE);
        if look && (self.shared.stopped.load(Ordering::Relaxed) || (self.watch)(self.made).is_break()) {
            return Err(PerftError::Stopped);
        }
        Ok(())
    }
}

/// What lies below positions. Each has one place, where the last one that came stays.
struct Table {
    /// Rows of a tag, the number of lines, and how many of them ended by winner. The tag of an empty row is 0.
    rows: Vec<u64>,
    /// Words of a row.
    width: usize,
}

impl Table {
    /// A table of so many bytes; none if that is less than a row.
    fn new(bytes: usize, players: usize) -> Option<Self> {
        let width = players + 3;
        let count = bytes / (8 * width);
        (count > 0).then(|| Self { rows: vec![0; count * width], width })
    }

    /// What tells a position with so many moves to go from all others.
    fn tag(key: u64, left: u32) -> u64 {
        // An odd factor keeps positions apart, and depths are few.
        (key ^ u64::from(left)).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1)
    }

    /// Where the row of a tag begins: the upper half of the product with the number of rows.
    fn at(&self, tag: u64) -> usize {
        let count = (self.rows.len() / self.width) as u128;
        ((u128::from(tag) * count) >> 64) as usize * self.width
    }

    /// Adds what is known; whether something is.
    fn add(&self, tag: u64, total: &mut Count) -> bool {
        let row = &self.rows[self.at(tag)..][..self.width];
        if row[0] != tag {
            return false;
        }
        total.nodes += row[1];
        for (sum, ended) in total.finished.iter_mut().zip(&row[2..]) {
            *sum += ended;
        }
        true
    }

    fn put(&mut self, tag: u64, count: &Count) {
        let at = self.at(tag);
        let row = &mut self.rows[at..][..self.width];
        (row[0], row[1]) = (tag, count.nodes);
        row[2..].copy_from_slice(&count.finished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{Unit, perft};
    use crate::sample::Heap;

    fn by(game: &Heap, depth: u32, threads: usize, table_bytes: usize) -> Result<Count, PerftError> {
        let means = Means { threads, table_bytes };
        perft_by(game, &game.start(), depth, means, &mut |_| ControlFlow::Continue(()))
    }

    #[test]
    fn all_means_count_the_same() {
        let game = Heap { two_again: true, coin: true, ..Heap::of(14) };
        for depth in 0..16 {
            let plain = perft(&game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(()));
            for threads in 1..=3 {
                assert_eq!(by(&game, depth, threads, 0), plain, "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn a_table_of_any_size_counts_the_same() {
        // Keys of this game differ for every position.
        let game = Heap { keys: true, ..Heap::of(24) };
        for depth in [7, 15, 24] {
            let plain = perft(&game, &game.start(), depth, Unit::Moves, &mut |_| ControlFlow::Continue(()));
            for bytes in [40, 400, 1 << 20] {
                for threads in 1..=2 {
                    assert_eq!(by(&game, depth, threads, bytes), plain, "depth {depth}, {bytes} bytes");
                }
            }
        }
    }

    #[test]
    fn a_table_is_refused_where_more_than_the_position_counts() {
        let game = Heap { remembers: true, ..Heap::of(4) };
        assert_eq!(by(&game, 3, 1, 1 << 10), Err(PerftError::Remembers));
        assert_eq!(by(&game, 3, 1, 0).map(|count| count.nodes), Ok(4));
    }

    #[test]
    fn faults_of_any_thread_are_handed_on() {
        let game = Heap { broken: true, ..Heap::of(12) };
        for threads in 1..=2 {
            assert!(matches!(by(&game, 12, threads, 0), Err(PerftError::Fault(_))));
        }
    }

    #[test]
    fn the_watch_stops_all_threads() {
        let game = Heap::of(60);
        let means = Means { threads: 2, table_bytes: 0 };
        let stopped = perft_by(&game, &game.start(), 40, means, &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(PerftError::Stopped));
    }
}
