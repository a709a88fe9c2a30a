//! Partition of the pieces of a sliding puzzle into the sets of disjoint pattern databases. A set gives a better bound
//! than its single pieces because the pieces block each other. This gain is measured for all sets of three pieces,
//! whose tables are small. Partitions are then chosen by greedy construction and hill climbing for the greatest sum of
//! gains. The tables of the sets themselves are built in [`patterns`](super::patterns).

use super::patterns::{PlacementCounter, UNREACHABLE, build_table};
use super::sliding::{SlidingPuzzle, Tiles};
use crate::limits::Limits;

/// Maximum number of places at which gains are measured for three pieces; on larger boards for two, as tables of three
/// would take long.
const MAX_PLACES_FOR_TRIPLES: usize = 25;

/// Gain of sets of pieces over their single pieces: mean difference of the bounds, in millionths of a move.
struct Gains {
    pieces: usize,
    /// By increasing pieces, counted from 0, the first piece most significant; 0 for other orders.
    by_pieces: Vec<i64>,
    uses_triples: bool,
}

impl Gains {
    /// Measures the gains; `None` if the time limit was reached.
    fn measure(puzzle: &SlidingPuzzle, limits: &Limits<'_>) -> Option<Self> {
        let (pieces, threes) = (puzzle.places() - 1, puzzle.places() <= MAX_PLACES_FOR_TRIPLES);
        let mean = |tiles: &[usize]| {
            let tiles: Vec<u8> = tiles.iter().map(|&tile| tile as u8 + 1).collect();
            let mut spread = PlacementCounter::new(puzzle.places(), tiles.len());
            let (mut sum, mut count) = (0, 0);
            for entry in build_table(puzzle, &tiles, limits)? {
                if spread.next_is_placing() && entry != UNREACHABLE {
                    sum += i64::from(entry);
                    count += 1;
                }
            }
            Some(sum * 1_000_000 / i64::max(count, 1))
        };
        let alone: Vec<i64> = (0..pieces).map(|one| mean(&[one])).collect::<Option<_>>()?;
        let mut gains = Self {
            pieces,
            by_pieces: vec![0; pieces * pieces * if threes { pieces } else { 1 }],
            uses_triples: threes,
        };
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

    /// Sum of the gains of all pairs or triples of a set, whose pieces are in any order.
    fn set_gain(&self, set: &[usize]) -> i64 {
        let mut sum = 0;
        for &one in set {
            for &two in set.iter().filter(|&&two| two > one) {
                if self.uses_triples {
                    let thirds = set.iter().filter(|&&three| three > two);
                    sum += thirds.map(|&three| self.by_pieces[self.index(&[one, two, three])]).sum::<i64>();
                } else {
                    sum += self.by_pieces[self.index(&[one, two])];
                }
            }
        }
        sum
    }
}

/// The best partitions into sets of `size` pieces, with one set of the rest: at most `most`, the best first. Sets grow
/// greedily around each piece, then pieces are exchanged as long as that improves the sum (hill climbing). Of
/// partitions that are images of each other by a symmetry of the board only one is returned, because tables are used
/// for mirrored positions too. `None` if the time limit was reached.
pub(super) fn partitions(
    puzzle: &SlidingPuzzle,
    size: usize,
    most: usize,
    limits: &Limits<'_>,
) -> Option<Vec<Vec<Vec<u8>>>> {
    let pieces = puzzle.places() - 1;
    let gains = Gains::measure(puzzle, limits)?;
    let symmetries: Vec<Tiles> = puzzle.symmetries(2).iter().map(|image| puzzle.renumbering(image)).collect();
    let count = pieces.div_ceil(size);
    let mut found: Vec<(i64, Vec<Vec<usize>>)> = Vec::new();
    // The smaller set of the rest may be grown at any step.
    for (rest, first) in (0..count).flat_map(|rest| (0..pieces).map(move |first| (rest, first))) {
        let mut left: Vec<usize> = (0..pieces).collect();
        let mut sets = Vec::new();
        for number in 0..count {
            let set_size = if number == rest { pieces - size * (count - 1) } else { size };
            sets.push(grow(&gains, &mut left, set_size, if number == 0 { first } else { usize::MAX }));
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
        let gain = sets.iter().map(|set| gains.set_gain(set)).sum();
        if !found.iter().any(|(_, known)| *known == sets) {
            found.push((gain, sets));
        }
    }
    // Ties are broken in a fixed order.
    found.sort_unstable_by(|one, other| other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1)));
    found.truncate(most);
    let tiles = |set: Vec<usize>| set.into_iter().map(|piece| piece as u8 + 1).collect();
    Some(found.into_iter().map(|(_, sets)| sets.into_iter().map(tiles).collect()).collect())
}

/// Moves pieces from `left` to a new set, each time the one with the greatest gain; `first` can be the first one.
fn grow(gains: &Gains, left: &mut Vec<usize>, size: usize, first: usize) -> Vec<usize> {
    let mut set: Vec<usize> = Vec::new();
    while set.len() < size {
        let priority = |piece: usize| {
            // As long as the set is too small for a gain, the piece with the greatest gain with one more piece is
            // preferred.
            let mut with = set.clone();
            with.push(piece);
            let best = left.iter().filter(|&&other| !with.contains(&other)).map(|&other| {
                let all: Vec<usize> = with.iter().copied().chain([other]).collect();
                gains.set_gain(&all)
            });
            (gains.set_gain(&with), best.max().unwrap_or(0), usize::MAX - piece)
        };
        let next = if set.is_empty() && left.contains(&first) {
            Some(first)
        } else {
            left.iter().copied().max_by_key(|&piece| priority(piece))
        };
        let Some(next) = next else { break };
        left.retain(|&piece| piece != next);
        set.push(next);
    }
    set
}

/// Exchanges pairs of pieces between sets, the best exchange first, until none improves the sum.
fn improve(gains: &Gains, sets: &mut [Vec<usize>]) {
    loop {
        let mut best: Option<(i64, [(usize, usize); 2])> = None;
        for one in 0..sets.len() {
            for other in one + 1..sets.len() {
                let before = gains.set_gain(&sets[one]) + gains.set_gain(&sets[other]);
                for (i, j) in (0..sets[one].len()).flat_map(|i| (0..sets[other].len()).map(move |j| (i, j))) {
                    let (mut first, mut second) = (sets[one].clone(), sets[other].clone());
                    std::mem::swap(&mut first[i], &mut second[j]);
                    let gain = gains.set_gain(&first) + gains.set_gain(&second) - before;
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
