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

/// Number of combinations of `seats` out of `players` players: the binomial coefficient.
pub(super) fn combination_count(players: usize, seats: usize) -> u64 {
    if seats == 0 || seats > players {
        return 0;
    }
    let factors = (1..).zip(players - seats + 1..=players);
    // Each partial product is a binomial coefficient, so that the division leaves no rest.
    let product = factors.fold(1_u128, |product, (divisor, factor)| product * factor as u128 / divisor);
    u64::try_from(product).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_counted_without_a_list() {
        for players in 0..9 {
            for seats in 0..9 {
                let listed = combinations(players, seats).len() as u64;
                assert_eq!(combination_count(players, seats), listed, "{seats} of {players}");
            }
        }
    }

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
