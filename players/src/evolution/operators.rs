//! Genetic operators: crossover and mutation of vectors of genes.

use boardwright_game::playout::random_below;
use rand::RngExt as _;
use rand_distr::{Distribution as _, StandardNormal};
use rand_pcg::Pcg64Mcg;

use super::settings::{Crossover, GeneticSettings, Mutation};
use super::{Genome, Individual};

/// A random number from 0 to 1 (exclusive).
pub(super) fn random_share(random: &mut Pcg64Mcg) -> f64 {
    random.random::<f64>()
}

impl Genome {
    /// An individual with uniformly distributed genes.
    pub fn random_individual(&self, random: &mut Pcg64Mcg) -> Individual {
        self.genes.iter().map(|gene| gene.clamp(gene.range[0] + gene.width() * random_share(random) as f32)).collect()
    }

    /// The parent, 0 or 1, from which the first child takes each gene; the second child takes the genes of the other one.
    ///
    /// Crossover between phases draws a random non-empty set of cuts; both parents contribute whole phases.
    fn inheritance(&self, crossover: Crossover, random: &mut Pcg64Mcg) -> Vec<usize> {
        if crossover == Crossover::Uniform {
            return self.genes.iter().map(|_| random_below(2, random)).collect();
        }
        let borders = self.phases.saturating_sub(1);
        if borders == 0 {
            return vec![0; self.genes.len()];
        }
        let cuts = loop {
            let cuts: Vec<bool> = (0..borders).map(|_| random_below(2, random) == 1).collect();
            if cuts.contains(&true) {
                break cuts;
            }
        };
        let mut parents = vec![0];
        for cut in cuts {
            let last = parents[parents.len() - 1];
            parents.push(if cut { 1 - last } else { last });
        }
        (0..self.genes.len()).map(|gene| parents[gene % self.phases]).collect()
    }

    /// Crosses two parents; the children are complementary.
    pub fn cross(&self, crossover: Crossover, parents: [&Individual; 2], random: &mut Pcg64Mcg) -> [Individual; 2] {
        let from = self.inheritance(crossover, random);
        let child = |flip: usize| from.iter().enumerate().map(|(gene, &from)| parents[from ^ flip][gene]).collect();
        [child(0), child(1)]
    }

    /// Mutates an individual by the parameters at a progress of the run from 0 to 1. Genes stay in their ranges.
    pub fn mutate(&self, individual: &mut [f32], settings: &GeneticSettings, progress: f64, random: &mut Pcg64Mcg) {
        let strength = MutationStrength::at(settings, progress);
        for (value, gene) in individual.iter_mut().zip(&self.genes) {
            if random_share(random) >= strength.gene_probability {
                continue;
            }
            let is_fresh =
                settings.mutation == Mutation::Classical && random_share(random) < settings.fresh_probability;
            *value = if is_fresh {
                gene.clamp(gene.range[0] + gene.width() * random_share(random) as f32)
            } else {
                let noise: f64 = StandardNormal.sample(random);
                gene.clamp(*value + (noise * strength.spread) as f32 * gene.width())
            };
        }
    }
}

/// Strength of mutation at a moment of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MutationStrength {
    /// Probability that a gene changes.
    pub gene_probability: f64,
    /// Standard deviation of the noise, as a share of the range.
    pub spread: f64,
}

impl MutationStrength {
    /// Strength at a progress of the run from 0 to 1: adaptive mutation falls linearly.
    pub fn at(settings: &GeneticSettings, progress: f64) -> Self {
        let Mutation::Adaptive = settings.mutation else {
            return Self { gene_probability: settings.gene_probability, spread: settings.spread };
        };
        let between = |first: f64, last: f64| first + (last - first) * progress.clamp(0.0, 1.0);
        Self {
            gene_probability: between(settings.gene_probability, settings.final_gene_probability),
            spread: between(settings.spread, settings.final_spread),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::super::Gene;
    use super::*;

    fn genome(terms: usize, phases: usize) -> Genome {
        let gene = |number| Gene { name: format!("gene {number}"), range: [-2.0, 20.0] };
        Genome { genes: (0..terms * phases).map(gene).collect(), phases }
    }

    /// Parents whose genes tell them apart.
    fn parents(genome: &Genome) -> [Individual; 2] {
        [0.0, 1.0].map(|value| vec![value; genome.genes.len()])
    }

    fn count(individual: &[f32]) -> usize {
        individual.iter().filter(|&&value| value > 0.5).count()
    }

    #[test]
    fn uniform_crossover_takes_half_of_the_genes_of_each_parent() {
        let (genome, mut random) = (genome(19, 3), Pcg64Mcg::seed_from_u64(1));
        let [one, other] = parents(&genome);
        let mut total = 0;
        for _ in 0..1000 {
            let [first, second] = genome.cross(Crossover::Uniform, [&one, &other], &mut random);
            assert_eq!(count(&first) + count(&second), 57, "children are complementary");
            total += count(&first);
        }
        // 57,000 fair coins have a standard deviation of 119.
        assert!((28_500_i64 - total as i64).abs() < 600, "{total}");
    }

    #[test]
    fn crossover_between_phases_cuts_at_all_borders_and_only_there() {
        let (genome, mut random) = (genome(19, 5), Pcg64Mcg::seed_from_u64(2));
        let [one, other] = parents(&genome);
        let mut cuts = [0; 4];
        for _ in 0..1000 {
            let [child, _] = genome.cross(Crossover::Phases, [&one, &other], &mut random);
            let phases = &child[..5];
            assert!(child.chunks(5).all(|term| term == phases), "all terms are cut at the same borders");
            assert!((1..5).contains(&count(phases)), "both parents contribute");
            for (cut, pair) in cuts.iter_mut().zip(phases.windows(2)) {
                *cut += usize::from(count(pair) == 1);
            }
        }
        // Each of the four borders is cut in 8 of the 15 non-empty sets of cuts.
        assert!(cuts.iter().all(|&cut| (450..620).contains(&cut)), "{cuts:?}");
    }

    /// Number of changed genes, and the mean absolute change and the number at a distance beyond the noise.
    fn changes(settings: &GeneticSettings, progress: f64) -> (f64, f64, f64) {
        let (genome, mut random) = (genome(20_000, 1), Pcg64Mcg::seed_from_u64(3));
        let mut mutated = vec![9.0; genome.genes.len()];
        genome.mutate(&mut mutated, settings, progress, &mut random);
        assert!(mutated.iter().all(|value| (-2.0..=20.0).contains(value)));
        let moved: Vec<f64> = mutated.iter().map(|value| f64::from(value - 9.0)).filter(|by| *by != 0.0).collect();
        let number = moved.len() as f64;
        let deviation = (moved.iter().map(|by| by * by).sum::<f64>() / number).sqrt();
        let far = moved.iter().filter(|by| by.abs() > 4.4).count() as f64;
        (number / 20_000.0, deviation, far / number)
    }

    #[test]
    fn adaptive_mutation_falls_linearly_from_its_first_to_its_last_strength() {
        let settings = GeneticSettings { spread: 0.1, final_spread: 0.02, ..GeneticSettings::default() };
        for (progress, share, deviation) in [(0.0, 0.7, 2.2), (0.5, 0.375, 1.32), (1.0, 0.05, 0.44)] {
            let (found, spread, _) = changes(&settings, progress);
            assert!((found - share).abs() < 0.015, "{found} of the genes change at {progress}");
            assert!((spread / deviation - 1.0).abs() < 0.1, "spread {spread} at {progress}");
        }
    }

    #[test]
    fn classical_mutation_draws_a_fifth_of_the_values_afresh() {
        let settings = GeneticSettings {
            mutation: Mutation::Classical,
            gene_probability: 0.5,
            spread: 0.02,
            ..GeneticSettings::default()
        };
        for progress in [0.0, 1.0] {
            let (share, _, far) = changes(&settings, progress);
            assert!((share - 0.5).abs() < 0.015, "{share}");
            // Noise reaches a distance of 4.4, ten deviations, never; a fresh value does so with probability 13.2 / 22.
            assert!((far - 0.2 * 0.6).abs() < 0.015, "{far}");
        }
    }
}
