//! Seat orders of a meeting: all permutations of up to three players, and the rows of a Latin square for more, so that
//! each player has each seat equally often.

/// Seat orders of `players` players; each gives, by seat, the index of the player.
pub fn seatings(players: usize) -> Vec<Vec<usize>> {
    match players {
        0 => Vec::new(),
        1 => vec![vec![0]],
        2 => vec![vec![0, 1], vec![1, 0]],
        3 => vec![vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1], vec![2, 1, 0], vec![1, 0, 2], vec![0, 2, 1]],
        // With an even number no player follows the same one twice (Williams 1949); a cyclic square would keep
        // neighbours.
        _ => {
            (0..players).map(|row| (0..players).map(|seat| (row + zigzag(seat, players)) % players).collect()).collect()
        }
    }
}

/// 0, 1, n - 1, 2, n - 2, ...
fn zigzag(seat: usize, players: usize) -> usize {
    if seat.is_multiple_of(2) { (players - seat / 2) % players } else { seat.div_ceil(2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_player_has_every_seat_equally_often() {
        for players in 1..9 {
            let all = seatings(players);
            for player in 0..players {
                for seat in 0..players {
                    let times = all.iter().filter(|order| order[seat] == player).count();
                    assert_eq!(times * players, all.len(), "player {player} at seat {seat} of {players}");
                }
            }
        }
    }

    #[test]
    fn with_an_even_number_every_player_follows_every_other_equally_often() {
        for players in [2, 4, 6, 8] {
            let all = seatings(players);
            for before in 0..players {
                for after in (0..players).filter(|&after| after != before) {
                    let follows = |order: &&Vec<usize>| order.windows(2).any(|two| two == [before, after]);
                    assert_eq!(all.iter().filter(follows).count(), 1, "{after} behind {before} of {players}");
                }
            }
        }
    }
}
