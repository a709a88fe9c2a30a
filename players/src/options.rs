//! The options of players: which there are, what they may be, and what was given.

use std::collections::BTreeMap;

/// An option of a player.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its key.
    pub key: &'static str,
    /// What it may be, and is without being given.
    pub kind: Kind,
    /// What it does, for people.
    pub about: &'static str,
}

/// What an option may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number.
    #[allow(missing_docs)]
    Whole { least: u64, most: u64, default: Option<u64> },
    /// A number.
    #[allow(missing_docs)]
    Real { least: f64, most: f64, default: Option<f64> },
    /// A name, which the game may have to know.
    #[allow(missing_docs)]
    Name { default: &'static str },
}

impl Kind {
    /// The allowed range, in words.
    pub fn range(&self) -> String {
        match self {
            Self::Whole { least, most: u64::MAX, .. } => format!("a whole number from {least}"),
            Self::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Self::Real { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Name { .. } => "a name".to_owned(),
        }
    }

    /// What it is without being given, in words; empty for nothing.
    pub fn default_text(&self) -> String {
        match self {
            Self::Whole { default, .. } => default.map_or_else(String::new, |default| default.to_string()),
            Self::Real { default, .. } => default.map_or_else(String::new, |default| default.to_string()),
            Self::Name { default } => (*default).to_owned(),
        }
    }

    /// Whether a text is within the range.
    pub(crate) fn takes(&self, text: &str) -> bool {
        match *self {
            Self::Whole { least, most, .. } => text.parse().is_ok_and(|number: u64| (least..=most).contains(&number)),
            Self::Real { least, most, .. } => text.parse().is_ok_and(|number: f64| (least..=most).contains(&number)),
            Self::Name { .. } => !text.is_empty(),
        }
    }
}

/// Options as they were given, each within its range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Values(pub(crate) BTreeMap<String, String>);

impl Values {
    /// The options as texts.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    pub(crate) fn whole(&self, opt: &Opt) -> Option<u64> {
        let Kind::Whole { default, .. } = opt.kind else { return None };
        self.0.get(opt.key).and_then(|text| text.parse().ok()).or(default)
    }

    pub(crate) fn real(&self, opt: &Opt) -> Option<f64> {
        let Kind::Real { default, .. } = opt.kind else { return None };
        self.0.get(opt.key).and_then(|text| text.parse().ok()).or(default)
    }

    pub(crate) fn name(&self, opt: &Opt) -> String {
        self.0.get(opt.key).cloned().unwrap_or_else(|| opt.kind.default_text())
    }
}
