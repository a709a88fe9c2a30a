//! Selection by contests: tournaments of random individuals, and differential selection of pairs.

use boardwright_game::playout::random_below;
use rand::Rng as _;
use rand::seq::SliceRandom as _;
use rand_pcg::Pcg64Mcg;

use super::{Competitor, Contest, Individual};

/// Groups of `size` distinct random individuals of a population; each group selects one individual.
pub fn tournament_groups(population: usize, size: usize, groups: usize, random: &mut Pcg64Mcg) -> Vec<Vec<usize>> {
    let mut all: Vec<usize> = (0..population).collect();
    let group = |_| all.partial_shuffle(random, size).0.to_vec();
    (0..groups).map(group).collect()
}

/// Groups of the differential selection: each old individual (the first half) meets one new individual (the second
/// half), with random others on the remaining seats. The first two of a group compete for its place.
pub(super) fn differential_groups(population: usize, size: usize, random: &mut Pcg64Mcg) -> Vec<Vec<usize>> {
    let mut new: Vec<usize> = (population..2 * population).collect();
    new.shuffle(random);
    let group = |(old, new): (usize, usize)| {
        let mut group = vec![old, new];
        while group.len() < size {
            let other = random_below(2 * population, random);
            if !group.contains(&other) {
                group.push(other);
            }
        }
        group
    };
    new.into_iter().enumerate().map(group).collect()
}

/// Contests among the groups.
pub(super) fn contests(
    population: &[Individual],
    groups: &[Vec<usize>],
    games: usize,
    random: &mut Pcg64Mcg,
) -> Vec<Contest> {
    let competitors =
        |group: &Vec<usize>| group.iter().map(|&index| Competitor::Individual(population[index].clone())).collect();
    groups.iter().map(|group| Contest { competitors: competitors(group), games, seed: random.next_u64() }).collect()
}

/// The individual of each group with the most points among its first `candidates`; the earlier one of equals.
pub(super) fn winners(groups: &[Vec<usize>], points: &[Vec<f64>], candidates: usize) -> Vec<usize> {
    let winner = |(group, points): (&Vec<usize>, &Vec<f64>)| {
        let candidates = points[..candidates].iter().zip(group).rev();
        *candidates.max_by(|one, other| one.0.total_cmp(other.0)).expect("a group has candidates").1
    };
    groups.iter().zip(points).map(winner).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn groups_of_tournaments_are_distinct_and_cover_the_population() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let groups = tournament_groups(8, 3, 800, &mut random);
        let mut times = [0; 8];
        for group in &groups {
            assert!(group.len() == 3 && group[0] != group[1] && group[1] != group[2] && group[0] != group[2]);
            for &index in &group {
                times[index] += 1;
            }
        }
        assert!(times.iter().all(|&times| (240..360).contains(&times)), "{times:?}");
    }

    #[test]
    fn each_old_and_each_new_individual_competes_once() {
        let mut random = Pcg64Mcg::seed_from_u64(2);
        for size in 2..=5 {
            let groups = differential_groups(6, size, &mut random);
            let mut firsts: Vec<usize> = groups.iter().flat_map(|group| group[..2].to_vec()).collect();
            firsts.sort_unstable();
            assert_eq!(firsts, (0..12).collect::<Vec<_>>());
            assert!(groups.iter().all(|group| group.len() == size && group[0] < 6 && group[1] >= 6));
            for group in groups {
                let mut distinct = group.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), size, "{group:?}");
            }
        }
    }

    #[test]
    fn no_group_selects_a_worse_individual() {
        let groups = [vec![4, 7, 1], vec![2, 0, 3]];
        let points = [vec![10.0, 30.0, 90.0], vec![5.0, 5.0, 4.0]];
        assert_eq!(winners(&groups, &points, 3), [1, 2]);
        assert_eq!(winners(&groups, &points, 2), [7, 2], "others on the seats do not compete");
    }
}
