//! Options of players and methods: their keys, ranges and defaults, and the values that a user set.

use std::collections::BTreeMap;

/// Specification of an option of a player.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Key of the option.
    pub key: &'static str,
    /// Type, range and default value.
    pub kind: OptionKind,
    /// Help text for users.
    pub about: &'static str,
}

/// Type of an option, with its range and default value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OptionKind {
    /// A whole number from `least` to `most`.
    #[allow(missing_docs)]
    Whole { least: u64, most: u64, default: Option<u64> },
    /// A real number from `least` to `most`.
    #[allow(missing_docs)]
    Real { least: f64, most: f64, default: Option<f64> },
    /// A name, such as the default or one of the `known` ones. Whether another name exists can depend on the game.
    #[allow(missing_docs)]
    Name { default: &'static str, known: &'static [&'static str] },
    /// Values of options that an external engine declares: the key ends in a dot, and the name of the engine's option
    /// follows it.
    Family,
}

impl OptionSpec {
    /// `true` if `key` sets this option.
    pub fn has_key(&self, key: &str) -> bool {
        match self.kind {
            OptionKind::Family => key.strip_prefix(self.key).is_some_and(|name| !name.is_empty()),
            _ => key == self.key,
        }
    }
}

impl OptionKind {
    /// The allowed range as text.
    pub fn range(&self) -> String {
        match self {
            Self::Whole { least, most: u64::MAX, .. } => format!("a whole number from {least}"),
            Self::Whole { least, most, .. } => format!("a whole number from {least} to {most}"),
            Self::Real { least, most, .. } => format!("a number from {least} to {most}"),
            Self::Name { .. } => "a name".to_owned(),
            Self::Family => "a value that the engine allows".to_owned(),
        }
    }

    /// The allowed range as text, for an error about a value outside of it.
    pub(crate) fn range_for(&self, value: &str) -> String {
        match self {
            // The maximum matters only if the value exceeds it.
            Self::Whole { least, most, .. } if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) => {
                format!("a whole number from {least} to {most}")
            }
            _ => self.range(),
        }
    }

    /// The default value as text; empty if there is none.
    pub fn default_text(&self) -> String {
        match self {
            Self::Whole { default, .. } => default.map_or_else(String::new, |default| default.to_string()),
            Self::Real { default, .. } => default.map_or_else(String::new, |default| default.to_string()),
            Self::Name { default, .. } => (*default).to_owned(),
            Self::Family => String::new(),
        }
    }

    /// `true` if `text` is a value within the range.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        match *self {
            Self::Whole { least, most, .. } => text.parse().is_ok_and(|number: u64| (least..=most).contains(&number)),
            Self::Real { least, most, .. } => text.parse().is_ok_and(|number: f64| (least..=most).contains(&number)),
            Self::Name { .. } | Self::Family => !text.is_empty(),
        }
    }
}

/// Values that a user set, by key, each within its range.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OptionValues(pub(crate) BTreeMap<String, String>);

impl OptionValues {
    /// The values as texts, by key.
    pub fn texts(&self) -> &BTreeMap<String, String> {
        &self.0
    }

    pub(crate) fn whole(&self, opt: &OptionSpec) -> Option<u64> {
        let OptionKind::Whole { default, .. } = opt.kind else { return None };
        self.0.get(opt.key).and_then(|text| text.parse().ok()).or(default)
    }

    pub(crate) fn real(&self, opt: &OptionSpec) -> Option<f64> {
        let OptionKind::Real { default, .. } = opt.kind else { return None };
        self.0.get(opt.key).and_then(|text| text.parse().ok()).or(default)
    }

    /// The number that the user set for a key; `None` if the user set none.
    pub(crate) fn number(&self, key: &str) -> Option<f64> {
        self.0.get(key).and_then(|text| text.parse().ok())
    }

    /// Names and values that the user set of a family of options.
    pub(crate) fn family<'a>(&'a self, opt: &'a OptionSpec) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().filter_map(|(key, value)| Some((key.strip_prefix(opt.key)?, value.as_str())))
    }

    pub(crate) fn name(&self, opt: &OptionSpec) -> String {
        self.0.get(opt.key).cloned().unwrap_or_else(|| opt.kind.default_text())
    }
}
