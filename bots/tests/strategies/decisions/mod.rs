//! Decisions in text files: a state, a script, and the actions that it must give. Each file of `tests/data` with the
//! extension `.cases` is a list of cases.
//!
//! A case begins with `=== ` and a title. `state:` and `history:` describe the situation; what is not said is the
//! default of [`state::parse`]. Lines `true:` and `false:` are conditions with their value. A script stands after a line
//! `script:`, up to a line `expect:` with all actions that it gives with different seeds.

mod state;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use boardwright_bots::evaluation::{Decision, DecisionSettings, decide, explain};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::script::{Script, load};
use boardwright_bots::situation::Situation;
use boardwright_lang::{NoFiles, Source, render};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

/// Number of seeds with which a script is asked for all its actions.
const SEEDS: u64 = 60;

fn script(title: &str, text: &str) -> Script {
    let source = Source::new(title, text.as_bytes());
    let loaded = load(&source, &NoFiles);
    loaded.script.unwrap_or_else(|| panic!("{title}\n{}", render(&loaded.diagnostics, &[&source], false)))
}

fn decision(script: &Script, situation: &Situation, is_strict_offsuit: bool, seed: u64) -> Decision {
    let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit };
    let decision = decide(script, situation, settings, &mut Pcg64Mcg::seed_from_u64(seed));
    let (explained, reasons) = explain(script, situation, settings, &mut Pcg64Mcg::seed_from_u64(seed));
    assert_eq!(decision, explained, "an explanation changes nothing");
    assert_eq!(reasons.iter().filter(|rule| rule.action.is_some()).count(), decision.rule_count);
    decision
}

/// Checks one case and returns the violations. `last_script` is the script of the case before it.
fn check(title: &str, lines: &[&str], last_script: &mut String) -> Vec<String> {
    let mut description = String::new();
    let mut violations = Vec::new();
    let mut text: Option<String> = None;
    let mut checked = 0;
    for line in lines {
        let is_strict = line.starts_with("strict ");
        let line = line.strip_prefix("strict ").unwrap_or(line);
        let (key, value) = line.split_once(':').map_or((line, ""), |(key, value)| (key, value.trim()));
        if let Some(script_text) = text.as_mut().filter(|_| key != "expect") {
            script_text.push_str(line);
            script_text.push('\n');
            continue;
        }
        match key {
            "state" | "history" | "named" => {
                description.push_str(line);
                description.push('\n');
            }
            "true" | "false" => {
                let source = format!(
                    "ALWAYS\nRULE\n{value}\nTHEN CALL\nVILLAIN\n{value}\nTHEN CALL\nENDVILLAIN\nENDRULE\nENDALWAYS\n"
                );
                let situation = state::parse(&description);
                let holds = decision(&script(title, &source), &situation, is_strict, 0).rule_count == 1;
                if holds != (key == "true") {
                    violations.push(format!("{title}: `{value}` is {holds}"));
                }
                checked += 1;
            }
            "script" => text = Some(String::new()),
            "expect" => {
                if let Some(text) = text.take() {
                    *last_script = text;
                }
                let script = script(title, last_script);
                let situation = state::parse(&description);
                let mut actions = BTreeSet::new();
                for seed in 0..SEEDS {
                    let action = decision(&script, &situation, is_strict, seed).action;
                    actions.insert(action.map_or("none".to_owned(), |action| action.to_string()));
                }
                let expected: BTreeSet<String> = value.split(" or ").map(|action| action.trim().to_owned()).collect();
                if actions != expected {
                    violations.push(format!("{title}: gives {actions:?}, expected {expected:?}"));
                }
                checked += 1;
            }
            "" => {}
            _ => panic!("{title}: unknown line {line}"),
        }
    }
    assert!(checked > 0, "{title}: nothing is checked");
    violations
}

fn check_file(name: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut violations = Vec::new();
    let (mut count, mut last_script) = (0, String::new());
    for case in format!("\n{text}").split("\n=== ").skip(1) {
        let mut lines = case.lines();
        let title = lines.next().unwrap_or_default();
        violations.extend(check(
            title,
            &lines.filter(|line| !line.trim().starts_with("//")).collect::<Vec<_>>(),
            &mut last_script,
        ));
        count += 1;
    }
    assert!(violations.is_empty(), "\n{}", violations.join("\n"));
    count
}

#[test]
fn the_examples_of_the_reference() {
    assert!(check_file("examples.cases") >= 8);
}

#[test]
fn constants() {
    assert!(check_file("constants.cases") >= 10);
}

#[test]
fn card_queries() {
    assert!(check_file("cards.cases") >= 8);
}

#[test]
fn predicates() {
    assert!(check_file("predicates.cases") >= 26);
}

#[test]
fn rules_and_actions() {
    assert!(check_file("rules.cases") >= 15);
}
