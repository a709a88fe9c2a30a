//! Command lines of the pages: those of `boardwright` are run in the order of their page, and those of `cargo` are
//! checked against the workspace. Other tests compare what the commands print.

mod adapt;
mod cargo_lines;
mod extract;
mod folder;
mod help;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use adapt::{AdaptedCommand, ExpectedResult, adapt};
use extract::{CommandLine, command_lines, has_extension};
use folder::{CommandResult, PROJECT, PageFolder};

/// Blocks that other tests run: the page, the kind of the blocks, and the test.
const RUN_ELSEWHERE: &[(&str, &str, &str)] = &[
    ("docs/heads-up-script.md", "console", "scripts.rs compares their output with the page"),
    ("docs/tutorial.md", "console", "tutorial.rs compares their output with the page"),
];

/// Command lines that cannot run in a test, each with the reason.
const CANNOT_RUN: &[(&str, &str)] = &[];

/// Pages whose command lines take long, so that each has a test of its own.
const LONG_PAGES: &[&str] = &[
    "README.md",
    "docs/carcassonne.md",
    "docs/holdem.md",
    "docs/performance.md",
    "docs/players.md",
    "docs/tarok.md",
    "docs/tournaments.md",
];

fn read(page: &str) -> String {
    let path = Path::new(PROJECT).join(page);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names of the pages.
fn pages() -> Vec<String> {
    let entries = fs::read_dir(Path::new(PROJECT).join("docs")).expect("the folder of the pages exists");
    let names = entries.map(|entry| entry.expect("it is readable").file_name().to_string_lossy().into_owned());
    let mut pages: Vec<String> =
        names.filter(|name| has_extension(name, "md")).map(|name| format!("docs/{name}")).collect();
    pages.extend(["CONTRIBUTING.md", "README.md"].map(str::to_owned));
    pages.sort();
    pages
}

/// Fails with all violations at once.
fn assert_none(violations: &[String]) {
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
}

fn is_run_elsewhere(page: &str, line: &CommandLine) -> bool {
    RUN_ELSEWHERE.iter().any(|(other, kind, _)| *other == page && *kind == line.kind)
}

/// Runs the command lines of a page; returns what is wrong with them.
fn violations_of(page: &str) -> Vec<String> {
    let text = read(page);
    let (mut earlier, mut violations, mut folder) = (Vec::new(), Vec::new(), None);
    for line in command_lines(&text, "boardwright").iter().filter(|line| !is_run_elsewhere(page, line)) {
        let is_excused = CANNOT_RUN.iter().any(|(command, _)| *command == line.arguments);
        if is_excused || earlier.contains(&line.arguments) {
            continue;
        }
        let place = format!("{page}:{}: boardwright {}", line.number, line.arguments);
        match adapt(&line.arguments, &earlier) {
            Ok(commands) => {
                let folder = folder.get_or_insert_with(|| PageFolder::new(page, &text));
                let failures = commands.iter().filter_map(|command| run(folder, command, &line.shown));
                violations.extend(failures.map(|failure| format!("{place}\n{failure}")));
            }
            Err(reason) => violations.push(format!("{place}\n    {reason}")),
        }
        earlier.push(line.arguments.clone());
    }
    violations
}

/// Runs a command; returns a report if its result is not the expected one.
fn run(folder: &mut PageFolder, adapted: &AdaptedCommand, shown: &[String]) -> Option<String> {
    // On other systems there always is a screen, on which the window would open.
    if adapted.command.words[0] == "gui" && !cfg!(target_os = "linux") {
        return None;
    }
    let result = folder.run(&adapted.command);
    let problem = problem(adapted.expected, shown, &result)?;
    let CommandResult { code, out, err } = result;
    let words = &adapted.command.words;
    Some(format!(
        "    run as {words:?}\n    {problem}; status {code:?}\n    output: {}\n    {}",
        out.trim(),
        err.trim()
    ))
}

fn problem(expected: ExpectedResult, shown: &[String], result: &CommandResult) -> Option<String> {
    let lines = || result.out.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    if result.err.contains("panicked") {
        return Some("it panicked".to_owned());
    }
    match expected {
        ExpectedResult::Success if result.code != Some(0) => Some("it should succeed".to_owned()),
        ExpectedResult::Success if !shown.is_empty() && lines() != shown.join("\n") => {
            Some("the page shows another output".to_owned())
        }
        ExpectedResult::Failure(status, message) if result.code != Some(status) || !result.err.contains(message) => {
            Some(format!("it should fail with status {status} and {message:?}"))
        }
        _ => None,
    }
}

#[test]
fn command_lines_of_short_pages_run() {
    let short = pages().into_iter().filter(|page| !LONG_PAGES.contains(&page.as_str()));
    assert_none(&short.flat_map(|page| violations_of(&page)).collect::<Vec<_>>());
}

#[test]
fn command_lines_of_the_readme_run() {
    assert_none(&violations_of("README.md"));
}

#[test]
fn command_lines_about_carcassonne_run() {
    assert_none(&violations_of("docs/carcassonne.md"));
}

#[test]
fn command_lines_about_tarok_run() {
    assert_none(&violations_of("docs/tarok.md"));
}

#[test]
fn command_lines_about_holdem_run() {
    assert_none(&violations_of("docs/holdem.md"));
}

#[test]
fn command_lines_about_performance_run() {
    assert_none(&violations_of("docs/performance.md"));
}

#[test]
fn command_lines_about_players_run() {
    assert_none(&violations_of("docs/players.md"));
}

#[test]
fn command_lines_about_tournaments_run() {
    assert_none(&violations_of("docs/tournaments.md"));
}

#[test]
fn exceptions_are_needed() {
    let lines = pages().into_iter().flat_map(|page| {
        let lines = command_lines(&read(&page), "boardwright");
        lines.into_iter().map(move |line| (page.clone(), line))
    });
    let lines: Vec<(String, CommandLine)> = lines.collect();
    let elsewhere = RUN_ELSEWHERE
        .iter()
        .filter(|(page, kind, _)| !lines.iter().any(|(other, line)| other == page && line.kind == *kind));
    let excused = CANNOT_RUN.iter().filter(|(command, _)| !lines.iter().any(|(_, line)| line.arguments == *command));
    let mut violations: Vec<String> =
        elsewhere.map(|(page, kind, _)| format!("{page} has no block {kind:?}")).collect();
    violations.extend(excused.map(|(command, _)| format!("no page has the command \"boardwright {command}\"")));
    assert_none(&violations);
    assert!(lines.len() > 100, "only {} command lines are found", lines.len());
}

#[test]
fn cargo_command_lines_fit_the_workspace() {
    let workspace = cargo_lines::Workspace::load();
    let violations: Vec<String> = pages().iter().flat_map(|page| workspace.violations_of(page, &read(page))).collect();
    assert_none(&violations);
}

#[test]
fn mentioned_options_exist() {
    let mut help = help::HelpTexts::default();
    let mut violations = BTreeSet::new();
    for page in pages() {
        for (number, arguments) in extract::mentions(&read(&page), "boardwright") {
            violations.extend(help.violation_of(&arguments).map(|violation| format!("{page}:{number}: {violation}")));
        }
    }
    assert_none(&violations.into_iter().collect::<Vec<_>>());
}
