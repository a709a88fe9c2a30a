//! Permutations of a coloured graph that keep it as far as colours tell: by refining colours and, where that does not
//! tell two vertices apart, trying each. They are guesses; what they are worth is found out elsewhere.

/// A graph whose vertices have colours. Edges are labelled, and seen from both ends.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) colours: Vec<u64>,
    /// By vertex: whether different images of it are tried. The others are matched in order, colour by colour.
    pub(super) tried: Vec<bool>,
    near: Vec<Vec<(u32, u32)>>,
}

/// Mixes a word into another.
fn mix(word: u64, into: u64) -> u64 {
    let word = (word ^ into.rotate_left(23)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (word ^ word >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl Graph {
    pub(super) fn new(colours: Vec<u64>, tried: Vec<bool>, edges: impl Iterator<Item = (u32, u32, u32)>) -> Self {
        let mut near = vec![Vec::new(); colours.len()];
        for (from, to, label) in edges {
            near[from as usize].push((2 * label, to));
            near[to as usize].push((2 * label + 1, from));
        }
        Self { colours, tried, near }
    }

    fn count(colours: &[u64]) -> usize {
        let mut sorted = colours.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        sorted.len()
    }

    /// Gives vertices with different neighbours different colours, until no more come to be.
    fn refine(&self, colours: &mut Vec<u64>) {
        let mut count = Self::count(colours);
        loop {
            let seen = |&(label, to): &(u32, u32)| mix(u64::from(label) + 1, colours[to as usize]);
            let around = |near: &Vec<(u32, u32)>| near.iter().map(seen).fold(0, u64::wrapping_add);
            let new: Vec<u64> =
                self.near.iter().zip(colours.iter()).map(|(near, old)| mix(around(near), *old)).collect();
            *colours = new;
            let now = Self::count(colours);
            if now == count {
                return;
            }
            count = now;
        }
    }

    /// Hands permutations to `found`, that which leaves all vertices first, until it says that it is enough or `most`
    /// colourings have been looked at.
    pub(super) fn permutations(&self, mut most: usize, found: &mut dyn FnMut(&[u32]) -> bool) {
        let mut left = self.colours.clone();
        self.refine(&mut left);
        let right = left.clone();
        self.search(&left, &right, &mut most, found);
    }

    /// Whether it was enough.
    fn search(&self, left: &[u64], right: &[u64], most: &mut usize, found: &mut dyn FnMut(&[u32]) -> bool) -> bool {
        if *most == 0 {
            return true;
        }
        *most -= 1;
        let (mine, theirs) = (by_colour(left), by_colour(right));
        if !mine.iter().map(|(colour, _)| colour).eq(theirs.iter().map(|(colour, _)| colour)) {
            return false;
        }
        // The smallest class of which several are to be tried.
        let classes = mine.chunk_by(|one, other| one.0 == other.0);
        let several = classes.filter(|class| class.len() > 1 && self.tried[class[0].1 as usize]);
        let Some(class) = several.min_by_key(|class| (class.len(), class[0].1)) else {
            let mut image = vec![0; mine.len()];
            for (&(_, from), &(_, to)) in mine.iter().zip(&theirs) {
                image[from as usize] = to;
            }
            return found(&image);
        };
        let (colour, first) = class[0];
        let mut left = left.to_vec();
        left[first as usize] = mix(left[first as usize], 1);
        self.refine(&mut left);
        // Itself first, so that small changes come before great ones.
        let others = theirs.iter().filter(|(other, _)| *other == colour).map(|(_, vertex)| *vertex);
        let mut others: Vec<u32> = others.collect();
        others.sort_by_key(|&vertex| vertex != first);
        for other in others {
            let mut right = right.to_vec();
            right[other as usize] = mix(right[other as usize], 1);
            self.refine(&mut right);
            if self.search(&left, &right, most, found) {
                return true;
            }
        }
        false
    }
}

/// Vertices by colour, those of one in order.
fn by_colour(colours: &[u64]) -> Vec<(u64, u32)> {
    let mut list: Vec<(u64, u32)> = colours.iter().zip(0..).map(|(&colour, vertex)| (colour, vertex)).collect();
    list.sort_unstable();
    list
}

#[cfg(test)]
mod tests {
    use super::Graph;

    fn count(colours: Vec<u64>, tried: bool, edges: &[(u32, u32)]) -> usize {
        let tried = vec![tried; colours.len()];
        let graph = Graph::new(colours, tried, edges.iter().map(|&(from, to)| (from, to, 0)));
        let mut all = Vec::new();
        graph.permutations(1000, &mut |image| {
            all.push(image.to_vec());
            false
        });
        assert!(all[0].iter().zip(0..).all(|(image, vertex)| *image == vertex), "nothing is changed first");
        let found = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), found, "each once");
        found
    }

    #[test]
    fn rings_turn_and_paths_are_turned_round() {
        let ring = [(0, 1), (1, 2), (2, 3), (3, 0)];
        assert_eq!(count(vec![0; 4], true, &ring), 4, "with a sense, four turns");
        let both = [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 0), (0, 3)];
        assert_eq!(count(vec![0; 4], true, &both), 8);
        assert_eq!(count(vec![1, 0, 0, 0], true, &both), 2);
        assert_eq!(count(vec![0; 3], true, &[(0, 1), (1, 0), (1, 2), (2, 1)]), 2);
    }

    #[test]
    fn vertices_that_are_not_tried_keep_their_order() {
        assert_eq!(count(vec![0; 3], true, &[]), 6);
        assert_eq!(count(vec![0; 3], false, &[]), 1);
    }
}
