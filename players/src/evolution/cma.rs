//! Covariance matrix adaptation (CMA-ES, Hansen and Ostermeier 2001) with the games of a referee. The fitness against fixed
//! opponents is the objective, so it is measured in every generation.

use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::cma_es::CmaEs;
use super::genetic::Opposition;
use super::settings::CmaSettings;
use super::{Gene, GenerationReport, Genome, Individual, Referee};

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
        // The search is in the box from -1 to 1: the ranges of the genes, normalised.
        let middle = |gene: &Gene| f64::midpoint(gene.range[0].into(), gene.range[1].into());
        let half = |gene: &Gene| (f64::from(gene.range[1]) - f64::from(gene.range[0])) / 2.0;
        let normalised = |(gene, &value): (&Gene, &f32)| {
            let half = half(gene);
            if half > 0.0 { (f64::from(value) - middle(gene)) / half } else { 0.0 }
        };
        let mean = match start {
            Some(start) => genome.genes.iter().zip(start).map(normalised).collect(),
            None => vec![0.0; genome.genes.len()],
        };
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let mut samples = Pcg64Mcg::seed_from_u64(random.next_u64());
        let mut search = CmaEs::new(mean, 2.0 * settings.step, settings.population);
        let opposition = Opposition { players: self.players, opponents: self.opponents, games: self.games };
        for generation in 1..=settings.generations {
            let points = search.ask(&mut samples);
            let individual = |point: &Vec<f64>| -> Individual {
                let value = |(gene, x): (&Gene, &f64)| gene.clamp((middle(gene) + x * half(gene)) as f32);
                genome.genes.iter().zip(point).map(value).collect()
            };
            let population: Vec<Individual> = points.iter().map(individual).collect();
            let fitness = opposition.measure(&population, referee, &mut random)?;
            referee.report(&GenerationReport { generation, population: &population, fitness: Some(&fitness) })?;
            // The search minimises.
            let costs: Vec<f64> = fitness.iter().map(|fitness| -fitness).collect();
            if !search.tell(&points, &costs) {
                break;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{Competitor, Contest, HallOfFame};
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
