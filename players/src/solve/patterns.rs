//! Pattern databases of sliding puzzles: how many moves of some of the pieces are needed to bring these home, whatever the
//! others do. Of sets without a piece in common the numbers can be added. The tables are made and asked here, not searched with.
//!
//! A table has an entry for each way to place its pieces. Where the gap is, is left out: the entry is the least number for any
//! place of it. The sum is never more than the moves that are left (Korf and Felner, "Disjoint pattern database heuristics",
//! 2002). Sets of one piece each give the Manhattan distance.

use super::partition::partitions;
use super::sliding::{MOST, Sliding, Tiles};
use super::table::{Bytes, TableError};
use crate::limits::Limits;

/// The tables of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    places: usize,
    near: Vec<Vec<u8>>,
    goal: Tiles,
    /// Ways to divide the pieces into sets; the greatest of their sums counts.
    pub(super) layers: Vec<Vec<Set>>,
}

/// Pieces, and by their places how far they are.
pub(super) type Set = (Vec<u8>, Vec<u8>);

/// How large tables are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Pieces of a set.
    pub pieces: usize,
    /// Ways to divide the pieces.
    pub layers: usize,
}

/// How many positions are looked at between two looks at the clock.
const PATIENCE: usize = 1 << 12;

/// Pieces that cannot be brought home.
pub(super) const NEVER: u8 = u8::MAX;

impl Patterns {
    /// Makes tables, or tells why they would take too much: at most so many bytes. `None`: the time ran out.
    ///
    /// # Errors
    /// How much they would take.
    pub fn new(puzzle: &Sliding, sizes: &[Size], bytes: usize, limits: &Limits<'_>) -> Result<Option<Self>, String> {
        let largest = puzzle.places().saturating_sub(1).max(1);
        let mut most: usize = 0;
        for size in sizes {
            let pieces = size.pieces.clamp(1, largest);
            let entries = u32::try_from(pieces).ok().and_then(|pieces| puzzle.places().checked_pow(pieces));
            let sets = (puzzle.places() - 1).div_ceil(pieces) * size.layers;
            // While a table is made, what has been reached and what waits take about eight times as much as it.
            let all = entries.and_then(|entries| entries.checked_mul(sets + 8)).unwrap_or(usize::MAX);
            most = most.saturating_add(all);
            if most > bytes {
                return Err(format!("tables of {pieces} pieces take some {} MiB, more than is allowed", most >> 20));
            }
        }
        let mut divided = Vec::new();
        for size in sizes {
            if size.pieces.min(largest) == 1 {
                divided.push((1..puzzle.places() as u8).map(|tile| vec![tile]).collect());
            } else {
                let Some(ways) = partitions(puzzle, size.pieces.min(largest), size.layers, limits) else {
                    return Ok(None);
                };
                divided.extend(ways);
            }
        }
        Ok(Self::by(puzzle, &divided, limits))
    }

    /// The tables of certain sets; `None` if the time ran out.
    fn by(puzzle: &Sliding, divided: &[Vec<Vec<u8>>], limits: &Limits<'_>) -> Option<Self> {
        let mut layers: Vec<Vec<Set>> = Vec::new();
        for sets in divided {
            let mut layer = Vec::new();
            for tiles in sets {
                let known = layers.iter().flatten().find(|(known, _)| known == tiles).map(|(_, table)| table.clone());
                let table = known.map_or_else(|| table(puzzle, tiles, limits), Some)?;
                layer.push((tiles.clone(), table));
            }
            layers.push(layer);
        }
        Some(Self { places: puzzle.places(), near: puzzle.near.clone(), goal: puzzle.goal, layers })
    }

    /// The greatest sum of what the tables tell; `None` if the goal cannot be reached.
    pub fn estimate(&self, tiles: &Tiles) -> Option<u32> {
        let mut places = [0; MOST];
        for at in 0..self.places {
            places[usize::from(tiles[at])] = at;
        }
        let mut most = 0;
        for layer in &self.layers {
            let mut sum = 0;
            for (members, table) in layer {
                let index =
                    members.iter().rev().fold(0, |index, &tile| index * self.places + places[usize::from(tile)]);
                if table[index] == NEVER {
                    return None;
                }
                sum += u32::from(table[index]);
            }
            most = most.max(sum);
        }
        Some(most)
    }

    fn sets(&self) -> impl Iterator<Item = &Set> {
        self.layers.iter().flatten()
    }

    /// The sets, in words: `5-5-5`.
    pub fn sizes(&self) -> String {
        let sizes =
            |layer: &Vec<Set>| layer.iter().map(|(tiles, _)| tiles.len().to_string()).collect::<Vec<_>>().join("-");
        self.layers.iter().map(sizes).collect::<Vec<_>>().join(" and ")
    }

    /// How many entries they have, those left out that no position has.
    pub fn entries(&self) -> usize {
        self.sets().map(|(tiles, _)| (0..tiles.len()).map(|index| self.places - index).product::<usize>()).sum()
    }

    /// The tables as bytes.
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
                let mut spread = Spread::new(self.places, tiles.len());
                out.extend(table.iter().filter(|_| spread.next_is_placing()));
            }
        }
    }

    /// The tables that [`Patterns::write`] wrote of this puzzle.
    ///
    /// # Errors
    /// If the bytes are none, or of another puzzle.
    pub fn read(puzzle: &Sliding, bytes: &mut Bytes<'_>) -> Result<Self, TableError> {
        let places = usize::from(bytes.byte()?);
        let mut near = Vec::new();
        for _ in 0..places {
            let count = usize::from(bytes.byte()?);
            near.push(bytes.take(count)?.to_vec());
        }
        let mut goal = [0; MOST];
        let told = bytes.take(places)?;
        if near != puzzle.near || told != &puzzle.goal[..places] {
            return Err(TableError::Other("it is of a puzzle with another board or another goal".to_owned()));
        }
        goal[..places].copy_from_slice(told);
        let mut layers = Vec::new();
        for _ in 0..bytes.byte()? {
            layers.push(read_layer(places, bytes)?);
        }
        Ok(Self { places, near, goal, layers })
    }
}

fn read_layer(places: usize, bytes: &mut Bytes<'_>) -> Result<Vec<Set>, TableError> {
    let mut sets = Vec::new();
    let mut left: Vec<u8> = (1..places as u8).collect();
    for _ in 0..bytes.byte()? {
        let count = usize::from(bytes.byte()?);
        let tiles = bytes.take(count)?.to_vec();
        for tile in &tiles {
            // No piece counts twice.
            let at = left.iter().position(|other| other == tile).ok_or(TableError::Damaged)?;
            left.remove(at);
        }
        let entries = u32::try_from(count).ok().and_then(|count| places.checked_pow(count));
        let placings = (0..count).map(|index| places - index).product();
        let known = bytes.take(placings)?;
        let mut table = vec![NEVER; entries.ok_or(TableError::Damaged)?];
        let mut spread = Spread::new(places, count);
        let slots = table.iter_mut().filter(|_| spread.next_is_placing());
        slots.zip(known).for_each(|(slot, &entry)| *slot = entry);
        sets.push((tiles, table));
    }
    if left.is_empty() { Ok(sets) } else { Err(TableError::Damaged) }
}

/// Goes through the indices of a table in order and tells which of them place all pieces apart.
pub(super) struct Spread {
    places: u8,
    digits: Vec<u8>,
    begun: bool,
}

impl Spread {
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

/// By the places of some pieces: the least number of their moves to bring them home. Searched from there, level by level; a
/// position is where the pieces are and which places the gap can reach without moving one. `None`: the time ran out.
pub(super) fn table(puzzle: &Sliding, tiles: &[u8], limits: &Limits<'_>) -> Option<Vec<u8>> {
    let places = puzzle.places();
    let homes = puzzle.homes();
    let weights: Vec<usize> = (0..tiles.len()).map(|index| places.pow(index as u32)).collect();
    let size = places.pow(tiles.len() as u32);
    let near: Vec<u32> = puzzle.near.iter().map(|near| near.iter().fold(0, |mask, &at| mask | 1 << at)).collect();
    let mut table = vec![NEVER; size];
    // By placing: where the gap has been.
    let mut reached = vec![0_u32; size];
    let start: usize =
        tiles.iter().zip(&weights).map(|(&tile, weight)| usize::from(homes[usize::from(tile)]) * weight).sum();
    let mut frontier = vec![(start as u32, homes[0])];
    let mut next: Vec<(u32, u8)> = Vec::new();
    let mut level: u8 = 0;
    let mut stands = vec![0_u8; tiles.len()];
    while !frontier.is_empty() {
        for (number, &(placing, gap)) in frontier.iter().enumerate() {
            if number.is_multiple_of(PATIENCE) && limits.is_over() {
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
            // All that the gap reaches.
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
        // What is further than can be told is told as the furthest: never too much.
        level = (level + 1).min(NEVER - 1);
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

    use super::super::table::{opened, sealed};
    use super::*;

    /// What a table must hold, told again: from the goal, with all other pieces taken for one, moves of the pieces counting 1 and
    /// moves of the others nothing.
    fn plainly(puzzle: &Sliding, tiles: &[u8]) -> FxHashMap<Vec<usize>, u8> {
        const OTHER: u8 = 99;
        let seen_as = |tile: u8| if tile == 0 || tiles.contains(&tile) { tile } else { OTHER };
        let first: Vec<u8> = puzzle.goal[..puzzle.places()].iter().map(|&tile| seen_as(tile)).collect();
        let mut best: FxHashMap<Vec<u8>, u8> = [(first.clone(), 0)].into_iter().collect();
        let mut queue = VecDeque::from([(0, first)]);
        while let Some((far, lie)) = queue.pop_front() {
            if best[&lie] < far {
                continue;
            }
            let gap = lie.iter().position(|&tile| tile == 0).expect("there is a gap");
            for &from in &puzzle.near[gap] {
                let mut next = lie.clone();
                next.swap(gap, usize::from(from));
                let counts = next[gap] != OTHER;
                let way = far + u8::from(counts);
                if best.get(&next).is_none_or(|&known| way < known) {
                    best.insert(next.clone(), way);
                    if counts { queue.push_back((way, next)) } else { queue.push_front((way, next)) }
                }
            }
        }
        let mut told = FxHashMap::default();
        for (lie, far) in best {
            let places =
                tiles.iter().map(|tile| lie.iter().position(|other| other == tile).expect("it lies somewhere"));
            let least = told.entry(places.collect()).or_insert(far);
            *least = far.min(*least);
        }
        told
    }

    #[test]
    fn a_table_is_the_same_as_one_that_is_made_plainly() {
        let (stop, puzzle) = (AtomicBool::new(false), Sliding::grid(3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]));
        for tiles in [vec![1], vec![2, 5], vec![8, 4, 1], vec![3, 6, 7, 8]] {
            let made = table(&puzzle, &tiles, &Limits::none(&stop)).expect("no limit");
            let told = plainly(&puzzle, &tiles);
            let index = |places: &[usize]| places.iter().rev().fold(0, |index, place| index * 9 + place);
            assert_eq!(told.len(), (0..tiles.len()).map(|taken| 9 - taken).product::<usize>());
            assert!(told.iter().all(|(places, far)| made[index(places)] == *far), "{tiles:?}");
            assert_eq!(made.iter().filter(|&&entry| entry != NEVER).count(), told.len());
        }
    }

    #[test]
    fn tables_are_read_as_they_were_written_and_by_their_own_puzzle_only() {
        let puzzle = Sliding::grid(3, &[0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let sizes = [Size { pieces: 3, layers: 2 }, Size { pieces: 1, layers: 1 }];
        let stop = AtomicBool::new(false);
        let patterns = Patterns::new(&puzzle, &sizes, 1 << 20, &Limits::none(&stop));
        let patterns = patterns.expect("there is room").expect("no limit");
        assert_eq!((patterns.layers.len(), patterns.layers[2].len()), (3, 8));
        let bytes = sealed("a game", "idastar", |out| patterns.write(out));
        let read = |puzzle: &Sliding| {
            let mut body = opened(&bytes, "a game", "idastar")?;
            Patterns::read(puzzle, &mut body)
        };
        assert_eq!(read(&puzzle), Ok(patterns));
        let mut other = puzzle.clone();
        other.goal.swap(0, 1);
        assert!(matches!(read(&other), Err(TableError::Other(_))));
    }

    #[test]
    fn what_would_take_too_much_is_told_before() {
        let puzzle = Sliding::grid(4, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let stop = AtomicBool::new(true);
        let make = |bytes| Patterns::new(&puzzle, &[Size { pieces: 6, layers: 1 }], bytes, &Limits::none(&stop));
        let wrong = make(1 << 20).expect_err("it is too much");
        assert_eq!(wrong, "tables of 6 pieces take some 176 MiB, more than is allowed");
        assert_eq!(make(1 << 30), Ok(None), "there is no time");
    }

    #[test]
    fn sets_are_disjoint_whole_and_of_the_size_asked_for() {
        let puzzle = Sliding::grid(4, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]);
        let stop = AtomicBool::new(false);
        for (pieces, wanted) in [(5, vec![5, 5, 5]), (6, vec![3, 6, 6]), (7, vec![1, 7, 7])] {
            let divided = partitions(&puzzle, pieces, 2, &Limits::none(&stop)).expect("no limit");
            assert_eq!(divided.len(), 2);
            for sets in divided {
                let mut sizes: Vec<usize> = sets.iter().map(Vec::len).collect();
                sizes.sort_unstable();
                assert_eq!(sizes, wanted);
                let mut all = sets.concat();
                all.sort_unstable();
                assert_eq!(all, (1..16).collect::<Vec<u8>>());
            }
        }
    }
}
