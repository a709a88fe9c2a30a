//! Single-elimination (knockout) pairing with a seeded bracket: the top seeds meet as late as possible, and have a bye
//! in the first round if the bracket is not full.

use super::{MeetingResult, rounds_needed};

/// Pairs the next round.
pub(super) fn next_round(players: usize, played: &[Vec<MeetingResult>]) -> Vec<Vec<usize>> {
    let mut left = bracket(players);
    for round in played {
        let through = left.chunks(2).map(|pair| match *pair {
            [Some(one), Some(other)] => {
                let met = round.iter().find(|met| met.players == [one.min(other), one.max(other)]);
                Some(met.map_or(one.min(other), MeetingResult::winner))
            }
            [one, other] => one.or(other),
            _ => pair[0],
        });
        left = through.collect();
    }
    let pairs = left.chunks(2).filter_map(|pair| match *pair {
        [Some(one), Some(other)] => Some(vec![one.min(other), one.max(other)]),
        _ => None,
    });
    pairs.collect()
}

/// Places of the first round: seeds such that the best two can only meet in the final; `None` for a bye.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    for _ in 0..rounds_needed(players) {
        let size = 2 * places.len();
        places = places.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(one: usize, other: usize, points: [f64; 2]) -> MeetingResult {
        MeetingResult { players: vec![one, other], points: points.to_vec() }
    }

    #[test]
    fn the_top_seeds_meet_last() {
        assert_eq!(next_round(8, &[]), [[0, 7], [3, 4], [1, 6], [2, 5]]);
        let first = vec![met(0, 7, [2.0, 0.0]), met(3, 4, [0.0, 2.0]), met(1, 6, [1.0, 1.0]), met(2, 5, [2.0, 0.0])];
        assert_eq!(next_round(8, std::slice::from_ref(&first)), [[0, 4], [1, 2]]);
        let second = vec![met(0, 4, [0.5, 1.5]), met(1, 2, [2.0, 0.0])];
        assert_eq!(next_round(8, &[first.clone(), second.clone()]), [[1, 4]]);
        let last = vec![met(1, 4, [2.0, 0.0])];
        assert!(next_round(8, &[first, second, last]).is_empty());
    }

    #[test]
    fn the_top_seeds_have_byes() {
        assert_eq!(next_round(5, &[]), [[3, 4]]);
        assert_eq!(next_round(5, &[vec![met(3, 4, [0.0, 2.0])]]), [[0, 4], [1, 2]]);
        assert_eq!(next_round(2, &[]), [[0, 1]]);
        assert_eq!(next_round(3, &[]), [[1, 2]]);
    }
}
