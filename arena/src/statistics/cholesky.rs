//! Cholesky factorization of an information matrix of differences (a graph Laplacian): symmetric, with rows that sum to
//! zero. The matrix is inverted in the subspace of vectors that sum to zero.

/// Cholesky factor of the matrix after the same number was added to every element to make it invertible; in the
/// subspace of vectors that sum to zero that changes nothing.
pub struct CholeskyFactor {
    lower: Vec<Vec<f64>>,
    added: f64,
}

impl CholeskyFactor {
    /// Factorizes the matrix given by weights between every two nodes: symmetric, not negative, and with all nodes
    /// connected.
    pub fn new(weights: &[Vec<f64>]) -> Self {
        let nodes = weights.len();
        let sums: Vec<f64> = weights.iter().map(|row| row.iter().sum()).collect();
        let added = (sums.iter().sum::<f64>() / (nodes * nodes) as f64).max(1e-300);
        let mut lower = vec![vec![0.0; nodes]; nodes];
        for row in 0..nodes {
            for column in 0..=row {
                let own = if row == column { sums[row] } else { 0.0 };
                let known: f64 = (0..column).map(|k| lower[row][k] * lower[column][k]).sum();
                let rest = own - weights[row][column] + added - known;
                lower[row][column] = if row == column {
                    // Bounded above zero: rounding could make it negative with very unequal weights.
                    rest.max((sums[row] + added) * 1e-15).sqrt()
                } else {
                    rest / lower[column][column]
                };
            }
        }
        Self { lower, added }
    }

    /// Solves the linear system for the right side `right`, which sums to zero, as the solution does.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let nodes = right.len();
        let mut found = right.to_vec();
        for row in 0..nodes {
            let known: f64 = (0..row).map(|k| self.lower[row][k] * found[k]).sum();
            found[row] = (found[row] - known) / self.lower[row][row];
        }
        for row in (0..nodes).rev() {
            let known: f64 = (row + 1..nodes).map(|k| self.lower[k][row] * found[k]).sum();
            found[row] = (found[row] - known) / self.lower[row][row];
        }
        found
    }

    /// Moore-Penrose pseudoinverse: the covariance of the estimates.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let nodes = self.lower.len();
        let excess = 1.0 / (self.added * (nodes * nodes) as f64);
        let rows = (0..nodes).map(|row| {
            let unit: Vec<f64> = (0..nodes).map(|column| f64::from(u8::from(row == column))).collect();
            self.solve(&unit).into_iter().map(|value| value - excess).collect()
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_undoes_the_matrix() {
        let weights = [vec![0.0, 2.0, 0.5], vec![2.0, 0.0, 0.0], vec![0.5, 0.0, 0.0]];
        let inverse = CholeskyFactor::new(&weights).inverse();
        let matrix = [[2.5, -2.0, -0.5], [-2.0, 2.0, 0.0], [-0.5, 0.0, 0.5]];
        for (row, column) in (0..3).flat_map(|row| (0..3).map(move |column| (row, column))) {
            let product: f64 = (0..3).map(|k| matrix[row][k] * inverse[k][column]).sum();
            let identity = if row == column { 2.0 / 3.0 } else { -1.0 / 3.0 };
            assert!((product - identity).abs() < 1e-12);
        }
        assert!(inverse.iter().all(|row| row.iter().sum::<f64>().abs() < 1e-12));
    }
}
