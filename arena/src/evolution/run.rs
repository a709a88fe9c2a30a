//! The run itself: contests in parallel, answered by the journal where they were played before.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use boardwright_game::operation::ConcreteGame;
use boardwright_players::evolution::cma::CmaRun;
use boardwright_players::evolution::genetic::GeneticRun;
use boardwright_players::evolution::{
    Contest, FitnessStatistics, GenerationReport, HallOfFame, Individual, MeasuredIndividual, Referee, Subject,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::config::EvolutionConfig;
use super::curves::curves;
use super::executor::ContestExecutor;
use super::journal::{EvolutionError, Journal, KnownPoints};
use crate::results::files::write_atomically;
use crate::tournament::digest::digest;

/// File name of the current population.
pub const POPULATION: &str = "population.json";
/// File name of the best individual.
pub const BEST: &str = "best.json";

/// Statistics of the fitness in a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitnessRow {
    /// Number of the generation.
    pub generation: usize,
    /// Statistics of the population.
    pub statistics: FitnessStatistics,
}

/// Receives the progress of a run.
pub trait Observer {
    /// A contest was played; `games` is the number of its games.
    fn contest_played(&mut self, games: usize);

    /// A generation is complete. `rows` is the fitness so far; its last row is of this generation if `is_measured`.
    fn generation(&mut self, generation: usize, rows: &[FitnessRow], is_measured: bool);
}

/// Input of a run that comes from files or other runs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inputs {
    /// First individuals of the population.
    pub start: Vec<Individual>,
    /// Texts on which the result depends: the game file, the weights of opponents. The names are shown if they change.
    pub texts: Vec<(String, String)>,
}

/// A population that a run stores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StoredPopulation {
    /// Number of the generation.
    pub generation: usize,
    /// Names of the genes.
    pub genes: Vec<String>,
    /// Individuals.
    pub individuals: Vec<Individual>,
}

/// The best individual of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestIndividual {
    /// `true` if the run is complete.
    pub is_complete: bool,
    /// Generation of the measurement.
    pub generation: usize,
    /// Fitness.
    pub fitness: f64,
    /// Names of the genes.
    pub genes: Vec<String>,
    /// Values of the genes.
    pub individual: Individual,
}

/// A run that is ready.
#[derive(Clone, Copy, Debug)]
pub struct EvolutionRun<'a, G> {
    /// Description, which was checked for the game.
    pub config: &'a EvolutionConfig,
    /// Evolving weights and opponents.
    pub subject: &'a Subject<'a, G>,
    /// Number of players.
    pub players: usize,
    /// Input from elsewhere.
    pub inputs: &'a Inputs,
    /// Output folder, which is created.
    pub folder: &'a Path,
}

/// End of a run.
#[derive(Clone, Debug)]
pub struct Finished {
    /// `true` if all generations are done; otherwise the run was stopped and can be resumed.
    pub is_complete: bool,
    /// Best individual of the last hundred generations, if the fitness was measured.
    pub best: Option<MeasuredIndividual>,
    /// Fitness by generation.
    pub rows: Vec<FitnessRow>,
}

/// Runs evolution with contests played by `executor`, or resumes it if the folder has a journal of the same settings, until it is complete or `stop` is set.
///
/// # Errors
/// If files cannot be read or written, the folder has a run with other settings, or the rules of the game fail.
pub fn evolve<G: ConcreteGame>(
    run: &EvolutionRun<'_, G>,
    executor: &mut dyn ContestExecutor,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<Finished, EvolutionError> {
    let EvolutionRun { config, subject, players, inputs, folder } = *run;
    let texts: serde_json::Map<String, serde_json::Value> =
        inputs.texts.iter().map(|(name, text)| (name.clone(), digest(text).into())).collect();
    let start = serde_json::to_string(&inputs.start).expect("finite numbers are always JSON");
    let settings = json!({
        "settings": config.result_settings(),
        "inputs": { "start": digest(&start), "files": texts },
    });
    let (journal, known) = Journal::open(folder, &settings)?;
    let mut referee = RecordingReferee {
        subject,
        folder,
        executor,
        stop,
        observer,
        journal,
        known,
        batch: 0,
        has_played: false,
        fame: HallOfFame::default(),
        rows: Vec::new(),
        population: (0, Vec::new()),
    };
    let (genome, opponents, seed) = (subject.genome(), subject.opponents(), config.seed);
    let ended = if let Some(settings) = &config.cma_es {
        let games = config.fitness.games;
        CmaRun { genome, players, settings, games, opponents, seed }.run(inputs.start.first(), &mut referee)
    } else {
        let settings = &config.genetic.clone().unwrap_or_default();
        let fitness = &config.fitness;
        GeneticRun { genome, players, settings, fitness, opponents, seed }.run(&inputs.start, &mut referee)
    };
    let is_complete = match ended {
        Ok(()) => true,
        Err(EvolutionError::Stopped) => false,
        Err(error) => return Err(error),
    };
    referee.journal.sync()?;
    referee.write_population()?;
    referee.write_fitness(is_complete)?;
    Ok(Finished { is_complete, best: referee.fame.result().cloned(), rows: referee.rows })
}

/// Has contests played and records their results.
struct RecordingReferee<'a, G> {
    subject: &'a Subject<'a, G>,
    folder: &'a Path,
    executor: &'a mut dyn ContestExecutor,
    stop: &'a AtomicBool,
    observer: &'a mut dyn Observer,
    journal: Journal,
    /// Results of earlier processes that have not been repeated yet.
    known: KnownPoints,
    /// Number of the next batch of contests.
    batch: usize,
    /// `true` if a contest was played, so that the files of the folder are out of date.
    has_played: bool,
    fame: HallOfFame,
    rows: Vec<FitnessRow>,
    population: (usize, Vec<Individual>),
}

impl<G: ConcreteGame> Referee for RecordingReferee<'_, G> {
    type Error = EvolutionError;

    fn play(&mut self, contests: &[Contest]) -> Result<Vec<Vec<f64>>, EvolutionError> {
        let batch = self.batch;
        self.batch += 1;
        let mut points: Vec<Option<Vec<f64>>> =
            (0..contests.len()).map(|contest| self.known.remove(&(batch, contest))).collect();
        let waiting: Vec<usize> = (0..contests.len()).filter(|&index| points[index].is_none()).collect();
        if !waiting.is_empty() {
            self.has_played = true;
            self.play_waiting(contests, &waiting, &mut points)?;
        }
        points.into_iter().collect::<Option<Vec<_>>>().ok_or(EvolutionError::Stopped)
    }

    fn report(&mut self, report: &GenerationReport<'_>) -> Result<(), EvolutionError> {
        self.fame.add(report);
        let (generation, statistics) = (report.generation, report.fitness.and_then(FitnessStatistics::of));
        self.rows.extend(statistics.map(|statistics| FitnessRow { generation, statistics }));
        self.population = (generation, report.population.to_vec());
        // Files of generations that are repeated are there already.
        if self.has_played {
            self.journal.sync()?;
            self.write_population()?;
            if statistics.is_some() {
                self.write_fitness(false)?;
            }
        }
        self.observer.generation(generation, &self.rows, statistics.is_some());
        Ok(())
    }
}

impl<G: ConcreteGame> RecordingReferee<'_, G> {
    /// Plays the waiting contests and adds their points. Points stay missing if the run is stopped.
    fn play_waiting(
        &mut self,
        contests: &[Contest],
        waiting: &[usize],
        points: &mut [Option<Vec<f64>>],
    ) -> Result<(), EvolutionError> {
        let batch = self.batch - 1;
        let Self { executor, observer, journal, stop, .. } = self;
        executor.play(contests, waiting, stop, &mut |index, found| {
            observer.contest_played(contests[index].games);
            points[index] = Some(journal.add(batch, index, found)?);
            Ok(())
        })
    }

    fn gene_names(&self) -> Vec<String> {
        self.subject.genome().genes.iter().map(|gene| gene.name.clone()).collect()
    }

    fn write_population(&self) -> Result<(), EvolutionError> {
        let (generation, individuals) = self.population.clone();
        let stored = StoredPopulation { generation, genes: self.gene_names(), individuals };
        self.write_json(POPULATION, &stored)
    }

    /// Writes the table and the picture of the fitness, and the best individual.
    fn write_fitness(&self, is_complete: bool) -> Result<(), EvolutionError> {
        let mut table = "generation,max,median,mean\n".to_owned();
        for FitnessRow { generation, statistics: FitnessStatistics { max, median, mean } } in &self.rows {
            let _ = writeln!(table, "{generation},{max:.4},{median:.4},{mean:.4}");
        }
        self.write("fitness.csv", table.as_bytes())?;
        self.write("fitness.svg", curves(&self.rows).as_bytes())?;
        if let Some(MeasuredIndividual { generation, fitness, individual }) = self.fame.result().cloned() {
            let best = BestIndividual { is_complete, generation, fitness, genes: self.gene_names(), individual };
            self.write_json(BEST, &best)?;
        }
        Ok(())
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), EvolutionError> {
        let mut json = serde_json::to_vec(value).expect("names and finite numbers are always JSON");
        json.push(b'\n');
        self.write(name, &json)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), EvolutionError> {
        let path = self.folder.join(name);
        write_atomically(&path, bytes).map_err(|error| EvolutionError::File { doing: "write", path, error })
    }
}

fn read_json<T: for<'a> Deserialize<'a>>(folder: &Path, name: &str) -> Result<T, EvolutionError> {
    let path = folder.join(name);
    let bytes = std::fs::read(&path);
    let bytes = bytes.map_err(|error| EvolutionError::File { doing: "read", path: path.clone(), error })?;
    serde_json::from_slice(&bytes).map_err(|error| EvolutionError::Damaged {
        path,
        line: error.line(),
        why: error.to_string(),
    })
}

/// Reads the population of a run.
///
/// # Errors
/// If the file is missing or corrupt.
pub fn read_population(folder: &Path) -> Result<StoredPopulation, EvolutionError> {
    read_json(folder, POPULATION)
}

/// Reads the best individual of a run.
///
/// # Errors
/// If the file is missing or corrupt.
pub fn read_best(folder: &Path) -> Result<BestIndividual, EvolutionError> {
    read_json(folder, BEST)
}
