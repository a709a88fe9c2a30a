//! The evolution strategy CMA-ES with an ask-and-tell interface: the caller measures the costs. Formulas and constants are
//! those of Hansen, "The CMA Evolution Strategy: A Tutorial" (2016), with positive weights only. Runs of evolution are in
//! [`cma`](super::cma).

use nalgebra::{DMatrix, DVector, SymmetricEigen};
use rand::Rng;
use rand_distr::{Distribution as _, StandardNormal};

/// Step, as the standard deviation of the longest axis, below which the search has converged.
const MIN_STEP: f64 = 1e-12;
/// Condition number of the covariance matrix above which the search ends.
const MAX_CONDITION: f64 = 1e14;
/// Number of samples drawn for one point outside of the box before it is moved to the border.
const RESAMPLINGS: usize = 100;

/// A search for the point with the least cost in the box from -1 to 1.
#[derive(Clone, Debug)]
pub(super) struct CmaEs {
    population: usize,
    weights: Vec<f64>,
    constants: Constants,
    mean: DVector<f64>,
    /// Step size (sigma).
    step: f64,
    covariance: DMatrix<f64>,
    /// Eigenvectors of the covariance matrix, and the roots of its eigenvalues.
    axes: DMatrix<f64>,
    lengths: DVector<f64>,
    /// Evolution paths of the covariance and of the step size.
    path: DVector<f64>,
    step_path: DVector<f64>,
    generation: i32,
}

/// Learning rates of a dimension and a population.
#[derive(Clone, Copy, Debug)]
struct Constants {
    /// Variance effective selection mass.
    mass: f64,
    path_rate: f64,
    step_rate: f64,
    rank_one_rate: f64,
    rank_mu_rate: f64,
    damping: f64,
    /// Expected length of a standard normal vector.
    expected_length: f64,
}

impl Constants {
    fn new(dimension: usize, mass: f64) -> Self {
        let n = dimension as f64;
        let step_rate = (mass + 2.0) / (n + mass + 5.0);
        let rank_one_rate = 2.0 / ((n + 1.3).powi(2) + mass);
        let rank_mu = 2.0 * (mass - 2.0 + 1.0 / mass) / ((n + 2.0).powi(2) + mass);
        Self {
            mass,
            path_rate: (4.0 + mass / n) / (n + 4.0 + 2.0 * mass / n),
            step_rate,
            rank_one_rate,
            rank_mu_rate: rank_mu.min(1.0 - rank_one_rate),
            damping: 1.0 + 2.0 * (((mass - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_rate,
            expected_length: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl CmaEs {
    /// A search that begins around `mean` with standard deviation `step`; `population` is at least 2.
    pub(super) fn new(mean: Vec<f64>, step: f64, population: usize) -> Self {
        let (dimension, parents) = (mean.len(), population / 2);
        let raw = |rank: usize| (population as f64 / 2.0 + 0.5).ln() - (rank as f64).ln();
        let sum: f64 = (1..=parents).map(raw).sum();
        let weights: Vec<f64> = (1..=parents).map(|rank| raw(rank) / sum).collect();
        let mass = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        Self {
            population,
            constants: Constants::new(dimension, mass),
            weights,
            mean: DVector::from_vec(mean),
            step,
            covariance: DMatrix::identity(dimension, dimension),
            axes: DMatrix::identity(dimension, dimension),
            lengths: DVector::from_element(dimension, 1.0),
            path: DVector::zeros(dimension),
            step_path: DVector::zeros(dimension),
            generation: 0,
        }
    }

    /// Draws the points of a generation.
    pub(super) fn ask(&self, random: &mut impl Rng) -> Vec<Vec<f64>> {
        (0..self.population).map(|_| self.sample(random).as_slice().to_vec()).collect()
    }

    fn sample(&self, random: &mut impl Rng) -> DVector<f64> {
        let mut point = self.mean.clone();
        for _ in 0..RESAMPLINGS {
            let normal = DVector::from_fn(self.mean.len(), |_, _| StandardNormal.sample(random));
            point = &self.mean + self.step * (&self.axes * self.lengths.component_mul(&normal));
            if point.iter().all(|value| (-1.0..=1.0).contains(value)) {
                return point;
            }
        }
        point.map(|value| value.clamp(-1.0, 1.0))
    }

    /// Takes the costs of the points that [`ask`](Self::ask) returned; `false` if the search has ended.
    pub(super) fn tell(&mut self, points: &[Vec<f64>], costs: &[f64]) -> bool {
        self.generation += 1;
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&one, &other| costs[one].total_cmp(&costs[other]));
        let step_to = |index: usize| (DVector::from_column_slice(&points[index]) - &self.mean) / self.step;
        let steps: Vec<DVector<f64>> = order.iter().take(self.weights.len()).map(|&index| step_to(index)).collect();
        let weighted = || self.weights.iter().zip(&steps);
        let progress = weighted().fold(DVector::zeros(self.mean.len()), |sum, (&weight, step)| sum + weight * step);
        let Constants { mass, path_rate, step_rate, rank_one_rate, rank_mu_rate, damping, expected_length } =
            self.constants;
        let normal = &self.axes * (self.axes.tr_mul(&progress)).component_div(&self.lengths);
        let step_path = (1.0 - step_rate) * &self.step_path + (step_rate * (2.0 - step_rate) * mass).sqrt() * normal;
        // The covariance path stalls while the step size grows fast.
        let expected = (1.0 - (1.0 - step_rate).powi(2 * self.generation)).sqrt() * expected_length;
        let dimension = self.mean.len() as f64;
        let is_moving = step_path.norm() / expected < 1.4 + 2.0 / (dimension + 1.0);
        let moving = f64::from(u8::from(is_moving));
        let path = (1.0 - path_rate) * &self.path + moving * (path_rate * (2.0 - path_rate) * mass).sqrt() * &progress;
        let kept = 1.0 - rank_one_rate - rank_mu_rate + (1.0 - moving) * rank_one_rate * path_rate * (2.0 - path_rate);
        let rank_mu = weighted().fold(DMatrix::zeros(path.len(), path.len()), |sum, (&weight, step)| {
            sum + weight * step * step.transpose()
        });
        let covariance = kept * &self.covariance + rank_one_rate * &path * path.transpose() + rank_mu_rate * rank_mu;
        self.mean += self.step * &progress;
        self.step *= ((step_rate / damping) * (step_path.norm() / expected_length - 1.0)).exp();
        (self.covariance, self.path, self.step_path) = (covariance, path, step_path);
        self.decompose()
    }

    /// Computes the axes of the covariance matrix; `false` if the search has ended.
    fn decompose(&mut self) -> bool {
        // Rounding errors would make the matrix asymmetric.
        self.covariance = (&self.covariance + self.covariance.transpose()) / 2.0;
        let eigen = SymmetricEigen::new(self.covariance.clone());
        let (least, most) = (eigen.eigenvalues.min(), eigen.eigenvalues.max());
        if !(least > 0.0 && most / least < MAX_CONDITION) || self.step * most.sqrt() < MIN_STEP {
            return false;
        }
        self.lengths = eigen.eigenvalues.map(f64::sqrt);
        self.axes = eigen.eigenvectors;
        true
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    /// Least cost after the generations.
    fn minimise(dimension: usize, generations: usize, cost: impl Fn(&[f64]) -> f64) -> f64 {
        let mut search = CmaEs::new(vec![0.3; dimension], 0.3, 12);
        let mut random = Pcg64Mcg::seed_from_u64(1);
        let mut least = f64::INFINITY;
        for _ in 0..generations {
            let points = search.ask(&mut random);
            assert!(points.iter().flatten().all(|value| (-1.0..=1.0).contains(value)));
            let costs: Vec<f64> = points.iter().map(|point| cost(point)).collect();
            least = costs.iter().copied().fold(least, f64::min);
            if !search.tell(&points, &costs) {
                break;
            }
        }
        least
    }

    #[test]
    fn an_ill_conditioned_ellipsoid_is_minimised() {
        // Axes that differ by a factor of 1000, the usual test of an adapted covariance.
        let scale = |index: usize| 1e6_f64.powf(index as f64 / 7.0);
        let cost = |point: &[f64]| point.iter().enumerate().map(|(index, x)| scale(index) * (x - 0.1).powi(2)).sum();
        let least = minimise(8, 500, cost);
        assert!(least < 1e-8, "{least}");
    }

    #[test]
    fn the_curved_valley_of_rosenbrock_is_followed() {
        let cost = |point: &[f64]| {
            let steps = point.windows(2);
            steps.map(|pair| 100.0 * (pair[1] - pair[0].powi(2)).powi(2) + (1.0 - pair[0]).powi(2)).sum()
        };
        let least = minimise(4, 600, cost);
        assert!(least < 1e-8, "{least}");
    }

    #[test]
    fn a_minimum_at_the_border_is_reached() {
        let least = minimise(5, 300, |point| point.iter().map(|x| (x - 2.0).powi(2)).sum());
        assert!(least < 5.0 + 1e-6, "{least}");
    }
}
