//! Kinds of names, and sets of such kinds.
//! The names themselves are in `symbols`.

/// Kind of the item that a name denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum NameKind {
    /// A game option.
    Option,
    /// A letter grid.
    Text,
    /// An element type.
    ElementType,
    /// A location type.
    LocationType,
    /// A location or a family of locations.
    Location,
    /// An element or a family of elements.
    Element,
    /// A direction or a family of directions.
    Direction,
    /// A relation.
    Relation,
    /// A global variable of the game.
    Variable,
    /// A named expression.
    Expression,
    /// A state of an element type.
    State,
    /// A rule.
    Rule,
    /// A heuristic.
    Heuristic,
    /// A local variable of one entry, with `$`.
    Local,
}

impl NameKind {
    /// Kind of the names that the entries of a section declare.
    pub(super) fn of_section(name: &str) -> Option<Self> {
        Some(match name {
            "OPTIONS" => Self::Option,
            "TEXTS" => Self::Text,
            "ELEMENT TYPES" => Self::ElementType,
            "LOCATION TYPES" => Self::LocationType,
            "LOCATIONS" => Self::Location,
            "ELEMENTS" => Self::Element,
            "DIRECTIONS" => Self::Direction,
            "RELATIONS" => Self::Relation,
            "VARIABLES" => Self::Variable,
            "EXPRESSIONS" => Self::Expression,
            "RULES" => Self::Rule,
            "HEURISTICS" => Self::Heuristic,
            _ => return None,
        })
    }

    /// Human-readable name of the kind.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Text => "letter grid",
            Self::ElementType => "element type",
            Self::LocationType => "location type",
            Self::Location => "location",
            Self::Element => "element",
            Self::Direction => "direction",
            Self::Relation => "relation",
            Self::Variable => "variable",
            Self::Expression => "named expression",
            Self::State => "state",
            Self::Rule => "rule",
            Self::Heuristic => "heuristic",
            Self::Local => "local variable",
        }
    }
}

/// A set of name kinds, as a bit mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct NameKindSet(u16);

impl NameKindSet {
    pub(super) const NONE: Self = Self(0);
    /// Kinds whose values may be of any type, so that the kind alone does not decide whether the name fits.
    pub(super) const VALUES: Self =
        Self::of(&[NameKind::Option, NameKind::Variable, NameKind::Expression, NameKind::Local]);

    pub(super) const fn of(kinds: &[NameKind]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < kinds.len() {
            bits |= 1 << kinds[at] as u16;
            at += 1;
        }
        Self(bits)
    }

    pub(super) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn contains(self, kind: NameKind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Parses the kinds in a part of a signature, such as `relation or directions`.
    pub(super) fn parse(words: &str) -> Self {
        let mut kinds = Self::NONE;
        for part in words.split(" or ") {
            let part = part.trim().trim_start_matches("set of ").trim_start_matches("sets of ");
            let kind = match part {
                "element" => NameKind::Element,
                "element type" => NameKind::ElementType,
                "location" => NameKind::Location,
                "location type" => NameKind::LocationType,
                "direction" | "directions" => NameKind::Direction,
                "relation" => NameKind::Relation,
                "state" => NameKind::State,
                _ => continue,
            };
            kinds = kinds.union(Self::of(&[kind]));
        }
        kinds
    }
}
