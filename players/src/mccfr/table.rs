//! Regrets and average strategies by information state, in a hash table that grows with the visited states. It walks
//! through no game.

use rustc_hash::FxHashMap;

use crate::cfr::solve::normalize_into;

/// An information state with its statistics, by move.
#[derive(Debug)]
pub(super) struct Entry<M> {
    pub moves: Box<[M]>,
    /// Cumulative counterfactual regrets.
    pub regrets: Box<[f64]>,
    /// Cumulative weights of the average strategy.
    pub weights: Box<[f64]>,
    /// Sums of the sampled values for the player, each multiplied by the importance weight of its sample.
    values: Box<[f64]>,
    /// Sum of the importance weights.
    importance: f64,
}

impl<M> Entry<M> {
    fn new(moves: &[M]) -> Self
    where
        M: Copy,
    {
        let zero = vec![0.0; moves.len()].into_boxed_slice();
        let (regrets, weights, values) = (zero.clone(), zero.clone(), zero);
        Self { moves: moves.into(), regrets, weights, values, importance: 0.0 }
    }

    /// Adds the values of the moves in a sample with this importance weight, and the regrets relative to `mean`.
    pub fn add_sample(&mut self, importance: f64, mean: f64, values: impl Iterator<Item = f64>) {
        self.importance += importance;
        for ((regret, sum), value) in self.regrets.iter_mut().zip(&mut self.values).zip(values) {
            *regret += importance * (value - mean);
            *sum += importance * value;
        }
    }

    /// Mean value of a move over all samples; `None` before the first one.
    pub fn mean_value(&self, place: usize) -> Option<f64> {
        (self.importance > 0.0).then(|| self.values[place] / self.importance)
    }

    /// The current strategy, by regret matching (Hart and Mas-Colell 2000).
    pub fn strategy(&self, shares: &mut Vec<f64>) {
        normalize_into(&self.regrets, shares);
    }

    /// The average strategy; the current one before the first average.
    pub fn average_strategy(&self, shares: &mut Vec<f64>) {
        let has_average = self.weights.iter().any(|&weight| weight > 0.0);
        normalize_into(if has_average { &self.weights } else { &self.regrets }, shares);
    }
}

/// All visited information states.
#[derive(Debug)]
pub(super) struct Table<M> {
    index_by_key: FxHashMap<Box<[u8]>, u32>,
    entries: Vec<Entry<M>>,
    /// Estimated memory in bytes.
    bytes: usize,
    max_bytes: usize,
}

/// Estimated memory of an entry in bytes, besides its key, moves and numbers: allocations, and a slot of the hash table.
const ENTRY_BYTES: usize = 160;

impl<M: Copy + PartialEq> Table<M> {
    pub fn new(max_bytes: usize) -> Self {
        Self { index_by_key: FxHashMap::default(), entries: Vec::new(), bytes: 0, max_bytes }
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn get(&self, key: &[u8]) -> Option<&Entry<M>> {
        self.index_by_key.get(key).map(|&index| &self.entries[index as usize])
    }

    pub fn entry(&self, index: u32) -> &Entry<M> {
        &self.entries[index as usize]
    }

    pub fn entry_mut(&mut self, index: u32) -> &mut Entry<M> {
        &mut self.entries[index as usize]
    }

    /// Index of the information state with these legal moves, which is added if the memory allows it. `None` without
    /// memory, and if the state was visited with other moves: then the game reveals more to the player by the moves than
    /// by the information state.
    pub fn find_or_add(&mut self, key: &[u8], moves: &[M]) -> Option<u32> {
        if let Some(&index) = self.index_by_key.get(key) {
            let known = &self.entries[index as usize].moves;
            // All positions of an information state have the same moves, but their order may differ.
            let is_same = **known == *moves || known.len() == moves.len() && known.iter().all(|mv| moves.contains(mv));
            return is_same.then_some(index);
        }
        if self.bytes >= self.max_bytes {
            return None;
        }
        self.bytes += ENTRY_BYTES + key.len() + moves.len() * (size_of::<M>() + 3 * size_of::<f64>());
        let index = self.entries.len() as u32;
        self.entries.push(Entry::new(moves));
        self.index_by_key.insert(key.into(), index);
        Some(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_added_until_the_memory_is_used_up() {
        let mut table = Table::new(2 * ENTRY_BYTES);
        assert_eq!([1, 2, 3].map(|key| table.find_or_add(&[key], &[10, 20])), [Some(0), Some(1), None]);
        assert_eq!(table.find_or_add(&[2], &[20, 10]), Some(1), "the order of moves does not matter");
        assert_eq!(table.find_or_add(&[2], &[20, 30]), None, "other moves");
        assert_eq!((table.len(), table.get(&[3]).is_none()), (2, true));
    }

    #[test]
    fn strategies_follow_positive_regrets_and_weights() {
        let mut entry = Entry::new(&[1, 2, 3]);
        let mut shares = Vec::new();
        entry.average_strategy(&mut shares);
        assert!(shares.iter().all(|share| (share - 1.0 / 3.0).abs() < 1e-12));
        assert_eq!(entry.mean_value(0), None);
        entry.add_sample(2.0, 3.0, [4.5, 0.5, 3.5].into_iter());
        assert_eq!(*entry.regrets, [3.0, -5.0, 1.0]);
        entry.add_sample(1.0, 0.0, [0.0; 3].into_iter());
        assert_eq!([0, 1, 2].map(|place| entry.mean_value(place)), [Some(3.0), Some(1.0 / 3.0), Some(7.0 / 3.0)]);
        entry.strategy(&mut shares);
        assert_eq!(shares, [0.75, 0.0, 0.25]);
        entry.average_strategy(&mut shares);
        assert_eq!(shares, [0.75, 0.0, 0.25], "without an average the current strategy");
        entry.weights = vec![0.0, 2.0, 2.0].into_boxed_slice();
        entry.average_strategy(&mut shares);
        assert_eq!(shares, [0.0, 0.5, 0.5]);
    }
}
