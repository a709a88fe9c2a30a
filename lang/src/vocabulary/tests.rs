//! Consistency of the tables. The examples are run by a test elsewhere, where games can be played.

use std::collections::HashSet;

use super::*;

#[test]
fn sections_and_keys_are_named_once() {
    let mut names = HashSet::new();
    for section in SECTIONS {
        assert!(
            std::iter::once(&section.name).chain(section.aliases).all(|name| names.insert(*name)),
            "{}",
            section.name
        );
        let mut keys = HashSet::new();
        assert!(section.keys.iter().all(|key| keys.insert(key.name)), "{}", section.name);
        if let EntryStart::Key(key) = section.entry_start {
            assert_eq!(section.keys[0].name, key, "the key that begins an entry comes first");
        }
    }
}

#[test]
fn built_ins_are_sorted_by_kind() {
    for Chapter { title, builtins, .. } in CHAPTERS {
        let sorted = builtins.windows(2).all(|pair| pair[0].name < pair[1].name);
        assert!(sorted || ["Operators", "Drawing marks"].contains(title), "{title}");
    }
}

#[test]
fn everything_is_explained() {
    let keys = SECTIONS.iter().flat_map(|section| section.keys);
    let docs = keys.map(|key| key.doc).chain(SECTIONS.iter().map(|section| section.doc));
    for doc in docs.chain(CHAPTERS.iter().flat_map(|chapter| chapter.builtins).map(|builtin| builtin.doc)) {
        assert!(
            doc.ends_with('.') && doc.chars().next().is_some_and(|first| first.is_uppercase() || first == '`'),
            "{doc}"
        );
    }
}

#[test]
fn keys_that_begin_entries() {
    let of = |name| section(name).unwrap();
    assert!(of("RULES").begins_entry("name") && !of("RULES").begins_entry("from"));
    assert!(of("PLAYERS").begins_entry("12") && !of("PLAYERS").begins_entry("score"));
    assert!(of("EXPRESSIONS").begins_entry("Mine"));
    assert_eq!(of("PLAYERS").value_syntax("x"), None);
    assert_eq!(of("GAME RULES").name, "RULES");
    assert!(is_reserved("EMPTY") && is_reserved("owner") && !is_reserved("king"), "marks are no names of things");
}
