//! Pairing systems that do not depend on results: round robin and gauntlet.

/// All combinations of `seats` out of `players` players, in lexicographic order.
pub(super) fn combinations(players: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..seats).collect();
    if seats == 0 || seats > players {
        return all;
    }
    loop {
        all.push(chosen.clone());
        // Increments the last index that can grow, and resets all behind it.
        let Some(at) = (0..seats).rev().find(|&at| chosen[at] + seats - at < players) else { return all };
        chosen[at] += 1;
        for behind in at + 1..seats {
            chosen[behind] = chosen[behind - 1] + 1;
        }
    }
}

/// All combinations that include the first player.
pub(super) fn combinations_with_first(players: usize, seats: usize) -> Vec<Vec<usize>> {
    combinations(players, seats).into_iter().filter(|chosen| chosen[0] == 0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_listed_once() {
        assert_eq!(combinations(3, 2), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(combinations(3, 1), [[0], [1], [2]]);
        assert_eq!(combinations(7, 3).len(), 35);
        assert_eq!(combinations(2, 2), [[0, 1]]);
        assert!(combinations(2, 3).is_empty());
    }

    #[test]
    fn a_gauntlet_has_the_first_player_in_every_pairing() {
        assert_eq!(combinations_with_first(4, 2), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(combinations_with_first(4, 3), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }
}
