//! Rules about the sources, manifests and pages of the project that no compiler checks.
//! Matters of taste are left to review; the wording rules are explained in CONTRIBUTING.md.

mod features;
mod game_types;
mod wrappers;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that may be longer than [`MAX_LINES`], each with the reason.
const LONG_FILES: &[(&str, &str)] =
    &[("engine/compiler/src/run/mod.rs", "the evaluation of every node of the code, which is one hot match")];
const MAX_LINES: usize = 700;

/// First words that make a doc comment a question or a fragment. A doc comment begins with a noun phrase or a verb.
const REFUSED_STARTS: &[&str] = &[
    "What", "Whether", "Who", "Whose", "How", "Which", "Where", "So many", "So much", "As many", "Of", "That", "Those",
];

/// Participles, adjectives and fillers that say nothing as the name of a type. `MoveListing` says more than `Listed`.
const REFUSED_TYPE_NAMES: &[&str] = &[
    "Asked",
    "Beyond",
    "Bystander",
    "Deed",
    "Found",
    "Given",
    "Held",
    "Kept",
    "Known",
    "Laid",
    "Low",
    "Made",
    "Means",
    "Ready",
    "Seen",
    "Stuck",
    "Taken",
    "Told",
    "Wanted",
    "Way",
    "Ways",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests lie in the workspace")
}

fn read(name: &str) -> String {
    let path = root().join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Folders of the workspace's crates, as the root manifest lists them, and the fuzz crate.
fn crates() -> Vec<String> {
    let manifest = read("Cargo.toml");
    let (_, members) = manifest.split_once("members = [").expect("a list of members");
    let (members, _) = members.split_once(']').expect("the end of the list");
    let names = members.split(',').map(|name| name.trim().trim_matches('"').to_owned());
    names.filter(|name| !name.is_empty()).chain(["fuzz".to_owned()]).collect()
}

/// Name from the root and text of every Rust file of the project.
fn sources() -> Vec<(String, String)> {
    let mut folders: Vec<PathBuf> = crates().iter().map(|name| root().join(name)).collect();
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
    assert!(files.len() > 20, "no sources below {}", root().display());
    // A crate may lie in the folder of another one.
    files.sort();
    files.dedup();
    files
}

/// Fails with all violations at once.
fn assert_none(violations: &[String]) {
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

/// The text of a line's doc comment, if the line is one.
fn doc_text(line: &str) -> Option<&str> {
    let line = line.trim_start();
    line.strip_prefix("/// ").or_else(|| line.strip_prefix("//! "))
}

/// `true` if `text` begins with `words` as whole words.
fn begins_with(text: &str, words: &str) -> bool {
    text.strip_prefix(words).is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric()))
}

#[test]
fn every_file_begins_with_its_documentation() {
    let silent = sources().into_iter().filter(|(_, text)| {
        let first = text.lines().next().unwrap_or_default();
        // A fuzz target must begin with its attribute.
        !(first.starts_with("//! ") || first == "#![no_main]" && text.contains("\n//! "))
    });
    assert_none(&silent.map(|(name, _)| format!("{name}: does not begin with a `//!` line")).collect::<Vec<_>>());
}

#[test]
fn doc_comments_begin_with_a_noun_or_a_verb() {
    let mut violations = Vec::new();
    for (name, text) in sources() {
        let mut within = false;
        for (number, line) in text.lines().enumerate() {
            let doc = doc_text(line);
            // Only the first line of a comment begins it; an empty `///` line goes on with the same comment.
            if let Some(doc) = doc.filter(|_| !within)
                && REFUSED_STARTS.iter().any(|start| begins_with(doc, start))
            {
                violations.push(format!("{name}:{}: {doc}", number + 1));
            }
            within = line.trim_start().starts_with("///") || line.trim_start().starts_with("//!");
        }
    }
    assert_none(&violations);
}

#[test]
fn the_check_of_doc_comments_finds_questions() {
    assert!(begins_with("Whether it moves.", "Whether") && begins_with("So many lines", "So many"));
    assert!(!begins_with("Offset in bytes.", "Of") && !begins_with("Whitespace.", "Whether"));
    assert_eq!(doc_text("    /// Number of lines."), Some("Number of lines."));
    assert_eq!(doc_text("    // a plain comment"), None);
}

#[test]
fn types_have_names_that_say_what_they_are() {
    let mut violations = Vec::new();
    for (file, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_').collect();
            let named = words.windows(2).find(|pair| ["struct", "enum", "trait", "type", "union"].contains(&pair[0]));
            let is_comment = line.trim_start().starts_with("//");
            if let Some(&[_, name]) = named.filter(|_| !is_comment)
                && REFUSED_TYPE_NAMES.contains(&name)
            {
                violations.push(format!("{file}:{}: a type called `{name}`", number + 1));
            }
        }
    }
    assert_none(&violations);
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let mut violations = Vec::new();
    for (name, text) in sources() {
        let excused = LONG_FILES.iter().any(|(long, _)| *long == name);
        let lines = text.lines().count();
        if lines > MAX_LINES && !excused {
            violations.push(format!("{name}: {lines} lines, at most {MAX_LINES} without a reason"));
        }
        if lines <= MAX_LINES && excused {
            violations.push(format!("{name}: is excused and need not be"));
        }
    }
    assert_none(&violations);
}

#[test]
fn no_unfinished_code_is_left() {
    // Assembled at run time, so that this file does not match itself.
    let marks = ["todo", "unimplemented", "dbg"].map(|name| format!("{name}!("));
    let notes = [["TO", "DO"], ["FIX", "ME"], ["XX", "X"]].map(|halves| halves.concat());
    let mut violations = Vec::new();
    for (name, text) in sources() {
        for (number, line) in text.lines().enumerate() {
            let postponed = line.contains("//") && notes.iter().any(|note| line.contains(note.as_str()));
            if postponed || marks.iter().any(|mark| line.contains(mark)) {
                violations.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    assert_none(&violations);
}

#[test]
fn no_test_is_ignored() {
    let mark = format!("#[{}", "ignore");
    let ignored = sources().into_iter().filter(|(_, text)| text.contains(&mark));
    assert_none(&ignored.map(|(name, _)| format!("{name}: has a test that is not run")).collect::<Vec<_>>());
}

#[test]
fn only_the_jit_calls_unsafe_code() {
    let mark = format!("allow({}_code)", "unsafe");
    let files: Vec<_> = sources().into_iter().filter(|(_, text)| text.contains(&mark)).map(|(name, _)| name).collect();
    assert_eq!(files, ["engine/jit/src/machine.rs"]);
}

#[test]
fn every_crate_takes_the_lints_and_the_versions_of_the_root() {
    // One crate names features of crates that nobody else of the workspace depends on.
    for member in crates().iter().filter(|name| !["fuzz", "workspace-hack"].contains(&name.as_str())) {
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
fn targets_without_tests_are_not_built_as_tests_and_others_are() {
    let mut violations = Vec::new();
    for folder in crates() {
        let manifest = read(&format!("{folder}/Cargo.toml"));
        let Some((_, library)) = manifest.split_once("\n[lib]\n") else { continue };
        let settings: Vec<&str> = library.lines().take_while(|line| !line.starts_with('[')).collect();
        let has_tests = sources()
            .iter()
            .any(|(name, text)| name.starts_with(&format!("{folder}/src/")) && text.contains("#[cfg(test)]"));
        if settings.contains(&"test = false") == has_tests {
            violations.push(format!("{folder}/Cargo.toml: [lib] test = {}", !has_tests));
        }
    }
    assert_none(&violations);
}

#[test]
fn the_readme_shows_both_commands_and_ci_calls_the_second() {
    let readme = read("README.md");
    assert!(readme.contains("\ncargo xtask run\n") && readme.contains("\ncargo xtask test\n"));
    let ci = read(".ci/run");
    assert_eq!(ci.lines().last(), Some("cargo xtask test"));
}

/// Crates of this project that a manifest lists under `[dependencies]`, without the `boardwright-` prefix.
fn dependencies(folder: &str) -> BTreeSet<String> {
    let manifest = read(&format!("{folder}/Cargo.toml"));
    let (_, rest) = manifest.split_once("\n[dependencies]").unwrap_or_default();
    let lines = rest.lines().take_while(|line| !line.starts_with('['));
    let names = lines.filter_map(|line| line.strip_prefix("boardwright-"));
    names.map(|line| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_architecture_lists_every_crate_with_its_dependencies() {
    let page = read("ARCHITECTURE.md");
    let mut violations = Vec::new();
    for folder in crates() {
        let row = page.lines().find(|line| line.starts_with(&format!("| `{folder}/` |")));
        let Some(row) = row else {
            violations.push(format!("{folder}/: has no row in the code map of ARCHITECTURE.md"));
            continue;
        };
        let listed = row.trim_end_matches([' ', '|']).rsplit('|').next().unwrap_or_default();
        let listed =
            listed.split(',').map(|name| name.trim().to_owned()).filter(|name| !["", "-"].contains(&name.as_str()));
        let (listed, real) = (listed.collect::<BTreeSet<_>>(), dependencies(&folder));
        if listed != real {
            violations.push(format!("{folder}/: ARCHITECTURE.md lists {listed:?}, the manifest {real:?}"));
        }
    }
    assert_none(&violations);
}

#[test]
fn players_and_language_do_not_depend_on_the_compiler() {
    let mut reached: BTreeSet<String> = BTreeSet::new();
    let mut open = vec!["players".to_owned(), "lang".to_owned()];
    while let Some(name) = open.pop() {
        let folder = ["", "engine/"].map(|prefix| format!("{prefix}{name}"));
        let folder = folder.into_iter().find(|folder| root().join(folder).join("Cargo.toml").exists());
        open.extend(dependencies(&folder.expect("a folder of that name")));
        reached.insert(name);
    }
    assert!(!reached.contains("compiler") && !reached.contains("jit"), "{reached:?}");
}

#[test]
fn every_link_of_the_pages_leads_somewhere() {
    let mut violations = Vec::new();
    for page in ["README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"] {
        for link in read(page).split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link) {
            let file = link.split('#').next().unwrap_or_default();
            if !link.contains("://") && !file.is_empty() && !root().join(file).exists() {
                violations.push(format!("{page}: {link}"));
            }
        }
    }
    assert_none(&violations);
}
