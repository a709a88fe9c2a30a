//! Pattern databases of sliding puzzles: how many moves of some of the pieces are needed to bring these home, whatever the
//! others do. Of sets without a piece in common the numbers can be added. The tables are made and asked here, not searched with.
//!
//! A table has an entry for each way to place its pieces. Where the gap is, is left out: the entry is the least number for any
//! place of it. The sum is never more than the moves that are left (Korf and Felner, "Disjoint pattern database heuristics",
//! 2002). Sets of one piece each give the Manhattan distance.

use super::sliding::{MOST, Sliding, Tiles};
use super::table::{Bytes, TableError};

/// The tables of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    places: usize,
    near: Vec<Vec<u8>>,
    goal: Tiles,
    /// Pieces, and by their places how far they are.
    pub(super) sets: Vec<(Vec<u8>, Vec<u8>)>,
}

/// Pieces that cannot be brought home.
pub(super) const NEVER: u8 = u8::MAX;

impl Patterns {
    /// Makes tables of sets of so many pieces, or why they would take too much: at most so many bytes.
    ///
    /// # Errors
    /// How much they would take.
    pub fn new(puzzle: &Sliding, size: usize, bytes: usize) -> Result<Self, String> {
        let size = size.clamp(1, puzzle.places().saturating_sub(1).max(1));
        let entries = u32::try_from(size).ok().and_then(|size| puzzle.places().checked_pow(size));
        let sets = (puzzle.places() - 1).div_ceil(size);
        // While a table is made, what has been reached and what waits take about eight times as much as it.
        let most = entries.and_then(|entries| entries.checked_mul(sets + 8)).unwrap_or(usize::MAX);
        if most > bytes {
            return Err(format!("tables of {size} pieces take some {} MiB, more than is allowed", most >> 20));
        }
        let sets = partition(puzzle, size).into_iter().map(|tiles| (tiles.clone(), table(puzzle, &tiles))).collect();
        Ok(Self { places: puzzle.places(), near: puzzle.near.clone(), goal: puzzle.goal, sets })
    }

    /// The sum of what the tables tell; `None` if the goal cannot be reached.
    pub fn estimate(&self, tiles: &Tiles) -> Option<u32> {
        let mut places = [0; MOST];
        for at in 0..self.places {
            places[usize::from(tiles[at])] = at;
        }
        let mut sum = 0;
        for (members, table) in &self.sets {
            let index = members.iter().rev().fold(0, |index, &tile| index * self.places + places[usize::from(tile)]);
            if table[index] == NEVER {
                return None;
            }
            sum += u32::from(table[index]);
        }
        Some(sum)
    }

    /// The sets, in words: `5-5-5`.
    pub fn sizes(&self) -> String {
        self.sets.iter().map(|(tiles, _)| tiles.len().to_string()).collect::<Vec<_>>().join("-")
    }

    /// How many entries they have, those left out that no position has.
    pub fn entries(&self) -> usize {
        self.sets.iter().map(|(tiles, _)| (0..tiles.len()).map(|index| self.places - index).product::<usize>()).sum()
    }

    /// The tables as bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.push(self.places as u8);
        for near in &self.near {
            out.push(near.len() as u8);
            out.extend(near);
        }
        out.extend(&self.goal[..self.places]);
        out.push(self.sets.len() as u8);
        for (tiles, table) in &self.sets {
            out.push(tiles.len() as u8);
            out.extend(tiles);
            let mut spread = Spread::new(self.places, tiles.len());
            out.extend(table.iter().filter(|_| spread.next_is_placing()));
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
        Ok(Self { places, near, goal, sets })
    }
}

/// Goes through the indices of a table in order and tells which of them place all pieces apart.
struct Spread {
    places: u8,
    digits: Vec<u8>,
    begun: bool,
}

impl Spread {
    fn new(places: usize, pieces: usize) -> Self {
        Self { places: places as u8, digits: vec![0; pieces], begun: false }
    }

    fn next_is_placing(&mut self) -> bool {
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

/// Sets of so many pieces, and one of the rest, whose homes lie close together: of all ways to grow them, the one with the most
/// neighbours within sets.
fn partition(puzzle: &Sliding, size: usize) -> Vec<Vec<u8>> {
    let homes: Vec<usize> = (0..puzzle.places()).filter(|&at| puzzle.goal[at] != 0).collect();
    let count = homes.len().div_ceil(size);
    let within = |sets: &[Vec<usize>]| -> usize {
        let near =
            |set: &Vec<usize>, at: usize| set.iter().filter(|&&other| puzzle.near[at].contains(&(other as u8))).count();
        sets.iter().map(|set| set.iter().map(|&at| near(set, at)).sum::<usize>()).sum()
    };
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    // The set of the rest may be grown at any time.
    for rest in 0..count {
        for &first in &homes {
            let mut left = homes.clone();
            let mut sets = Vec::new();
            for number in 0..count {
                let wanted = if number == rest { homes.len() - size * (count - 1) } else { size };
                sets.push(grow(puzzle, &mut left, wanted, (number == 0).then_some(first)));
            }
            let close = within(&sets);
            if best.as_ref().is_none_or(|(most, _)| close > *most) {
                best = Some((close, sets));
            }
        }
    }
    let sets = best.map_or_else(Vec::new, |(_, sets)| sets);
    sets.into_iter().map(|set| set.into_iter().map(|at| puzzle.goal[at]).collect()).collect()
}

/// Takes places out of those that are left: at first the given one, or one in a corner of them, then always one that most
/// neighbours are taken of, and of these one with few left.
fn grow(puzzle: &Sliding, left: &mut Vec<usize>, wanted: usize, first: Option<usize>) -> Vec<usize> {
    let mut set: Vec<usize> = Vec::new();
    while set.len() < wanted {
        let near = |at: usize, among: &[usize]| {
            among.iter().filter(|&&other| puzzle.near[at].contains(&(other as u8))).count()
        };
        let best = left.iter().copied().max_by_key(|&at| {
            let given = set.is_empty() && first == Some(at);
            (given, near(at, &set), usize::MAX - near(at, left), usize::MAX - at)
        });
        let Some(best) = best else { break };
        left.retain(|&at| at != best);
        set.push(best);
    }
    set
}

/// By the places of some pieces: the least number of their moves to bring them home. Searched from there, level by level; a
/// position is where the pieces are and which places the gap can reach without moving one.
fn table(puzzle: &Sliding, tiles: &[u8]) -> Vec<u8> {
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
        for &(placing, gap) in &frontier {
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
    table
}
