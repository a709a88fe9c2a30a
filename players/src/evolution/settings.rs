//! Parameters of the algorithms. The defaults are those of the Carcassonne thesis.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Error of parameters: the key and a text on what is wrong and what is possible.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key}: {reason}")]
pub struct SettingsError {
    /// Key of the parameter.
    pub key: &'static str,
    /// Description of the error, and possible values.
    pub reason: String,
}

impl SettingsError {
    /// An error of a parameter.
    pub fn new(key: &'static str, reason: impl Into<String>) -> Self {
        Self { key, reason: reason.into() }
    }
}

/// Crossover operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Crossover {
    /// Each gene comes from either parent with equal probability.
    Uniform,
    /// n-point crossover that cuts only between phases: children take whole phases of their parents.
    #[default]
    Phases,
}

/// Mutation operator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mutation {
    /// Noise around the value. Its spread and the probability per gene fall linearly during the run.
    #[default]
    Adaptive,
    /// Noise around the value, or a fresh uniform value. The probabilities stay the same.
    Classical,
}

/// Selection of survivors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnvironmentalSelection {
    /// An old and a new individual compete for one place; each takes part once.
    #[default]
    Differential,
    /// Tournaments of random individuals.
    Tournament,
}

/// Candidates for survival.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Replacement {
    /// Parents and children.
    #[default]
    Merging,
    /// Children only.
    Simple,
}

/// Parameters of the genetic algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct GeneticSettings {
    /// Number of individuals.
    pub population: usize,
    /// Number of generations.
    pub generations: usize,
    /// Crossover operator.
    pub crossover: Crossover,
    /// Probability that a pair of parents is crossed.
    pub crossover_probability: f64,
    /// Mutation operator.
    pub mutation: Mutation,
    /// Probability that a child is mutated.
    pub mutation_probability: f64,
    /// Probability that a gene of a mutated child changes; the initial one of adaptive mutation.
    pub gene_probability: f64,
    /// Probability per gene at the end of adaptive mutation.
    pub final_gene_probability: f64,
    /// Standard deviation of the noise, as a share of the range; the initial one of adaptive mutation.
    pub spread: f64,
    /// Standard deviation at the end of adaptive mutation.
    pub final_spread: f64,
    /// Probability that classical mutation replaces the gene by a fresh value.
    pub fresh_probability: f64,
    /// Games of each tournament of the parental selection.
    pub parental_games: usize,
    /// Games of each group of the environmental selection.
    pub environment_games: usize,
    /// Environmental selection.
    pub environment: EnvironmentalSelection,
    /// Candidates of the environmental selection.
    pub replacement: Replacement,
    /// Number of individuals with the highest fitness that always survive.
    pub elites: usize,
}

impl Default for GeneticSettings {
    fn default() -> Self {
        Self {
            population: 20,
            generations: 1000,
            crossover: Crossover::Phases,
            crossover_probability: 0.75,
            mutation: Mutation::Adaptive,
            mutation_probability: 0.8,
            gene_probability: 0.7,
            final_gene_probability: 0.05,
            spread: 0.25,
            final_spread: 0.02,
            fresh_probability: 0.2,
            parental_games: 20,
            environment_games: 16,
            environment: EnvironmentalSelection::Differential,
            replacement: Replacement::Merging,
            elites: 0,
        }
    }
}

/// Parameters of CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct CmaSettings {
    /// Number of individuals of a generation.
    pub population: usize,
    /// Number of generations.
    pub generations: usize,
    /// Initial step size, as a share of the range.
    pub step: f64,
}

impl Default for CmaSettings {
    fn default() -> Self {
        Self { population: 20, generations: 300, step: 0.25 }
    }
}

/// Parameters of the fitness: `(b - mean of the opponents) / games` for `b` points against fixed opponents.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct FitnessSettings {
    /// Number of generations from one measurement to the next. The last generation is always measured.
    pub every: usize,
    /// Games of each individual.
    pub games: usize,
}

impl Default for FitnessSettings {
    fn default() -> Self {
        Self { every: 14, games: 100 }
    }
}

/// Largest number of individuals, generations or games: a bound against typing errors.
const MAX_COUNT: usize = 1_000_000;

fn check_count(key: &'static str, count: usize, least: usize) -> Result<(), SettingsError> {
    if (least..=MAX_COUNT).contains(&count) {
        return Ok(());
    }
    Err(SettingsError::new(
        key,
        format!("{count} is not possible; a whole number from {least} to {MAX_COUNT} is needed"),
    ))
}

fn check_share(key: &'static str, share: f64) -> Result<(), SettingsError> {
    if (0.0..=1.0).contains(&share) {
        return Ok(());
    }
    Err(SettingsError::new(key, format!("{share} is not possible; a number from 0 to 1 is needed")))
}

/// Checks that all players can have all seats equally often.
fn check_games(key: &'static str, games: usize, players: usize) -> Result<(), SettingsError> {
    check_count(key, games, 1)?;
    if games.is_multiple_of(players) {
        return Ok(());
    }
    let below = games / players * players;
    let above = below + players;
    let near = if below == 0 { above.to_string() } else { format!("{below} or {above}") };
    let reason = format!("{games} games cannot be shared equally by {players} seats; choose {near}");
    Err(SettingsError::new(key, reason))
}

impl GeneticSettings {
    /// Checks the parameters for a game of `players` players and weights of `phases` phases.
    ///
    /// # Errors
    /// The first parameter that is not possible.
    pub fn check(&self, players: usize, phases: usize) -> Result<(), SettingsError> {
        check_count("population", self.population, players.max(2))?;
        check_count("generations", self.generations, 1)?;
        check_share("crossover-probability", self.crossover_probability)?;
        check_share("mutation-probability", self.mutation_probability)?;
        check_share("gene-probability", self.gene_probability)?;
        check_share("final-gene-probability", self.final_gene_probability)?;
        check_share("spread", self.spread)?;
        check_share("final-spread", self.final_spread)?;
        check_share("fresh-probability", self.fresh_probability)?;
        check_games("parental-games", self.parental_games, players)?;
        check_games("environment-games", self.environment_games, players)?;
        if self.crossover == Crossover::Phases && phases < 2 {
            let reason = "crossover between phases needs at least 2 phases; choose \"uniform\", or more phases";
            return Err(SettingsError::new("crossover", reason));
        }
        if self.environment == EnvironmentalSelection::Differential && self.replacement == Replacement::Simple {
            let reason = "differential selection pairs parents with children; choose \"tournament\", or replacement = \"merging\"";
            return Err(SettingsError::new("environment", reason));
        }
        if self.elites >= self.population {
            let reason = format!("{} elites leave no place in a population of {}", self.elites, self.population);
            return Err(SettingsError::new("elites", reason));
        }
        if self.mutation == Mutation::Adaptive {
            for (key, first, last) in [
                ("final-gene-probability", self.gene_probability, self.final_gene_probability),
                ("final-spread", self.spread, self.final_spread),
            ] {
                if last > first {
                    let reason = format!("{last} is greater than the initial value {first}; adaptive mutation falls");
                    return Err(SettingsError::new(key, reason));
                }
            }
        }
        Ok(())
    }
}

impl CmaSettings {
    /// Checks the parameters.
    ///
    /// # Errors
    /// The first parameter that is not possible.
    pub fn check(&self) -> Result<(), SettingsError> {
        // Recombination needs at least three parents, half of the population.
        check_count("population", self.population, 6)?;
        check_count("generations", self.generations, 1)?;
        check_share("step", self.step)?;
        if self.step <= 0.0 {
            return Err(SettingsError::new("step", "a step of 0 never moves; a number greater than 0 is needed"));
        }
        Ok(())
    }
}

impl FitnessSettings {
    /// Checks the parameters for a game of `players` players.
    ///
    /// # Errors
    /// The first parameter that is not possible.
    pub fn check(&self, players: usize) -> Result<(), SettingsError> {
        check_count("every", self.every, 1)?;
        check_games("games", self.games, players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_parameters_are_refused_with_their_key() {
        let ok = GeneticSettings::default;
        assert_eq!(ok().check(2, 3), Ok(()));
        for (settings, players, key, part) in [
            (GeneticSettings { population: 1, ..ok() }, 2, "population", "from 2"),
            (GeneticSettings { population: 4, ..ok() }, 5, "population", "from 5"),
            (GeneticSettings { generations: 0, ..ok() }, 2, "generations", "from 1"),
            (GeneticSettings { mutation_probability: 1.5, ..ok() }, 2, "mutation-probability", "0 to 1"),
            (GeneticSettings { spread: f64::NAN, ..ok() }, 2, "spread", "0 to 1"),
            (GeneticSettings { parental_games: 20, ..ok() }, 3, "parental-games", "choose 18 or 21"),
            (GeneticSettings { environment_games: 1, ..ok() }, 2, "environment-games", "choose 2"),
            (GeneticSettings { replacement: Replacement::Simple, ..ok() }, 2, "environment", "tournament"),
            (GeneticSettings { elites: 20, ..ok() }, 2, "elites", "no place"),
            (GeneticSettings { gene_probability: 0.01, ..ok() }, 2, "final-gene-probability", "falls"),
        ] {
            let error = settings.check(players, 3).expect_err(key);
            assert_eq!(error.key, key);
            assert!(error.reason.contains(part), "{error}");
        }
        assert_eq!(ok().check(2, 1).map_err(|error| error.key), Err("crossover"));
        assert_eq!(FitnessSettings { every: 0, games: 100 }.check(2).map_err(|error| error.key), Err("every"));
        assert_eq!(FitnessSettings::default().check(3).map_err(|error| error.key), Err("games"));
        assert_eq!(CmaSettings { step: 0.0, ..CmaSettings::default() }.check().map_err(|error| error.key), Err("step"));
    }
}
