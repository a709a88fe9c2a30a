//! Additive pattern databases of sliding puzzles (Culberson and Schaeffer, 1998; Korf and Felner, "Disjoint pattern
//! database heuristics", 2002): the number of moves of some of the pieces that bring them home, whatever the others do.
//! The numbers of disjoint sets add up. The tables are built and looked up here; [`idastar`](super::idastar) searches
//! with them.
//!
//! A table has an entry for each placement of its pieces. The place of the gap is no part of the placement: the entry
//! is the minimum over all its places. The sum is admissible. Sets of one piece each give the Manhattan distance.

use super::partition::partitions;
use super::sliding::{MAX_PLACES, SlidingPuzzle, Tiles};
use super::table::{ByteReader, TableError};
use crate::limits::Limits;

/// Pattern databases of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternDatabases {
    places: usize,
    near: Vec<Vec<u8>>,
    goal: Tiles,
    /// Partitions of the pieces into sets; the estimate is the maximum of their sums.
    pub(super) layers: Vec<Vec<PatternSet>>,
}

/// Pieces of a set, and the table of their distances by placement.
pub(super) type PatternSet = (Vec<u8>, Vec<u8>);

/// Size of pattern databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternSize {
    /// Number of pieces per set.
    pub pieces: usize,
    /// Number of partitions.
    pub layers: usize,
}

/// Number of positions between two readings of the clock.
const CLOCK_INTERVAL: usize = 1 << 12;

/// Entry of placements that cannot reach the goal.
pub(super) const UNREACHABLE: u8 = u8::MAX;

impl PatternDatabases {
    /// Builds the tables, which may take at most `bytes` bytes. `None` if the time limit was reached.
    ///
    /// # Errors
    /// A message with the required memory, if it exceeds `bytes`.
    pub fn new(
        puzzle: &SlidingPuzzle,
        sizes: &[PatternSize],
        bytes: usize,
        limits: &Limits<'_>,
    ) -> Result<Option<Self>, String> {
        let largest = puzzle.places().saturating_sub(1).max(1);
        let mut most: usize = 0;
        for size in sizes {
            let pieces = size.pieces.clamp(1, largest);
            let entries = u32::try_from(pieces).ok().and_then(|pieces| puzzle.places().checked_pow(pieces));
            let sets = (puzzle.places() - 1).div_ceil(pieces) * size.layers;
            // While a table is built, the visited flags and the queue take about eight times its memory.
            let all = entries.and_then(|entries| entries.checked_mul(sets + 8)).unwrap_or(usize::MAX);
            most = most.saturating_add(all);
            if most > bytes {
                return Err(format!(
                    "tables of {pieces} pieces need about {} MiB, more than the memory limit",
                    most >> 20
                ));
            }
        }
        let mut divided = Vec::new();
        for size in sizes {
            if size.pieces.min(largest) == 1 {
                divided.push((1..puzzle.places() as u8).map(|tile| vec![tile]).collect());
            } else {
                let Some(partitions) = partitions(puzzle, size.pieces.min(largest), size.layers, limits) else {
                    return Ok(None);
                };
                divided.extend(partitions);
            }
        }
        Ok(Self::build(puzzle, &divided, limits))
    }

    /// Builds the tables of given sets; `None` if the time limit was reached.
    fn build(puzzle: &SlidingPuzzle, divided: &[Vec<Vec<u8>>], limits: &Limits<'_>) -> Option<Self> {
        let mut layers: Vec<Vec<PatternSet>> = Vec::new();
        for sets in divided {
            let mut layer = Vec::new();
            for tiles in sets {
                let known = layers.iter().flatten().find(|(known, _)| known == tiles).map(|(_, table)| table.clone());
                let table = known.map_or_else(|| build_table(puzzle, tiles, limits), Some)?;
                layer.push((tiles.clone(), table));
            }
            layers.push(layer);
        }
        Some(Self { places: puzzle.places(), near: puzzle.neighbours.clone(), goal: puzzle.goal, layers })
    }

    /// Lower bound of the number of moves to the goal: the maximum of the sums over the partitions; `None` if the goal
    /// is unreachable.
    pub fn estimate(&self, tiles: &Tiles) -> Option<u32> {
        let mut places = [0; MAX_PLACES];
        for at in 0..self.places {
            places[usize::from(tiles[at])] = at;
        }
        let mut most = 0;
        for layer in &self.layers {
            let mut sum = 0;
            for (members, table) in layer {
                let index =
                    members.iter().rev().fold(0, |index, &tile| index * self.places + places[usize::from(tile)]);
                if table[index] == UNREACHABLE {
                    return None;
                }
                sum += u32::from(table[index]);
            }
            most = most.max(sum);
        }
        Some(most)
    }

    fn sets(&self) -> impl Iterator<Item = &PatternSet> {
        self.layers.iter().flatten()
    }

    /// Sizes of the sets as text, such as `5-5-5`.
    pub fn sizes(&self) -> String {
        let sizes = |layer: &Vec<PatternSet>| {
            layer.iter().map(|(tiles, _)| tiles.len().to_string()).collect::<Vec<_>>().join("-")
        };
        self.layers.iter().map(sizes).collect::<Vec<_>>().join(" and ")
    }

    /// Number of entries, without those that place two pieces on one place.
    pub fn entries(&self) -> usize {
        self.sets().map(|(tiles, _)| (0..tiles.len()).map(|index| self.places - index).product::<usize>()).sum()
    }

    /// Appends the tables in their storage format.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(self.places as u8);
        for near in &self.near {
            out.push(near.len() as u8);
            out.extend(near);
        }
        out.extend(&self.goal[..self.places]);
        out.push(self.layers.len() as u8);
        for layer in &self.layers {
            out.push(layer.len() as u8);
            for (tiles, table) in layer {
                out.push(tiles.len() as u8);
                out.extend(tiles);
                let mut spread = PlacementCounter::new(self.places, tiles.len());
                out.extend(table.iter().filter(|_| spread.next_is_placing()));
            }
        }
    }

    /// Reads tables that [`PatternDatabases::write`] wrote for this puzzle.
    ///
    /// # Errors
    /// A [`TableError`] if the bytes are damaged or belong to another puzzle.
    pub fn read(puzzle: &SlidingPuzzle, bytes: &mut ByteReader<'_>) -> Result<Self, TableError> {
        let places = usize::from(bytes.byte()?);
        let mut near = Vec::new();
        for _ in 0..places {
            let count = usize::from(bytes.byte()?);
            near.push(bytes.take(count)?.to_vec());
        }
        let mut goal = [0; MAX_PLACES];
        let stored_goal = bytes.take(places)?;
        if near != puzzle.neighbours || stored_goal != &puzzle.goal[..places] {
            return Err(TableError::Other("it belongs to a puzzle with another board or another goal".to_owned()));
        }
        goal[..places].copy_from_slice(stored_goal);
        let mut layers = Vec::new();
        for _ in 0..bytes.byte()? {
            layers.push(read_layer(places, bytes)?);
        }
        Ok(Self { places, near, goal, layers })
    }
}

fn read_layer(places: usize, bytes: &mut ByteReader<'_>) -> Result<Vec<PatternSet>, TableError> {
    let mut sets = Vec::new();
    let mut left: Vec<u8> = (1..places as u8).collect();
    for _ in 0..bytes.byte()? {
        let count = usize::from(bytes.byte()?);
        let tiles = bytes.take(count)?.to_vec();
        for tile in &tiles {
            // The sets must be disjoint.
            let at = left.iter().position(|other| other == tile).ok_or(TableError::Damaged)?;
            left.remove(at);
        }
        let entries = u32::try_from(count).ok().and_then(|count| places.checked_pow(count));
        let placings = (0..count).map(|index| places - index).product();
        let known = bytes.take(placings)?;
        let mut table = vec![UNREACHABLE; entries.ok_or(TableError::Damaged)?];
        let mut spread = PlacementCounter::new(places, count);
        let slots = table.iter_mut().filter(|_| spread.next_is_placing());
        slots.zip(known).for_each(|(slot, &entry)| *slot = entry);
        sets.push((tiles, table));
    }
    if left.is_empty() { Ok(sets) } else { Err(TableError::Damaged) }
}

/// Counter over the indices of a table in order. It reports whether an index places all pieces on different places.
pub(super) struct PlacementCounter {
    places: u8,
    digits: Vec<u8>,
    begun: bool,
}

impl PlacementCounter {
    pub(super) fn new(places: usize, pieces: usize) -> Self {
        Self { places: places as u8, digits: vec![0; pieces], begun: false }
    }

    pub(super) fn next_is_placing(&mut self) -> bool {
        if self.begun {
            for digit in &mut self.digits {
                *digit += 1;
                if *digit < self.places {
                    break;
                }
                *digit = 0;
            }
        }
        self.begun = true;
        let mut taken = 0_u32;
        self.digits.iter().all(|digit| {
            let free = taken >> digit & 1 == 0;
            taken |= 1 << digit;
            free
        })
    }
}

/// Builds a table: by placement of some pieces, the minimum number of their moves that bring them home. The search is
/// breadth-first from the goal; its states are the placement with the set of places that the gap can reach without
/// moving a piece. `None` if the time limit was reached.
pub(super) fn build_table(puzzle: &SlidingPuzzle, tiles: &[u8], limits: &Limits<'_>) -> Option<Vec<u8>> {
    let places = puzzle.places();
    let homes = puzzle.goal_places();
    let weights: Vec<usize> = (0..tiles.len()).map(|index| places.pow(index as u32)).collect();
    let size = places.pow(tiles.len() as u32);
    let near: Vec<u32> = puzzle.neighbours.iter().map(|near| near.iter().fold(0, |mask, &at| mask | 1 << at)).collect();
    let mut table = vec![UNREACHABLE; size];
    // By placement: the places that the gap has visited.
    let mut reached = vec![0_u32; size];
    let start: usize =
        tiles.iter().zip(&weights).map(|(&tile, weight)| usize::from(homes[usize::from(tile)]) * weight).sum();
    let mut frontier = vec![(start as u32, homes[0])];
    let mut next: Vec<(u32, u8)> = Vec::new();
    let mut level: u8 = 0;
    let mut stands = vec![0_u8; tiles.len()];
    while !frontier.is_empty() {
        for (number, &(placing, gap)) in frontier.iter().enumerate() {
            if number.is_multiple_of(CLOCK_INTERVAL) && limits.is_over() {
                return None;
            }
            if reached[placing as usize] >> gap & 1 == 1 {
                continue;
            }
            let mut rest = placing as usize;
            let mut taken = 0_u32;
            for at in &mut stands {
                *at = (rest % places) as u8;
                rest /= places;
                taken |= 1 << *at;
            }
            // Flood fill of the places that the gap can reach.
            let mut free = 1_u32 << gap;
            let mut fresh = free;
            while fresh != 0 {
                let at = fresh.trailing_zeros();
                fresh &= fresh - 1;
                let more = near[at as usize] & !taken & !free;
                free |= more;
                fresh |= more;
            }
            reached[placing as usize] |= free;
            let entry = &mut table[placing as usize];
            *entry = (*entry).min(level);
            for (&at, &weight) in stands.iter().zip(&weights) {
                let mut to = near[usize::from(at)] & free;
                while to != 0 {
                    let target = to.trailing_zeros() as usize;
                    to &= to - 1;
                    let after = placing as usize - usize::from(at) * weight + target * weight;
                    if reached[after] >> at & 1 == 0 {
                        next.push((after as u32, at));
                    }
                }
            }
        }
        // Distances that an entry cannot hold are clamped, which keeps the bound admissible.
        level = (level + 1).min(UNREACHABLE - 1);
        std::mem::swap(&mut frontier, &mut next);
        next.clear();
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;
    use std::sync::atomic::AtomicBool;

    use rustc_hash::FxHashMap;

    use super::super::table::{open, seal};
    use super::*;

    /// Reference implementation of a table: a search from the goal with indistinguishable other pieces, in which moves
    /// of the pieces cost 1 and moves of the others nothing.
    fn reference_table(puzzle: &SlidingPuzzle, tiles: &[u8]) -> FxHashMap<Vec<usize>, u8> {
        const OTHER: u8 = 99;
        let seen_as = |tile: u8| if tile == 0 || tiles.contains(&tile) { tile } else { OTHER };
        let first: Vec<u8> = puzzle.goal[..puzzle.places()].iter().map(|&tile| seen_as(tile)).collect();
        let mut best: FxHashMap<Vec<u8>, u8> = [(first.clone(), 0)].into_iter().collect();
        let mut queue = VecDeque::from([(0, first)]);
        while let Some((far, board)) = queue.pop_front() {
            if best[&board] < far {
                continue;
            }
            let gap = board.iter().position(|&tile| tile == 0).expect("there is a gap");
            for &from in &puzzle.neighbours[gap] {
                let mut next = board.clone();
                next.swap(gap, usize::from(from));
                let counts = next[gap] != OTHER;
                let distance = far + u8::from(counts);
                if best.get(&next).is_none_or(|&known| distance < known) {
                    best.insert(next.clone(), distance);
                    if counts { queue.push_back((distance, next)) } else { queue.push_front((distance, next)) }
                }
            }
        }
        let mut table = FxHashMap::default();
        for (board, far) in best {
            let places =
                tiles.iter().map(|tile| board.iter().position(|other| other == tile).expect("it lies somewhere"));
            let least = table.entry(places.collect()).or_insert(far);
            *least = far.min(*least);
        }
        table
    }

    #[test]
    fn tables_equal_the_reference_implementation() {
        let (stop, puzzle) = (AtomicBool::new(false), SlidingPuzzle::grid(3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]));
        for tiles in [vec![1], vec![2, 5], vec![8, 4, 1], vec![3, 6, 7, 8]] {
            let made = build_table(&puzzle, &tiles, &Limits::none(&stop)).expect("no limit");
            let reference = reference_table(&puzzle, &tiles);
            let index = |places: &[usize]| places.iter().rev().fold(0, |index, place| index * 9 + place);
            assert_eq!(reference.len(), (0..tiles.len()).map(|taken| 9 - taken).product::<usize>());
            assert!(reference.iter().all(|(places, far)| made[index(places)] == *far), "{tiles:?}");
            assert_eq!(made.iter().filter(|&&entry| entry != UNREACHABLE).count(), reference.len());
        }
    }

    #[test]
    fn tables_are_read_as_they_were_written_and_by_their_own_puzzle_only() {
        let puzzle = SlidingPuzzle::grid(3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let sizes = [PatternSize { pieces: 3, layers: 2 }, PatternSize { pieces: 1, layers: 1 }];
        let stop = AtomicBool::new(false);
        let patterns = PatternDatabases::new(&puzzle, &sizes, 1 << 20, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        assert_eq!((patterns.layers.len(), patterns.layers[2].len()), (3, 8));
        let bytes = seal("a game", "idastar", |out| patterns.write(out));
        let read = |puzzle: &SlidingPuzzle| {
            let mut body = open(&bytes, "a game", "idastar")?;
            PatternDatabases::read(puzzle, &mut body)
        };
        assert_eq!(read(&puzzle), Ok(patterns));
        let mut other = puzzle.clone();
        other.goal.swap(0, 1);
        assert!(matches!(read(&other), Err(TableError::Other(_))));
    }

    #[test]
    fn tables_that_are_too_large_are_refused_in_advance() {
        let puzzle = SlidingPuzzle::grid(4, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let stop = AtomicBool::new(true);
        let make = |bytes| {
            PatternDatabases::new(&puzzle, &[PatternSize { pieces: 6, layers: 1 }], bytes, &Limits::none(&stop))
        };
        let wrong = make(1 << 20).expect_err("it is too much");
        assert_eq!(wrong, "tables of 6 pieces need about 176 MiB, more than the memory limit");
        assert_eq!(make(1 << 30), Ok(None), "there is no time");
    }

    #[test]
    fn sets_are_disjoint_whole_and_of_the_size_asked_for() {
        let puzzle = SlidingPuzzle::grid(4, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let stop = AtomicBool::new(false);
        for (pieces, expected) in [(5, vec![5, 5, 5]), (6, vec![3, 6, 6]), (7, vec![1, 7, 7])] {
            let divided = partitions(&puzzle, pieces, 2, &Limits::none(&stop)).expect("no limit");
            assert_eq!(divided.len(), 2);
            for sets in divided {
                let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
                sizes.sort_unstable();
                assert_eq!(sizes, expected);
                let mut all = sets.concat();
                all.sort_unstable();
                assert_eq!(all, (1..16).collect::<Vec<u8>>());
            }
        }
    }
}
