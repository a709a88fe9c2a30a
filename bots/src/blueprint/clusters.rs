//! Clusters of strength distributions by k-means. The distance is the squared Cramér distance, the sum of squared
//! differences of the cumulative distributions: for it, unlike for the earth mover's distance, means are exact centroids.

use boardwright_game::playout::{random_below, random_weighted_index};
use rand::Rng;

use super::strength_distribution::{BINS, Distribution};

/// Number of passes after which clusters hardly move.
const PASSES: usize = 25;

fn distance(one: &Distribution, other: &Distribution) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other) * (one - other)).sum()
}

/// Index of the nearest centroid, and the distance to it.
fn nearest_with_distance(centroids: &[Distribution], point: &Distribution) -> (usize, f32) {
    let mut best = (0, f32::INFINITY);
    for (index, centroid) in centroids.iter().enumerate() {
        let distance = distance(centroid, point);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best
}

/// Index of the nearest centroid.
pub fn nearest(centroids: &[Distribution], point: &Distribution) -> usize {
    nearest_with_distance(centroids, point).0
}

/// Centroids of at most `count` clusters, the weakest first: k-means++ (Arthur and Vassilvitskii 2007) and Lloyd's
/// iterations.
pub fn cluster(points: &[Distribution], count: usize, random: &mut impl Rng) -> Vec<Distribution> {
    let mut centroids = first_centroids(points, count, random);
    for _ in 0..PASSES {
        let mut sums = vec![([0.0_f64; BINS], 0_u32); centroids.len()];
        for point in points {
            let (sum, members) = &mut sums[nearest(&centroids, point)];
            sum.iter_mut().zip(point).for_each(|(sum, &share)| *sum += f64::from(share));
            *members += 1;
        }
        for (centroid, (sum, members)) in centroids.iter_mut().zip(&sums) {
            // A cluster that lost its members stays where it is.
            if *members > 0 {
                *centroid = sum.map(|sum| (sum / f64::from(*members)) as f32);
            }
        }
    }
    // The area below a cumulative distribution is large for weak hands.
    let area = |centroid: &Distribution| centroid.iter().sum::<f32>();
    centroids.sort_by(|one, other| area(other).total_cmp(&area(one)));
    centroids
}

/// Draws points as first centroids, far ones more likely than near ones.
fn first_centroids(points: &[Distribution], count: usize, random: &mut impl Rng) -> Vec<Distribution> {
    let mut centroids = Vec::with_capacity(count);
    let Some(&first) = points.get(random_below(points.len().max(1), random)) else { return centroids };
    centroids.push(first);
    let mut distances: Vec<f64> = points.iter().map(|point| f64::from(distance(&first, point))).collect();
    while centroids.len() < count && distances.iter().any(|&distance| distance > 0.0) {
        let next = points[random_weighted_index(&distances, random)];
        for (known, point) in distances.iter_mut().zip(points) {
            *known = known.min(f64::from(distance(&next, point)));
        }
        centroids.push(next);
    }
    centroids
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// A distribution with all its weight in one bin.
    fn step(bin: usize) -> Distribution {
        std::array::from_fn(|index| f32::from(u8::from(index >= bin)))
    }

    #[test]
    fn separate_groups_become_clusters() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let points: Vec<Distribution> = (0..300).map(|index| step([2, 3, 10, 17, 18][index % 5])).collect();
        let centroids = cluster(&points, 3, &mut random);
        assert_eq!(centroids.len(), 3);
        let groups = [2, 3, 10, 17, 18].map(|bin| nearest(&centroids, &step(bin)));
        assert_eq!(groups, [0, 0, 1, 2, 2], "the weakest cluster is the first");
        assert!((centroids[0][2] - 0.5).abs() < 1e-6, "a centroid is the mean of its members");
    }

    #[test]
    fn there_are_no_more_clusters_than_different_points() {
        let mut random = Pcg64Mcg::seed_from_u64(1);
        assert_eq!(cluster(&[step(1), step(1), step(4)], 8, &mut random).len(), 2);
        assert!(cluster(&[], 8, &mut random).is_empty());
    }
}
