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
    pub from: Option<Option<LocationId>>,
    /// Where it is to go.
    pub to: Option<Option<LocationId>>,
    /// The word chosen.
    pub word: Option<String>,
}

impl<'t> Wanted<'t> {
    /// Reads a text.
    pub fn read(rules: &'t RuleSet, text: &str) -> Result<Self, WhyError> {
        let text = words(text);
        let parts: Vec<&str> = text.split(' ').collect();
        let unknown = |reason: String| WhyError::Unknown { text: text.clone(), reason };
        let place = |name: &&str| match rules.location_named(name) {
            None if *name == OFF => Ok(None),
            None => Err(unknown(format!("there is no location \"{name}\""))),
            known => Ok(known),
        };
        let named = |rule: &&Rule| rule.element.is_none() && rule.name == parts[0];
        let word = |at: usize| parts.get(at).map(|word| (*word).to_owned());
        if let Some(rule) = rules.rules.iter().find(named) {
            if parts.len() > 2 {
                return Err(unknown(format!("the rule \"{}\" moves no element, nothing but a word to choose follows", parts[0])));
            }
            return Ok(Self { element: None, rule: Some(&rule.name), from: None, to: None, word: word(1) });
        }
        if parts.len() > 4 {
            return Err(unknown("a move is an element, where it stands, where it goes and at most one word more".to_owned()));
        }
        let Some(element) = rules.element_named(parts[0]).filter(|_| !text.is_empty()) else {
            return Err(unknown(format!("there is no element \"{}\"", parts[0])));
        };
        let (from, to) = (parts.get(1).map(place).transpose()?, parts.get(2).map(place).transpose()?);
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
