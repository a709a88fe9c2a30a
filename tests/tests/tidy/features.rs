//! The tests of one crate and those of the workspace select the same features of third-party crates, so that they share
//! what is compiled. `workspace-hack` sees to that.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use super::{assert_none, crates, read, root};

/// Feature sets by crate and version.
type FeatureSets = BTreeMap<String, BTreeSet<String>>;

/// Feature sets of third-party crates in a build of tests.
fn feature_sets(selection: &[&str]) -> FeatureSets {
    let mut tree = Command::new(env!("CARGO"));
    tree.args(["tree", "--offline", "--locked", "--prefix", "none", "--edges", "normal,dev", "--format", "{p}|{f}"]);
    let output = tree.args(selection).current_dir(root()).output().expect("cargo can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let mut sets = FeatureSets::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Some((package, features)) = line.split_once('|') else { continue };
        // What runs while building is compiled apart, without optimisation.
        if !package.contains("(/") && !package.contains("(proc-macro)") {
            sets.entry(package.to_owned()).or_default().insert(features.trim_end_matches(" (*)").trim().to_owned());
        }
    }
    sets
}

#[test]
fn tests_of_one_crate_use_the_artefacts_of_the_workspace() {
    let all = feature_sets(&["--workspace"]);
    assert!(all.len() > 100, "only {} third-party crates", all.len());
    let mut violations = BTreeSet::new();
    for folder in crates().iter().filter(|folder| !["fuzz", "xtask"].contains(&folder.as_str())) {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \"")).expect("a package has a name");
        for (package, sets) in feature_sets(&["--package", name.trim_end_matches('"')]) {
            for set in sets.difference(&all[&package]) {
                let union = all[&package].iter().map(|set| format!("[{set}]")).collect::<Vec<_>>().join(" or ");
                violations.insert(format!("{package}: [{set}], in the workspace {union}"));
            }
        }
    }
    if !violations.is_empty() {
        violations.insert("add these features to workspace-hack/Cargo.toml".to_owned());
    }
    assert_none(&violations.into_iter().collect::<Vec<_>>());
}
