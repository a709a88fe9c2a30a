//! Localised texts of the window: one file for each language, currently English. The code contains no texts.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use toml::Value;

/// The English texts.
const ENGLISH: &str = include_str!("../texts/en.toml");

/// All texts, by `section.name`.
static TEXTS: OnceLock<BTreeMap<String, String>> = OnceLock::new();

fn texts() -> &'static BTreeMap<String, String> {
    TEXTS.get_or_init(|| read(ENGLISH))
}

/// Parses a file of texts.
///
/// # Panics
/// If the file, which is part of the program, has another structure.
fn read(file: &str) -> BTreeMap<String, String> {
    let sections: BTreeMap<String, BTreeMap<String, Value>> = toml::from_str(file).expect("a file of texts");
    let named = |(section, texts): (String, BTreeMap<String, Value>)| {
        let text = move |(name, value): (String, Value)| {
            let text = value.as_str().expect("a text").to_owned();
            (format!("{section}.{name}"), text)
        };
        texts.into_iter().map(text).collect::<Vec<_>>()
    };
    sections.into_iter().flat_map(named).collect()
}

/// Returns the text with this name, or the name itself if the language lacks it.
pub fn t(name: &'static str) -> &'static str {
    texts().get(name).map_or(name, String::as_str)
}

/// Returns the text with this name, with its `{}` placeholders replaced by the values, in order.
pub fn with(name: &'static str, values: &[&dyn std::fmt::Display]) -> String {
    let mut parts = t(name).split("{}");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for (part, value) in parts.zip(values) {
        text.push_str(&value.to_string());
        text.push_str(part);
    }
    text
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Collects the names of texts used in the sources of the crate.
    fn used(folder: &Path, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("the sources") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                used(&path, names);
            } else if path.file_name().is_some_and(|name| name != "texts.rs") {
                let text = fs::read_to_string(&path).expect("a source");
                let is_name = |text: &&str| {
                    let letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
                    text.split_once('.').is_some_and(|(section, name)| {
                        !section.is_empty() && !name.is_empty() && section.chars().chain(name.chars()).all(letter)
                    })
                };
                let is_section =
                    |name: &str| texts().keys().any(|known| known.split('.').next() == name.split('.').next());
                let parts: Vec<&str> = text.split('"').collect();
                let strings = parts.chunks_exact(2).filter(|pair| is_name(&pair[1]));
                let ours = strings.filter(|pair| is_section(pair[1]) || is_call(pair[0]));
                names.extend(ours.map(|pair| pair[1].to_owned()));
            }
        }
    }

    /// `true` if a source goes on with the argument of a call of [`t`] or [`with`].
    fn is_call(before: &str) -> bool {
        let callee = before.trim_end().strip_suffix('(').unwrap_or_default();
        let start = callee.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |at| at + 1);
        ["t", "with"].contains(&&callee[start..])
    }

    #[test]
    fn every_text_is_there_and_used() {
        let mut names = Vec::new();
        used(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), &mut names);
        let missing: Vec<&String> = names.iter().filter(|name| !texts().contains_key(*name)).collect();
        assert!(missing.is_empty(), "no text for {missing:?}");
        let idle: Vec<&String> = texts().keys().filter(|name| !names.contains(name)).collect();
        assert!(idle.is_empty(), "unused texts: {idle:?}");
    }

    #[test]
    fn values_replace_the_braces() {
        assert_eq!(with("play.resigned", &[&"Ann"]), "Ann resigned");
        assert_eq!(t("no such text"), "no such text");
    }
}
