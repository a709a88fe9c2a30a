//! Evolution of evaluation weights: a genetic algorithm ([`genetic`]) with the operators of the Carcassonne thesis, and
//! CMA-ES ([`cma`]). Individuals are vectors of genes, and compete in matches of a [`Subject`].
//!
//! The algorithms only order [contests](Contest) from a [`Referee`]. All random choices come from one seed, so equal
//! results of the contests give an equal run: a referee that stores results can resume a run by repeating it. Nothing
//! here reads files or starts threads.

pub mod cma;
mod cma_es;
pub mod genetic;
pub mod operators;
mod selection;
pub mod settings;
mod subject;

use boardwright_game::fault::Fault;
use serde::{Deserialize, Serialize};

pub use selection::tournament_groups;
pub use settings::{CmaSettings, FitnessSettings, GeneticSettings, SettingsError};
pub use subject::{Opponent, Subject, SubjectError, SubjectSpec};

/// A gene: a weight of the evaluation, and the range in which it is searched.
#[derive(Clone, Debug, PartialEq)]
pub struct Gene {
    /// Name, unique within the genome.
    pub name: String,
    /// Lower and upper bound.
    pub range: [f32; 2],
}

impl Gene {
    /// Width of the range.
    pub fn width(&self) -> f32 {
        self.range[1] - self.range[0]
    }

    /// The nearest value within the range.
    pub fn clamp(&self, value: f32) -> f32 {
        value.clamp(self.range[0], self.range[1])
    }
}

/// The genes of all individuals of a run. Genes of the same phase are `phases` apart.
#[derive(Clone, Debug, PartialEq)]
pub struct Genome {
    /// Genes, by term and, within that, by phase.
    pub genes: Vec<Gene>,
    /// Number of phases of the game with genes of their own.
    pub phases: usize,
}

/// Values of the genes of an individual.
pub type Individual = Vec<f32>;

/// A competitor of a contest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Competitor {
    /// An individual.
    Individual(Individual),
    /// A fixed opponent, by its number.
    Opponent(usize),
}

/// Games among competitors, one for each seat. They change seats after each game, so that all of them have all seats
/// equally often if the number of games is divisible by the number of seats.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Contest {
    /// Competitors, by their seats in the first game.
    pub competitors: Vec<Competitor>,
    /// Number of games.
    pub games: usize,
    /// Seed of all random choices in the games.
    pub seed: u64,
}

impl Contest {
    /// Index of the competitor on a seat in a game.
    pub fn competitor_at(&self, seat: usize, game: usize) -> usize {
        (seat + game) % self.competitors.len()
    }
}

/// Plays contests and receives the reports of a run.
pub trait Referee {
    /// Error that ends the run.
    type Error;

    /// Plays contests and returns the total points of their competitors.
    ///
    /// # Errors
    /// If the run cannot go on.
    fn play(&mut self, contests: &[Contest]) -> Result<Vec<Vec<f64>>, Self::Error>;

    /// Receives the report of a generation.
    ///
    /// # Errors
    /// If the run cannot go on.
    fn report(&mut self, report: &GenerationReport<'_>) -> Result<(), Self::Error>;
}

/// State of a run after a generation.
#[derive(Clone, Copy, Debug)]
pub struct GenerationReport<'a> {
    /// Number of the generation; 0 is the initial population.
    pub generation: usize,
    /// Individuals.
    pub population: &'a [Individual],
    /// Fitness of each individual; `None` if it was not measured in this generation.
    pub fitness: Option<&'a [f64]>,
}

/// Statistics of the fitness of a population.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitnessStatistics {
    /// Fitness of the best individual.
    pub max: f64,
    /// Median fitness.
    pub median: f64,
    /// Mean fitness.
    pub mean: f64,
}

impl FitnessStatistics {
    /// Statistics of a population; `None` if it is empty.
    pub fn of(fitness: &[f64]) -> Option<Self> {
        let mut sorted = fitness.to_vec();
        sorted.sort_by(f64::total_cmp);
        let middle = sorted.len() / 2;
        let upper = *sorted.get(middle)?;
        let median = if sorted.len() % 2 == 1 { upper } else { f64::midpoint(sorted[middle - 1], upper) };
        Some(Self { max: *sorted.last()?, median, mean: sorted.iter().sum::<f64>() / sorted.len() as f64 })
    }
}

/// Number of generations before the end among which the result of a run is chosen.
pub const FINAL_GENERATIONS: usize = 100;

/// An individual with its measured fitness.
#[derive(Clone, Debug, PartialEq)]
pub struct MeasuredIndividual {
    /// Generation of the measurement.
    pub generation: usize,
    /// Fitness.
    pub fitness: f64,
    /// Values of the genes.
    pub individual: Individual,
}

/// Best individuals of the measured generations, from which the result of a run is chosen.
#[derive(Clone, Debug, Default)]
pub struct HallOfFame(Vec<MeasuredIndividual>);

impl HallOfFame {
    /// Adds the best individual of a generation, if its fitness was measured.
    pub fn add(&mut self, report: &GenerationReport<'_>) {
        let Some(fitness) = report.fitness else { return };
        let best = fitness.iter().zip(report.population).rev().max_by(|one, other| one.0.total_cmp(other.0));
        let generation = report.generation;
        self.0.extend(best.map(|(&fitness, genes)| MeasuredIndividual {
            generation,
            fitness,
            individual: genes.clone(),
        }));
    }

    /// The individual with the highest fitness in the last [`FINAL_GENERATIONS`] generations, as in the thesis.
    pub fn result(&self) -> Option<&MeasuredIndividual> {
        let last = self.0.last()?.generation;
        let recent = self.0.iter().filter(|measured| measured.generation + FINAL_GENERATIONS > last);
        recent.rev().max_by(|one, other| one.fitness.total_cmp(&other.fitness))
    }
}

/// Error of the games of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContestError {
    /// The rules of the game failed.
    Fault(Fault),
    /// The contest was stopped.
    Stopped,
}

impl From<Fault> for ContestError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_of_fitness_are_those_of_the_sorted_values() {
        let statistics =
            |values: &[f64]| FitnessStatistics::of(values).map(|found| [found.max, found.median, found.mean]);
        assert_eq!(statistics(&[3.0, 1.0, 8.0]), Some([8.0, 3.0, 4.0]));
        assert_eq!(statistics(&[4.0, 1.0, 9.0, 2.0]), Some([9.0, 3.0, 4.0]));
        assert_eq!(statistics(&[]), None);
    }

    #[test]
    fn the_result_is_the_best_of_the_last_hundred_generations() {
        let mut fame = HallOfFame::default();
        for (generation, fitness) in [(0, 99.0), (50, 5.0), (100, 7.0), (140, 7.0), (150, 1.0)] {
            let population = [vec![0.0], vec![generation as f32]];
            let fitness = [fitness - 1.0, fitness];
            fame.add(&GenerationReport { generation, population: &population, fitness: Some(&fitness) });
            fame.add(&GenerationReport { generation: generation + 1, population: &population, fitness: None });
        }
        let result = fame.result().expect("fitness was measured");
        assert_eq!((result.generation, result.individual.as_slice()), (100, &[100.0][..]), "the first of equal ones");
    }

    #[test]
    fn competitors_have_all_seats_equally_often() {
        for seats in 2..=5 {
            let contest = Contest { competitors: vec![Competitor::Opponent(0); seats], games: 4 * seats, seed: 0 };
            for seat in 0..seats {
                let at: Vec<usize> = (0..contest.games).map(|game| contest.competitor_at(seat, game)).collect();
                assert!((0..seats).all(|competitor| at.iter().filter(|&&other| other == competitor).count() == 4));
            }
        }
    }
}
