//! Which pieces of a sliding puzzle go into one pattern database. What a set tells beyond its pieces one by one comes of how they
//! stand in each other's way; that is measured for every three pieces, whose tables are small, and sets are chosen in which the sum
//! of these gains is great. The tables of the sets themselves are not made here.

use super::patterns::{NEVER, Spread, table};
use super::sliding::{Sliding, Tiles};
use crate::limits::Limits;

/// On larger boards pieces are measured two by two: the tables of three would take long.
const MOST_PLACES_FOR_THREE: usize = 25;

/// What some pieces tell together beyond what fewer do, in millionths of a move on the average.
struct Gains {
    pieces: usize,
    /// By pieces in order, counted from 0, the first going slowest; 0 where they are not in order.
    by_pieces: Vec<i64>,
    threes: bool,
}

impl Gains {
    /// `None`: the time ran out.
    fn of(puzzle: &Sliding, limits: &Limits<'_>) -> Option<Self> {
        let (pieces, threes) = (puzzle.places() - 1, puzzle.places() <= MOST_PLACES_FOR_THREE);
        let mean = |tiles: &[usize]| {
            let tiles: Vec<u8> = tiles.iter().map(|&tile| tile as u8 + 1).collect();
            let mut spread = Spread::new(puzzle.places(), tiles.len());
            let (mut sum, mut count) = (0, 0);
            for entry in table(puzzle, &tiles, limits)? {
                if spread.next_is_placing() && entry != NEVER {
                    sum += i64::from(entry);
                    count += 1;
                }
            }
            Some(sum * 1_000_000 / i64::max(count, 1))
        };
        let alone: Vec<i64> = (0..pieces).map(|one| mean(&[one])).collect::<Option<_>>()?;
        let mut gains = Self { pieces, by_pieces: vec![0; pieces * pieces * if threes { pieces } else { 1 }], threes };
        for one in 0..pieces {
            for two in one + 1..pieces {
                if !threes {
                    let at = gains.index(&[one, two]);
                    gains.by_pieces[at] = mean(&[one, two])? - alone[one] - alone[two];
                    continue;
                }
                for three in two + 1..pieces {
                    let at = gains.index(&[one, two, three]);
                    gains.by_pieces[at] = mean(&[one, two, three])? - alone[one] - alone[two] - alone[three];
                }
            }
        }
        Some(gains)
    }

    fn index(&self, pieces: &[usize]) -> usize {
        pieces.iter().fold(0, |index, piece| index * self.pieces + piece)
    }

    /// The sum over the pieces of a set, which are in any order.
    fn of_set(&self, set: &[usize]) -> i64 {
        let mut sum = 0;
        for &one in set {
            for &two in set.iter().filter(|&&two| two > one) {
                if self.threes {
                    let threes = set.iter().filter(|&&three| three > two);
                    sum += threes.map(|&three| self.by_pieces[self.index(&[one, two, three])]).sum::<i64>();
                } else {
                    sum += self.by_pieces[self.index(&[one, two])];
                }
            }
        }
        sum
    }
}

/// Ways to divide the pieces into sets of so many, with one set of the rest: at most so many ways, the best first. Sets are grown
/// around each piece, and then pieces change places as long as that is better. Of ways that are images of each other by a
/// symmetry of the board there is one: tables are asked for images too. `None`: the time ran out.
pub(super) fn partitions(puzzle: &Sliding, size: usize, most: usize, limits: &Limits<'_>) -> Option<Vec<Vec<Vec<u8>>>> {
    let pieces = puzzle.places() - 1;
    let gains = Gains::of(puzzle, limits)?;
    let symmetries: Vec<Tiles> = puzzle.symmetries(2).iter().map(|image| puzzle.renamed(image)).collect();
    let count = pieces.div_ceil(size);
    let mut found: Vec<(i64, Vec<Vec<usize>>)> = Vec::new();
    // The set of the rest may be grown at any time.
    for (rest, first) in (0..count).flat_map(|rest| (0..pieces).map(move |first| (rest, first))) {
        let mut left: Vec<usize> = (0..pieces).collect();
        let mut sets = Vec::new();
        for number in 0..count {
            let wanted = if number == rest { pieces - size * (count - 1) } else { size };
            sets.push(grow(&gains, &mut left, wanted, if number == 0 { first } else { usize::MAX }));
        }
        improve(&gains, &mut sets);
        let images = symmetries.iter().map(|renamed| {
            let image = |set: &Vec<usize>| -> Vec<usize> {
                let mut set: Vec<usize> = set.iter().map(|&piece| usize::from(renamed[piece + 1]) - 1).collect();
                set.sort_unstable();
                set
            };
            let mut sets: Vec<Vec<usize>> = sets.iter().map(image).collect();
            sets.sort_unstable();
            sets
        });
        let sets = images.min().expect("one symmetry changes nothing");
        let worth = sets.iter().map(|set| gains.of_set(set)).sum();
        if !found.iter().any(|(_, known)| *known == sets) {
            found.push((worth, sets));
        }
    }
    // Of equal ones the order is fixed.
    found.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(most);
    let tiles = |set: Vec<usize>| set.into_iter().map(|piece| piece as u8 + 1).collect();
    Some(found.into_iter().map(|(_, sets)| sets.into_iter().map(tiles).collect()).collect())
}

/// Takes pieces out of those that are left, always the one that adds most; the first may be given.
fn grow(gains: &Gains, left: &mut Vec<usize>, wanted: usize, first: usize) -> Vec<usize> {
    let mut set: Vec<usize> = Vec::new();
    while set.len() < wanted {
        let worth = |piece: usize| {
            // As long as it takes more pieces to tell, those that would tell most with any others.
            let mut with = set.clone();
            with.push(piece);
            let best = left.iter().filter(|&&other| !with.contains(&other)).map(|&other| {
                let all: Vec<usize> = with.iter().copied().chain([other]).collect();
                gains.of_set(&all)
            });
            (gains.of_set(&with), best.max().unwrap_or(0), usize::MAX - piece)
        };
        let next = if set.is_empty() && left.contains(&first) {
            Some(first)
        } else {
            left.iter().copied().max_by_key(|&piece| worth(piece))
        };
        let Some(next) = next else { break };
        left.retain(|&piece| piece != next);
        set.push(next);
    }
    set
}

/// Exchanges pieces between sets, the exchange that gains most first, as long as one gains.
fn improve(gains: &Gains, sets: &mut [Vec<usize>]) {
    loop {
        let mut best: Option<(i64, [(usize, usize); 2])> = None;
        for one in 0..sets.len() {
            for other in one + 1..sets.len() {
                let before = gains.of_set(&sets[one]) + gains.of_set(&sets[other]);
                for (i, j) in (0..sets[one].len()).flat_map(|i| (0..sets[other].len()).map(move |j| (i, j))) {
                    let (mut first, mut second) = (sets[one].clone(), sets[other].clone());
                    std::mem::swap(&mut first[i], &mut second[j]);
                    let gain = gains.of_set(&first) + gains.of_set(&second) - before;
                    if gain > best.map_or(0, |(most, _)| most) {
                        best = Some((gain, [(one, i), (other, j)]));
                    }
                }
            }
        }
        let Some((_, [(one, i), (other, j)])) = best else { return };
        let piece = sets[one][i];
        sets[one][i] = std::mem::replace(&mut sets[other][j], piece);
    }
}
