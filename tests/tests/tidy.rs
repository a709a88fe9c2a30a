//! Rules about the sources themselves, which no compiler checks.
//! Style that is a matter of taste is left to review.

use std::fs;
use std::path::{Path, PathBuf};

/// Files that may be longer than [`MOST_LINES`], each with the reason. None yet.
const LONG: &[(&str, &str)] = &[];
const MOST_LINES: usize = 700;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace")
}

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every Rust file of the project: its name from the root on, and its text.
fn sources() -> Vec<(String, String)> {
    let crates = [
        "arena", "benches", "cli", "draw", "engine", "fuzz", "games", "gui", "jit", "lang", "players", "robot",
        "shelf", "table", "vision", "tests", "xtask",
    ];
    let mut folders: Vec<PathBuf> = crates.iter().map(|name| root().join(name)).collect();
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for path in entries.map(|entry| entry.expect("a readable folder").path()) {
            let name = path.strip_prefix(root()).expect("below the root").display().to_string();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push((name.clone(), read(&name)));
            }
        }
    }
    assert!(files.len() > 20, "the sources are not where they are looked for");
    files.sort();
    files
}

/// All violations at once.
fn assert_none(found: &[String]) {
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}

#[test]
fn every_file_says_first_what_it_is() {
    let silent = sources().into_iter().filter(|(_, text)| {
        let first = text.lines().next().unwrap_or_default();
        // A fuzz target must begin with its attribute.
        !(first.starts_with("//! ") || first == "#![no_main]" && text.contains("\n//! "))
    });
    assert_none(&silent.map(|(name, _)| format!("{name}: does not begin with a `//!` line")).collect::<Vec<_>>());
}

#[test]
fn no_file_is_too_long_to_be_read_in_one_sitting() {
    let mut found = Vec::new();
    for (name, text) in sources() {
        let excused = LONG.iter().any(|(long, _)| *long == name);
        let lines = text.lines().count();
        if lines > MOST_LINES && !excused {
            found.push(format!("{name}: {lines} lines, at most {MOST_LINES} without a reason"));
        }
        if lines <= MOST_LINES && excused {
            found.push(format!("{name}: is excused and need not be"));
        }
    }
    assert_none(&found);
}

#[test]
fn nothing_is_left_half_done() {
    // Put together here, so that this file does not find itself.
    let marks = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    let notes = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|halves| halves.concat());
    let mut found = Vec::new();
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let postponed = line.contains("//") && notes.iter().any(|note| line.contains(note.as_str()));
            if postponed || marks.iter().any(|mark| line.contains(mark)) {
                found.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert_none(&found);
}

#[test]
fn no_test_is_switched_off() {
    let mark = format!("#[{}", "ignore");
    let off = sources().into_iter().filter(|(_, text)| text.contains(&mark));
    assert_none(&off.map(|(name, _)| format!("{name}: has a test that is not run")).collect::<Vec<_>>());
}

#[test]
fn unsafe_is_allowed_where_machine_code_is_called_and_nowhere_else() {
    let mark = format!("allow({}_code)", "unsafe");
    let found: Vec<_> = sources().into_iter().filter(|(_, text)| text.contains(&mark)).map(|(name, _)| name).collect();
    assert_eq!(found, ["jit/src/machine.rs"]);
}

#[test]
fn every_crate_takes_the_lints_and_the_versions_of_the_root() {
    let manifest = read("Cargo.toml");
    let members = manifest.lines().find_map(|line| line.strip_prefix("members = [")).expect("a list of members");
    for member in members.trim_end_matches(']').split(',').map(|name| name.trim().trim_matches('"')) {
        let own = read(&format!("{member}/Cargo.toml"));
        assert!(own.contains("[lints]\nworkspace = true"), "{member} has lints of its own");
        let (_, dependencies) = own.split_once("dependencies]").unwrap_or_default();
        let lines = dependencies.lines().take_while(|line| !line.starts_with("[[") && *line != "[lints]");
        let lines = lines.filter(|line| !line.starts_with('['));
        let own_versions = lines.filter(|line| line.contains("version =") || line.contains("= \""));
        assert_none(&own_versions.map(|line| format!("{member}: {line}")).collect::<Vec<_>>());
    }
}

#[test]
fn the_readme_shows_both_commands_and_ci_calls_the_second() {
    let readme = read("README.md");
    assert!(readme.contains("\ncargo xtask run\n") && readme.contains("\ncargo xtask test\n"));
    let ci = read(".ci/run");
    assert_eq!(ci.lines().last(), Some("cargo xtask test"));
}

#[test]
fn every_crate_is_in_the_architecture() {
    let page = read("ARCHITECTURE.md");
    for folder in [
        "arena", "benches", "cli", "draw", "engine", "fuzz", "games", "gui", "jit", "lang", "players", "robot",
        "shelf", "table", "vision", "tests", "xtask",
    ] {
        assert!(page.contains(&format!("`{folder}/`")), "ARCHITECTURE.md does not speak of {folder}/");
    }
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut found = Vec::new();
    for page in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        for link in read(page).split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap_or_default();
            if !link.contains("://") && !file.is_empty() && !root().join(file).exists() {
                found.push(format!("{page}: {link}"));
            }
        }
    }
    assert_none(&found);
}
