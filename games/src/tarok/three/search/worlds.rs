//! Small game trees whose leaves have a payoff in each of several worlds, and the ways to back payoffs up: sampling, which
//! searches each world alone, and the remedies for its faults by Frank, Basin and Matsubara (1998), and by Ginsberg (2001). They
//! show on exact examples what the player accepts; the player itself samples.

/// A tree. The player max does not know the world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WorldTree {
    /// Payoffs of max by world.
    Leaf(Vec<i32>),
    /// Max chooses.
    Max(Vec<WorldTree>),
    /// Min chooses.
    Min(Vec<WorldTree>),
}

impl WorldTree {
    /// A leaf with payoffs that are digits, one for each world.
    pub fn leaf(digits: &str) -> Self {
        Self::Leaf(digits.chars().filter_map(|digit| digit.to_digit(10)).map(|digit| digit as i32).collect())
    }

    /// Values when every world is searched alone, as sampling does: both players know the world.
    pub fn sampled(&self) -> Vec<i32> {
        match self {
            Self::Leaf(payoffs) => payoffs.clone(),
            Self::Max(children) => by_world(children.iter().map(Self::sampled), i32::max),
            Self::Min(children) => by_world(children.iter().map(Self::sampled), i32::min),
        }
    }

    /// Vector minimaxing: max takes one branch for all worlds, the one with the greatest sum; min the least value in each
    /// world.
    pub fn vector_minimax(&self) -> Vec<i32> {
        match self {
            Self::Leaf(payoffs) => payoffs.clone(),
            Self::Max(children) => best_sum(children.iter().map(Self::vector_minimax)),
            Self::Min(children) => by_world(children.iter().map(Self::vector_minimax), i32::min),
        }
    }

    /// Payoff-reduction minimaxing: each leaf is lowered to the minimax values of the first min node above it, and the result
    /// is backed up by [`WorldTree::vector_minimax`].
    pub fn payoff_reduction(&self) -> Vec<i32> {
        self.reduced(None).vector_minimax()
    }

    /// The tree with leaves lowered to `bound`, the minimax values of the first min node above.
    fn reduced(&self, bound: Option<&[i32]>) -> Self {
        match self {
            Self::Leaf(payoffs) => Self::Leaf(lowered(payoffs.clone(), bound)),
            Self::Max(children) => Self::Max(children.iter().map(|child| child.reduced(bound)).collect()),
            Self::Min(children) => {
                let values = self.sampled();
                Self::Min(children.iter().map(|child| child.reduced(bound.or(Some(&values)))).collect())
            }
        }
    }

    /// Beta-reduction: as vector minimaxing, but max compares branches after they are lowered to what min is already sure of
    /// at the nodes above.
    pub fn beta_reduction(&self) -> Vec<i32> {
        self.below(None)
    }

    fn below(&self, beta: Option<&[i32]>) -> Vec<i32> {
        match self {
            Self::Leaf(payoffs) => lowered(payoffs.clone(), beta),
            Self::Max(children) => best_sum(children.iter().map(|child| child.below(beta))),
            Self::Min(children) => {
                let mut sure: Option<Vec<i32>> = beta.map(<[i32]>::to_vec);
                for child in children {
                    sure = Some(child.below(sure.as_deref()));
                }
                sure.unwrap_or_default()
            }
        }
    }

    /// `true` if one plan of max wins, with a positive payoff, in all these worlds against any play of min.
    pub fn is_achievable(&self, worlds: &[usize]) -> bool {
        match self {
            Self::Leaf(payoffs) => worlds.iter().all(|&world| payoffs[world] > 0),
            Self::Max(children) => children.iter().any(|child| child.is_achievable(worlds)),
            Self::Min(children) => children.iter().all(|child| child.is_achievable(worlds)),
        }
    }

    /// A large achievable set of worlds by squeaky wheel optimisation: worlds are added in order while the set stays achievable,
    /// the rejected ones move to the front, and the largest set of `rounds` rounds is taken.
    pub fn achievable_set(&self, worlds: usize, rounds: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..worlds).collect();
        let mut largest = Vec::new();
        for _ in 0..rounds {
            let (mut set, mut rejected) = (Vec::new(), Vec::new());
            for &world in &order {
                set.push(world);
                if !self.is_achievable(&set) {
                    rejected.extend(set.pop());
                }
            }
            order = rejected.into_iter().chain(set.iter().copied()).collect();
            if set.len() > largest.len() {
                largest = set;
            }
        }
        largest.sort_unstable();
        largest
    }
}

fn lowered(payoffs: Vec<i32>, bound: Option<&[i32]>) -> Vec<i32> {
    let Some(bound) = bound else { return payoffs };
    payoffs.into_iter().zip(bound).map(|(payoff, &most)| payoff.min(most)).collect()
}

/// Combines vectors world by world.
fn by_world(vectors: impl Iterator<Item = Vec<i32>>, combine: fn(i32, i32) -> i32) -> Vec<i32> {
    let pair =
        |one: Vec<i32>, other: Vec<i32>| one.into_iter().zip(other).map(|(one, other)| combine(one, other)).collect();
    vectors.reduce(pair).unwrap_or_default()
}

/// The vector with the greatest sum; the first one of equals.
fn best_sum(vectors: impl Iterator<Item = Vec<i32>>) -> Vec<i32> {
    let better =
        |one: Vec<i32>, other: Vec<i32>| if other.iter().sum::<i32>() > one.iter().sum() { other } else { one };
    vectors.reduce(better).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::WorldTree::{self, Max, Min};

    fn leaf(digits: &str) -> WorldTree {
        WorldTree::leaf(digits)
    }

    fn sum(values: &[i32]) -> i32 {
        values.iter().sum()
    }

    /// Figure 4: sampling thinks that min knows the world.
    #[test]
    fn min_is_thought_to_know_the_world() {
        let left = Min(vec![leaf("0001"), leaf("0001")]);
        let right = Min(vec![leaf("1010"), leaf("0101")]);
        assert_eq!((sum(&left.sampled()), sum(&right.sampled())), (1, 0));
        assert_eq!(Max(vec![left.clone(), right.clone()]).sampled(), [0, 0, 0, 1], "sampling goes left");
        // A min that does not know the world takes either branch on the right for all worlds, and max wins half of them.
        for branch in ["1010", "0101"] {
            assert_eq!(sum(&leaf(branch).sampled()), 2);
        }
        // None of the remedies models this.
        for value in [WorldTree::vector_minimax, WorldTree::payoff_reduction, WorldTree::beta_reduction] {
            assert!(sum(&value(&left)) > sum(&value(&right)));
        }
    }

    /// Figure 5: sampling puts decisions off.
    #[test]
    fn decisions_are_put_off() {
        let choice = || Max(vec![leaf("00111"), leaf("11000")]);
        let (left, right) = (Min(vec![choice(), choice()]), leaf("01111"));
        assert_eq!((sum(&left.sampled()), sum(&right.sampled())), (5, 4), "sampling goes left");
        assert_eq!((sum(&left.vector_minimax()), sum(&right.vector_minimax())), (3, 4), "vector minimaxing goes right");
        assert_eq!((sum(&left.payoff_reduction()), sum(&left.beta_reduction())), (3, 3));
        assert_eq!(Max(vec![left, right]).vector_minimax(), [0, 1, 1, 1, 1]);
    }

    /// Figure 6: the choice is too local.
    #[test]
    fn choices_are_too_local() {
        let tree = Min(vec![Max(vec![leaf("11100"), leaf("00011")]), Max(vec![leaf("00111"), leaf("11000")])]);
        assert_eq!(sum(&tree.sampled()), 5);
        assert_eq!(tree.vector_minimax(), [0, 0, 1, 0, 0], "max wins the third world alone");
        assert_eq!(tree.payoff_reduction(), [0, 0, 1, 0, 0], "stays wrong");
        assert_eq!(tree.beta_reduction(), [1, 1, 0, 0, 0], "two worlds");
        assert_eq!(tree.achievable_set(5, 4), [0, 1], "one plan wins the first two worlds");
        assert!(tree.is_achievable(&[3, 4]) && !tree.is_achievable(&[0, 3]));
    }

    /// Figure 8: payoff reduction.
    #[test]
    fn payoffs_that_min_denies_do_not_count() {
        let tree = Min(vec![leaf("100"), Max(vec![leaf("011"), leaf("100")])]);
        assert_eq!(tree.vector_minimax(), [0, 0, 0], "left in B loses everything");
        assert_eq!(tree.payoff_reduction(), [1, 0, 0], "right in B wins the first world");
        assert_eq!(tree.beta_reduction(), [1, 0, 0]);
    }
}
