//! Steps of the tutorial in `docs/heads-up-script.md`: its scripts load, and have the actions that the page shows. The
//! whole output of the commands is compared by the tests of the program.

use std::collections::HashMap;
use std::fs;

use boardwright_bots::evaluation::{DecisionSettings, decide};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::script::vocabulary::all_words;
use boardwright_bots::script::{format, load};
use boardwright_bots::shipped::SHIPPED_BOTS;
use boardwright_bots::xml::{self, StackMeaning};
use boardwright_lang::{NoFiles, Severity, Source};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

fn page() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/heads-up-script.md");
    fs::read_to_string(path).expect("the page exists")
}

/// Blocks of the page with their kinds.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let parts: Vec<&str> = page.split("```").collect();
    parts.into_iter().skip(1).step_by(2).map(|block| block.split_once('\n').expect("a block has lines")).collect()
}

#[test]
fn every_step_gives_what_the_page_shows() {
    let page = page();
    let (mut script, mut states, mut checked) = (String::new(), HashMap::new(), 0);
    for (kind, body) in blocks(&page) {
        match kind.split_once(' ').unwrap_or((kind, "")) {
            ("hus", _) => body.clone_into(&mut script),
            ("xml", name) => drop(states.insert(name.to_owned(), body.to_owned())),
            ("console", _) => {
                for command in body.split("$ boardwright bot ").skip(1) {
                    let (command, output) = command.split_once('\n').expect("a command is a line");
                    let source = Source::new("mybot.hus", script.as_bytes());
                    let loaded = load(&source, &NoFiles);
                    let words: Vec<&str> = command.split(' ').collect();
                    match words[..] {
                        ["check", "mybot.hus"] => {
                            let errors = loaded.diagnostics.iter().any(|one| one.severity == Severity::Error);
                            assert_eq!(output.contains("nothing is wrong"), loaded.diagnostics.is_empty(), "{output}");
                            assert_eq!(errors, loaded.script.is_none());
                        }
                        ["decide", "mybot.hus", "--game", state, ..] => {
                            let state = Source::new(state, states[state].as_bytes());
                            let read = xml::read(&state, StackMeaning::Behind);
                            assert!(read.diagnostics.is_empty(), "{:?}", read.diagnostics);
                            let situation = read.situation.expect("the state is valid");
                            let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
                            let script = loaded.script.expect("the script is valid");
                            let decision = decide(&script, &situation, settings, &mut Pcg64Mcg::seed_from_u64(1));
                            let action = decision.action.map_or("none".to_owned(), |action| action.to_string());
                            let line = output.lines().find(|line| !line.starts_with("warning: "));
                            assert_eq!(line, Some(action.as_str()), "{command}");
                            if script.program.sections.len() > 1 {
                                let legal =
                                    format!("legal: {}", situation.legal().nearest(decision.action.expect("one")));
                                assert!(output.contains(&legal), "{output}");
                            }
                        }
                        ["list"] => {
                            let listed = output.lines().filter_map(|line| line.split(' ').next());
                            assert!(listed.eq(SHIPPED_BOTS.iter().map(|bot| bot.name)), "{output}");
                        }
                        _ => panic!("an unknown command: {command}"),
                    }
                    checked += 1;
                }
            }
            _ => {}
        }
    }
    assert!(checked >= 8);
}

#[test]
fn valid_scripts_of_the_page_have_the_canonical_layout() {
    let page = page();
    for (_, script) in blocks(&page).into_iter().filter(|(kind, _)| *kind == "hus") {
        if let Ok(formatted) = format(&Source::new("mybot.hus", script.as_bytes())) {
            assert_eq!(formatted, script);
        }
    }
}

#[test]
fn the_page_names_every_word_of_the_language() {
    let page = page();
    let phases = ["preflop", "flop", "turn", "river"];
    for entry in all_words().filter(|entry| !phases.iter().any(|phase| entry.name.to_lowercase().contains(phase))) {
        assert!(page.contains(entry.name), "{} is missing", entry.name);
    }
}
