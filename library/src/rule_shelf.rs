//! The rule files of a user: kept in a folder under the names of their files, so that a file of the same name replaces the
//! one before. Shipped rule files are listed beside them. What a rule file means is in `boardwright-bots`.

use std::path::{Path, PathBuf};

use boardwright_bots::rules::shipped::{SHIPPED_RULES, shipped_rules};
use boardwright_bots::rules::{CheckOptions, EXTENSION, load};
use boardwright_lang::{Severity, Source, render};

use crate::error::Error;
use crate::files;

/// A rule file that players can use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShelvedRules {
    /// Name: that of the file without its extension.
    pub name: String,
    /// The file; `None` for a shipped one.
    pub path: Option<PathBuf>,
}

/// The folder of the rule files of a user.
#[derive(Clone, Debug)]
pub struct RuleShelf {
    folder: PathBuf,
}

impl RuleShelf {
    /// The shelf in a folder, which need not exist.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// The shipped rule files in the order of their strength, and then the kept ones by name.
    pub fn list(&self) -> Vec<ShelvedRules> {
        let shipped = SHIPPED_RULES.iter().map(|rules| ShelvedRules { name: rules.name.to_owned(), path: None });
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().filter_map(Result::ok);
        let kept = entries.filter_map(|entry| {
            let path = entry.path();
            let is_rules = path.extension().is_some_and(|extension| extension == EXTENSION) && path.is_file();
            let name = path.file_stem()?.to_str()?.to_owned();
            is_rules.then_some(ShelvedRules { name, path: Some(path) })
        });
        let mut kept: Vec<ShelvedRules> = kept.collect();
        kept.sort_by(|one, other| one.name.cmp(&other.name));
        shipped.chain(kept).collect()
    }

    /// Keeps a copy of a rule file under its name. Returns `true` if it replaced another.
    ///
    /// # Errors
    /// If the file cannot be read or written, has the name of a shipped one, or has mistakes: these with their places.
    pub fn keep(&self, file: &Path) -> Result<bool, Error> {
        let name = file.file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        if shipped_rules(name).is_some() {
            let reason = format!("{name} is the name of a shipped rule file; give the file another name");
            return Err(Error::Input(reason));
        }
        let bytes = std::fs::read(file).map_err(|error| Error::file("read", file, &error))?;
        let source = Source::new(file.display().to_string(), &bytes);
        let loaded = load(&source, CheckOptions::default());
        if loaded.rules.is_none() {
            let mistakes: Vec<_> =
                loaded.diagnostics.into_iter().filter(|found| found.severity == Severity::Error).collect();
            return Err(Error::Input(render(&mistakes, &[&source], false)));
        }
        let kept = self.folder.join(name).with_extension(EXTENSION);
        let replaces = kept.exists();
        std::fs::create_dir_all(&self.folder).map_err(|error| Error::file("create", &self.folder, &error))?;
        files::write(&kept, &bytes)?;
        Ok(replaces)
    }

    /// Deletes a kept rule file.
    ///
    /// # Errors
    /// If it cannot be deleted, or is a shipped one.
    pub fn delete(&self, rules: &ShelvedRules) -> Result<(), Error> {
        match &rules.path {
            Some(path) if path.starts_with(&self.folder) => {
                std::fs::remove_file(path).map_err(|error| Error::file("delete", path, &error))
            }
            _ => Err(Error::Input(format!("{} ships with the program and cannot be deleted", rules.name))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_kept_replaced_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = RuleShelf::new(folder.path().join("rules"));
        let shipped = shelf.list().len();
        let file = folder.path().join("mine.tks");
        std::fs::write(&file, "PROLOG { }\n").unwrap();
        assert!(!shelf.keep(&file).unwrap(), "the first of its name");
        std::fs::write(&file, "PROLOG { a(1). }\n").unwrap();
        assert!(shelf.keep(&file).unwrap(), "the same name replaces");
        let list = shelf.list();
        assert_eq!(list.len(), shipped + 1);
        let mine = list.last().unwrap();
        let path = mine.path.clone().unwrap();
        assert_eq!(
            (mine.name.as_str(), std::fs::read_to_string(&path).unwrap()),
            ("mine", "PROLOG { a(1). }\n".to_owned())
        );
        shelf.delete(mine).unwrap();
        assert_eq!(shelf.list().len(), shipped);
        assert!(file.exists(), "the user's file stays");
    }

    #[test]
    fn mistakes_and_names_of_shipped_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = RuleShelf::new(folder.path().join("rules"));
        let broken = folder.path().join("broken.tks");
        std::fs::write(&broken, "PROLOG { a(1) }\nSETTRUN { }\n").unwrap();
        let Err(Error::Input(message)) = shelf.keep(&broken) else { panic!("it has mistakes") };
        assert!(message.contains("broken.tks") && message.contains("SETTURN"), "{message}");
        let empty = folder.path().join("empty.tks");
        std::fs::write(&empty, "PROLOG { }\n").unwrap();
        let Err(Error::Input(message)) = shelf.keep(&empty) else { panic!("the name is taken") };
        assert!(message.contains("another name"), "{message}");
        let shipped = shelf.list().into_iter().next().unwrap();
        assert!(shelf.delete(&shipped).is_err());
        assert!(shelf.list().iter().all(|rules| rules.path.is_none()), "nothing was kept");
    }
}
