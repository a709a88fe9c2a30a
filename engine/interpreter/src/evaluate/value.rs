//! Values of expressions in the reference interpreter.
//! The compiled form has its own value representation.

use std::fmt;

use crate::globals::GlobalValue;
use boardwright_game::ids::{DirectionId, ElementId, LocationId};
use boardwright_rules::{RuleSet, Thing};

/// A dynamically typed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A 32-bit integer.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// A text; in dynamically typed expressions also the name of an element, location or type.
    Text(String),
    /// A set: the order counts; sets of dynamically typed expressions may contain duplicates.
    Set(Vec<Value>),
    /// A thing, or the null value of its kind.
    Thing(Thing),
}

impl Value {
    /// Name of the type in messages.
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

    /// The value as written in the language, things by their names.
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

    /// The value as part of a text: texts without quotes, anything else as written in the language.
    pub fn text_fragment(&self, rules: &RuleSet) -> String {
        match self {
            Self::Text(text) => text.clone(),
            other => other.text(rules),
        }
    }

    /// The value of an element or none.
    pub fn element(element: Option<ElementId>) -> Self {
        Self::Thing(Thing::Element(element))
    }

    /// The value of a location or none.
    pub fn location(location: Option<LocationId>) -> Self {
        Self::Thing(Thing::Location(location))
    }

    /// The value of a set of elements.
    pub fn elements(members: impl IntoIterator<Item = ElementId>) -> Self {
        Self::Set(members.into_iter().map(|member| Self::element(Some(member))).collect())
    }

    /// The value of a set of locations.
    pub fn locations(members: impl IntoIterator<Item = LocationId>) -> Self {
        Self::Set(members.into_iter().map(|member| Self::location(Some(member))).collect())
    }
}

impl From<GlobalValue> for Value {
    fn from(value: GlobalValue) -> Self {
        match value {
            GlobalValue::Int(number) => Self::Int(number),
            GlobalValue::Bool(yes) => Self::Bool(yes),
            GlobalValue::Element(element) => Self::element(element),
            GlobalValue::Location(location) => Self::location(location),
            GlobalValue::Elements(members) => Self::elements(members),
            GlobalValue::Locations(members) => Self::locations(members),
        }
    }
}

/// Name of a thing, or the language's name for the null value.
pub fn thing_text(thing: Thing, rules: &RuleSet) -> String {
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

/// Without a rule set there are no names: a thing is shown as its kind and its index. See [`Value::text`].
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
