//! Weights as a row of named numbers, and weighted sums of counted features. Feature sets of games are in
//! [`boardwright_game::features`]. Nothing here tunes weights.

/// Weights of an evaluation as a row of named numbers.
pub trait WeightRow {
    /// Names of the weights, unique within the evaluation, in the order of the row.
    fn names(&self) -> Vec<String>;

    /// All weights.
    fn to_row(&self) -> Vec<f32>;

    /// Sets all weights from a row of the same length.
    fn set_from_row(&mut self, row: &[f32]);
}

/// Index of a weight and the value of its feature, for the weights whose feature is not 0.
pub type Counts = Vec<(u32, f32)>;

/// The weighted sum of features.
pub(super) fn weighted_sum(row: &[f32], counts: &[(u32, f32)]) -> f32 {
    counts.iter().map(|&(index, count)| row[index as usize] * count).sum()
}
