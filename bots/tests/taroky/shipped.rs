//! The shipped rule files: they have no diagnostics, except the known slip of the logger.

use boardwright_bots::rules::format;
use boardwright_bots::rules::shipped::{DEFAULT_RULES, SHIPPED_RULES, shipped_rules};
use boardwright_lang::render;

#[test]
fn shipped_rule_files_are_sound() {
    for rules in SHIPPED_RULES {
        let loaded = rules.load();
        let codes: Vec<&str> = loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        let expected: &[&str] = if rules.name == "logger" { &["discard-slip"] } else { &[] };
        let text = render(&loaded.diagnostics, &[&loaded.source], false);
        assert_eq!(codes, expected, "{}: {text}", rules.name);
        assert!(loaded.rules.is_some());
        assert!(rules.about.len() <= 80);
    }
    assert!(shipped_rules(DEFAULT_RULES).is_some());
}

#[test]
fn shipped_rule_files_have_the_canonical_layout() {
    for rules in SHIPPED_RULES {
        let formatted = format(&rules.source(), rules.options()).expect("the file is valid");
        if std::env::var_os("BLESS").is_some() && ["empty", "logger"].contains(&rules.name) {
            let path = format!("{}/rules/{}.tks", env!("CARGO_MANIFEST_DIR"), rules.name);
            std::fs::write(path, formatted).expect("the folder exists");
        } else if formatted != rules.text {
            let line = formatted.lines().zip(rules.text.lines()).find(|(a, b)| a != b);
            panic!("{}: {line:?}", rules.name);
        }
    }
}
