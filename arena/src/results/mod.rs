//! The results folder of a tournament: the journal of finished games, and the tables and reports derived from it. It
//! plays no games. Files and columns are documented in docs/tournaments.md.

mod environment;
pub mod files;
pub mod journal;
pub mod ledger;
mod records;
pub(crate) mod report;
mod score_tables;
pub mod scores;
mod standings;
mod summary;
mod tables;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use self::records::{locations as record_places, record_of};
pub use self::standings::{Meeting, PlayerScore, Standing, Standings};
use crate::results::files::ResultsFolder;
use crate::results::journal::{JournalError, JournalHead, JournalReader};
use crate::results::ledger::Ledger;
use crate::tournament::Config;

/// File name of the configuration as it was run.
const CONFIG: &str = "config.toml";

/// File name of the copy of the starts, without its extension.
const STARTS: &str = "starts";

/// Error of reading or writing results.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// Error of a file or the folder.
    #[error("cannot {doing} {}: {error}", path.display())]
    #[allow(missing_docs)]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// The configuration in a results folder is invalid.
    #[error("{}: {reason}", path.display())]
    #[allow(missing_docs)]
    Config { path: PathBuf, reason: String },
    /// Error of the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// `true` if a folder has results.
pub fn exists(folder: &Path) -> bool {
    folder.join(journal::NAME).exists()
}

/// Creates a folder for results, if it does not exist.
///
/// # Errors
/// If the folder cannot be created.
pub fn create_folder(folder: &Path) -> Result<(), ResultsError> {
    std::fs::create_dir_all(folder).map_err(|error| failed("create", folder, error))
}

/// Checks that `there` is the journal of the wanted tournament.
///
/// # Errors
/// If it is of another one: the first difference.
pub fn check_same_tournament(folder: &Path, there: &JournalHead, wanted: &JournalHead) -> Result<(), JournalError> {
    let (old, new) = (&there.identity, &wanted.identity);
    let what = if old.version != new.version {
        format!("it was played by version {}, this is {}", old.version, new.version)
    } else if old.hashes != new.hashes {
        let changed = new.hashes.iter().find(|(game, hash)| old.hashes.get(*game) != Some(hash));
        let changed = changed.or(old.hashes.iter().next()).map_or("", |(game, _)| game);
        format!("the rules of {changed} are not the same")
    } else if old.settings_digest != new.settings_digest {
        let config = folder.join(CONFIG);
        format!("games, players, budgets, starts or seeds are not the same as in {}", config.display())
    } else if there.shard != wanted.shard {
        let named = |head: &JournalHead| {
            head.shard.clone().map_or_else(|| "all games".to_owned(), |shard| format!("part {shard}"))
        };
        format!("it has {}, and {} is asked for", named(there), named(wanted))
    } else {
        return Ok(());
    };
    Err(JournalError::WrongTournament { path: folder.to_owned(), what })
}

/// Reads the configuration of a results folder.
///
/// # Errors
/// If it cannot be read.
pub fn config(folder: &Path) -> Result<Config, ResultsError> {
    let path = folder.join(CONFIG);
    let text = std::fs::read_to_string(&path).map_err(|error| failed("read", &path, error))?;
    Config::parse(&text).map_err(|reason| ResultsError::Config { path, reason })
}

fn failed(doing: &'static str, path: &Path, error: io::Error) -> ResultsError {
    ResultsError::File { doing, path: path.to_owned(), error }
}

/// Tables and reports of a folder.
#[derive(Debug)]
pub struct Results {
    folder: ResultsFolder,
    config: Config,
    /// Games that are in the tables.
    pub ledger: Ledger,
}

impl Results {
    /// Creates the results of a run, and writes the configuration with a copy of its file of starts, whose text is
    /// `starts`: whoever has the folder can go on with the tournament.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn create(
        path: &Path,
        config: &Config,
        head: &JournalHead,
        starts: Option<&str>,
    ) -> Result<Self, ResultsError> {
        let folder = ResultsFolder::open(path).map_err(|error| failed("read", path, error))?;
        let mut results = Self { folder, config: config.clone(), ledger: Ledger::default() };
        if let Some((lines, text)) = config.start.lines.as_ref().zip(starts) {
            // The extension says which format the file has.
            let name = Path::new(STARTS).with_extension(lines.extension().unwrap_or_default());
            results.put(&name.display().to_string(), text.as_bytes())?;
            results.config.start.lines = Some(name);
        }
        let config = results.config.clone();
        results.put(CONFIG, format!("{}{}", environment::environment_comment(head), config.to_toml()).as_bytes())?;
        Ok(results)
    }

    /// Opens the results of an existing folder.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn open(path: &Path, ledger: Ledger) -> Result<Self, ResultsError> {
        let folder = ResultsFolder::open(path).map_err(|error| failed("read", path, error))?;
        Ok(Self { folder, config: config(path)?, ledger })
    }

    /// Configuration of the tournament.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Standings of the players.
    pub fn standings(&self) -> Standings {
        Standings::compute(&self.config, &self.ledger)
    }

    /// Writes the tables that are fast to compute.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn write_tables(&mut self, ledger: &Ledger) -> Result<(), ResultsError> {
        let standings = Standings::compute(&self.config, ledger);
        self.put("games.csv", &tables::games(&self.config, ledger))?;
        self.put("pairs.csv", &tables::pairs(&standings))?;
        self.put("ratings.csv", &tables::ratings(&standings))?;
        if let Some(table) = tables::scores(&standings) {
            self.put("scores.csv", &table)?;
        }
        self.put("summary.md", summary::summary(&self.config, ledger, &standings).as_bytes())?;
        self.put("report.html", report::report(&self.config, ledger, &standings).as_bytes())
    }

    /// Writes all tables, reports and records.
    ///
    /// # Errors
    /// If a file cannot be written, or the journal cannot be read.
    pub fn write_all(&mut self, ledger: Ledger) -> Result<(), ResultsError> {
        self.write_tables(&ledger)?;
        self.put("times.csv", &tables::times(&self.config, &ledger))?;
        if self.config.moves || self.config.records {
            let mut reader = JournalReader::open(self.folder.path())?;
            if self.config.moves {
                self.put("moves.csv", &tables::moves(&self.config, &ledger, &mut reader)?)?;
            }
            if self.config.records {
                for file in records::files(&ledger, &mut reader, &self.config.labels()) {
                    let (name, bytes) = file?;
                    self.put(&name, &bytes)?;
                }
            }
        }
        self.ledger = ledger;
        Ok(())
    }

    /// Notes about files that were changed by hand, with their new paths.
    pub fn notes(&self) -> Vec<String> {
        let note = |(name, preserved): &(String, PathBuf)| {
            format!("{name} was changed by hand; the changed file is now {}", preserved.display())
        };
        self.folder.edited.iter().map(note).collect()
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), ResultsError> {
        let path = self.folder.path().join(name);
        self.folder.put(name, bytes).map_err(|error| failed("write", &path, error))
    }
}
