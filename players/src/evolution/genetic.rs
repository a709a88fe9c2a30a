//! The genetic algorithm of the Carcassonne thesis: parental selection by tournaments, crossover, mutation, replacement
//! and environmental selection. The fitness against fixed opponents is measured for reports and the choice of the result;
//! it does not select.

use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::operators::random_share;
use super::selection::{contests, differential_groups, tournament_groups, winners};
use super::settings::{EnvironmentalSelection, FitnessSettings, GeneticSettings, Replacement};
use super::{Competitor, Contest, GenerationReport, Genome, Individual, Referee};

/// A run of the genetic algorithm.
#[derive(Clone, Copy, Debug)]
pub struct GeneticRun<'a> {
    /// Genes of the individuals.
    pub genome: &'a Genome,
    /// Number of players of the game.
    pub players: usize,
    /// Parameters, which were checked.
    pub settings: &'a GeneticSettings,
    /// Parameters of the fitness.
    pub fitness: &'a FitnessSettings,
    /// Number of fixed opponents, at least 1.
    pub opponents: usize,
    /// Seed of all random choices.
    pub seed: u64,
}

impl GeneticRun<'_> {
    /// Runs all generations. The population starts with the individuals of `start`; random ones fill it.
    ///
    /// # Errors
    /// The error of the referee.
    pub fn run<R: Referee>(&self, start: &[Individual], referee: &mut R) -> Result<(), R::Error> {
        let Self { genome, settings, .. } = *self;
        let mut random = Pcg64Mcg::seed_from_u64(self.seed);
        let mut population: Vec<Individual> = start.iter().take(settings.population).cloned().collect();
        while population.len() < settings.population {
            population.push(genome.random_individual(&mut random));
        }
        let mut fitness = self.measure_when_due(0, &population, referee, &mut random)?;
        for generation in 1..=settings.generations {
            let progress = (generation - 1) as f64 / (settings.generations - 1).max(1) as f64;
            let elites = elites(&population, fitness.as_deref(), settings.elites);
            let parents = self.select_parents(&population, referee, &mut random)?;
            let mut children = self.children(&population, &parents, &mut random);
            for child in &mut children {
                if random_share(&mut random) < settings.mutation_probability {
                    genome.mutate(child, settings, progress, &mut random);
                }
            }
            population = self.select_survivors(population, children, referee, &mut random)?;
            let first_place = population.len() - elites.len();
            for (place, elite) in population[first_place..].iter_mut().zip(elites) {
                *place = elite;
            }
            fitness = self.measure_when_due(generation, &population, referee, &mut random)?;
        }
        Ok(())
    }

    /// Indices of the parents, one for each child.
    fn select_parents<R: Referee>(
        &self,
        population: &[Individual],
        referee: &mut R,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<usize>, R::Error> {
        let groups = tournament_groups(population.len(), self.players, population.len(), random);
        let points = referee.play(&contests(population, &groups, self.settings.parental_games, random))?;
        Ok(winners(&groups, &points, self.players))
    }

    /// Children of neighbouring parents, without mutation. The last of an odd number of parents meets the first one.
    fn children(&self, population: &[Individual], parents: &[usize], random: &mut Pcg64Mcg) -> Vec<Individual> {
        let mut children = Vec::with_capacity(parents.len() + 1);
        for pair in parents.chunks(2) {
            let pair = [pair[0], *pair.get(1).unwrap_or(&parents[0])].map(|index| &population[index]);
            if random_share(random) < self.settings.crossover_probability {
                children.extend(self.genome.cross(self.settings.crossover, pair, random));
            } else {
                children.extend(pair.map(Clone::clone));
            }
        }
        children.truncate(parents.len());
        children
    }

    /// The next population.
    fn select_survivors<R: Referee>(
        &self,
        population: Vec<Individual>,
        children: Vec<Individual>,
        referee: &mut R,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<Individual>, R::Error> {
        let Self { settings, players, .. } = *self;
        let size = population.len();
        let candidates = match settings.replacement {
            Replacement::Simple => children,
            Replacement::Merging => population.into_iter().chain(children).collect(),
        };
        let (groups, rivals) = match settings.environment {
            EnvironmentalSelection::Differential => (differential_groups(size, players, random), 2),
            EnvironmentalSelection::Tournament => (tournament_groups(candidates.len(), players, size, random), players),
        };
        let points = referee.play(&contests(&candidates, &groups, settings.environment_games, random))?;
        Ok(winners(&groups, &points, rivals).into_iter().map(|index| candidates[index].clone()).collect())
    }

    /// Measures the fitness in every so many generations, in the last one, and in all generations if there are elites;
    /// and reports the generation.
    fn measure_when_due<R: Referee>(
        &self,
        generation: usize,
        population: &[Individual],
        referee: &mut R,
        random: &mut Pcg64Mcg,
    ) -> Result<Option<Vec<f64>>, R::Error> {
        let is_due = generation.is_multiple_of(self.fitness.every)
            || generation == self.settings.generations
            || self.settings.elites > 0;
        let opposition = Opposition { players: self.players, opponents: self.opponents, games: self.fitness.games };
        let fitness = if is_due { Some(opposition.measure(population, referee, random)?) } else { None };
        referee.report(&GenerationReport { generation, population, fitness: fitness.as_deref() })?;
        Ok(fitness)
    }
}

/// The individuals with the highest fitness, the best first.
fn elites(population: &[Individual], fitness: Option<&[f64]>, count: usize) -> Vec<Individual> {
    let Some(fitness) = fitness.filter(|_| count > 0) else { return Vec::new() };
    let mut order: Vec<usize> = (0..population.len()).collect();
    order.sort_by(|&one, &other| fitness[other].total_cmp(&fitness[one]));
    order[..count].iter().map(|&index| population[index].clone()).collect()
}

/// Fixed opponents of the fitness.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opposition {
    /// Number of players of the game.
    pub players: usize,
    /// Number of opponents, which share the other seats.
    pub opponents: usize,
    /// Games of each individual.
    pub games: usize,
}

impl Opposition {
    /// Measures the fitness `(b - mean of the opponents) / games` of each individual.
    pub fn measure<R: Referee>(
        &self,
        population: &[Individual],
        referee: &mut R,
        random: &mut Pcg64Mcg,
    ) -> Result<Vec<f64>, R::Error> {
        let others = self.players - 1;
        let contest = |individual: &Individual| {
            let opponents = (0..others).map(|seat| Competitor::Opponent(seat % self.opponents));
            let competitors = std::iter::once(Competitor::Individual(individual.clone())).chain(opponents).collect();
            Contest { competitors, games: self.games, seed: random.next_u64() }
        };
        let contests: Vec<Contest> = population.iter().map(contest).collect();
        let points = referee.play(&contests)?;
        let fitness = |points: &Vec<f64>| {
            let mean = points[1..].iter().sum::<f64>() / others.max(1) as f64;
            (points[0] - mean) / self.games as f64
        };
        Ok(points.iter().map(fitness).collect())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::super::{FitnessStatistics, Gene, HallOfFame};
    use super::*;

    /// Gives each individual points that grow towards the point where all genes are 3; the fixed opponent has 0.
    #[derive(Default)]
    struct Sphere {
        games: usize,
        means: Vec<f64>,
        fame: HallOfFame,
    }

    impl Referee for Sphere {
        type Error = Infallible;

        fn play(&mut self, contests: &[Contest]) -> Result<Vec<Vec<f64>>, Infallible> {
            let points = |contest: &Contest| {
                let competitors = contest.competitors.iter().map(|competitor| match competitor {
                    Competitor::Individual(genes) => {
                        -genes.iter().map(|gene| f64::from(gene - 3.0).powi(2)).sum::<f64>() * contest.games as f64
                    }
                    Competitor::Opponent(_) => 0.0,
                });
                competitors.collect()
            };
            self.games += contests.iter().map(|contest| contest.games).sum::<usize>();
            Ok(contests.iter().map(points).collect())
        }

        fn report(&mut self, report: &GenerationReport<'_>) -> Result<(), Infallible> {
            self.means.extend(report.fitness.and_then(FitnessStatistics::of).map(|statistics| statistics.mean));
            self.fame.add(report);
            Ok(())
        }
    }

    fn genome() -> Genome {
        let gene = |number| Gene { name: format!("gene {number}"), range: [-2.0, 20.0] };
        Genome { genes: (0..6).map(gene).collect(), phases: 2 }
    }

    fn run(settings: &GeneticSettings, players: usize) -> Sphere {
        let (mut sphere, fitness) = (Sphere::default(), FitnessSettings { every: 10, games: 2 * players });
        let run = GeneticRun { genome: &genome(), players, settings, fitness: &fitness, opponents: 1, seed: 5 };
        assert_eq!(run.run(&[], &mut sphere), Ok(()));
        sphere
    }

    #[test]
    fn all_operators_find_the_optimum() {
        use super::super::settings::{Crossover, Mutation};
        let settings = GeneticSettings { generations: 95, ..GeneticSettings::default() };
        for (players, settings) in [
            (2, settings.clone()),
            (3, GeneticSettings { parental_games: 3, environment_games: 3, population: 15, ..settings.clone() }),
            (2, GeneticSettings { crossover: Crossover::Uniform, elites: 2, ..settings.clone() }),
            (
                2,
                GeneticSettings {
                    mutation: Mutation::Classical,
                    gene_probability: 0.2,
                    spread: 0.05,
                    environment: EnvironmentalSelection::Tournament,
                    replacement: Replacement::Simple,
                    ..settings
                },
            ),
        ] {
            let sphere = run(&settings, players);
            let best = sphere.fame.result().expect("fitness was measured");
            assert!(sphere.means[0] < -100.0 && best.fitness > -5.0, "{settings:?}: {best:?}");
        }
    }

    #[test]
    fn fitness_is_measured_every_so_many_generations_and_at_the_end() {
        let settings = GeneticSettings { generations: 95, ..GeneticSettings::default() };
        let sphere = run(&settings, 2);
        assert_eq!(sphere.means.len(), 11, "generations 0, 10, ..., 90 and 95");
        assert_eq!(sphere.games, 95 * 20 * (20 + 16) + 11 * 20 * 4);
    }

    #[test]
    fn the_start_is_taken_and_random_individuals_fill_the_population() {
        struct Start(Vec<Individual>);
        impl Referee for Start {
            type Error = ();
            fn play(&mut self, contests: &[Contest]) -> Result<Vec<Vec<f64>>, ()> {
                Ok(contests.iter().map(|contest| vec![0.0; contest.competitors.len()]).collect())
            }
            fn report(&mut self, report: &GenerationReport<'_>) -> Result<(), ()> {
                self.0 = report.population.to_vec();
                Err(())
            }
        }
        let settings = GeneticSettings { population: 5, ..GeneticSettings::default() };
        let (genome, fitness) = (genome(), FitnessSettings::default());
        let run =
            GeneticRun { genome: &genome, players: 2, settings: &settings, fitness: &fitness, opponents: 1, seed: 1 };
        let (given, mut start) = (vec![vec![1.0; 6], vec![2.0; 6]], Start(Vec::new()));
        assert_eq!(run.run(&given, &mut start), Err(()));
        assert_eq!((start.0.len(), &start.0[..2]), (5, &given[..]));
        assert!(start.0[2] != start.0[3] && start.0[3] != start.0[4]);
    }
}
