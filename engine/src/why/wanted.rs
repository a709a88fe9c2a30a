//! What a text asks about: an element and as much of its way as is told, or a rule without element.
//! Whether that is legal is not looked at.

use crate::game::words;
use crate::ids::{ElementId, LocationId};
use crate::rules::{Rule, RuleSet};
use crate::text::OFF;

use super::WhyError;

/// What is asked about. What the text leaves out may be anything.
#[derive(Clone, Debug)]
pub(super) struct Wanted<'t> {
    /// The element; `None` if a rule without element is meant.
    pub element: Option<ElementId>,
    /// The name of the rule without element.
    pub rule: Option<&'t str>,
    /// Where it is said to stand.
    pub from: Spot,
    /// Where it is to go.
    pub to: Spot,
    /// The word chosen.
    pub word: Option<String>,
}

/// A place that a text may name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// It names none: any will do.
    Any,
    /// A location.
    On(LocationId),
    /// Off the board.
    Off,
}

impl Spot {
    /// Whether it may be this place; `None` is off the board.
    pub fn may_be(self, place: Option<LocationId>) -> bool {
        match self {
            Self::Any => true,
            Self::On(location) => place == Some(location),
            Self::Off => place.is_none(),
        }
    }
}

impl<'t> Wanted<'t> {
    /// Reads a text.
    pub fn read(rules: &'t RuleSet, text: &str) -> Result<Self, WhyError> {
        let text = words(text);
        let parts: Vec<&str> = text.split(' ').collect();
        let unknown = |reason: String| WhyError::Unknown { text: text.clone(), reason };
        let place = |at: usize| match parts.get(at) {
            None => Ok(Spot::Any),
            Some(name) => match rules.location_named(name) {
                Some(location) => Ok(Spot::On(location)),
                None if *name == OFF => Ok(Spot::Off),
                None => Err(unknown(format!("there is no location \"{name}\""))),
            },
        };
        let named = |rule: &&Rule| rule.element.is_none() && rule.name == parts[0];
        let word = |at: usize| parts.get(at).map(|word| (*word).to_owned());
        if let Some(rule) = rules.rules.iter().find(named) {
            if parts.len() > 2 {
                return Err(unknown(format!(
                    "the rule \"{}\" moves no element, nothing but a word to choose follows",
                    parts[0]
                )));
            }
            return Ok(Self { element: None, rule: Some(&rule.name), from: Spot::Any, to: Spot::Any, word: word(1) });
        }
        if parts.len() > 4 {
            return Err(unknown(
                "a move is an element, where it stands, where it goes and at most one word more".to_owned(),
            ));
        }
        let Some(element) = rules.element_named(parts[0]).filter(|_| !text.is_empty()) else {
            return Err(unknown(format!("there is no element \"{}\"", parts[0])));
        };
        let (from, to) = (place(1)?, place(2)?);
        Ok(Self { element: Some(element), rule: None, from, to, word: word(3) })
    }

    /// Whether a rule is about what is asked for at all.
    pub fn is_about(&self, rule: &Rule) -> bool {
        match (&rule.element, self.element) {
            (Some(pattern), Some(element)) => pattern.bindings(&element).is_some(),
            (None, None) => self.rule == Some(rule.name.as_str()),
            _ => false,
        }
    }
}
