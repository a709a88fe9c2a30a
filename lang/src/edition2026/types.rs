//! Types of the 2026 edition, a static type system without declarations.
//! Type checking is part of the lowering of expressions.

/// Base type of a value, or of the innermost members of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Base {
    Int,
    Bool,
    Text,
    Element,
    Location,
    ElementType,
    LocationType,
    Direction,
    Relation,
    /// Type of actions, which have no value.
    Action,
    /// Compatible with all types: the type of errors already reported, and of the members of `{}`.
    Any,
}

/// A type: a base type and the number of nested sets around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Type {
    pub(crate) base: Base,
    pub(crate) sets: u8,
}

const fn plain(base: Base) -> Type {
    Type { base, sets: 0 }
}

impl Type {
    pub(crate) const INT: Self = plain(Base::Int);
    pub(crate) const BOOL: Self = plain(Base::Bool);
    pub(crate) const TEXT: Self = plain(Base::Text);
    pub(crate) const ELEMENT: Self = plain(Base::Element);
    pub(crate) const LOCATION: Self = plain(Base::Location);
    pub(crate) const ELEMENT_TYPE: Self = plain(Base::ElementType);
    pub(crate) const LOCATION_TYPE: Self = plain(Base::LocationType);
    pub(crate) const DIRECTION: Self = plain(Base::Direction);
    pub(crate) const RELATION: Self = plain(Base::Relation);
    pub(crate) const ACTION: Self = plain(Base::Action);
    pub(crate) const ANY: Self = plain(Base::Any);
    pub(crate) const INTS: Self = Self::INT.set();
    pub(crate) const LOCATIONS: Self = Self::LOCATION.set();
    pub(crate) const ELEMENTS: Self = Self::ELEMENT.set();
    pub(crate) const DIRECTIONS: Self = Self::DIRECTION.set();
    /// Any set, and the type of `{}`.
    pub(crate) const SET: Self = Self::ANY.set();

    /// Type of sets whose members have this type.
    pub(crate) const fn set(self) -> Self {
        Self { base: self.base, sets: self.sets.saturating_add(1) }
    }

    /// Type of the members of a set of this type; `None` if the type is not a set.
    pub(crate) fn member(self) -> Option<Self> {
        if self == Self::ANY { Some(Self::ANY) } else { Some(Self { sets: self.sets.checked_sub(1)?, ..self }) }
    }

    pub(crate) fn is_set(self) -> bool {
        self.sets > 0
    }

    /// Unification: the common type of both, if there is one.
    pub(crate) fn unify(self, other: Self) -> Option<Self> {
        match (self.base, other.base) {
            (Base::Any, Base::Any) => Some(if self.sets >= other.sets { self } else { other }),
            (Base::Any, _) => (self.sets <= other.sets).then_some(other),
            (_, Base::Any) => (other.sets <= self.sets).then_some(self),
            _ => (self == other).then_some(self),
        }
    }

    pub(crate) fn fits(self, wanted: &[Self]) -> bool {
        wanted.is_empty() || wanted.iter().any(|want| self.unify(*want).is_some())
    }
}

impl std::fmt::Display for Type {
    /// Noun phrase for messages: `a number`, `a set of locations`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (one, many) = match self.base {
            Base::Int => ("a number", "numbers"),
            Base::Bool => ("a boolean", "booleans"),
            Base::Text => ("a text", "texts"),
            Base::Element => ("an element", "elements"),
            Base::Location => ("a location", "locations"),
            Base::ElementType => ("an element type", "element types"),
            Base::LocationType => ("a location type", "location types"),
            Base::Direction => ("a direction", "directions"),
            Base::Relation => ("a relation", "relations"),
            Base::Action => ("an action", "actions"),
            Base::Any => ("a value", "values"),
        };
        match self.sets {
            0 => f.write_str(one),
            1 if self.base == Base::Any => f.write_str("a set"),
            deep => write!(f, "a set of {}{many}", "sets of ".repeat(usize::from(deep) - 1)),
        }
    }
}

/// Noun phrase for a choice of types.
pub(crate) fn any_of(types: &[Type]) -> String {
    let mut names: Vec<String> = types.iter().map(Type::to_string).collect();
    let last = names.pop().unwrap_or_default();
    if names.is_empty() { last } else { format!("{} or {last}", names.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_set_is_a_set_of_anything() {
        assert_eq!(Type::SET.unify(Type::LOCATIONS), Some(Type::LOCATIONS));
        assert_eq!(Type::LOCATIONS.set().unify(Type::SET), Some(Type::LOCATIONS.set()));
        assert_eq!(Type::SET.unify(Type::LOCATION), None);
        assert_eq!(Type::ANY.unify(Type::LOCATION), Some(Type::LOCATION));
        assert_eq!(Type::INT.unify(Type::LOCATION), None);
    }

    #[test]
    fn types_in_sentences() {
        assert_eq!(Type::LOCATIONS.set().to_string(), "a set of sets of locations");
        assert_eq!(
            any_of(&[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS]),
            "a relation, a direction or a set of directions"
        );
    }
}
