//! Parsing of the question "why is this move (not) legal": a complete or partial move.
//! Its legality is not tested here.

use crate::text::OFF;
use boardwright_game::game::normalize_spaces;
use boardwright_game::ids::{ElementId, LocationId};
use boardwright_rules::{Rule, RuleSet};

use super::ExplainError;

/// A complete or partial move. Parts that the text omits match anything.
#[derive(Clone, Debug)]
pub(super) struct MoveQuery<'t> {
    /// Element; `None` for a rule without element.
    pub element: Option<ElementId>,
    /// Name of a rule without element.
    pub rule: Option<&'t str>,
    /// Origin.
    pub from: PlacePattern,
    /// Target.
    pub to: PlacePattern,
    /// Chosen word.
    pub word: Option<String>,
}

/// A place in a partial move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlacePattern {
    /// Not given: matches any place.
    Any,
    /// A location.
    On(LocationId),
    /// Off the board.
    Off,
}

impl PlacePattern {
    /// `true` if the place matches; `None` is off the board.
    pub fn matches(self, place: Option<LocationId>) -> bool {
        match self {
            Self::Any => true,
            Self::On(location) => place == Some(location),
            Self::Off => place.is_none(),
        }
    }
}

impl<'t> MoveQuery<'t> {
    /// Parses a text.
    pub fn parse(rules: &'t RuleSet, text: &str) -> Result<Self, ExplainError> {
        let text = normalize_spaces(text);
        let parts: Vec<&str> = text.split(' ').collect();
        let unknown = |reason: String| ExplainError::Unknown { text: text.clone(), reason };
        let place = |at: usize| match parts.get(at) {
            None => Ok(PlacePattern::Any),
            Some(name) => match rules.location_named(name) {
                Some(location) => Ok(PlacePattern::On(location)),
                None if *name == OFF => Ok(PlacePattern::Off),
                None => Err(unknown(format!("there is no location \"{name}\""))),
            },
        };
        let is_named = |rule: &&Rule| rule.element.is_none() && rule.name == parts[0];
        let word = |at: usize| parts.get(at).map(|word| (*word).to_owned());
        if let Some(rule) = rules.rules.iter().find(is_named) {
            if parts.len() > 2 {
                return Err(unknown(format!(
                    "the rule \"{}\" moves no element; only a word to choose may follow",
                    parts[0]
                )));
            }
            return Ok(Self {
                element: None,
                rule: Some(&rule.name),
                from: PlacePattern::Any,
                to: PlacePattern::Any,
                word: word(1),
            });
        }
        if parts.len() > 4 {
            return Err(unknown(
                "a move consists of an element, its location, its target and at most one word".to_owned(),
            ));
        }
        let Some(element) = rules.element_named(parts[0]).filter(|_| !text.is_empty()) else {
            return Err(unknown(format!("there is no element \"{}\"", parts[0])));
        };
        let (from, to) = (place(1)?, place(2)?);
        Ok(Self { element: Some(element), rule: None, from, to, word: word(3) })
    }

    /// `true` if a rule can be responsible for the move.
    pub fn concerns(&self, rule: &Rule) -> bool {
        match (&rule.element, self.element) {
            (Some(pattern), Some(element)) => pattern.bindings(&element).is_some(),
            (None, None) => self.rule == Some(rule.name.as_str()),
            _ => false,
        }
    }
}
