//! Runs of [evolution](boardwright_players::evolution): their description in TOML, contests in parallel or on other machines, a journal of all
//! results, and files with the population, the fitness and the best individual.
//!
//! A run is resumed by repeating it: the journal answers the contests that were played before, and the others are
//! played. So an interrupted run ends with the same weights as an uninterrupted one, for any number of threads.

mod config;
mod curves;
mod executor;
mod journal;
mod remote;
mod run;

pub use config::{Description, EvolutionConfig, OpponentConfig, StartConfig, SubjectConfig};
pub use executor::{ContestExecutor, LocalExecutor, PointsReceiver};
pub use journal::EvolutionError;
pub use remote::{ContestGame, ContestSetup, OpponentSetup};
pub use run::{
    BEST, BestIndividual, EvolutionRun, Finished, FitnessRow, Inputs, Observer, POPULATION, StoredPopulation, evolve,
    read_best, read_population,
};

#[cfg(test)]
mod tests;
