//! Covariance matrix adaptation (CMA-ES, Hansen and Ostermeier 2001) by the crate `fcmaes-core`, whose ask/tell interface
//! leaves the games to the referee. The fitness against fixed opponents is the objective, so it is measured in every
//! generation.

use fcmaes_core::{Cmaes, CmaesParams, Fitness};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::genetic::Opposition;
use super::settings::CmaSettings;
use super::{GenerationReport, Genome, Individual, Referee};

/// A run of CMA-ES.
#[derive(Clone, Copy, Debug)]
pub struct CmaRun<'a> {
    /// Genes of the individuals.
    pub genome: &'a Genome,
    /// Number of players of the game.
    pub players: usize,
    /// Parameters, which were checked.
    pub settings: &'a CmaSettings,
    /// Games of each individual against the fixed opponents.
    pub games: usize,
    /// Number of fixed opponents, at least 1.
    pub opponents: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

impl CmaRun<'_> {
    /// Runs all generations, or fewer if the search has converged. The first mean is the given individual, or the middle
    /// of the ranges.
    ///
    /// # Errors
    /// The error of the referee.
    pub fn run<R: Referee>(&self, start: Option<&Individual>, referee: &mut R) -> Result<(), R::Error> {
        let Self { genome, settings, .. } = *self;
        let bound =
            |index: usize| -> Vec<f64> { genome.genes.iter().map(|gene| f64::from(gene.range[index])).collect() };
        let (lower, upper) = (bound(0), bound(1));
        let middle = || lower.iter().zip(&upper).map(|(low, high)| f64::midpoint(*low, *high)).collect();
        let mean: Vec<f64> = start.map_or_else(middle, |start| start.iter().map(|&value| f64::from(value)).collect());
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let mut range = Fitness::bounded(genome.genes.len(), 1, &lower, &upper);
        range.set_normalize(true);
        let parameters = CmaesParams {
            popsize: settings.population as i32,
            max_evaluations: (settings.population * settings.generations) as u64,
            seed: random.next_u64(),
            ..CmaesParams::default()
        };
        // Normalized ranges are from -1 to 1.
        let mut search = Cmaes::new(range, &mean, &[2.0 * settings.step], &parameters);
        let opposition = Opposition { players: self.players, opponents: self.opponents, games: self.games };
        for generation in 1..=settings.generations {
            let individual = |genes: Vec<f64>| -> Individual {
                genome.genes.iter().zip(genes).map(|(gene, value)| gene.clamp(value as f32)).collect()
            };
            let population: Vec<Individual> = search.ask().into_iter().map(individual).collect();
            let fitness = opposition.measure(&population, referee, &mut random)?;
            referee.report(&GenerationReport { generation, population: &population, fitness: Some(&fitness) })?;
            // The crate minimises.
            let costs: Vec<f64> = fitness.iter().map(|fitness| -fitness).collect();
            if search.tell(&costs) != 0 {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{Competitor, Contest, Gene, HallOfFame};
    use super::*;

    /// Points that grow towards (1, 2, ..., n), against an opponent with 0 points.
    #[derive(Default)]
    struct Sphere(HallOfFame);

    impl Referee for Sphere {
        type Error = Infallible;

        fn play(&mut self, contests: &[Contest]) -> Result<Vec<Vec<f64>>, Infallible> {
            let points = |contest: &Contest| {
                let Competitor::Individual(genes) = &contest.competitors[0] else {
                    panic!("an individual comes first")
                };
                let distance = genes.iter().zip(1_u8..).map(|(gene, at)| f64::from(gene - f32::from(at)).powi(2));
                vec![-distance.sum::<f64>() * contest.games as f64, 0.0]
            };
            Ok(contests.iter().map(points).collect())
        }

        fn report(&mut self, report: &GenerationReport<'_>) -> Result<(), Infallible> {
            self.0.add(report);
            Ok(())
        }
    }

    fn run(seed: u64, start: Option<&Individual>) -> (f64, Individual) {
        let gene = |number| Gene { name: format!("gene {number}"), range: [-2.0, 20.0] };
        let genome = Genome { genes: (0..8).map(gene).collect(), phases: 1 };
        let (settings, mut sphere) = (CmaSettings { generations: 150, ..CmaSettings::default() }, Sphere::default());
        let run = CmaRun { genome: &genome, players: 2, settings: &settings, games: 2, opponents: 1, seed };
        assert_eq!(run.run(start, &mut sphere), Ok(()));
        let best = sphere.0.result().expect("fitness was measured");
        (best.fitness, best.individual.clone())
    }

    #[test]
    fn the_minimum_of_a_sphere_is_found() {
        let (fitness, individual) = run(1, None);
        assert!(fitness > -1e-3, "{fitness}: {individual:?}");
        assert!(individual.iter().zip(1_u8..).all(|(gene, at)| (gene - f32::from(at)).abs() < 0.05));
        let (from_start, _) = run(1, Some(&vec![4.0; 8]));
        assert!(from_start > -1e-3, "{from_start}");
    }

    #[test]
    fn runs_with_the_same_seed_are_equal_and_others_are_not() {
        assert_eq!(run(7, None), run(7, None));
        assert_ne!(run(7, None).1, run(8, None).1);
    }
}
