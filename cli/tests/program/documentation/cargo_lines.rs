//! Command lines of `cargo` on the pages, checked against the manifests and files of the workspace. Cargo is not
//! started.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::extract::{command_lines, mentions};
use super::folder::PROJECT;

/// Options that name a target of a package: the option, the section of a manifest, and the folder of the files.
const TARGETS: &[(&str, &str, &str)] = &[
    ("--bench", "bench", "benches"),
    ("--bin", "bin", "src/bin"),
    ("--example", "example", "examples"),
    ("--test", "test", "tests"),
];

/// The benchmark whose first argument names a measurement, which is a file beside it.
const MEASURE: &str = "measure";

/// Packages of the workspace and tasks of `cargo xtask`.
pub struct Workspace {
    /// Folder and manifest of each package.
    packages: BTreeMap<String, (PathBuf, String)>,
    /// Words of each task.
    tasks: Vec<Vec<String>>,
    /// Package of commands that name none.
    default: String,
}

impl Workspace {
    /// Reads the manifests and the help of `cargo xtask`.
    pub fn load() -> Self {
        let manifest = read("Cargo.toml");
        let package = |folder: &str| {
            let manifest = read(&format!("{folder}/Cargo.toml"));
            (value_of(&manifest, "name").to_owned(), (Path::new(PROJECT).join(folder), manifest))
        };
        let default = elements_of(&manifest, "default-members").first().map(|folder| package(folder).0);
        let packages = elements_of(&manifest, "members").iter().map(|folder| package(folder)).collect();
        let help = read("xtask/src/main.rs");
        let tasks = help.lines().filter_map(|line| line.strip_prefix("cargo xtask ")).map(task_words).collect();
        Self { packages, tasks, default: default.expect("the workspace has a default member") }
    }

    /// Violations of the `cargo` commands in the code blocks and in the text of a page.
    pub fn violations_of(&self, page: &str, text: &str) -> Vec<String> {
        let lines = command_lines(text, "cargo").into_iter().map(|line| (line.number, line.arguments));
        let violation = |(number, arguments): (usize, String)| {
            let reason = self.violation_of(&arguments)?;
            Some(format!("{page}:{number}: cargo {arguments}: {reason}"))
        };
        lines.chain(mentions(text, "cargo")).filter_map(violation).collect()
    }

    /// The reason why a command cannot work, if there is one.
    fn violation_of(&self, arguments: &str) -> Option<String> {
        let words: Vec<&str> = arguments.split_whitespace().map(|word| word.trim_matches(['[', ']'])).collect();
        if words[0] == "xtask" {
            return self.violation_of_task(&words[1..]);
        }
        let (words, program) = match words.iter().position(|word| *word == "--") {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (&words[..], &[] as &[&str]),
        };
        let named = option_value(words, "--package").or_else(|| option_value(words, "-p"));
        let package = named.unwrap_or(&self.default);
        if is_placeholder(package) {
            return None;
        }
        let Some((folder, manifest)) = self.packages.get(package) else {
            return Some(format!("there is no package {package}"));
        };
        if let Some(path) = option_value(words, "--path")
            && !Path::new(PROJECT).join(path).join("Cargo.toml").is_file()
        {
            return Some(format!("{path} is no package"));
        }
        let mut features = option_value(words, "--features").into_iter().flat_map(|features| features.split(','));
        if let Some(feature) = features.find(|feature| !self.has_feature(package, feature)) {
            return Some(format!("{package} has no feature {feature}"));
        }
        let target = TARGETS.iter().find_map(|target| option_value(words, target.0).map(|name| (target, name)))?;
        let (&(_, section, targets), name) = target;
        if !has_target(manifest, section, name) && !is_module(&folder.join(targets), name) {
            return Some(format!("{package} has no {section} {name}"));
        }
        let measurement = program.first().filter(|_| section == "bench" && name == MEASURE)?;
        let is_wrong = !is_placeholder(measurement) && !is_module(&folder.join("benches/measure"), measurement);
        is_wrong.then(|| format!("there is no measurement {measurement}"))
    }

    /// `true` if a package, or the one before a slash, has a feature.
    fn has_feature(&self, package: &str, feature: &str) -> bool {
        let (package, feature) = feature.split_once('/').unwrap_or((package, feature));
        let manifest = self.packages.get(package).map_or("", |(_, manifest)| manifest);
        let features = manifest.split_once("\n[features]\n").map_or("", |(_, rest)| rest);
        features.lines().take_while(|line| !line.starts_with('[')).any(|line| line.split(' ').next() == Some(feature))
    }

    fn violation_of_task(&self, words: &[&str]) -> Option<String> {
        let is_task =
            |task: &Vec<String>| words.len() >= task.len() && task.iter().zip(words).all(|(one, other)| one == other);
        if !self.tasks.iter().any(is_task) {
            return Some(format!("`cargo xtask` has no task {}", words.join(" ")));
        }
        let target = words.get(1).filter(|target| words[0] == "fuzz" && !is_placeholder(target))?;
        let is_missing = !is_module(&Path::new(PROJECT).join("fuzz/fuzz_targets"), target);
        is_missing.then(|| format!("there is no fuzz target {target}"))
    }
}

fn read(file: &str) -> String {
    let path = Path::new(PROJECT).join(file);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Words of a task in the help, before its arguments and its description.
fn task_words(line: &str) -> Vec<String> {
    let task = line.split("  ").next().unwrap_or_default();
    let is_name = |word: &&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
    task.split(' ').take_while(is_name).map(str::to_owned).collect()
}

/// The first value of a key of a manifest, without quotes.
fn value_of<'a>(manifest: &'a str, key: &str) -> &'a str {
    let values = manifest.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
    values.map(|value| value.trim_matches('"')).next().unwrap_or_else(|| panic!("a manifest without {key}"))
}

/// Elements of a list in the manifest of the workspace.
fn elements_of<'a>(manifest: &'a str, key: &str) -> Vec<&'a str> {
    let (_, list) = manifest.split_once(&format!("\n{key} = [")).expect("the manifest has the list");
    let (list, _) = list.split_once(']').expect("the list has an end");
    list.split(',').map(|element| element.trim().trim_matches('"')).filter(|element| !element.is_empty()).collect()
}

fn option_value<'a>(words: &[&'a str], option: &str) -> Option<&'a str> {
    words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1)).copied()
}

fn is_placeholder(word: &str) -> bool {
    word.starts_with('-') || word.chars().all(|letter| !letter.is_ascii_lowercase())
}

/// `true` if a manifest lists a target.
fn has_target(manifest: &str, section: &str, name: &str) -> bool {
    let name_line = format!("name = \"{name}\"");
    manifest.split(&format!("[[{section}]]\n")).skip(1).any(|target| target.lines().next() == Some(name_line.as_str()))
}

/// `true` if a folder has a file or a folder of Rust code with this name.
fn is_module(folder: &Path, name: &str) -> bool {
    folder.join(format!("{name}.rs")).is_file() || folder.join(name).is_dir()
}

#[test]
fn wrong_commands_are_found() {
    let workspace = Workspace::load();
    for (arguments, reason) in [
        ("xtask test", None),
        ("xtask tests", Some("`cargo xtask` has no task tests")),
        ("xtask measure distances", Some("`cargo xtask` has no task measure distances")),
        ("xtask fuzz nothing", Some("there is no fuzz target nothing")),
        ("test -p CRATE", None),
        ("test -p boardwright-chess", Some("there is no package boardwright-chess")),
        ("build --features queue", None),
        ("build --features cue", Some("boardwright has no feature cue")),
        ("test -p boardwright --test program tutorial", None),
        ("test -p boardwright --test programs", Some("boardwright has no test programs")),
        ("install --path cli", None),
    ] {
        assert_eq!(workspace.violation_of(arguments).as_deref(), reason, "{arguments}");
    }
}
