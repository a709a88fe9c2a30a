//! Candidate automorphisms of a coloured graph by individualisation and refinement (`McKay` 1981), with colour refinement
//! (1-dimensional Weisfeiler-Leman). Colours are hashes, so permutations are candidates only; the caller proves them.

/// A graph with coloured vertices. Edges have labels and are stored at both ends.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) colours: Vec<u64>,
    /// By vertex: `true` if the search branches over its images. The others are matched in order, colour by colour.
    pub(super) is_branched: Vec<bool>,
    neighbours: Vec<Vec<(u32, u32)>>,
}

/// Mixes a word into another (hash step).
fn mix(word: u64, into: u64) -> u64 {
    let word = (word ^ into.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Graph {
    pub(super) fn new(colours: Vec<u64>, is_branched: Vec<bool>, edges: impl Iterator<Item = (u32, u32, u32)>) -> Self {
        let mut neighbours = vec![Vec::new(); colours.len()];
        for (from, to, label) in edges {
            neighbours[from as usize].push((2 * label, to));
            neighbours[to as usize].push((2 * label + 1, from));
        }
        Self { colours, is_branched, neighbours }
    }

    fn colour_count(colours: &[u64]) -> usize {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    }

    /// Colour refinement: gives vertices with different neighbourhoods different colours, until the partition is
    /// stable.
    fn refine(&self, colours: &mut Vec<u64>) {
        let mut count = Self::colour_count(colours);
        loop {
            let edge_hash = |&(label, to): &(u32, u32)| mix(u64::from(label) + 1, colours[to as usize]);
            let neighbourhood_hash =
                |neighbours: &Vec<(u32, u32)>| neighbours.iter().map(edge_hash).fold(0, u64::wrapping_add);
            let new: Vec<u64> = self
                .neighbours
                .iter()
                .zip(colours.iter())
                .map(|(neighbours, old)| mix(neighbourhood_hash(neighbours), *old))
                .collect();
            *colours = new;
            let now = Self::colour_count(colours);
            if now == count {
                return;
            }
            count = now;
        }
    }

    /// Passes candidate permutations to `found`, the identity first, until `found` returns `true` or `budget`
    /// colourings have been examined.
    pub(super) fn search_candidates(&self, mut budget: usize, found: &mut dyn FnMut(&[u32]) -> bool) {
        let mut left = self.colours.clone();
        self.refine(&mut left);
        let right = left.clone();
        self.search(&left, &right, &mut budget, found);
    }

    /// Returns `true` if the search is to stop.
    fn search(&self, left: &[u64], right: &[u64], budget: &mut usize, found: &mut dyn FnMut(&[u32]) -> bool) -> bool {
        if *budget == 0 {
            return true;
        }
        *budget -= 1;
        let (left_classes, right_classes) = (by_colour(left), by_colour(right));
        if !left_classes.iter().map(|(colour, _)| colour).eq(right_classes.iter().map(|(colour, _)| colour)) {
            return false;
        }
        // The smallest colour class with several vertices to branch over.
        let classes = left_classes.chunk_by(|one, other| one.0 == other.0);
        let several = classes.filter(|class| class.len() > 1 && self.is_branched[class[0].1 as usize]);
        let Some(class) = several.min_by_key(|class| (class.len(), class[0].1)) else {
            let mut image = vec![0; left_classes.len()];
            for (&(_, from), &(_, to)) in left_classes.iter().zip(&right_classes) {
                image[from as usize] = to;
            }
            return found(&image);
        };
        let (colour, first) = class[0];
        let mut left = left.to_vec();
        left[first as usize] = mix(left[first as usize], 1);
        self.refine(&mut left);
        // The identity first, so that small changes come before large ones.
        let others = right_classes.iter().filter(|(other, _)| *other == colour).map(|(_, vertex)| *vertex);
        let mut others: Vec<u32> = others.collect();
        others.sort_by_key(|&vertex| vertex != first);
        for other in others {
            let mut right = right.to_vec();
            right[other as usize] = mix(right[other as usize], 1);
            self.refine(&mut right);
            if self.search(&left, &right, budget, found) {
                return true;
            }
        }
        false
    }
}

/// Vertices sorted by colour, then by number.
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut list: Vec<(u64, u32)> = colours.iter().zip(0..).map(|(&colour, vertex)| (colour, vertex)).collect();
    list.sort_unstable();
    list
}

#[cfg(test)]
mod tests {
    use super::Graph;

    fn count(colours: Vec<u64>, is_branched: bool, edges: &[(u32, u32)]) -> usize {
        let is_branched = vec![is_branched; colours.len()];
        let graph = Graph::new(colours, is_branched, edges.iter().map(|&(from, to)| (from, to, 0)));
        let mut all = Vec::new();
        graph.search_candidates(1000, &mut |image| {
            all.push(image.to_vec());
            false
        });
        assert!(all[0].iter().zip(0..).all(|(image, vertex)| *image == vertex), "the identity comes first");
        let found = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), found, "without duplicates");
        found
    }

    #[test]
    fn rings_rotate_and_paths_reverse() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        assert_eq!(count(vec![0; 4], true, &ring), 4, "directed edges: four rotations");
        let both = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)];
        assert_eq!(count(vec![0; 4], true, &both), 8);
        assert_eq!(count(vec![1, 0, 0, 0], true, &both), 2);
        assert_eq!(count(vec![0; 3], true, &[(0, 1), (1, 0), (1, 2), (2, 1)]), 2);
    }

    #[test]
    fn vertices_without_branching_keep_their_order() {
        assert_eq!(count(vec![0; 3], true, &[]), 6);
        assert_eq!(count(vec![0; 3], false, &[]), 1);
    }
}
