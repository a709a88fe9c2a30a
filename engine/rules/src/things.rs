//! Things of a game that expressions refer to: pieces, locations, directions, relations, variables and families of
//! them. The geometry of the board is stored here as tables; nothing here reads a state.

use boardwright_game::ids::{
    DirectionId, ElementId, ElementTypeId, ExprId, FamilyId, LocationId, LocationTypeId, RelationId,
};

use super::{Audience, Span};

/// A reference to a thing as a value, or the null value of its kind.
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
    /// `true` for the null value of its kind.
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

/// Kind of the members of a family.
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
    /// Global variables.
    Global,
}

/// Things of one kind and one name, distinguished by integer indices.
#[derive(Clone, Debug)]
pub struct Family {
    /// Name before the brackets.
    pub name: String,
    /// Kind of the members.
    pub kind: FamilyKind,
    /// Indices of each member and its index in the list of its kind, sorted by the indices.
    pub members: Vec<(Vec<i32>, u16)>,
}

impl Family {
    /// Member with these indices, as its index in the list of its kind.
    pub fn member(&self, indices: &[i32]) -> Option<u16> {
        let found = self.members.binary_search_by(|(known, _)| known.as_slice().cmp(indices));
        found.ok().map(|at| self.members[at].1)
    }

    /// The thing at an index in the list of the family's kind; `None` gives the null value of the kind. A family of
    /// variables has no things.
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
    /// Name.
    pub name: String,
    /// Indices.
    pub indices: Vec<i32>,
    /// By location: the next location in this direction.
    pub next: Vec<Option<LocationId>>,
}

impl Direction {
    /// Ray: all locations beyond `from`, near to far, up to the edge or until a location would be repeated.
    pub fn ray(&self, from: LocationId) -> impl Iterator<Item = LocationId> {
        let mut seen = vec![from];
        std::iter::from_fn(move || {
            let at = *seen.last()?;
            let next = self.next[at.index()].filter(|next| !seen.contains(next))?;
            seen.push(next);
            Some(next)
        })
    }
}

/// The opposite of a direction: the direction that leads back from every location to which it leads, and nowhere else. A
/// direction that leads nowhere has none. Of several such directions the first one is meant.
pub fn opposite_direction(directions: &[Direction], direction: DirectionId) -> Option<DirectionId> {
    let there = &directions[direction.index()].next;
    let count = there.iter().flatten().count();
    let leads_back = |back: &&Direction| {
        back.next.iter().flatten().count() == count
            && there
                .iter()
                .enumerate()
                .all(|(from, to)| to.is_none_or(|to| back.next[to.index()] == Some(LocationId::new(from))))
    };
    let at = directions.iter().position(|back| count > 0 && leads_back(&back))?;
    Some(DirectionId::new(at))
}

/// A relation between locations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Name.
    pub name: String,
    /// By location: the second locations of all pairs from it, in file order.
    pub pairs: Vec<Vec<LocationId>>,
    /// Lines of the relation, in file order.
    pub lines: Vec<Vec<LocationId>>,
    /// By location: indices of the lines through it.
    pub lines_through: Vec<Vec<u32>>,
}

impl Relation {
    /// Computes [`Relation::lines_through`] for this number of locations.
    pub fn index_lines(&mut self, locations: usize) {
        self.lines_through = vec![Vec::new(); locations];
        for (number, line) in self.lines.iter().enumerate() {
            for location in line {
                self.lines_through[location.index()].push(number as u32);
            }
        }
    }
}

/// A global variable: it outlives a move.
#[derive(Clone, Debug)]
pub struct Global {
    /// Name, with indices if it has any.
    pub name: String,
    /// Type of the value.
    pub kind: GlobalKind,
    /// Initial value.
    pub initial: GlobalValue,
    /// Time at which the initial value is restored.
    pub reset: Reset,
    /// `true` if the variable distinguishes positions when repetitions are counted. It always counts for the key of a
    /// state.
    pub in_repetition: bool,
    /// Players who see the value.
    pub audience: Audience,
    /// Source span.
    pub span: Span,
}

/// Type of a global variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalKind {
    /// A number within these bounds; exceeding them is a fault.
    Int {
        /// Least value.
        least: i32,
        /// Greatest value.
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

/// Value of a global variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalValue {
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

/// Time at which a global variable is reset to its initial value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// Never.
    Never,
    /// At the start of every move.
    Move,
    /// At the start of another player's turn.
    Turn,
}

/// A heuristic: an evaluation function that a game file offers to players.
#[derive(Clone, Debug)]
pub struct Heuristic {
    /// Name.
    pub name: String,
    /// Value, a number; `ME` is the player for whom the position is evaluated.
    pub value: ExprId,
    /// Source span.
    pub span: Span,
}

/// The families of a rule set, indexed by their ids.
#[derive(Clone, Debug, Default)]
pub struct Families(pub Vec<Family>);

impl std::ops::Deref for Families {
    type Target = Vec<Family>;
    fn deref(&self) -> &Vec<Family> {
        &self.0
    }
}

impl std::ops::DerefMut for Families {
    fn deref_mut(&mut self) -> &mut Vec<Family> {
        &mut self.0
    }
}

/// Index by family id.
impl std::ops::Index<FamilyId> for Families {
    type Output = Family;
    fn index(&self, id: FamilyId) -> &Family {
        &self.0[id.index()]
    }
}

impl std::ops::IndexMut<FamilyId> for Families {
    fn index_mut(&mut self, id: FamilyId) -> &mut Family {
        &mut self.0[id.index()]
    }
}
