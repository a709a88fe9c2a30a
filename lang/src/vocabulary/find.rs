//! Case-insensitive lookup of sections, keys and built-ins by name, for `boardwright doc` and the editor.
//! Parser and checks match exact names in a known context and do not use this module.

use super::{Builtin, BuiltinKind, CHAPTERS, Key, SECTIONS, Section};
use crate::suggest::nearest;

/// A named item of the language.
#[derive(Clone, Copy, Debug)]
pub enum VocabularyEntry {
    /// A section.
    Section(&'static Section),
    /// A key with the section that contains it.
    Key(&'static Section, &'static Key),
    /// A built-in.
    Builtin(&'static Builtin),
}

impl VocabularyEntry {
    /// Name as written in a game file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Section(section) => section.name,
            Self::Key(_, key) => key.name,
            Self::Builtin(builtin) => builtin.name,
        }
    }

    /// Explanation of the item.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Section(section) => section.doc,
            Self::Key(_, key) => key.doc,
            Self::Builtin(builtin) => builtin.doc,
        }
    }

    /// Short description of the item's category, such as `key of [RULES]`.
    pub fn category(self) -> String {
        match self {
            Self::Section(_) => "section".to_owned(),
            Self::Key(section, _) => format!("key of [{}]", section.name),
            Self::Builtin(builtin) => builtin.kind.name().to_owned(),
        }
    }

    /// Alternative names.
    fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Section(section) => section.aliases,
            Self::Key(..) | Self::Builtin(_) => &[],
        }
    }
}

impl BuiltinKind {
    /// Human-readable name of the kind.
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

/// All named items: each section followed by its keys, then the built-ins.
pub fn entries() -> impl Iterator<Item = VocabularyEntry> {
    let of_section = |section: &'static Section| {
        std::iter::once(VocabularyEntry::Section(section))
            .chain(section.keys.iter().map(move |key| VocabularyEntry::Key(section, key)))
    };
    let builtins = CHAPTERS.iter().flat_map(|chapter| chapter.builtins).map(VocabularyEntry::Builtin);
    SECTIONS.iter().flat_map(of_section).chain(builtins)
}

/// Returns all items that a word names; several if the word has several meanings.
///
/// The word may have any case, may carry the brackets of a section or the arguments of a function, and may name a key
/// after its section: `rules to`. Matches with exact case take precedence over case-insensitive ones.
pub fn find(word: &str) -> Vec<VocabularyEntry> {
    let word = normalized(word);
    let exact: Vec<VocabularyEntry> = entries().filter(|entry| matches(*entry, &word, |a, b| a == b)).collect();
    if exact.is_empty() {
        entries().filter(|entry| matches(*entry, &word, str::eq_ignore_ascii_case)).collect()
    } else {
        exact
    }
}

/// Suggests a known name for an unknown word; `None` if no name is close enough.
pub fn suggest(word: &str) -> Option<&'static str> {
    let word = normalized(word);
    // Among equally close names, one with the same capitalisation wins: `RULE` suggests `RULES`, not `rules`.
    let capital = |text: &str| text.starts_with(|first: char| first.is_uppercase());
    let (like, unlike): (Vec<_>, Vec<_>) =
        entries().map(VocabularyEntry::name).partition(|name| capital(name) == capital(&word));
    nearest(&word, like.into_iter().chain(unlike))
}

fn matches(entry: VocabularyEntry, word: &str, same: impl Fn(&str, &str) -> bool) -> bool {
    same(entry.name(), word)
        || entry.aliases().iter().any(|name| same(name, word))
        || match (entry, word.rsplit_once(' ')) {
            (VocabularyEntry::Key(section, key), Some((of, word))) => {
                same(key.name, word) && section.names().any(|name| same(name, of))
            }
            _ => false,
        }
}

/// Returns the word without brackets and arguments, with single blanks between its parts.
fn normalized(word: &str) -> String {
    let word = word.replace(['[', ']'], " ");
    let word = word.split_once('(').map_or(word.as_str(), |(head, _)| head);
    word.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_found(word: &str, expected: &[&str]) {
        let found: Vec<String> =
            find(word).iter().map(|entry| format!("{}: {}", entry.name(), entry.category())).collect();
        assert_eq!(found, expected, "{word}");
    }

    #[test]
    fn words_are_found_in_whatever_letters() {
        assert_found("CONTENT", &["CONTENT: function"]);
        assert_found("content", &["CONTENT: function"]);
        assert_found("CONTENT(l)", &["CONTENT: function"]);
        assert_found("[RULES]", &["RULES: section"]);
        assert_found("end of game", &["END OF GAME: section"]);
        assert_found("GAME RULES", &["RULES: section"]);
        assert_found("game rules", &["rules: key of [GAME]", "RULES: section"]);
        assert_found("reserve", &["reserve: key of [ELEMENT TYPES]"]);
        assert_found("[rules] to", &["to: key of [RULES]"]);
        assert_found("to", &["to: key of [DIRECTIONS]", "to: key of [RELATIONS]", "to: key of [RULES]"]);
        assert_found("TO", &["TO: variable"]);
        assert_found("==", &["==: operator"]);
        assert_found("", &[]);
        assert_found("xyz", &[]);
    }

    #[test]
    fn unknown_words_have_near_ones() {
        assert_eq!(suggest("CONTNET(l)"), Some("CONTENT"));
        assert_eq!(suggest("[RULE]"), Some("RULES"));
        assert_eq!(suggest("xyzzy"), None);
    }
}
