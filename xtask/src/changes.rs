//! Packages that a change reaches: those whose files changed, and those that depend on them.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::workspace::Workspace;

/// Revision with which the working tree is compared by default: before the last commit.
pub const DEFAULT_BASE: &str = "HEAD~1";

/// Packages whose tests read the pages of documentation.
const READERS: [&str; 3] = ["boardwright", "boardwright-bots", "boardwright-tests"];
/// Package that checks texts and structure of all files.
const TIDY: &str = "boardwright-tests";

/// Packages that a change reaches.
#[derive(Debug, PartialEq, Eq)]
pub enum Reach {
    /// All packages: files for all of them changed.
    All,
    /// Some packages.
    Some {
        /// Packages with changed files.
        changed: BTreeSet<String>,
        /// Packages that depend on them.
        dependents: BTreeSet<String>,
    },
}

/// Files that differ from a revision, with `/` between their parts: committed, uncommitted and new ones.
///
/// # Errors
/// If git fails, such as for an unknown revision.
pub fn changed_files(root: &Path, base: &str) -> io::Result<Vec<String>> {
    let mut files = git(root, &["diff", "--name-only", "--no-renames", base, "--"])?;
    files.extend(git(root, &["ls-files", "--others", "--exclude-standard"])?);
    Ok(files)
}

/// Determines the packages that a change of these files reaches.
pub fn reach(workspace: &Workspace, files: &[String]) -> Reach {
    let mut changed = BTreeSet::new();
    let mut readers = BTreeSet::new();
    for file in files {
        match workspace.owner(file) {
            Some(owner) => {
                changed.insert(owner.to_owned());
            }
            None if is_text(file) => readers.extend(READERS.map(str::to_owned)),
            // Inputs of a build of their own.
            None if file.starts_with("fuzz/") || file.starts_with(".ci/") => {}
            None => return Reach::All,
        }
    }
    let mut dependents = workspace.dependents(&changed);
    if !files.is_empty() {
        readers.insert(TIDY.to_owned());
    }
    dependents.extend(&readers - &changed);
    Reach::Some { changed, dependents }
}

/// `true` for pages that are no input of a build.
fn is_text(file: &str) -> bool {
    let is_page = Path::new(file).extension().is_some_and(|extension| extension == "md");
    is_page || file.starts_with("docs/") || file.starts_with("LICENSE") || file == ".gitignore"
}

/// Lines that git prints.
fn git(root: &Path, arguments: &[&str]) -> io::Result<Vec<String>> {
    let output = Command::new("git").current_dir(root).args(arguments).output()?;
    if !output.status.success() {
        return Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reached(files: &[&str]) -> Reach {
        let workspace = Workspace::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
        reach(&workspace, &files.iter().map(|file| (*file).to_owned()).collect::<Vec<_>>())
    }

    fn some(files: &[&str]) -> (Vec<String>, Vec<String>) {
        match reached(files) {
            Reach::Some { changed, dependents } => (changed.into_iter().collect(), dependents.into_iter().collect()),
            Reach::All => panic!("{files:?} reach all packages"),
        }
    }

    #[test]
    fn a_change_reaches_its_package_and_the_dependents() {
        let (changed, dependents) = some(&["gui/src/theme.rs"]);
        assert_eq!(changed, ["boardwright-gui"]);
        assert_eq!(dependents, ["boardwright", "boardwright-tests"], "the program, and the checks of all texts");
        let (changed, dependents) = some(&["engine/game/src/game.rs"]);
        assert_eq!(changed, ["boardwright-game"]);
        assert!(dependents.len() > 15, "{dependents:?}");
    }

    #[test]
    fn pages_reach_the_tests_that_read_them_and_manifests_reach_all() {
        let (changed, dependents) = some(&["docs/tutorial.md", "README.md"]);
        assert!(changed.is_empty());
        assert_eq!(dependents, READERS);
        assert_eq!(reached(&["Cargo.lock"]), Reach::All);
        assert_eq!(reached(&[]), Reach::Some { changed: BTreeSet::new(), dependents: BTreeSet::new() });
    }

    #[test]
    fn an_unknown_revision_is_reported() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let error = changed_files(&root, "no-such-revision").unwrap_err().to_string();
        assert!(error.contains("no-such-revision"), "{error}");
    }
}
