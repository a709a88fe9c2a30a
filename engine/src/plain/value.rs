//! Values of expressions as the plain evaluator holds them.
//! What they mean is in the evaluator; the fast form has values of its own.

use std::fmt;

use crate::globals::Held;
use crate::ids::{DirectionId, ElementId, LocationId};
use crate::rules::{RuleSet, Thing};

/// A value, with its type known only while the game runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number of 32 bits.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A text; where expressions have no types, names of elements, locations and types are texts.
    Text(String),
    /// A set: its order counts, and it may hold a value twice where expressions have no types.
    Set(Vec<Value>),
    /// A thing, or none of its kind.
    Thing(Thing),
}

impl Value {
    /// The type's name in messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Int(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a text",
            Self::Set(_) => "a set",
            Self::Thing(Thing::Element(_)) => "an element",
            Self::Thing(Thing::Location(_)) => "a location",
            Self::Thing(Thing::ElementType(_)) => "an element type",
            Self::Thing(Thing::LocationType(_)) => "a location type",
            Self::Thing(Thing::Direction(_)) => "a direction",
            Self::Thing(Thing::Relation(_)) => "a relation",
        }
    }

    /// As the language writes it, things by their names.
    pub fn text(&self, rules: &RuleSet) -> String {
        match self {
            Self::Thing(thing) => thing_text(*thing, rules),
            Self::Set(members) => {
                let members: Vec<String> = members.iter().map(|member| member.text(rules)).collect();
                format!("{{{}}}", members.join(", "))
            }
            other => other.to_string(),
        }
    }

    /// What it adds to a text: a text itself, without quotes, and anything else as the language writes it.
    pub(crate) fn part(&self, rules: &RuleSet) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.text(rules),
        }
    }

    pub(crate) fn element(element: Option<ElementId>) -> Self {
        Self::Thing(Thing::Element(element))
    }

    pub(crate) fn location(location: Option<LocationId>) -> Self {
        Self::Thing(Thing::Location(location))
    }

    pub(crate) fn elements(members: impl IntoIterator<Item = ElementId>) -> Self {
        Self::Set(members.into_iter().map(|member| Self::element(Some(member))).collect())
    }

    pub(crate) fn locations(members: impl IntoIterator<Item = LocationId>) -> Self {
        Self::Set(members.into_iter().map(|member| Self::location(Some(member))).collect())
    }
}

impl From<Held> for Value {
    fn from(held: Held) -> Self {
        match held {
            Held::Int(number) => Self::Int(number),
            Held::Bool(yes) => Self::Bool(yes),
            Held::Element(element) => Self::element(element),
            Held::Location(location) => Self::location(location),
            Held::Elements(members) => Self::elements(members),
            Held::Locations(members) => Self::locations(members),
        }
    }
}

/// The name of a thing; what is none of its kind as the language writes that.
pub(crate) fn thing_text(thing: Thing, rules: &RuleSet) -> String {
    let direction = |id: DirectionId| rules.directions[id.index()].name.clone();
    match thing {
        Thing::Element(id) => id.map_or("NOTHING".to_owned(), |id| rules.elements[id.index()].name.clone()),
        Thing::Location(id) => id.map_or("NOWHERE".to_owned(), |id| rules.locations[id.index()].name.clone()),
        Thing::ElementType(id) => id.map_or("no type".to_owned(), |id| rules.element_types[id.index()].name.clone()),
        Thing::LocationType(id) => id.map_or("no type".to_owned(), |id| rules.location_types[id.index()].name.clone()),
        Thing::Direction(id) => id.map_or("no direction".to_owned(), direction),
        Thing::Relation(id) => rules.relations[id.index()].name.clone(),
    }
}

/// Without a rule set there are no names: a thing is shown as its kind and its number in the list. See [`Value::text`].
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(number) => number.fmt(f),
            Self::Bool(yes) => yes.fmt(f),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Set(members) => {
                f.write_str("{")?;
                for (index, member) in members.iter().enumerate() {
                    write!(f, "{}{member}", if index == 0 { "" } else { ", " })?;
                }
                f.write_str("}")
            }
            Self::Thing(thing) => write!(f, "{thing:?}"),
        }
    }
}
