//! Parallel perft with a transposition table.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{CALLBACK_INTERVAL, PerftCount, PerftError, ProgressCallback};
use crate::game::Game;

/// Resources of a perft count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerftOptions {
    /// Number of threads, at least one.
    pub threads: usize,
    /// Total size of the tables of all threads in bytes; 0 for no table.
    pub table_bytes: usize,
}

/// Number of parts of the work per thread; parts differ much in size.
const PARTS_PER_THREAD: usize = 32;

/// Counts like [`perft`](super::perft) by moves, with a transposition table: the counts below a position are stored by
/// remaining depth and reused when the position occurs again. Positions with equal 64-bit keys are considered equal.
///
/// # Errors
/// [`PerftError::HistoryDependent`] if a table is requested for a game that is history dependent.
///
/// # Panics
/// If the game panics.
pub fn perft_parallel<G>(
    game: &G,
    start: &G::State,
    depth: u32,
    options: PerftOptions,
    watch: &mut ProgressCallback<'_>,
) -> Result<PerftCount, PerftError>
where
    G: Game + Sync,
    G::State: Send + Sync,
{
    if options.table_bytes > 0 && game.is_history_dependent() {
        return Err(PerftError::HistoryDependent);
    }
    let mut total = PerftCount::zero(game.players());
    if depth == 0 {
        total.add_leaf(game.outcome(start)?);
        return Ok(total);
    }
    let threads = options.threads.max(1);
    let (parts, remaining_depth) = if threads == 1 {
        (vec![start.clone()], depth)
    } else {
        split_into_parts(game, start, depth, threads * PARTS_PER_THREAD)?
    };
    let shared = Shared {
        game,
        parts: &parts,
        remaining_depth,
        next_part: AtomicUsize::new(0),
        stopped: AtomicBool::new(false),
    };
    let table = || CountTable::new(options.table_bytes / threads, game.players());
    let counts = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|_| scope.spawn(|| shared.count_parts(table(), &mut |_| ControlFlow::Continue(()))))
            .collect();
        let mut counts = vec![shared.count_parts(table(), watch)];
        counts.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))),
        );
        counts
    });
    // An error of one thread stops the others; report the original error.
    let is_original =
        |count: &Result<PerftCount, PerftError>| matches!(count, Err(error) if *error != PerftError::Stopped);
    if let Some(Err(error)) = counts.iter().find(|count| is_original(count)) {
        return Err(error.clone());
    }
    for count in counts {
        total.add(&count?);
    }
    Ok(total)
}

/// Expands the tree until there are at least `min_parts` positions; returns them and the remaining depth. Lines that end
/// earlier are not included.
fn split_into_parts<G: Game>(
    game: &G,
    start: &G::State,
    depth: u32,
    min_parts: usize,
) -> Result<(Vec<G::State>, u32), PerftError> {
    let (mut parts, mut remaining_depth) = (vec![start.clone()], depth);
    let mut moves = Vec::new();
    while remaining_depth > 1 && !parts.is_empty() && parts.len() < min_parts {
        let mut next = Vec::new();
        for state in &parts {
            game.legal_moves(state, &mut moves)?;
            for &mv in &moves {
                let mut state = state.clone();
                game.apply(&mut state, mv)?;
                next.push(state);
            }
        }
        (parts, remaining_depth) = (next, remaining_depth - 1);
    }
    Ok((parts, remaining_depth))
}

/// State shared by all threads.
struct Shared<'a, G: Game> {
    game: &'a G,
    parts: &'a [G::State],
    remaining_depth: u32,
    next_part: AtomicUsize,
    stopped: AtomicBool,
}

impl<G: Game> Shared<'_, G> {
    /// Counts one part after another until none is left.
    fn count_parts(
        &self,
        table: Option<CountTable>,
        watch: &mut ProgressCallback<'_>,
    ) -> Result<PerftCount, PerftError> {
        let mut total = PerftCount::zero(self.game.players());
        let mut walk = ThreadWalker { shared: self, table, levels: Vec::new(), moves_made: 0, watch };
        while let Some(part) = self.parts.get(self.next_part.fetch_add(1, Ordering::Relaxed)) {
            walk.set_position(0, part);
            let turn = self.game.legal_moves(part, &mut walk.levels[0].1);
            let counted = turn.map_err(PerftError::from).and_then(|_| walk.count(0, self.remaining_depth, &mut total));
            if let Err(error) = counted {
                self.stopped.store(true, Ordering::Relaxed);
                return Err(error);
            }
        }
        Ok(total)
    }
}

/// Depth-first walk of one thread.
struct ThreadWalker<'a, 'w, G: Game> {
    shared: &'a Shared<'a, G>,
    table: Option<CountTable>,
    /// Position and moves by depth. The buffers are reused, so nothing is allocated per node.
    levels: Vec<(G::State, Vec<G::Move>)>,
    moves_made: u64,
    watch: &'a mut ProgressCallback<'w>,
}

impl<G: Game> ThreadWalker<'_, '_, G> {
    fn set_position(&mut self, depth: usize, state: &G::State) {
        match self.levels.get_mut(depth) {
            Some((position, _)) => position.clone_from(state),
            None => self.levels.push((state.clone(), Vec::new())),
        }
    }

    /// Adds the number of lines of `remaining_depth` moves below the position at `depth`, whose moves are listed.
    fn count(&mut self, depth: usize, remaining_depth: u32, total: &mut PerftCount) -> Result<(), PerftError> {
        let game = self.shared.game;
        if remaining_depth == 1 {
            return self.count_leaves(depth, total);
        }
        let tag = self.table.is_some().then(|| CountTable::tag(game.key(&self.levels[depth].0), remaining_depth));
        if let (Some(table), Some(tag)) = (&self.table, tag)
            && table.add_stored(tag, total)
        {
            return Ok(());
        }
        let mut below = PerftCount::zero(game.players());
        for index in 0..self.levels[depth].1.len() {
            self.make(depth, index)?;
            let (state, moves) = &mut self.levels[depth + 1];
            if game.legal_moves(state, moves)?.outcome().is_none() {
                self.count(depth + 1, remaining_depth - 1, &mut below)?;
            }
        }
        total.add(&below);
        if let (Some(table), Some(tag)) = (&mut self.table, tag) {
            table.store(tag, &below);
        }
        Ok(())
    }

    fn count_leaves(&mut self, depth: usize, total: &mut PerftCount) -> Result<(), PerftError> {
        for index in 0..self.levels[depth].1.len() {
            self.make(depth, index)?;
            total.add_leaf(self.shared.game.outcome(&self.levels[depth + 1].0)?);
        }
        Ok(())
    }

    /// Makes a move of the position at `depth`; the successor is stored at the next depth.
    fn make(&mut self, depth: usize, index: usize) -> Result<(), PerftError> {
        if self.levels.len() == depth + 1 {
            let state = self.levels[depth].0.clone();
            self.levels.push((state, Vec::new()));
        }
        let (above, below) = self.levels.split_at_mut(depth + 1);
        let ((parent, moves), (child, _)) = (&above[depth], &mut below[0]);
        child.clone_from(parent);
        self.shared.game.apply(child, moves[index])?;
        self.moves_made += 1;
        let is_due = self.moves_made.is_multiple_of(CALLBACK_INTERVAL);
        if is_due && (self.shared.stopped.load(Ordering::Relaxed) || (self.watch)(self.moves_made).is_break()) {
            return Err(PerftError::Stopped);
        }
        Ok(())
    }
}

/// Transposition table of perft counts, direct-mapped, always replacing.
struct CountTable {
    /// Rows of a tag, the number of lines, and the numbers of finished lines by winner. An empty row has the tag 0.
    rows: Vec<u64>,
    /// Number of words per row.
    width: usize,
}

impl CountTable {
    /// Creates a table of at most `bytes` bytes; `None` if that is less than a row.
    fn new(bytes: usize, players: usize) -> Option<Self> {
        let width = players + 3;
        let count = bytes / (8 * width);
        (count > 0).then(|| Self { rows: vec![0; count * width], width })
    }

    /// Tag of a position with `remaining_depth` moves remaining.
    fn tag(key: u64, remaining_depth: u32) -> u64 {
        // Multiplication by an odd factor is a bijection, and remaining depths are small.
        (key ^ u64::from(remaining_depth)).wrapping_mul(0x9e37_79b9_7f4a_7c15).max(1)
    }

    /// Start of the row of a tag: the upper half of the product of tag and number of rows.
    fn row_start(&self, tag: u64) -> usize {
        let count = (self.rows.len() / self.width) as u128;
        ((u128::from(tag) * count) >> 64) as usize * self.width
    }

    /// Adds the stored counts; returns `false` if the tag is not stored.
    fn add_stored(&self, tag: u64, total: &mut PerftCount) -> bool {
        let row = &self.rows[self.row_start(tag)..][..self.width];
        if row[0] != tag {
            return false;
        }
        total.nodes += row[1];
        for (sum, ended) in total.finished.iter_mut().zip(&row[2..]) {
            *sum += ended;
        }
        true
    }

    fn store(&mut self, tag: u64, count: &PerftCount) {
        let start = self.row_start(tag);
        let row = &mut self.rows[start..][..self.width];
        (row[0], row[1]) = (tag, count.nodes);
        row[2..].copy_from_slice(&count.finished);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{DepthUnit, perft};
    use crate::sample::Heap;

    fn parallel_count(game: &Heap, depth: u32, threads: usize, table_bytes: usize) -> Result<PerftCount, PerftError> {
        let options = PerftOptions { threads, table_bytes };
        perft_parallel(game, &game.initial_state(), depth, options, &mut |_| ControlFlow::Continue(()))
    }

    #[test]
    fn parallel_and_serial_counts_agree() {
        let game = Heap { extra_turn_after_two: true, has_coin: true, ..Heap::with_size(14) };
        for depth in 0..16 {
            let serial =
                perft(&game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
            for threads in 1..=3 {
                assert_eq!(parallel_count(&game, depth, threads, 0), serial, "depth {depth}, {threads} threads");
            }
        }
    }

    #[test]
    fn a_table_of_any_size_counts_the_same() {
        // Keys of this game differ for every position.
        let game = Heap { has_unique_keys: true, ..Heap::with_size(24) };
        for depth in [7, 15, 24] {
            let serial =
                perft(&game, &game.initial_state(), depth, DepthUnit::Moves, &mut |_| ControlFlow::Continue(()));
            for bytes in [40, 400, 1 << 20] {
                for threads in 1..=2 {
                    assert_eq!(parallel_count(&game, depth, threads, bytes), serial, "depth {depth}, {bytes} bytes");
                }
            }
        }
    }

    #[test]
    fn a_table_is_refused_for_history_dependent_games() {
        let game = Heap { is_history_dependent: true, ..Heap::with_size(4) };
        assert_eq!(parallel_count(&game, 3, 1, 1 << 10), Err(PerftError::HistoryDependent));
        assert_eq!(parallel_count(&game, 3, 1, 0).map(|count| count.nodes), Ok(4));
    }

    #[test]
    fn faults_of_any_thread_are_returned() {
        let game = Heap { has_fault: true, ..Heap::with_size(12) };
        for threads in 1..=2 {
            assert!(matches!(parallel_count(&game, 12, threads, 0), Err(PerftError::Fault(_))));
        }
    }

    #[test]
    fn the_callback_stops_all_threads() {
        let game = Heap::with_size(60);
        let options = PerftOptions { threads: 2, table_bytes: 0 };
        let stopped = perft_parallel(&game, &game.initial_state(), 40, options, &mut |_| ControlFlow::Break(()));
        assert_eq!(stopped, Err(PerftError::Stopped));
    }
}
