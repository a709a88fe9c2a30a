//! Looking words up: what people ask for by name, in whatever letters.
//! Parser and checks, which want one exact word in one place, do not ask here.

use super::{Builtin, CHAPTERS, Key, Kind, SECTIONS, Section};
use crate::suggest::nearest;

/// Something that has a name in the language.
#[derive(Clone, Copy, Debug)]
pub enum Entry {
    /// A section.
    Section(&'static Section),
    /// A key, and the section that it is of.
    Key(&'static Section, &'static Key),
    /// A built-in.
    Builtin(&'static Builtin),
}

impl Entry {
    /// How it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Section(section) => section.name,
            Self::Key(_, key) => key.name,
            Self::Builtin(builtin) => builtin.name,
        }
    }

    /// What it is for.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Section(section) => section.doc,
            Self::Key(_, key) => key.doc,
            Self::Builtin(builtin) => builtin.doc,
        }
    }

    /// What it is, in a few words.
    pub fn what(self) -> String {
        match self {
            Self::Section(_) => "section".to_owned(),
            Self::Key(section, _) => format!("key of [{}]", section.name),
            Self::Builtin(builtin) => builtin.kind.name().to_owned(),
        }
    }

    /// Other names for it.
    fn also(self) -> &'static [&'static str] {
        match self {
            Self::Section(section) => section.also,
            Self::Key(..) | Self::Builtin(_) => &[],
        }
    }
}

impl Kind {
    /// How it is called.
    pub fn name(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Loop => "loop",
            Self::Action => "action",
            Self::Variable => "variable",
            Self::Word => "word",
            Self::Operator => "operator",
            Self::Mark => "mark of drawings",
        }
    }
}

/// Everything that has a name: sections with their keys, then built-ins.
pub fn entries() -> impl Iterator<Item = Entry> {
    let of_section = |section: &'static Section| {
        std::iter::once(Entry::Section(section)).chain(section.keys.iter().map(move |key| Entry::Key(section, key)))
    };
    let builtins = CHAPTERS.iter().flat_map(|chapter| chapter.builtins).map(Entry::Builtin);
    SECTIONS.iter().flat_map(of_section).chain(builtins)
}

/// What a word means; several things if it means several.
///
/// It may be written as in a game file or in other letters, with the brackets of a section or a function, and a key
/// behind its section: `rules to`. What is written exactly so goes before what differs in its letters.
pub fn find(word: &str) -> Vec<Entry> {
    let word = cleaned(word);
    let exact: Vec<Entry> = entries().filter(|entry| matches(*entry, &word, |a, b| a == b)).collect();
    if exact.is_empty() {
        entries().filter(|entry| matches(*entry, &word, str::eq_ignore_ascii_case)).collect()
    } else {
        exact
    }
}

/// The name that was probably meant by an unknown word.
pub fn meant(word: &str) -> Option<&'static str> {
    let word = cleaned(word);
    // Of equally near names the one in letters of the same size is meant: `RULE` by `RULES`, not by `rules`.
    let capital = |text: &str| text.starts_with(|first: char| first.is_uppercase());
    let (like, unlike): (Vec<_>, Vec<_>) = entries().map(Entry::name).partition(|name| capital(name) == capital(&word));
    nearest(&word, like.into_iter().chain(unlike))
}

fn matches(entry: Entry, word: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    same(entry.name(), word)
        || entry.also().iter().any(|name| same(name, word))
        || match (entry, word.rsplit_once(' ')) {
            (Entry::Key(section, key), Some((of, word))) => {
                same(key.name, word) && section.names().any(|name| same(name, of))
            }
            _ => false,
        }
}

/// A word without brackets and with single blanks.
fn cleaned(word: &str) -> String {
    let word = word.replace(['[', ']'], " ");
    let word = word.split_once('(').map_or(word.as_str(), |(head, _)| head);
    word.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn found(word: &str, expected: &[&str]) {
        let found: Vec<String> = find(word).iter().map(|entry| format!("{}: {}", entry.name(), entry.what())).collect();
        assert_eq!(found, expected, "{word}");
    }

    #[test]
    fn words_are_found_in_whatever_letters() {
        found("CONTENT", &["CONTENT: function"]);
        found("content", &["CONTENT: function"]);
        found("CONTENT(l)", &["CONTENT: function"]);
        found("[RULES]", &["RULES: section"]);
        found("end of game", &["END OF GAME: section"]);
        found("GAME RULES", &["RULES: section"]);
        found("game rules", &["rules: key of [GAME]", "RULES: section"]);
        found("reserve", &["reserve: key of [ELEMENT TYPES]"]);
        found("[rules] to", &["to: key of [RULES]"]);
        found("to", &["to: key of [DIRECTIONS]", "to: key of [RELATIONS]", "to: key of [RULES]"]);
        found("TO", &["TO: variable"]);
        found("==", &["==: operator"]);
        found("", &[]);
        found("xyz", &[]);
    }

    #[test]
    fn unknown_words_have_near_ones() {
        assert_eq!(meant("CONTNET(l)"), Some("CONTENT"));
        assert_eq!(meant("[RULE]"), Some("RULES"));
        assert_eq!(meant("xyzzy"), None);
    }
}
