//! The packages of the workspace, read from their manifests: folders and dependencies on each other. It calls no cargo and
//! knows no third-party dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;

/// Prefix of the names of all packages but the program and `xtask`.
const PREFIX: &str = "boardwright";

/// A package of the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// Folder, relative to the root, with `/` between its parts.
    pub folder: String,
    /// Names of the packages of the workspace that it or its tests depend on.
    uses: BTreeSet<String>,
}

/// All packages by name.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    /// Packages by name.
    pub packages: BTreeMap<String, Package>,
}

impl Workspace {
    /// Reads the manifests below `root`.
    ///
    /// # Errors
    /// If a manifest cannot be read.
    pub fn read(root: &Path) -> io::Result<Self> {
        let mut packages = BTreeMap::new();
        for folder in members(&fs::read_to_string(root.join("Cargo.toml"))?) {
            let manifest = fs::read_to_string(root.join(&folder).join("Cargo.toml"))?;
            let (name, uses) = (package_name(&manifest), dependencies(&manifest));
            packages.insert(name, Package { folder, uses });
        }
        Ok(Self { packages })
    }

    /// Name of the package that a file belongs to, if it is in the folder of one.
    pub fn owner(&self, file: &str) -> Option<&str> {
        let is_inside = |folder: &str| file.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let owners = self.packages.iter().filter(|(_, package)| is_inside(&package.folder));
        owners.max_by_key(|(_, package)| package.folder.len()).map(|(name, _)| &**name)
    }

    /// Names of the packages that depend on one of `changed`, directly or through others, without `changed` themselves.
    pub fn dependents(&self, changed: &BTreeSet<String>) -> BTreeSet<String> {
        let mut reached = changed.clone();
        loop {
            let next: Vec<String> = self
                .packages
                .iter()
                .filter(|(name, package)| !reached.contains(*name) && !package.uses.is_disjoint(&reached))
                .map(|(name, _)| name.clone())
                .collect();
            if next.is_empty() {
                return &reached - changed;
            }
            reached.extend(next);
        }
    }
}

/// Folders in the list of members of the root manifest.
fn members(manifest: &str) -> Vec<String> {
    let list = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let (list, _) = list.unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

fn package_name(manifest: &str) -> String {
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
    name.and_then(|rest| rest.strip_suffix('"')).unwrap_or_default().to_owned()
}

/// Packages of the workspace in any table of dependencies.
fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut is_table = false;
    let mut found = BTreeSet::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_table = line.ends_with("dependencies]");
        } else if is_table && line.starts_with(PREFIX) {
            found.insert(line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> BTreeSet<String> {
        list.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn manifests_are_read() {
        assert_eq!(members("[workspace]\nmembers = [\"a/b\", \"c\"]\ndefault-members = [\"c\"]"), ["a/b", "c"]);
        let manifest = "[package]\nname = \"boardwright-x\"\n\n[dependencies]\nboardwright-game.workspace = true\n\
                        rand.workspace = true\nboardwright-gui = { workspace = true, optional = true }\n\n\
                        [dev-dependencies]\nboardwright-tests.workspace = true\n\n[features]\nboardwright-no = []\n";
        assert_eq!(package_name(manifest), "boardwright-x");
        assert_eq!(dependencies(manifest), names(&["boardwright-game", "boardwright-gui", "boardwright-tests"]));
    }

    #[test]
    fn a_file_belongs_to_the_innermost_package_and_reaches_its_dependents() {
        let workspace = Workspace::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).unwrap();
        assert_eq!(workspace.owner("arena/src/lib.rs"), Some("boardwright-arena"));
        assert_eq!(workspace.owner("arena/queue/src/lib.rs"), Some("boardwright-queue"));
        assert_eq!(workspace.owner("README.md"), None);
        let reached = workspace.dependents(&names(&["boardwright-draw"]));
        assert!(reached.contains("boardwright-gui") && reached.contains("boardwright"), "{reached:?}");
        assert!(!reached.contains("boardwright-game") && !reached.contains("boardwright-draw"), "{reached:?}");
    }
}
