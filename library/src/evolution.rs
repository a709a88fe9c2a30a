//! Runs of evolution by description: finds the description, loads the game, the opponents and the initial population, and
//! stores the resulting weights. The run itself is in [`boardwright_arena::evolution`].

use boardwright_game::game::GameExt as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::thread;

use boardwright_arena::evolution::{
    ContestExecutor, ContestSetup, Description, EvolutionError, EvolutionRun, Finished, Inputs, LocalExecutor,
    Observer, OpponentConfig, SubjectConfig, evolve, read_best, read_population,
};
use boardwright_game::features::shipped_weights;
use boardwright_game::operation::{ConcreteGame, GameOperation};
use boardwright_games::evolution_runs::EVOLUTION_RUNS;
use boardwright_games::weight_file;
use boardwright_players::evaluation::Weights;
use boardwright_players::evolution::{Individual, Opponent, Subject, SubjectError};
use boardwright_players::registry::PlayerArtifacts;

use crate::contests;
use crate::error::Error;
use crate::files;
use crate::load::{LoadedGame, load, nearest_word};
use crate::tables::identity;

/// File name of the resulting weights of a feature set.
pub const FEATURE_WEIGHTS: &str = "weights.toml";
/// File name of the resulting weights of the board evaluation.
pub const BOARD_WEIGHTS: &str = "weights.json";

/// Name of the untuned weights of the board evaluation.
const RULES: &str = "rules";

/// Finds a description: a file, or the name of one that ships.
///
/// # Errors
/// If there is none of this name, or it is not valid.
pub fn find_description(argument: &str) -> Result<Description, Error> {
    let path = Path::new(argument);
    if let Some(entry) = EVOLUTION_RUNS.iter().find(|entry| entry.name == argument && !path.is_file()) {
        return Description::parse(entry.name, entry.name, entry.text).map_err(Error::Input);
    }
    if !path.exists()
        && path.extension().is_none()
        && let Some(near) = nearest_word(argument, EVOLUTION_RUNS.iter().map(|entry| entry.name))
    {
        return Err(Error::Input(format!("there is no run \"{argument}\"; did you mean \"{near}\"?")));
    }
    let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Description::parse(&name, argument, &text).map_err(Error::Input)
}

/// Output folder of a run that names none.
pub fn default_folder(description: &Description) -> PathBuf {
    description.config.out.clone().unwrap_or_else(|| Path::new("evolution").join(&description.name))
}

/// A finished or stopped run.
#[derive(Debug)]
pub struct EvolutionOutcome {
    /// End of the run.
    pub finished: Finished,
    /// File of the best weights, if the fitness was measured.
    pub weights: Option<PathBuf>,
}

/// Creates the executor of a run whose contests are played on other machines.
pub type ExecutorFactory = Box<dyn FnOnce(ContestSetup) -> Result<Box<dyn ContestExecutor>, EvolutionError> + Send>;

/// Place where the contests of a run are played.
pub enum ContestPlace {
    /// Threads of this process; by default as many as the description says, or as there are cores.
    Threads(Option<usize>),
    /// Other machines, by the executor that the function creates for the set-up of the run.
    Elsewhere(ExecutorFactory),
}

/// Runs evolution in a folder, or resumes it.
///
/// # Errors
/// If the description does not fit the game, files cannot be read or written, or the rules of the game fail.
pub fn run_evolution(
    description: &Description,
    folder: &Path,
    place: ContestPlace,
    observer: &mut dyn Observer,
    stop: &AtomicBool,
) -> Result<EvolutionOutcome, Error> {
    let loaded = load(&description.config.game)?;
    loaded.run(EvolveOperation { description, loaded: &loaded, folder, place, observer, stop })
}

struct EvolveOperation<'a> {
    description: &'a Description,
    loaded: &'a LoadedGame,
    folder: &'a Path,
    place: ContestPlace,
    observer: &'a mut dyn Observer,
    stop: &'a AtomicBool,
}

impl GameOperation for EvolveOperation<'_> {
    type Output = Result<EvolutionOutcome, Error>;

    fn run<G: ConcreteGame>(self, game: &G) -> Self::Output {
        let Self { description, loaded, folder, place, observer, stop } = self;
        let config = &description.config;
        description.check_for_players(game.players()).map_err(Error::Input)?;
        game.prepare();
        let (artifacts, _) = loaded.artifacts()?;
        let subject = subject(game, &config.subject, artifacts.clone());
        let mut subject = subject.map_err(|(key, why)| Error::Input(description.error("subject", key, &why)))?;
        let sources = Sources { description, game, folder, learnt: artifacts.weights.clone() };
        let mut texts = vec![("game".to_owned(), identity(loaded).1)];
        let mut opponents = Vec::new();
        for (opponent, number) in config.opponents.iter().zip(1..) {
            let (key, found) = sources.opponent(opponent);
            let found = found.and_then(|found| {
                texts.push((format!("opponent {number}"), format!("{found:?}")));
                opponents.push(found.clone());
                subject.add_opponent(found).map_err(|error| error.to_string())
            });
            found.map_err(|reason| Error::Input(description.error("opponent", key, &reason)))?;
        }
        let start =
            sources.start(&subject).map_err(|(key, reason)| Error::Input(description.error("start", key, &reason)))?;
        let inputs = Inputs { start, texts };
        let (subject, inputs) = (&subject, &inputs);
        let wrong = |error| match error {
            EvolutionError::Fault(fault) => loaded.fault_error(&fault),
            other => Error::Input(other.to_string()),
        };
        let mut executor: Box<dyn ContestExecutor> = match place {
            ContestPlace::Threads(threads) => {
                let threads = threads.or(config.threads);
                let threads = threads.unwrap_or_else(|| thread::available_parallelism().map_or(1, Into::into));
                Box::new(LocalExecutor { subject, threads })
            }
            ContestPlace::Elsewhere(create) => {
                let setup =
                    contests::setup(&description.config, loaded, &artifacts, opponents).map_err(Error::Input)?;
                create(setup).map_err(wrong)?
            }
        };
        let run = EvolutionRun { config, subject, players: game.players(), inputs, folder };
        let finished = evolve(&run, &mut *executor, observer, stop).map_err(wrong)?;
        let weights = finished.best.as_ref().map(|best| {
            let about = format!(
                "evolved by the run {}, generation {}, fitness {:.2}",
                description.name, best.generation, best.fitness
            );
            write_weights(game, subject, &best.individual, &description.name, &about, folder)
        });
        Ok(EvolutionOutcome { finished, weights: weights.transpose()? })
    }
}

/// The weights that evolve, without opponents; the error is the key of the description and the reason.
pub(crate) fn subject<'g, G: ConcreteGame>(
    game: &'g G,
    config: &SubjectConfig,
    artifacts: PlayerArtifacts,
) -> Result<Subject<'g, G>, (&'static str, String)> {
    let spec = config.spec().map_err(|error| (error.key, error.reason.clone()))?;
    let subject = Subject::new(game, &spec, config.range).map_err(|error| {
        let key = match error {
            SubjectError::EmptyRange(..) => "range",
            SubjectError::NoBoard => "evaluation",
            _ => "features",
        };
        (key, error.to_string())
    })?;
    let mut subject = subject.with_artifacts(artifacts);
    subject.opening = config.opening();
    subject.max_moves = config.max_moves();
    Ok(subject)
}

/// Writes the weights of an individual and returns their file. Weights of features get the name and the description
/// `about`.
fn write_weights<G: ConcreteGame>(
    game: &G,
    subject: &Subject<'_, G>,
    individual: &[f32],
    name: &str,
    about: &str,
    folder: &Path,
) -> Result<PathBuf, Error> {
    let (path, text) = if let Some(weights) = subject.weight_set(individual) {
        let set =
            game.feature_sets().iter().find(|set| set.name == weights.features).expect("the genes are its weights");
        let weights =
            boardwright_game::features::WeightSet { name: name.to_owned(), about: about.to_owned(), ..weights };
        (folder.join(FEATURE_WEIGHTS), weight_file::text(&weights, set))
    } else {
        let weights = subject.board_weights(individual).expect("the genes are those of a board");
        (folder.join(BOARD_WEIGHTS), serde_json::to_string(&weights).expect("weights are always JSON"))
    };
    files::write(&path, text.as_bytes())?;
    Ok(path)
}

/// Error for a run that has no results.
fn missing_run(run: &str, error: &EvolutionError) -> String {
    format!("the run \"{run}\" has no results: {error}; run `boardwright evolve {run}` first")
}

/// Weights and populations from files, from other runs, and from the game.
struct Sources<'a, G> {
    description: &'a Description,
    game: &'a G,
    folder: &'a Path,
    /// Learnt weights of the board evaluation.
    learnt: Option<Weights>,
}

impl<G: ConcreteGame> Sources<'_, G> {
    /// A fixed opponent, and the key that names it.
    fn opponent(&self, config: &OpponentConfig) -> (&'static str, Result<Opponent, String>) {
        match (&config.player, &config.weights, &config.run) {
            (Some(player), _, _) => {
                let spec = boardwright_players::parse(player).map_err(|error| error.to_string());
                ("player", spec.map(Opponent::Player))
            }
            (None, Some(weights), _) => ("weights", self.weights(weights)),
            (None, None, run) => ("run", self.result_of(run.as_deref().unwrap_or_default())),
        }
    }

    /// Folder of another run, beside that of this run.
    fn folder_of(&self, run: &str) -> PathBuf {
        self.folder.parent().unwrap_or(Path::new("")).join(run)
    }

    fn result_of(&self, run: &str) -> Result<Opponent, String> {
        let folder = self.folder_of(run);
        let best = read_best(&folder).map_err(|error| missing_run(run, &error))?;
        if !best.is_complete {
            return Err(format!("the run \"{run}\" is not complete; go on with `boardwright evolve {run}` first"));
        }
        let files = [FEATURE_WEIGHTS, BOARD_WEIGHTS].map(|name| folder.join(name));
        let file = files.iter().find(|file| file.is_file()).unwrap_or(&files[0]);
        self.weights_of_file(file)
    }

    /// Weights by the name under which they come with the game, or by file.
    fn weights(&self, name: &str) -> Result<Opponent, String> {
        if let Some(weights) = shipped_weights(self.game, name) {
            return Ok(Opponent::Features(weights));
        }
        if name == RULES && self.description.config.subject.evaluation.is_some() {
            return Ok(Opponent::Board(Weights::from_rules(self.game)));
        }
        if let ("learnt", Some(weights)) = (name, &self.learnt) {
            return Ok(Opponent::Board(weights.clone()));
        }
        let path = Path::new(name);
        if path.is_file() {
            return self.weights_of_file(path);
        }
        let mut known: Vec<String> = self.game.weight_sets().into_iter().map(|set| set.name).collect();
        if self.description.config.subject.evaluation.is_some() {
            known.push(RULES.to_owned());
            known.extend(self.learnt.as_ref().map(|_| "learnt".to_owned()));
        }
        Err(format!("\"{name}\" is no file, and no weights of the game; it has {}", known.join(", ")))
    }

    fn weights_of_file(&self, path: &Path) -> Result<Opponent, String> {
        let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error).to_string())?;
        let wrong = |error: String| format!("{}: {error}", path.display());
        if path.extension().is_some_and(|ending| ending == "json") {
            return serde_json::from_str(&text).map(Opponent::Board).map_err(|error| wrong(error.to_string()));
        }
        let parsed = weight_file::parse(&text, self.game.feature_sets());
        parsed.map(Opponent::Features).map_err(|error| wrong(error.to_string()))
    }

    /// First individuals of the population; the error is the key and the reason.
    fn start(&self, subject: &Subject<'_, G>) -> Result<Vec<Individual>, (&'static str, String)> {
        let start = &self.description.config.start;
        if let Some(name) = &start.weights {
            let individual = match self.weights(name).map_err(|reason| ("weights", reason))? {
                Opponent::Features(weights) => subject.individual_of_weights(&weights),
                Opponent::Board(weights) => subject.individual_of_board(&weights),
                Opponent::Player(_) => None,
            };
            let reason = || format!("the weights \"{name}\" are of other features or phases than those that evolve");
            return Ok(vec![individual.ok_or_else(|| ("weights", reason()))?]);
        }
        let Some(run) = &start.run else { return Ok(Vec::new()) };
        let read = read_population(&self.folder_of(run));
        let stored = read.map_err(|error| ("run", missing_run(run, &error)))?;
        let genes = &subject.genome().genes;
        let is_equal = stored.genes.iter().eq(genes.iter().map(|gene| &gene.name));
        if !is_equal || stored.individuals.iter().any(|individual| individual.len() != genes.len()) {
            return Err(("run", format!("the run \"{run}\" evolved other genes")));
        }
        let clamp =
            |individual: Individual| individual.iter().zip(genes).map(|(&value, gene)| gene.clamp(value)).collect();
        Ok(stored.individuals.into_iter().map(clamp).collect())
    }
}

#[cfg(test)]
mod tests {
    use boardwright_arena::evolution::EvolutionConfig;
    use boardwright_players::evolution::settings::{Crossover, EnvironmentalSelection, Mutation, Replacement};
    use boardwright_players::evolution::{FitnessSettings, GeneticSettings};

    use super::*;

    /// The twenty published configurations, as differences from the first one: number of players, phases, changed
    /// parameters.
    fn published() -> Vec<(usize, usize, GeneticSettings)> {
        let base = GeneticSettings::default;
        let uniform = || GeneticSettings { crossover: Crossover::Uniform, ..base() };
        let small = || GeneticSettings { population: 15, ..base() };
        // Where the thesis gives no spread of classical mutation, a tenth of the range is used.
        let classical = |settings| GeneticSettings { mutation: Mutation::Classical, spread: 0.1, ..settings };
        let tournament = |settings| GeneticSettings {
            environment: EnvironmentalSelection::Tournament,
            replacement: Replacement::Simple,
            ..settings
        };
        let probabilities = |settings, crossover_probability, mutation_probability, gene_probability| GeneticSettings {
            crossover_probability,
            mutation_probability,
            gene_probability,
            ..settings
        };
        let games = |settings, parental_games, environment_games| GeneticSettings {
            parental_games,
            environment_games,
            ..settings
        };
        let long = |settings, generations| GeneticSettings { generations, ..settings };
        let small_uniform = || GeneticSettings { population: 15, ..uniform() };
        vec![
            (2, 3, base()),
            (2, 5, base()),
            (2, 5, probabilities(small(), 0.75, 0.8, 0.6)),
            (2, 3, games(probabilities(uniform(), 0.75, 0.8, 0.5), 6, 6)),
            (2, 3, tournament(probabilities(uniform(), 0.8, 0.8, 0.7))),
            // 20 and 16 games cannot be shared by three seats.
            (3, 3, games(base(), 21, 15)),
            (2, 3, uniform()),
            (2, 3, small_uniform()),
            (2, 3, probabilities(small_uniform(), 0.75, 0.5, 0.7)),
            // 16 games cannot be shared by five seats.
            (5, 3, games(base(), 20, 15)),
            (2, 3, games(classical(probabilities(small(), 0.9, 0.9, 0.1)), 10, 10)),
            (2, 3, games(probabilities(small(), 0.65, 0.5, 0.8), 20, 10)),
            (2, 3, tournament(classical(probabilities(small_uniform(), 0.75, 0.8, 0.2)))),
            (2, 3, long(base(), 750)),
            (4, 3, base()),
            (2, 5, probabilities(base(), 0.75, 0.5, 0.2)),
            (2, 3, classical(probabilities(uniform(), 0.85, 0.9, 0.1))),
            (2, 3, games(classical(long(probabilities(small(), 0.75, 0.8, 0.1), 700)), 30, 24)),
            (2, 3, classical(long(probabilities(small(), 0.75, 0.8, 0.1), 700))),
            (2, 1, small_uniform()),
        ]
    }

    #[test]
    fn the_shipped_runs_are_the_published_configurations() {
        let published = published();
        assert_eq!((EVOLUTION_RUNS.len(), published.len()), (20, 20));
        for ((entry, (players, phases, genetic)), number) in EVOLUTION_RUNS.iter().zip(published).zip(1..) {
            let description = find_description(entry.name).expect("the shipped descriptions are valid");
            assert_eq!(entry.name, format!("carcassonne-{number:02}"));
            let EvolutionConfig { game, subject, fitness, genetic: written, start, opponents, .. } =
                &description.config;
            assert_eq!(written.as_ref(), Some(&genetic), "{}", entry.name);
            let players_option = if players == 2 { String::new() } else { format!(":players={players}") };
            assert_eq!(
                (game.as_str(), subject.phases),
                (format!("carcassonne{players_option}").as_str(), Some(phases))
            );
            let games = if players == 3 { 99 } else { 100 };
            assert_eq!(*fitness, FitnessSettings { every: 14, games });
            let features = if [7, 9].contains(&number) { "plain" } else { "pr" };
            let range = if number == 19 { [-5.0, 30.0] } else { [-2.0, 20.0] };
            assert_eq!((subject.features.as_deref(), subject.range), (Some(features), Some(range)));
            let from = match number {
                14 => Some("carcassonne-13"),
                19 => Some("carcassonne-18"),
                _ => None,
            };
            assert_eq!((start.run.as_deref(), &start.weights), (from, &None));
            let opponent = match number {
                5 => OpponentConfig { player: Some("19/3-pr".to_owned()), ..OpponentConfig::default() },
                8 => OpponentConfig { run: Some("carcassonne-07".to_owned()), ..OpponentConfig::default() },
                _ => OpponentConfig { player: Some("weighted".to_owned()), ..OpponentConfig::default() },
            };
            assert_eq!(*opponents, [opponent]);
            assert_eq!(description.check_for_players(players), Ok(()));
        }
    }

    #[test]
    fn unknown_descriptions_are_errors() {
        let message = |name: &str| find_description(name).expect_err("there is none").to_string();
        assert_eq!(message("carcasonne-07"), "there is no run \"carcasonne-07\"; did you mean \"carcassonne-07\"?");
        assert_eq!(message("none.toml"), "cannot read none.toml: it does not exist");
    }
}
