//! Compile-time constants.
//! Run-time values are defined by the engine.

use std::sync::Arc;

use boardwright_game::ids::{DirectionId, ElementId, ElementTypeId, LocationId, LocationTypeId, RelationId};
use boardwright_rules::{RuleSet, Thing};

use super::types::Type;

/// Maximum number of members of a set.
pub(crate) const MAX_MEMBERS: usize = 10_000;

/// A compile-time constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Int(i32),
    Bool(bool),
    Text(Arc<str>),
    Thing(Thing),
    /// Distinct members in order.
    Set(Arc<[Value]>),
    /// No value, because of an error that has been reported.
    Error,
}

impl Value {
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(text.into())
    }

    pub(crate) fn is_error(&self) -> bool {
        *self == Self::Error
    }

    /// Builds a set; of equal members the first is kept.
    pub(crate) fn set(members: impl IntoIterator<Item = Self>) -> Self {
        let mut seen = std::collections::HashSet::new();
        Self::Set(members.into_iter().filter(|member| seen.insert(member.clone())).collect())
    }

    /// Type of the value; an empty set is a set of anything.
    pub(crate) fn ty(&self) -> Type {
        match self {
            Self::Int(_) => Type::INT,
            Self::Bool(_) => Type::BOOL,
            Self::Text(_) => Type::TEXT,
            Self::Thing(thing) => type_of(*thing),
            Self::Set(members) => members.first().map_or(Type::SET, |member| member.ty().set()),
            Self::Error => Type::ANY,
        }
    }

    pub(crate) fn int(&self) -> Option<i32> {
        match self {
            Self::Int(number) => Some(*number),
            _ => None,
        }
    }

    /// Members of a set, or the value itself as a single member.
    pub(crate) fn members(&self) -> &[Self] {
        match self {
            Self::Set(members) => members,
            one => std::slice::from_ref(one),
        }
    }

    pub(crate) fn location(&self) -> Option<LocationId> {
        match self {
            Self::Thing(Thing::Location(location)) => *location,
            _ => None,
        }
    }

    /// Text of the value as written by `JOIN`.
    pub(crate) fn display_text(&self, rules: &RuleSet) -> String {
        match self {
            Self::Int(number) => number.to_string(),
            Self::Bool(yes) => if *yes { "TRUE" } else { "FALSE" }.to_owned(),
            Self::Text(text) => text.to_string(),
            Self::Thing(thing) => thing_name(rules, *thing).to_owned(),
            Self::Set(members) => {
                let members: Vec<String> = members.iter().map(|member| member.display_text(rules)).collect();
                format!("{{{}}}", members.join(", "))
            }
            Self::Error => String::new(),
        }
    }
}

/// Name of a thing, or name of the null value of its type.
pub(crate) fn thing_name(rules: &RuleSet, thing: Thing) -> &str {
    match thing {
        Thing::Element(Some(ElementId(id))) => &rules.elements[usize::from(id)].name,
        Thing::Element(None) => "NOTHING",
        Thing::Location(Some(LocationId(id))) => &rules.locations[usize::from(id)].name,
        Thing::Location(None) => "NOWHERE",
        Thing::ElementType(Some(ElementTypeId(id))) => &rules.element_types[usize::from(id)].name,
        Thing::LocationType(Some(LocationTypeId(id))) => &rules.location_types[usize::from(id)].name,
        Thing::Direction(Some(DirectionId(id))) => &rules.directions[usize::from(id)].name,
        Thing::Relation(RelationId(id)) => &rules.relations[usize::from(id)].name,
        Thing::ElementType(None) | Thing::LocationType(None) | Thing::Direction(None) => "",
    }
}

/// Type of a thing.
pub(crate) fn type_of(thing: Thing) -> Type {
    match thing {
        Thing::Element(_) => Type::ELEMENT,
        Thing::Location(_) => Type::LOCATION,
        Thing::ElementType(_) => Type::ELEMENT_TYPE,
        Thing::LocationType(_) => Type::LOCATION_TYPE,
        Thing::Direction(_) => Type::DIRECTION,
        Thing::Relation(_) => Type::RELATION,
    }
}

/// Null value of a type; `None` if the type has none.
pub(crate) fn null_of(ty: Type) -> Option<Thing> {
    Some(match ty {
        Type::ELEMENT => Thing::Element(None),
        Type::LOCATION => Thing::Location(None),
        Type::ELEMENT_TYPE => Thing::ElementType(None),
        Type::LOCATION_TYPE => Thing::LocationType(None),
        Type::DIRECTION => Thing::Direction(None),
        _ => return None,
    })
}

/// Indices of a thing; empty for null values and for things that belong to no family.
pub(crate) fn thing_indices(rules: &RuleSet, thing: Thing) -> &[i32] {
    match thing {
        Thing::Element(Some(id)) => &rules.elements[id.index()].indices,
        Thing::Location(Some(id)) => &rules.locations[id.index()].indices,
        Thing::ElementType(Some(id)) => &rules.element_types[id.index()].indices,
        Thing::LocationType(Some(id)) => &rules.location_types[id.index()].indices,
        Thing::Direction(Some(id)) => &rules.directions[id.index()].indices,
        _ => &[],
    }
}
