//! Things of a game that expressions name: pieces, places, directions, relations, variables, and families of them.
//! The board's geometry is here as tables; nothing here looks at a position.

use crate::ids::{DirectionId, ElementId, ElementTypeId, ExprId, FamilyId, LocationId, LocationTypeId, RelationId};

use super::Span;

/// A thing, or none of its kind, as a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Thing {
    /// An element; none is `NOTHING`.
    Element(Option<ElementId>),
    /// A location; none is `NOWHERE`.
    Location(Option<LocationId>),
    /// An element type.
    ElementType(Option<ElementTypeId>),
    /// A location type.
    LocationType(Option<LocationTypeId>),
    /// A direction.
    Direction(Option<DirectionId>),
    /// A relation.
    Relation(RelationId),
}

impl Thing {
    /// Whether it is none of its kind.
    pub fn is_none(self) -> bool {
        match self {
            Self::Element(id) => id.is_none(),
            Self::Location(id) => id.is_none(),
            Self::ElementType(id) => id.is_none(),
            Self::LocationType(id) => id.is_none(),
            Self::Direction(id) => id.is_none(),
            Self::Relation(_) => false,
        }
    }
}

/// What the members of a family are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FamilyKind {
    /// Elements.
    Element,
    /// Locations.
    Location,
    /// Element types.
    ElementType,
    /// Location types.
    LocationType,
    /// Directions.
    Direction,
    /// Relations.
    Relation,
    /// Variables that outlive a move.
    Global,
}

/// Things of one kind and one name, told apart by whole numbers.
#[derive(Clone, Debug)]
pub struct Family {
    /// The name before the brackets.
    pub name: String,
    /// What its members are.
    pub kind: FamilyKind,
    /// Indices and the position in the list of its kind, sorted by the indices.
    pub members: Vec<(Vec<i32>, u16)>,
}

impl Family {
    /// The member with these indices: its position in the list of its kind.
    pub fn member(&self, indices: &[i32]) -> Option<u16> {
        let found = self.members.binary_search_by(|(known, _)| known.as_slice().cmp(indices));
        found.ok().map(|at| self.members[at].1)
    }

    /// The thing at a position in the list of the family's kind; `None` gives none of its kind. A family of variables has
    /// no things.
    pub fn thing(&self, member: Option<u16>) -> Option<Thing> {
        Some(match self.kind {
            FamilyKind::Element => Thing::Element(member.map(ElementId)),
            FamilyKind::Location => Thing::Location(member.map(LocationId)),
            FamilyKind::ElementType => Thing::ElementType(member.map(ElementTypeId)),
            FamilyKind::LocationType => Thing::LocationType(member.map(LocationTypeId)),
            FamilyKind::Direction => Thing::Direction(member.map(DirectionId)),
            FamilyKind::Relation => Thing::Relation(RelationId(member?)),
            FamilyKind::Global => return None,
        })
    }
}

/// A direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Direction {
    /// Its name.
    pub name: String,
    /// Its indices.
    pub indices: Vec<i32>,
    /// By location: the next one.
    pub to: Vec<Option<LocationId>>,
}

impl Direction {
    /// All locations beyond one, near to far, to the end or until one would come again.
    pub fn ray(&self, from: LocationId) -> impl Iterator<Item = LocationId> {
        let mut seen = vec![from];
        std::iter::from_fn(move || {
            let at = *seen.last()?;
            let next = self.to[at.index()].filter(|next| !seen.contains(next))?;
            seen.push(next);
            Some(next)
        })
    }
}

/// A relation between locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Its name.
    pub name: String,
    /// By location: the second ones of all pairs from it, in file order.
    pub pairs: Vec<Vec<LocationId>>,
    /// Its lines, in file order.
    pub lines: Vec<Vec<LocationId>>,
    /// By location: the numbers of the lines through it.
    pub through: Vec<Vec<u32>>,
}

impl Relation {
    /// Fills [`Relation::through`] for this many locations.
    pub fn index_lines(&mut self, locations: usize) {
        self.through = vec![Vec::new(); locations];
        for (number, line) in self.lines.iter().enumerate() {
            for location in line {
                self.through[location.index()].push(number as u32);
            }
        }
    }
}

/// A variable that outlives a move.
#[derive(Clone, Debug)]
pub struct Global {
    /// Its name, with indices if it has any.
    pub name: String,
    /// What it holds.
    pub kind: GlobalKind,
    /// What it begins with.
    pub initial: Initial,
    /// When it gets that back.
    pub reset: Reset,
    /// Whether positions that differ by it alone are different for repetition. The key of a position always tells them apart.
    pub in_repetition: bool,
    /// Where it is written.
    pub span: Span,
}

/// What a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A number in these bounds; leaving them is a fault.
    Int {
        /// Least.
        least: i32,
        /// Greatest.
        most: i32,
    },
    /// A boolean.
    Bool,
    /// An element or none.
    Element,
    /// A location or none.
    Location,
    /// A set of elements, kept in file order.
    Elements,
    /// A set of locations, kept in file order.
    Locations,
}

/// What a variable begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Initial {
    /// A number.
    Int(i32),
    /// A boolean.
    Bool(bool),
    /// An element or none.
    Element(Option<ElementId>),
    /// A location or none.
    Location(Option<LocationId>),
    /// Elements in file order.
    Elements(Vec<ElementId>),
    /// Locations in file order.
    Locations(Vec<LocationId>),
}

/// When a variable gets its first value back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Never.
    Never,
    /// At the start of every move.
    Move,
    /// When another player gets the turn.
    Turn,
}

/// A measure of positions that a game file offers to players.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// Its name.
    pub name: String,
    /// A number; the player who asks is `ME`.
    pub value: ExprId,
    /// Where it is written.
    pub span: Span,
}

/// The families of a rule set are told apart by their ids.
pub type Families = Vec<Family>;

/// A family by its id.
impl std::ops::Index<FamilyId> for Families {
    type Output = Family;
    fn index(&self, id: FamilyId) -> &Family {
        &self.as_slice()[id.index()]
    }
}
