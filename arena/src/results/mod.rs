//! The folder of a tournament's results: the journal of finished games, and the tables and reports that are made of it. It plays
//! nothing. Which file holds what, column by column, is in docs/tournaments.md.

pub mod files;
pub mod journal;
pub mod ledger;
mod machine;
mod records;
mod report;
mod standings;
mod summary;
mod tables;

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use self::records::places as record_places;
pub use self::standings::{Meeting, Scored, Standing, Standings};
use crate::results::files::Folder;
use crate::results::journal::{Head, JournalError, Reader};
use crate::results::ledger::Ledger;
use crate::tournament::Config;

/// The description as it was run.
const CONFIG: &str = "config.toml";

/// Why results cannot be read or written.
#[derive(Debug, Error)]
pub enum ResultsError {
    /// A file or the folder.
    #[error("cannot {doing} {}: {error}", path.display())]
    #[allow(missing_docs)]
    File { doing: &'static str, path: PathBuf, error: io::Error },
    /// The description in a folder of results.
    #[error("{}: {reason}", path.display())]
    #[allow(missing_docs)]
    Config { path: PathBuf, reason: String },
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Whether a folder has results.
pub fn is_there(folder: &Path) -> bool {
    folder.join(journal::NAME).exists()
}

/// Makes a folder for results, if it is not there.
///
/// # Errors
/// If it cannot be made.
pub fn make(folder: &Path) -> Result<(), ResultsError> {
    std::fs::create_dir_all(folder).map_err(|error| failed("make", folder, error))
}

/// Refuses results of another tournament.
///
/// # Errors
/// What is different.
pub fn same(folder: &Path, there: &Head, wanted: &Head) -> Result<(), JournalError> {
    let (old, new) = (&there.identity, &wanted.identity);
    let what = if old.version != new.version {
        format!("it was played by version {}, this is {}", old.version, new.version)
    } else if old.hashes != new.hashes {
        let changed = new.hashes.iter().find(|(game, hash)| old.hashes.get(*game) != Some(hash));
        let changed = changed.or(old.hashes.iter().next()).map_or("", |(game, _)| game);
        format!("the rules of {changed} are not the same")
    } else if old.essence != new.essence {
        let config = folder.join(CONFIG);
        format!("games, players, budgets, starts or seeds are not the same as in {}", config.display())
    } else if there.shard != wanted.shard {
        let named =
            |head: &Head| head.shard.clone().map_or_else(|| "all games".to_owned(), |shard| format!("part {shard}"));
        format!("it has {}, and {} is asked for", named(there), named(wanted))
    } else {
        return Ok(());
    };
    Err(JournalError::Other { path: folder.to_owned(), what })
}

/// The description of a folder of results.
///
/// # Errors
/// If it cannot be read.
pub fn config(folder: &Path) -> Result<Config, ResultsError> {
    let path = folder.join(CONFIG);
    let text = std::fs::read_to_string(&path).map_err(|error| failed("read", &path, error))?;
    Config::read(&text).map_err(|reason| ResultsError::Config { path, reason })
}

fn failed(doing: &'static str, path: &Path, error: io::Error) -> ResultsError {
    ResultsError::File { doing, path: path.to_owned(), error }
}

/// The tables and reports of a folder.
#[derive(Debug)]
pub struct Results {
    folder: Folder,
    config: Config,
    /// The games that are in the tables.
    pub ledger: Ledger,
}

impl Results {
    /// Begins with the description as it is run.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(path: &Path, config: &Config, head: &Head) -> Result<Self, ResultsError> {
        let folder = Folder::open(path).map_err(|error| failed("read", path, error))?;
        let mut results = Self { folder, config: config.clone(), ledger: Ledger::default() };
        results.put(CONFIG, format!("{}{}", machine::told(head), config.written()).as_bytes())?;
        Ok(results)
    }

    /// The results that a folder has.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn open(path: &Path, ledger: Ledger) -> Result<Self, ResultsError> {
        let folder = Folder::open(path).map_err(|error| failed("read", path, error))?;
        Ok(Self { folder, config: config(path)?, ledger })
    }

    /// The description.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where they are.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Who stands where.
    pub fn standings(&self) -> Standings {
        Standings::of(&self.config, &self.ledger)
    }

    /// Brings those tables up to date that are soon made.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn tables(&mut self, ledger: &Ledger) -> Result<(), ResultsError> {
        let standings = Standings::of(&self.config, ledger);
        self.put("games.csv", &tables::games(&self.config, ledger))?;
        self.put("pairs.csv", &tables::pairs(&standings))?;
        self.put("ratings.csv", &tables::ratings(&standings))?;
        self.put("summary.md", summary::summary(&self.config, ledger, &standings).as_bytes())?;
        self.put("report.html", report::report(&self.config, ledger, &standings).as_bytes())
    }

    /// Brings everything up to date.
    ///
    /// # Errors
    /// If it cannot be written, or the journal cannot be read.
    pub fn all(&mut self, ledger: Ledger) -> Result<(), ResultsError> {
        self.tables(&ledger)?;
        self.put("times.csv", &tables::times(&self.config, &ledger))?;
        if self.config.moves || self.config.records {
            let mut reader = Reader::open(self.folder.path())?;
            if self.config.moves {
                self.put("moves.csv", &tables::moves(&self.config, &ledger, &mut reader)?)?;
            }
            if self.config.records {
                for file in records::files(&ledger, &mut reader) {
                    let (name, bytes) = file?;
                    self.put(&name, &bytes)?;
                }
            }
        }
        self.ledger = ledger;
        Ok(())
    }

    /// Files that somebody had changed, and where they are now.
    pub fn notes(&self) -> Vec<String> {
        let told = |(name, kept): &(String, PathBuf)| {
            format!("{name} had been changed by hand; that is now {}", kept.display())
        };
        self.folder.edited.iter().map(told).collect()
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), ResultsError> {
        let path = self.folder.path().join(name);
        self.folder.put(name, bytes).map_err(|error| failed("write", &path, error))
    }
}
