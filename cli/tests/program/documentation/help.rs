//! Commands that the text of a page mentions: their sub-commands and options must occur in the help of the program.
//! Values are not checked.

use std::collections::BTreeMap;

use crate::common::run;

/// Help texts of the program by sub-command.
#[derive(Debug, Default)]
pub struct HelpTexts {
    texts: BTreeMap<String, String>,
}

impl HelpTexts {
    /// The reason why a command is invalid, if it is.
    pub fn violation_of(&mut self, arguments: &str) -> Option<String> {
        let words: Vec<&str> = arguments.split(' ').collect();
        if !has_features(&words) {
            return None;
        }
        // A second word may be a game, which does not change the help.
        let is_name = |word: &&&str| word.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-');
        let names = words.iter().take_while(is_name).filter(|word| !word.starts_with('-')).take(2);
        let names: Vec<&str> = names.copied().collect();
        let is_listed = |name: &str, help: &str| help.lines().any(|line| line.starts_with(&format!("  {name} ")));
        if let Some(name) = names.first().filter(|name| !is_listed(name, self.text(&[]))) {
            return Some(format!("there is no sub-command {name}"));
        }
        let options = words.iter().filter_map(|word| word.split('=').next().filter(|option| option.starts_with("--")));
        let options: Vec<&str> = options.collect();
        let help = if options.is_empty() { "" } else { self.text(&names) };
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        let is_unknown = |option: &&&str| !help.split(|letter: char| !is_part(letter)).any(|word| word == **option);
        let unknown: Vec<&str> = options.iter().filter(is_unknown).copied().collect();
        (!unknown.is_empty()).then(|| format!("`boardwright {}` has no {}", names.join(" "), unknown.join(", ")))
    }

    /// Help of a sub-command; empty if there is no such sub-command.
    fn text(&mut self, names: &[&str]) -> &str {
        self.texts.entry(names.join(" ")).or_insert_with(|| {
            let ran = run(&[names, &["--help"]].concat());
            if ran.code == 0 { ran.out } else { String::new() }
        })
    }
}

/// `true` if the program was built with the features that a command needs.
fn has_features(words: &[&str]) -> bool {
    let needs_queue = words[0] == "worker" || words.contains(&"--queue");
    (cfg!(feature = "queue") || !needs_queue) && (cfg!(feature = "window") || words[0] != "gui")
}

#[test]
fn wrong_commands_are_recognised() {
    let mut help = HelpTexts::default();
    let mut violation = |arguments: &str| help.violation_of(arguments);
    assert_eq!(violation("--version"), None);
    assert_eq!(violation("games nim --text"), None);
    assert_eq!(violation("robot teach GAME --arm PORT --hardware"), None);
    assert_eq!(violation("game nim").as_deref(), Some("there is no sub-command game"));
    assert_eq!(violation("games nim --texts --seed").as_deref(), Some("`boardwright games nim` has no --texts"));
}
