//! What the names of a file are names of, and sets of such kinds.
//! Which names there are is another matter.

/// What a name is a name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum NameKind {
    /// Something to be chosen before the game.
    Option,
    /// A picture in letters.
    Text,
    /// A type of elements.
    ElementType,
    /// A type of places.
    LocationType,
    /// A place, or a family of places.
    Location,
    /// An element, or a family of them.
    Element,
    /// A direction, or a family of them.
    Direction,
    /// A relation.
    Relation,
    /// What the game remembers.
    Variable,
    /// A named expression.
    Expression,
    /// A state of a type of elements.
    State,
    /// A rule.
    Rule,
    /// A heuristic.
    Heuristic,
    /// A variable of one entry, with `$`.
    Local,
}

impl NameKind {
    /// What the names are that the entries of a section have.
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

    /// How it is called.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Option => "option",
            Self::Text => "picture in letters",
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

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Kinds(u16);

impl Kinds {
    pub(super) const NONE: Self = Self(0);
    /// What can be of any type, so that its kind alone does not tell whether it fits.
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

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) const fn has(self, kind: NameKind) -> bool {
        self.0 & 1 << kind as u16 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The kinds that a part of a signature speaks of, such as `relation or directions`.
    pub(super) fn said(words: &str) -> Self {
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
            kinds = kinds.and(Self::of(&[kind]));
        }
        kinds
    }
}
