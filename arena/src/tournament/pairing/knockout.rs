//! Knockout: who loses is out. The first seeds meet as late as can be, and have no opponent in the first round where there are
//! not enough.

use super::{Met, enough_rounds};

/// The meetings of the next round.
pub(super) fn next(players: usize, played: &[Vec<Met>]) -> Vec<Vec<usize>> {
    let mut left = bracket(players);
    for round in played {
        let through = left.chunks(2).map(|pair| match *pair {
            [Some(one), Some(other)] => {
                let met = round.iter().find(|met| met.players == [one.min(other), one.max(other)]);
                Some(met.map_or(one.min(other), Met::winner))
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

/// The places of the first round: seeds such that the best two could only meet at the end; nobody where there are too few.
fn bracket(players: usize) -> Vec<Option<usize>> {
    let mut places = vec![0];
    for _ in 0..enough_rounds(players) {
        let size = 2 * places.len();
        places = places.iter().flat_map(|&seed| [seed, size - 1 - seed]).collect();
    }
    places.into_iter().map(|seed| (seed < players).then_some(seed)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(one: usize, other: usize, points: [f64; 2]) -> Met {
        Met { players: vec![one, other], points: points.to_vec() }
    }

    #[test]
    fn the_best_meet_last() {
        assert_eq!(next(8, &[]), [[0, 7], [3, 4], [1, 6], [2, 5]]);
        let first = vec![met(0, 7, [2.0, 0.0]), met(3, 4, [0.0, 2.0]), met(1, 6, [1.0, 1.0]), met(2, 5, [2.0, 0.0])];
        assert_eq!(next(8, std::slice::from_ref(&first)), [[0, 4], [1, 2]]);
        let second = vec![met(0, 4, [0.5, 1.5]), met(1, 2, [2.0, 0.0])];
        assert_eq!(next(8, &[first.clone(), second.clone()]), [[1, 4]]);
        let last = vec![met(1, 4, [2.0, 0.0])];
        assert!(next(8, &[first, second, last]).is_empty());
    }

    #[test]
    fn where_some_are_missing_the_best_wait() {
        assert_eq!(next(5, &[]), [[3, 4]]);
        assert_eq!(next(5, &[vec![met(3, 4, [0.0, 2.0])]]), [[0, 4], [1, 2]]);
        assert_eq!(next(2, &[]), [[0, 1]]);
        assert_eq!(next(3, &[]), [[1, 2]]);
    }
}
